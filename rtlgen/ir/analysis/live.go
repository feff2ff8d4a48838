package analysis

import "culprit.example/culprit/rtlgen/ir"

// Liveness is what some expressions of a module depend on, through assignments and their
// conditions.
type Liveness struct {
	Seen  map[any]bool      // *ir.Signal, *ir.Array, and the *ir.Context of conditions
	Nodes map[*ir.Node]bool // of expressions

	drivers map[any][]*ir.Node    // *ir.Signal or *ir.Array -> values, indices
	under   map[any][]*ir.Context // the conditions
}

func newLiveness(m *ir.Module) *Liveness {
	l := &Liveness{drivers: map[any][]*ir.Node{}, under: map[any][]*ir.Context{}, Seen: map[any]bool{},
		Nodes: map[*ir.Node]bool{}}
	ir.WalkAssigns(m.Body, l.collect)
	return l
}

// collect notes what an assigned signal or array depends on.
func (l *Liveness) collect(a *ir.Assign, under *ir.Context) {
	key := any(a.Sig)
	if a.Sig == nil {
		key = a.Arr
	}
	l.drivers[key] = append(l.drivers[key], a.Value)
	if a.Index != nil {
		l.drivers[key] = append(l.drivers[key], a.Index)
	}
	if under != nil {
		l.under[key] = append(l.under[key], under)
	}
}

// Reach adds what an expression depends on.
func (l *Liveness) Reach(root *ir.Node) {
	ir.WalkNodes(root, l.Nodes, func(n *ir.Node) {
		switch n.Op {
		case ir.OpSignal:
			l.mark(n.Sig)
		case ir.OpElem:
			l.mark(n.Arr)
		}
	})
}

func (l *Liveness) mark(key any) {
	if l.Seen[key] {
		return
	}
	l.Seen[key] = true
	for _, n := range l.drivers[key] {
		l.Reach(n)
	}
	for _, c := range l.under[key] {
		for ; c != nil && !l.Seen[c]; c = c.Outer {
			l.Seen[c] = true
			l.Reach(c.Cond)
		}
	}
}

// Live is what matters of a module outside properties: what its outputs, instances and memories, and
// the wires for what is unused on purpose, depend on.
func Live(m *ir.Module) *Liveness {
	l := newLiveness(m)
	for _, p := range m.Outputs() {
		l.mark(p)
	}
	for _, s := range m.Signals {
		if s.Unused {
			l.mark(s)
		}
	}
	outside := &ir.Module{Memories: m.Memories, Instances: m.Instances}
	outside.RootNodes(l.Reach)
	return l
}

// MarkVerificationOnly finds the signals and arrays that only properties read.
func MarkVerificationOnly(m *ir.Module) {
	real, all := Live(m), Live(m)
	for _, p := range m.Properties {
		all.Reach(p.Cond)
	}
	for _, s := range m.Signals {
		s.VerificationOnly = all.Seen[s] && !real.Seen[s]
	}
	for _, a := range m.Arrays {
		a.VerificationOnly = all.Seen[a] && !real.Seen[a]
	}
}
