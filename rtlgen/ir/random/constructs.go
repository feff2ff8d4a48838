package random

import (
	"fmt"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/analysis"
)

// Constructs are what the modules of a design are made of, as words: operations
// by width, statements by shape, targets of assignments by kind and index, and so
// on. Widths and numbers are in classes, those in which an engine or the Verilog
// writer may treat them differently. Two designs with the same constructs are not
// the same, but a construct that no random netlist has is one that nothing tests.
func Constructs(d *ir.Design) map[string]bool {
	seen := map[string]bool{}
	depth := map[*ir.Module]int{}
	for _, m := range d.Modules {
		s := &survey{m: m, seen: seen}
		s.module()
		for _, in := range m.Instances {
			depth[m] = max(depth[m], 1+depth[in.Of])
		}
	}
	seen[fmt.Sprintf("%s levels of hierarchy", class(1+depth[d.Top], 1, 2, 3, 6, 12))] = true
	return seen
}

// survey notes the constructs of a module.
type survey struct {
	m    *ir.Module
	seen map[string]bool
}

func (s *survey) note(format string, args ...any) { s.seen[fmt.Sprintf(format, args...)] = true }

func (s *survey) noteIf(is bool, what string) {
	if is {
		s.seen[what] = true
	}
}

// class names the range of n between neighbouring limits.
func class(n int, limits ...int) string {
	low := 1
	for _, limit := range limits {
		switch {
		case n > limit:
			low = limit + 1
		case low == limit:
			return fmt.Sprint(limit)
		default:
			return fmt.Sprintf("%d..%d", low, limit)
		}
	}
	return fmt.Sprintf("%d or more", low)
}

// bits is the class of a width: the sizes of a lane in a vector of copies, one
// word, two, a few, many.
func bits(w int) string { return class(w, 1, 8, 16, 32, 64, 128, 256) + " bits" }

func (s *survey) module() {
	m := s.m
	s.noteIf(m.Part != nil, "black box")
	s.noteIf(len(m.Inputs()) == 0, "module without inputs")
	s.noteIf(len(m.Outputs()) == 0, "module without outputs")
	s.noteIf(!m.NeedsClock(), "module without a clock")
	s.noteIf(m.NeedsClock() && !m.NeedsReset(), "module with a clock and no reset")
	for _, sig := range append(append([]*ir.Signal{}, m.Ports...), m.Signals...) {
		s.note("%s of %s", sig.Kind, bits(sig.Width))
		s.noteIf(sig.NoReset, "register without reset")
		s.noteIf(sig.Unused, "unused signal")
		s.noteIf(sig.VerificationOnly, "verification-only "+sig.Kind.String())
		s.noteIf(sig.Enum != nil, "enumeration as "+sig.Kind.String())
	}
	for _, a := range m.Arrays {
		s.note("array of %s elements", class(a.Depth, 1, 2, 8, 16, 64))
		s.note("array of %s", bits(a.Width))
		s.noteIf(a.NoReset, "array without reset")
		s.noteIf(a.VerificationOnly, "verification-only array")
	}
	for _, mem := range m.Memories {
		s.memory(mem)
	}
	for _, in := range m.Instances {
		s.instance(in)
	}
	for _, p := range m.Properties {
		s.note("%s", p.Kind)
	}
	s.statements(m.Body, place{})
	nodes := map[*ir.Node]bool{}
	m.RootNodes(func(root *ir.Node) { ir.WalkNodes(root, nodes, s.node) })
}

func (s *survey) memory(mem *ir.Memory) {
	kind := "memory"
	if mem.ROM() {
		kind = "ROM"
	} else {
		s.note("memory, %s while written, %d write ports", mem.RDW, len(mem.Writes))
		s.noteIf(mem.Contents != nil, "RAM with contents")
	}
	s.note("%s of %s words", kind, class(mem.Depth, 1, 2, 8, 64, 700))
	s.note("%s of %s", kind, bits(mem.Width))
	s.note("%s with %d read ports", kind, len(mem.Reads))
	for _, r := range mem.Reads {
		if r.Sync {
			s.note("%s read synchronously, %s while written", kind, mem.RDW)
			for _, rdw := range r.RDW {
				s.note("a pair of ports, %s while written", rdw)
			}
		} else {
			s.note("%s read asynchronously", kind)
		}
	}
	lanes := 0
	for _, w := range mem.Writes {
		if w.Lanes() > 1 {
			s.note("lane enables, %s while written", mem.RDW)
			lanes++
		}
	}
	s.noteIf(lanes > 0 && lanes < len(mem.Writes), "lane enables beside whole words")
}

