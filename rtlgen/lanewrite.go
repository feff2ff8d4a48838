package rtlgen

import "culprit.example/culprit/rtlgen/ir"

// WriteLanes adds a write port with an enable per lane of the word, as RAMs with
// byte enables have: at the clock edge, lane i of data goes to lane i of the word
// at addr when bit i of enables is 1. The number of enables divides the width of
// a word.
func (r Memory) WriteLanes(enables, addr, data Signal) WritePort {
	m := r.m
	if m.sealed("a write port of memory " + r.mem.Name) {
		return WritePort{}
	}
	m.notConditional("a write port of memory " + r.mem.Name)
	if r.mem.Width == unsized {
		return WritePort{}
	}
	enable := m.own(ValueOf(enables), 1)
	if n := enable.n.Width; !enable.bad() && r.mem.Width%n != 0 {
		m.report(CodeRange, []Related{enable.related(), {r.mem.Pos, r.mem.Name + " is declared here"}},
			"%d lane enables do not divide the %s of a word of %s", n, bits(r.mem.Width), r.mem.Name)
		enable = m.poison(1, enable)
	}
	word := m.fits(m.own(ValueOf(data), r.mem.Width), "a word of "+r.mem.Name, r.mem.Width, r.mem.Pos)
	return r.writePort(enable.n, ValueOf(addr), word)
}

// checkLaneWrites reports enables and data that Verilog cannot take apart lane by
// lane.
func (m *Module) checkLaneWrites() {
	for _, mem := range m.ir.Memories {
		for _, w := range mem.Writes {
			if w.Lanes() == 1 {
				continue
			}
			for _, n := range []*ir.Node{w.Enable, w.Data} {
				if !lanesNameable(n, n.Width/w.Lanes()) {
					m.reportAt(w.Pos, CodeUnnamed, []Related{{n.Pos, "the expression"}},
						"lanes of an expression without a name: name the %s with Let", n.Op)
				}
			}
		}
	}
}

// lanesNameable reports whether every lane of the given number of bits is an expression of its
// own.
func lanesNameable(n *ir.Node, lane int) bool {
	switch n.Op {
	case ir.OpSignal, ir.OpInstOut, ir.OpMemRead, ir.OpElem, ir.OpConst, ir.OpSlice:
		return true
	case ir.OpConcat:
		for _, a := range n.Args {
			if a.Width != lane && (a.Width%lane != 0 || !lanesNameable(a, lane)) {
				return false
			}
		}
		return true
	case ir.OpReplicate:
		return lane == n.Args[0].Width || lane < n.Args[0].Width && n.Args[0].Width%lane == 0 &&
			lanesNameable(n.Args[0], lane)
	}
	return false
}
