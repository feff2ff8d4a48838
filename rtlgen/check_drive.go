package rtlgen

import (
	"fmt"
	"strings"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/analysis"
)

// checkDrivers reports signals without a driver, with two, or with a driver in
// some cases only where that would be a latch.
func (m *Module) checkDrivers() {
	drivers, assigned := analysis.DriversOf(m.ir.Body), analysis.Coverage(m.ir.Body)
	for _, s := range m.variables() {
		switch {
		case s.Width == unsized || m.blamed[s]: // reported already
		case drivers.Assigns[s] != nil:
			m.checkTwice(s, drivers.Outer[s], drivers.First[s])
			if s.Kind != ir.Reg {
				m.checkLatch(s, drivers.Outer[s], assigned[s])
			}
		case s.Kind == ir.Reg:
			m.reportAt(s.Pos, CodeNeverSet, nil, "register %s is never assigned: assign it, or use Const", s.Name)
		default:
			m.reportAt(s.Pos, CodeUndriven, nil, "%s %s has no driver: assign it", s.Kind, s.Name)
		}
	}
	for _, a := range m.ir.Arrays {
		if drivers.Arrays[a] == nil && !m.blamed[a] {
			m.reportAt(a.Pos, CodeNeverSet, nil, "array %s is never assigned: assign it, or use Const", a.Name)
		}
	}
}

// variables are the signals that statements assign.
func (m *Module) variables() []*ir.Signal {
	return append(m.ir.Outputs(), m.ir.Signals...)
}

// checkTwice reports an unconditional assignment of the whole signal that makes
// earlier ones useless. body are the statements with assignments of it, starts the first
// ones in each.
func (m *Module) checkTwice(s *ir.Signal, body []ir.Stmt, starts []*ir.Assign) {
	var first *ir.Assign
	for i, st := range body {
		if a, ok := st.(*ir.Assign); ok && a.Sig == s && a.Index == nil {
			if first != nil && first.Lo >= a.Lo && first.Lo+first.Value.Width <= a.Lo+a.Value.Width {
				m.reportAt(a.Pos, CodeTwoDrivers, []Related{{first.Pos, "the other driver"}},
					"%s is driven twice, the second driver makes the first useless", s.Name)
			}
			first = a
		} else if first == nil {
			first = &ir.Assign{Lo: 0, Value: &ir.Node{Width: s.Width}, Pos: starts[i].Pos}
		}
	}
}

// checkLatch reports bits of a wire that some path leaves unassigned.
func (m *Module) checkLatch(s *ir.Signal, body []ir.Stmt, assigned *analysis.Spans) {
	missing := assigned.Missing(s.Width)
	if len(missing) == 0 {
		return
	}
	left, rel := openCases(body)
	m.reportAt(s.Pos, CodeLatch, rel, "%s %s%s is not assigned in every case (it would be a latch): give it a Default%s",
		s.Kind, s.Name, bitRanges(s.Width, missing), left)
}

// openCases says which values of its subject a Switch without Default leaves out; nothing
// if there is none.
func openCases(body []ir.Stmt) (text string, rel []Related) {
	ir.WalkStmts(body, func(st ir.Stmt) {
		s, ok := st.(*ir.Switch)
		if !ok || len(s.Default) > 0 || text != "" || s.Subject.Width > 16 || s.Subject.Op == ir.OpInvalid {
			return
		}
		given := map[int64]bool{}
		for _, k := range s.Cases {
			for _, v := range k.Values {
				given[v.Int64()] = true
			}
		}
		var left []string
		for i := range int64(1) << s.Subject.Width {
			if !given[i] {
				left = append(left, fmt.Sprint(i))
			}
		}
		if len(left) == 0 || len(left) > 4 {
			return
		}
		values := strings.Join(left, ", ")
		text = fmt.Sprintf(", or the Switch, which has no case for %s", values)
		if e := enumOf(s.Subject); e != nil && len(given) == len(e.Values) {
			text = fmt.Sprintf(", or the Switch: enumeration %s has no value of code %s, but %d bits can have it", e.Name,
				values, e.Width)
		}
		rel = []Related{{s.Pos, "the Switch"}}
	})
	return text, rel
}

// bitRanges lists bits, the highest ones first, as [hi:lo], [i]; nothing for a signal
// of one bit.
func bitRanges(width int, bits []analysis.Span) string {
	if width == 1 {
		return ""
	}
	var runs []string
	for _, x := range bits {
		if x.Width == 1 {
			runs = append(runs, fmt.Sprintf("[%d]", x.Lo))
		} else {
			runs = append(runs, fmt.Sprintf("[%d:%d]", x.Lo+x.Width-1, x.Lo))
		}
	}
	return strings.Join(runs, ", ")
}

// checkLoopIndices reports a loop index that is used outside its loop.
func (m *Module) checkLoopIndices() {
	m.ir.StrayIndices(func(root, n *ir.Node) {
		m.reportAt(root.Pos, CodePlace, []Related{{n.Loop.Pos, "the loop"}},
			"the index %s is used outside its loop: use a Wire with a lane for each index", n.Loop.Var)
	})
}
