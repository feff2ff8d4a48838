package translate

import (
	"culprit.example/culprit/cyclesim/internal/word"
	"culprit.example/culprit/rtlgen/ir"
)

// A one-hot multiplexer whose selection has at most one 1 by construction is an
// indexed access: one shift instead of a selection per lane.

// atMostOneHot reports whether the form of the expression guarantees that at most
// one bit is set.
func (k *lowering) atMostOneHot(n *ir.Node) bool {
	if n.Width == 1 {
		return true
	}
	switch n.Op {
	case ir.OpSignal:
		v := k.drivers[n.Sig]
		return v != nil && k.atMostOneHot(v)
	case ir.OpLowestOne, ir.OpDecode:
		return true
	case ir.OpConst:
		one := 0
		for i := range n.Width {
			one += int(n.Const.Bit(i))
		}
		return one <= 1
	case ir.OpAnd:
		return k.atMostOneHot(n.Args[0]) || k.atMostOneHot(n.Args[1])
	case ir.OpMux:
		return k.atMostOneHot(n.Args[1]) && k.atMostOneHot(n.Args[2])
	case ir.OpShl, ir.OpShr, ir.OpRotL, ir.OpRotR, ir.OpZext, ir.OpSlice:
		return k.atMostOneHot(n.Args[0])
	}
	return false
}

// oneHotPick is the lane that is selected, or 0 if none is.
func (k *lowering) oneHotPick(sel []word.Ref, lanes *ir.Node, width int) []word.Ref {
	any := k.OpK(word.Ne, k.Or(sel), 0)
	out := k.laneAt(lanes, k.priority(sel, lanes.Width/width), width)
	zero := k.Zeros(width)
	return k.ChooseWords(any, out, zero)
}

// drivers maps each wire that is assigned once, unconditionally, to its
// expression.
func drivers(body []ir.Stmt) map[*ir.Signal]*ir.Node {
	count := map[*ir.Signal]int{}
	ir.WalkStmts(body, func(s ir.Stmt) {
		if a, ok := s.(*ir.Assign); ok && a.Sig != nil {
			count[a.Sig]++
		}
	})
	values := map[*ir.Signal]*ir.Node{}
	for _, s := range body {
		a, ok := s.(*ir.Assign)
		if ok && a.Sig != nil && a.Sig.Kind == ir.Wire && count[a.Sig] == 1 && a.Index == nil &&
			a.Value.Width == a.Sig.Width {
			values[a.Sig] = a.Value
		}
	}
	return values
}
