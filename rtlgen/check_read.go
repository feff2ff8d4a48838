package rtlgen

import (
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/analysis"
)

// checkReads reports what is never read, as a whole or in part.
func (m *Module) checkReads() {
	l, clocks := analysis.Live(m.ir), m.clocksInUse()
	for _, s := range append(m.ir.Inputs(), m.ir.Signals...) {
		if !l.Seen[s] && !s.VerificationOnly && !clocks[s.Name] {
			m.reportAt(s.Pos, CodeUnread, nil, "%s %s is never read: remove it, or pass it to Unused", s.Kind, s.Name)
		}
	}
	for _, a := range m.ir.Arrays {
		if !l.Seen[a] && !a.VerificationOnly && !m.blamed[a] {
			m.reportAt(a.Pos, CodeUnread, nil, "array %s is never read: remove it", a.Name)
		}
	}
	m.checkMemories(l)
	m.checkBits(l)
}

// checkMemories reports memories and read ports that nothing depends on, and
// memories whose contents would stay arbitrary.
func (m *Module) checkMemories(l *analysis.Liveness) {
	used := map[*ir.ReadPort]bool{}
	for n := range l.Nodes {
		if n.Op == ir.OpMemRead {
			used[n.Read] = true
		}
	}
	for _, mem := range m.ir.Memories {
		if len(mem.Reads) == 0 {
			m.reportAt(mem.Pos, CodeUnread, nil, "memory %s is never read: remove it", mem.Name)
		}
		if len(mem.Writes) == 0 && mem.Contents == nil {
			m.reportAt(mem.Pos, CodeNeverSet, nil, "memory %s is never written: its contents would stay arbitrary", mem.Name)
		}
		for _, r := range mem.Reads {
			if !used[r] {
				m.reportAt(r.Pos, CodeUnread, nil, "read port %s of memory %s is never read (properties do not count): remove it",
					r.Name, mem.Name)
			}
		}
	}
}

// bitsKey is a vector whose bits are counted: a signal, or an instance output.
type bitsKey struct {
	sig  *ir.Signal
	inst *ir.Instance
	port *ir.Signal
}

// checkBits reports vectors of which some bits are never read.
func (m *Module) checkBits(l *analysis.Liveness) {
	used := map[bitsKey]*analysis.Spans{}
	var order []bitsKey
	use := func(n *ir.Node, lo, width int) {
		k := bitsKey{sig: n.Sig}
		if n.Op == ir.OpInstOut {
			k = bitsKey{inst: n.Inst, port: n.Port}
		}
		if used[k] == nil {
			used[k] = &analysis.Spans{}
			order = append(order, k)
		}
		used[k].Add(lo, width)
	}
	count := func(n *ir.Node) {
		for _, a := range n.Args {
			if a.Op != ir.OpSignal && a.Op != ir.OpInstOut {
				continue
			}
			if n.Op == ir.OpSlice {
				use(a, n.Lo, n.Width)
			} else {
				use(a, 0, a.Width)
			}
		}
	}
	m.eachNode(func(n *ir.Node) {
		if l.Nodes[n] {
			count(n)
		}
	})
	m.ir.RootNodes(func(n *ir.Node) {
		if l.Nodes[n] && (n.Op == ir.OpSignal || n.Op == ir.OpInstOut) {
			use(n, 0, n.Width)
		}
	})
	for _, k := range order {
		m.reportBits(k, used[k])
	}
}

func (m *Module) reportBits(k bitsKey, used *analysis.Spans) {
	var (
		name, kind string
		width      int
		pos        ir.Pos
	)
	switch {
	case k.inst != nil:
		name, width, pos, kind = k.inst.Name+"."+k.port.Name, k.port.Width*k.inst.Count, k.inst.Pos, "instance output"
	case k.sig.Kind == ir.Output || k.sig.VerificationOnly:
		return
	default:
		name, width, pos, kind = k.sig.Name, k.sig.Width, k.sig.Pos, k.sig.Kind.String()
	}
	missing := used.Missing(width)
	if len(missing) == 0 {
		return
	}
	m.reportAt(pos, CodeUnreadBits, nil, "bits of %s %s%s are never read: make it narrower, or pass the bits to Unused",
		kind, name, bitRanges(width, missing))
}

// maxShared is the number of operations from which an unnamed expression that
// is used more than once must have a name.
const maxShared = 6

