package layout

import "culprit.example/culprit/rtlgen/ir"

// Split ports (scalar replacement of aggregates). A vector port with a lane per
// copy of an array of instances, or composed of equal parts, is seldom used as a
// whole: bits move from lane to lane. Such a port is stored in pieces, which
// saves the shifts and masks.

// maxPieces bounds the pieces of a port.
const maxPieces = 64

// Pieces finds the ports that are split and the width of their pieces. A port
// that is driven by a split port of another instance is split in the same way.
func Pieces(d *ir.Design) map[*ir.Signal]int {
	pieces := map[*ir.Signal]int{}
	note := func(s *ir.Signal, w int) {
		if w > 0 && s.Width%w == 0 && s.Width > w && s.Width/w <= maxPieces {
			pieces[s] = w
		}
	}
	for _, m := range d.Modules {
		if m == d.Top {
			continue // its ports are the user's
		}
		for _, s := range m.Inputs() {
			note(s, laneOfInput(m, s))
		}
		for _, s := range m.Outputs() {
			note(s, laneOfOutput(m, s))
		}
	}
	for _, m := range d.Modules {
		for _, in := range m.Instances {
			for _, c := range in.Conns {
				if pieces[c.Port] == 0 && !c.Broadcast {
					note(c.Port, sourcePiece(c.Value, c.Port.Width, pieces))
				}
			}
		}
	}
	return pieces
}

// sourcePiece is the width of the pieces of the instance output that the low bits
// of n come from; 0 if they come from none.
func sourcePiece(n *ir.Node, width int, pieces map[*ir.Signal]int) int {
	lo := 0
	for {
		switch n.Op {
		case ir.OpSlice:
			n, lo = n.Args[0], lo+n.Lo
			continue
		case ir.OpConcat:
			last := n.Args[len(n.Args)-1]
			if lo+width <= last.Width {
				n = last
				continue
			}
		case ir.OpInstOut:
			if w := pieces[n.Port]; w > 0 && lo%w == 0 && width <= n.Port.Width {
				return w
			}
		}
		return 0
	}
}

// laneOfInput is the lane width of an input that goes to an array of instances
// lane by lane; 0 if it does not.
func laneOfInput(m *ir.Module, s *ir.Signal) int {
	for _, in := range m.Instances {
		for i := range in.Conns {
			c := &in.Conns[i]
			if in.Count > 1 && !c.Broadcast && c.Value.Op == ir.OpSignal && c.Value.Sig == s {
				return c.Port.Width
			}
		}
	}
	return 0
}

// laneOfOutput is the width of the lanes that an output is composed of; 0 if it
// is not.
func laneOfOutput(m *ir.Module, s *ir.Signal) int {
	v := WholeValue(m.Body, s)
	for v != nil && v.Op == ir.OpSignal && v.Sig.Kind == ir.Wire {
		v = WholeValue(m.Body, v.Sig)
	}
	switch {
	case v == nil:
	case v.Op == ir.OpInstOut:
		return v.Port.Width
	case v.Op == ir.OpConcat:
		for _, a := range v.Args {
			if a.Width != v.Args[0].Width {
				return 0
			}
		}
		return v.Args[0].Width
	}
	return 0
}

// WholeValue is the expression of a signal that is assigned once, as a whole; nil
// for others.
func WholeValue(body []ir.Stmt, s *ir.Signal) *ir.Node {
	var value *ir.Node
	count := 0
	for _, st := range body {
		if a, ok := st.(*ir.Assign); ok && a.Sig == s && a.Index == nil && a.Value.Width == s.Width {
			value = a.Value
		}
	}
	ir.WalkStmts(body, func(st ir.Stmt) {
		if a, ok := st.(*ir.Assign); ok && a.Sig == s {
			count++
		}
	})
	if count != 1 {
		return nil
	}
	return value
}
