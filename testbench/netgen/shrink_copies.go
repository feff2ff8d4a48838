package netgen

import (
	"math/big"
	"slices"

	"culprit/rtlgen/ir"
)

// copies takes copies out of arrays of instances, as many as possible.
func (s *shrinker) copies(m *ir.Module) bool {
	progress := false
	for _, in := range m.Instances {
		for _, n := range append([]int{1, 2, 3}, manyCopies...) {
			if n < in.Count && s.fewer(m, in, n) {
				progress = true
				break
			}
		}
	}
	return progress
}

// fewer leaves the first n copies. Who read the others reads zeros.
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
				c.Value = slice(c.Value, 0, n*c.Port.Width)
			}
		}
		for _, x := range outs {
			old[x] = *x
			left := output(in, x.Port)
			gone := op(ir.OpConst, x.Width-left.Width)
			gone.Const = new(big.Int)
			*x = *op(ir.OpConcat, x.Width, gone, left)
		}
	}, func() {
		in.Count, in.Conns = count, conns
		for x, was := range old {
			*x = was
		}
	})
}
