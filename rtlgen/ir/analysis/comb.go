package analysis

import "culprit/rtlgen/ir"

// Net is a vertex of the combinational dependence graph of a module: a signal,
// an output of an instance, or the data of an asynchronous read port.
type Net struct {
	Sig  *ir.Signal
	Inst *ir.Instance
	Port *ir.Signal // of Inst
	Read *ir.ReadPort
}

// String is the name of the net.
func (n Net) String() string {
	switch {
	case n.Sig != nil:
		return n.Sig.Name
	case n.Inst != nil:
		return n.Inst.Name + "." + n.Port.Name
	}
	return n.Read.Name
}

// Pos is where the net is declared.
func (n Net) Pos() ir.Pos {
	switch {
	case n.Sig != nil:
		return n.Sig.Pos
	case n.Inst != nil:
		return n.Inst.Pos
	}
	return n.Read.Pos
}

// Combinational is which nets of a module each net depends on within a cycle.
type Combinational struct {
	Nets []Net // all that depend on something, in a fixed order
	deps map[Net][]Net
	has  map[Net]map[Net]bool
}

// Deps are the nets that n depends on directly.
func (g *Combinational) Deps(n Net) []Net { return g.deps[n] }

// Paths remembers of modules, which must not change any more, which inputs each
// output depends on within a cycle: whoever asks about all modules of a design
// has each looked at once.
type Paths map[*ir.Module]map[*ir.Signal]map[*ir.Signal]bool

// Combinational makes the graph of a module. Paths through instances count. The
// module itself is not remembered.
func (known Paths) Combinational(m *ir.Module) *Combinational {
	g := &Combinational{deps: map[Net][]Net{}, has: map[Net]map[Net]bool{}}
	ir.WalkAssigns(m.Body, g.assigned)
	for _, mem := range m.Memories {
		for _, r := range mem.Reads {
			if !r.Sync {
				g.add(Net{Read: r}, r.Addr)
			}
		}
	}
	for _, in := range m.Instances {
		paths := known.Through(in.Of)
		for _, p := range in.Of.Outputs() {
			for _, c := range in.Conns {
				if paths[p][c.Port] {
					g.add(Net{Inst: in, Port: p}, c.Value)
				}
			}
		}
	}
	return g
}

// assigned adds what an assigned wire or output depends on.
func (g *Combinational) assigned(a *ir.Assign, conds []*ir.Node) {
	if a.Sig == nil || a.Sig.Kind == ir.Reg {
		return
	}
	to := Net{Sig: a.Sig}
	g.add(to, a.Value)
	if a.Index != nil {
		g.add(to, a.Index)
	}
	for _, c := range conds {
		g.add(to, c)
	}
}

func (g *Combinational) add(to Net, root *ir.Node) {
	if g.has[to] == nil {
		g.has[to] = map[Net]bool{}
		g.Nets = append(g.Nets, to)
	}
	ir.WalkNodes(root, map[*ir.Node]bool{}, func(n *ir.Node) {
		from, ok := leaf(n)
		if ok && !g.has[to][from] {
			g.has[to][from] = true
			g.deps[to] = append(g.deps[to], from)
		}
	})
}

// leaf is the net that a node reads, unless that net is a register.
func leaf(n *ir.Node) (Net, bool) {
	switch {
	case n.Op == ir.OpSignal && n.Sig.Kind != ir.Reg:
		return Net{Sig: n.Sig}, true
	case n.Op == ir.OpInstOut:
		return Net{Inst: n.Inst, Port: n.Port}, true
	case n.Op == ir.OpMemRead && !n.Read.Sync:
		return Net{Read: n.Read}, true
	}
	return Net{}, false
}

// FeedThrough tells which inputs of a module each output depends on within a
// cycle.
func FeedThrough(m *ir.Module) map[*ir.Signal]map[*ir.Signal]bool { return Paths{}.Through(m) }

// Through tells which inputs of a module each output depends on within a cycle.
func (known Paths) Through(m *ir.Module) map[*ir.Signal]map[*ir.Signal]bool {
	if t, ok := known[m]; ok {
		return t
	}
	g := known.Combinational(m)
	result := map[*ir.Signal]map[*ir.Signal]bool{}
	known[m] = result
	for _, p := range m.Outputs() {
		result[p] = map[*ir.Signal]bool{}
		for _, n := range Order([]Net{{Sig: p}}, g.Deps, func([]Net) {}) {
			if n.Sig != nil && n.Sig.Kind == ir.Input {
				result[p][n.Sig] = true
			}
		}
	}
	return result
}
