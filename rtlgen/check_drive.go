package rtlgen

import (
	"fmt"
	"math/big"
	"strings"

	"culprit/rtlgen/ir"
	"culprit/rtlgen/ir/analysis"
)

// checkDrivers reports signals without a driver, with two, or with a driver in
// some cases only where that would be a latch.
func (m *Module) checkDrivers() {
	drivers := analysis.DriversOf(m.ir.Body)
	for _, s := range m.variables() {
		switch {
		case s.Width == unsized: // reported already
		case drivers.Assigns[s] != nil:
			m.checkTwice(s, drivers.Outer[s])
			if s.Kind != ir.Reg {
				m.checkLatch(s, drivers.Outer[s])
			}
		case s.Kind == ir.Reg:
			m.reportAt(s.Pos, CodeNeverSet, nil, "register %s is never assigned: assign it, or use Const", s.Name)
		default:
			m.reportAt(s.Pos, CodeUndriven, nil, "%s %s has no driver: assign it", s.Kind, s.Name)
		}
	}
	for _, a := range m.ir.Arrays {
		if drivers.Arrays[a] == nil {
			m.reportAt(a.Pos, CodeNeverSet, nil, "array %s is never assigned: assign it, or use Const", a.Name)
		}
	}
}

// variables are the signals that statements assign.
func (m *Module) variables() []*ir.Signal {
	return append(m.ir.Outputs(), m.ir.Signals...)
}

// checkTwice reports an unconditional assignment of the whole signal that makes
// earlier ones useless. body are the statements with assignments of it.
func (m *Module) checkTwice(s *ir.Signal, body []ir.Stmt) {
	var first *ir.Assign
	for _, st := range body {
		if a, ok := st.(*ir.Assign); ok && a.Sig == s && a.Index == nil {
			if first != nil && first.Lo >= a.Lo && first.Lo+first.Value.Width <= a.Lo+a.Value.Width {
				m.reportAt(a.Pos, CodeTwoDrivers, []Related{{first.Pos, "the other driver"}},
					"%s is driven twice, the second driver makes the first useless", s.Name)
			}
			first = a
		} else if first == nil {
			first = &ir.Assign{Lo: 0, Value: &ir.Node{Width: s.Width}, Pos: firstAssign(st, s)}
		}
	}
}

// firstAssign is where the statement first assigns the signal.
func firstAssign(st ir.Stmt, s *ir.Signal) ir.Pos {
	return analysis.DriversOf([]ir.Stmt{st}).Assigns[s][0].Pos
}

// checkLatch reports bits of a wire that some path leaves unassigned.
func (m *Module) checkLatch(s *ir.Signal, body []ir.Stmt) {
	mask := analysis.Covered(body, s)
	if mask.Cmp(ir.Ones(s.Width)) == 0 {
		return
	}
	missing := mask.Xor(mask, ones(s.Width))
	m.reportAt(s.Pos, CodeLatch, nil, "%s %s%s is not assigned in every case (it would be a latch): give it a Default", s.Kind, s.Name, bitRanges(s.Width, missing))
}

// bitRanges lists the ones of mask as [hi:lo], [i], from the top; nothing for a
// signal of one bit.
func bitRanges(width int, mask *big.Int) string {
	if width == 1 {
		return ""
	}
	var runs []string
	for hi := mask.BitLen() - 1; hi >= 0; {
		lo := hi
		for lo > 0 && mask.Bit(lo-1) == 1 {
			lo--
		}
		if hi == lo {
			runs = append(runs, fmt.Sprintf("[%d]", lo))
		} else {
			runs = append(runs, fmt.Sprintf("[%d:%d]", hi, lo))
		}
		for hi = lo - 1; hi >= 0 && mask.Bit(hi) == 0; {
			hi--
		}
	}
	return strings.Join(runs, ", ")
}

// checkLoopIndices reports a loop index that is used outside its loop.
func (m *Module) checkLoopIndices() {
	m.ir.StrayIndices(func(root, n *ir.Node) {
		m.reportAt(root.Pos, CodePlace, []Related{{n.Loop.Pos, "the loop"}}, "the index %s is used outside its loop: use a Wire with a lane for each index", n.Loop.Var)
	})
}
