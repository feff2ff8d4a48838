package yosys

import (
	"math/big"
	"slices"

	"culprit.example/culprit/rtlgen/ir"
)

// arrays makes an array of registers of each memory whose words all get a value in reset. Yosys has a write
// port for each of them.
func (b *builder) arrays(active, not *assumption) {
	b.rams = slices.DeleteFunc(b.rams, func(r *ram) bool {
		reset := r.resetWords(active)
		if reset == nil {
			return false
		}
		b.array(r, reset, not)
		b.m.Memories = slices.DeleteFunc(b.m.Memories, func(m *ir.Memory) bool { return m == r.Memory })
		return true
	})
}

// resetWords is the value of each word in reset; nil if not all have one.
func (r *ram) resetWords(active *assumption) []*big.Int {
	if r.Contents != nil && r.ROM() || slices.ContainsFunc(r.Reads, func(p *ir.ReadPort) bool { return p.Sync }) {
		return nil
	}
	words := make([]*big.Int, r.Depth)
	for _, w := range r.Writes {
		enable := active.of(w.Enable)
		if enable.Op == ir.OpConst && enable.Const.Sign() == 0 {
			continue
		}
		at, data := active.of(w.Addr), active.of(w.Data)
		always := enable.Op == ir.OpConst && enable.Const.Cmp(ir.Ones(enable.Width)) == 0
		if !always || at.Op != ir.OpConst || data.Op != ir.OpConst {
			return nil
		}
		if i := at.Const.Int64(); i < int64(r.Depth) {
			words[i] = data.Const
		}
	}
	if slices.Contains(words, nil) {
		return nil
	}
	return words
}

// array puts an array in the place of a memory.
func (b *builder) array(r *ram, reset []*big.Int, not *assumption) {
	a := &ir.Array{Name: r.Name, Depth: r.Depth, Width: r.Width, Reset: reset, Pos: r.Pos}
	b.m.Arrays = append(b.m.Arrays, a)
	for i, n := range r.nodes {
		*n = ir.Node{Op: ir.OpElem, Width: r.Width, Arr: a, Args: []*ir.Node{r.Reads[i].Addr}, Pos: n.Pos}
	}
	for _, w := range r.Writes {
		enable := not.of(w.Enable)
		if enable.Op == ir.OpConst && enable.Const.Sign() == 0 {
			continue // only in reset
		}
		value := w.Data
		if enable.Width > 1 { // lanes: the others keep what they have
			old := &ir.Node{Op: ir.OpElem, Width: r.Width, Arr: a, Args: []*ir.Node{w.Addr}}
			size := r.Width / enable.Width
			var lanes []*ir.Node
			for i := range enable.Width {
				lanes = append(lanes, mux(slice(enable, i, 1), slice(value, i*size, size), slice(old, i*size, size)))
			}
			value, enable = concat(lanes), anyOf(enable)
		}
		write := &ir.Assign{Arr: a, Index: not.of(w.Addr), Value: not.of(value), Pos: w.Pos}
		b.m.Body = append(b.m.Body, &ir.If{Cond: enable, Then: []ir.Stmt{write}, Pos: w.Pos})
	}
}
