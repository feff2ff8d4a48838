package difftest

import (
	"math/big"
	"slices"

	"culprit.example/culprit/rtlgen/ir"
)

// fewerCopies are the numbers to try: around the sizes of the groups that an
// engine runs side by side.
var fewerCopies = []int{1, 2, 3, 8, 16, 17, 24, 35}

// copies reduces the size of arrays of instances as far as possible.
func (s *shrinker) copies(m *ir.Module) bool {
	progress := false
	for _, in := range m.Instances {
		for _, n := range fewerCopies {
			if n < in.Count && s.fewer(m, in, n) {
				progress = true
				break
			}
		}
	}
	return progress
}

// fewer keeps the first n copies. Readers of the others read zeros.
func (s *shrinker) fewer(m *ir.Module, in *ir.Instance, n int) bool {
	count, conns := in.Count, in.Conns
	old := map[*ir.Node]ir.Node{}
	var outs []*ir.Node
	seen := map[*ir.Node]bool{}
	m.RootNodes(func(root *ir.Node) {
		ir.WalkNodes(root, seen, func(x *ir.Node) {
			if x.Op == ir.OpInstOut && x.Inst == in {
				outs = append(outs, x)
			}
		})
	})
	return s.try(func() {
		in.Count, in.Conns = n, slices.Clone(conns)
		for i := range in.Conns {
			if c := &in.Conns[i]; !c.Broadcast {
				c.Value = &ir.Node{Op: ir.OpSlice, Width: n * c.Port.Width, Args: []*ir.Node{c.Value}}
			}
		}
		for _, x := range outs {
			old[x] = *x
			left := &ir.Node{Op: ir.OpInstOut, Width: n * x.Port.Width, Inst: in, Port: x.Port}
			gone := &ir.Node{Op: ir.OpConst, Width: x.Width - left.Width, Const: new(big.Int)}
			*x = ir.Node{Op: ir.OpConcat, Width: x.Width, Args: []*ir.Node{gone, left}}
		}
	}, func() {
		in.Count, in.Conns = count, conns
		for x, was := range old {
			*x = was
		}
	})
}