func (s *survey) instance(in *ir.Instance) {
	kind := "instance"
	if in.Array {
		kind = class(in.Count, 1, 2, 7, 8, 16, 48) + " copies"
	}
	s.note("%s", kind)
	for _, c := range in.Conns {
		if !in.Array {
			continue
		}
		how := "by lanes"
		if c.Broadcast {
			how = "all alike"
		}
		s.note("input of copies connected %s by %s", how, source(c.Value))
	}
	through := false
	for _, inputs := range analysis.FeedThrough(in.Of) {
		through = through || len(inputs) > 0
	}
	s.noteIf(through, "combinational path through an instance")
}

// source tells what a connection is made of.
func source(n *ir.Node) string {
	switch n.Op {
	case ir.OpSignal:
		return "a signal"
	case ir.OpConst, ir.OpConcat, ir.OpReplicate, ir.OpInstOut:
		return n.Op.String()
	}
	return "an expression"
}

// place is where a statement stands.
type place struct {
	loops, branches int
}

func (s *survey) statements(body []ir.Stmt, at place) {
	inner := at
	inner.branches++
	for _, st := range body {
		switch st := st.(type) {
		case *ir.Assign:
			s.assign(st, at)
		case *ir.If:
			shape := "if"
			if len(st.Else) > 0 {
				shape = "if with else"
				if _, chain := st.Else[0].(*ir.If); chain && len(st.Else) == 1 {
					shape = "if with else if"
				}
			}
			s.note("%s%s", shape, at)
			s.statements(st.Then, inner)
			s.statements(st.Else, inner)
		case *ir.Switch:
			s.switched(st, at)
			for _, k := range st.Cases {
				s.statements(k.Body, inner)
			}
			s.statements(st.Default, inner)
		case *ir.Loop:
			s.note("for of %s rounds%s", class(st.N, 1, 2, 4, 7, 8, 16), at)
			deeper := at
			deeper.loops++
			s.statements(st.Body, deeper)
		}
	}
}

// String says in which other statements a statement stands.
func (p place) String() string {
	switch {
	case p.loops > 1:
		return " in a loop in a loop"
	case p.loops > 0 && p.branches > 0:
		return " in a loop and a branch"
	case p.loops > 0:
		return " in a loop"
	case p.branches > 2:
		return " in branches"
	case p.branches > 0:
		return " in a branch"
	}
	return ""
}

func (s *survey) switched(st *ir.Switch, at place) {
	ending := "with default"
	if len(st.Default) == 0 {
		ending = "without default"
	}
	s.note("switch %s%s", ending, at)
	s.note("switch on %s", bits(st.Subject.Width))
	s.note("switch of %s cases", class(len(st.Cases), 1, 2, 4, 8, 16))
	values := 0
	for _, k := range st.Cases {
		values += len(k.Values)
		s.noteIf(len(k.Values) > 1, "case of several values")
		s.noteIf(len(k.Labels) > 0, "case with a name")
		s.noteIf(len(k.Body) == 0, "empty case")
	}
	s.noteIf(st.Subject.Width < 16 && values == 1<<st.Subject.Width, "switch with all values")
}

func (s *survey) assign(a *ir.Assign, at place) {
	switch {
	case a.Arr != nil:
		s.note("array element at %s assigned%s", index(a.Index, a.Arr.Depth), at)
	case a.Index != nil:
		s.note("lane of %s at %s assigned%s", a.Sig.Kind, index(a.Index, a.Sig.Width/a.Value.Width), at)
	case a.Value.Width < a.Sig.Width:
		s.note("slice of %s assigned%s", a.Sig.Kind, at)
	default:
		s.note("%s assigned%s", a.Sig.Kind, at)
	}
}

// index tells what kind of index of n elements an expression is.
func index(i *ir.Node, n int) string {
	switch {
	case i.Op == ir.OpConst:
		return "a constant"
	case i.Op == ir.OpLoopVar:
		return "a loop's index"
	case dependsOnLoop(i):
		return "an expression of a loop's index"
	case i.Width > ir.IndexBits(n):
		return "a wide index"
	case n < 1<<i.Width:
		return "an index that can be beyond the end"
	}
	return "an index"
}

func (s *survey) node(n *ir.Node) {
	switch n.Op {
	case ir.OpConst:
		s.noteIf(n.Named != nil, "named constant")
		return
	case ir.OpSignal, ir.OpMemRead, ir.OpInstOut:
		return
	case ir.OpElem:
		s.note("array element read at %s", index(n.Args[0], n.Arr.Depth))
		return
	case ir.OpLane:
		s.note("lane of a vector of %s at %s", bits(n.Args[0].Width), index(n.Args[1], n.Args[0].Width/n.Width))
		return
	}
	widest := n.Width
	for _, a := range n.Args {
		widest = max(widest, a.Width)
	}
	s.note("%s of %s", n.Op, bits(widest))
}