// manyOperations is where counting ends: expressions that share their parts can have
// more than any number holds.
const manyOperations = 1 << 30

// checkNamed reports expressions that cannot be written, or not be read, in
// Verilog without a name.
func (m *Module) checkNamed() {
	uses := map[*ir.Node]int{}
	size := map[*ir.Node]int{}
	seen := map[*ir.Node]bool{}
	var order []*ir.Node
	extents := analysis.Extents{}
	m.ir.RootNodes(func(root *ir.Node) {
		m.checkExtent(root, uses[root] > 0, extents)
		uses[root]++
		ir.WalkNodes(root, seen, func(n *ir.Node) {
			order = append(order, n)
			if len(n.Args) > 0 {
				size[n] = 1
			}
			for i, a := range n.Args {
				uses[a]++
				size[n] = min(size[n]+size[a], manyOperations)
				if n.Op.NeedsName(i) && !nameable(n, a) {
					m.reportAt(n.Pos, CodeUnnamed, []Related{{a.Pos, "the expression"}},
						"%s of an expression without a name: name the %s with Let", n.Op, a.Op)
				}
			}
		})
	})
	for _, n := range order {
		if uses[n] > 1 && size[n] >= maxShared && n.Op != ir.OpConcat {
			m.reportAt(n.Pos, CodeUnnamed, nil, "an expression of %d operations is used %d times: name it with Let", size[n],
				uses[n])
		}
	}
}

// checkExtent reports an expression that is larger than tools read. One that stands in
// several places is reported once.
func (m *Module) checkExtent(root *ir.Node, again bool, extents analysis.Extents) {
	x := extents.Of(root)
	switch {
	case again || !x.TooLarge():
	case x.Operations > analysis.MaxOperations:
		m.reportAt(root.Pos, CodeTooLarge, nil,
			"an expression of more than %d operations, which tools for Verilog do not read: name parts of it with Let",
			analysis.MaxOperations)
	default:
		m.reportAt(root.Pos, CodeTooLarge, nil,
			"%d operations inside each other, of which tools for Verilog read %d: name parts of them with Let, or write a chain of choices with Switch or If",
			x.Levels,
			analysis.MaxLevels)
	}
}

// checkDepth reports statements inside more others than tools read.
func (m *Module) checkDepth() {
	var pos ir.Pos
	switch s := analysis.TooDeep(m.ir.Body).(type) {
	case *ir.If:
		pos = s.Pos
	case *ir.Switch:
		pos = s.Pos
	case *ir.Loop:
		pos = s.Pos
	default:
		return
	}
	m.reportAt(pos, CodeTooLarge, nil,
		"more than %d conditions and loops inside each other, which tools for Verilog do not read: move the inner ones to a module of their own, or name their conditions with Let",
		analysis.MaxLevels)
}

func nameable(user, a *ir.Node) bool {
	switch a.Op {
	case ir.OpSignal, ir.OpInstOut, ir.OpMemRead:
		return true
	case ir.OpElem:
		return user.Op == ir.OpSlice || user.Op == ir.OpSext || user.Op == ir.OpOneHotMux
	case ir.OpConcat:
		return user.Op == ir.OpOneHotMux && lanewise(user, a)
	case ir.OpLane:
		if user.Op == ir.OpOneHotMux || user.Op == ir.OpSlice && a.Args[1].Op == ir.OpLoopVar {
			return nameable(a, a.Args[0])
		}
	}
	return a.Width == 1 && user.Op != ir.OpLane
}

// lanewise reports whether the concatenation has one argument per lane.
func lanewise(user, a *ir.Node) bool {
	for _, x := range a.Args {
		if x.Width != user.Width {
			return false
		}
	}
	return len(a.Args) == user.Args[0].Width
}

// checkClock reports properties where there is no clock.
func (m *Module) checkClock(of below) {
	for _, p := range m.ir.Properties {
		switch {
		case p.Clock == "" && !of.hasReset(m.ir):
			m.reportAt(p.Pos, CodeNoClock, nil,
				"%s %s is in a module without registers, which has no clock: move it to the parent", p.Kind, p.Name)
		case p.Clock != "" && !m.ir.NeedsResetOf(p.Clock):
			m.reportAt(p.Pos, CodeNoClock, nil, "%s %s is of %s, which clocks no register that is reset: give it another clock",
				p.Kind, p.Name, p.Clock)
		default:
			continue
		}
		return
	}
}
