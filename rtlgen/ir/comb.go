package ir

// Net is a vertex of the combinational dependence graph of a module: a signal,
// an output of an instance, or the data of an asynchronous read port.
type Net struct {
	Sig  *Signal
	Inst *Instance
	Port *Signal // of Inst
	Read *ReadPort
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
func (n Net) Pos() Pos {
	switch {
	case n.Sig != nil:
		return n.Sig.Pos
	case n.Inst != nil:
		return n.Inst.Pos
	}
	return n.Read.Pos
}

// LeafNet is the net that a node reads, unless that net is a register.
func LeafNet(n *Node) (Net, bool) {
	switch {
	case n.Op == OpSignal && n.Sig.Kind != Reg:
		return Net{Sig: n.Sig}, true
	case n.Op == OpInstOut:
		return Net{Inst: n.Inst, Port: n.Port}, true
	case n.Op == OpMemRead && !n.Read.Sync:
		return Net{Read: n.Read}, true
	}
	return Net{}, false
}

// comb is which nets of a module each net depends on within a cycle. Paths through
// instances count. A signal is one net, whatever its width: what depends on one bit
// depends on all of it.
type comb struct {
	nets    []Net // all that depend on something, in a fixed order
	drivers map[Net][]driver
	paths   Paths
	conns   map[*Instance][]*Node // the values of an instance's inputs, by the number of the input
}

// driver is an expression that a net depends on, or the conditions of an assignment.
type driver struct {
	value *Node
	under *Context
}

// combOf makes the graph of a module.
func combOf(m *Module, paths Paths) *comb {
	g := &comb{drivers: map[Net][]driver{}, paths: paths, conns: map[*Instance][]*Node{}}
	WalkAssigns(m.Body, g.assigned)
	for _, mem := range m.Memories {
		for _, r := range mem.Reads {
			if !r.Sync {
				g.add(Net{Read: r}, driver{value: r.Addr})
			}
		}
	}
	for _, in := range m.Instances {
		g.instance(in)
	}
	return g
}

// assigned adds what an assigned wire or output depends on.
func (g *comb) assigned(a *Assign, under *Context) {
	if a.Sig == nil || a.Sig.Kind == Reg {
		return
	}
	to := Net{Sig: a.Sig}
	g.add(to, driver{value: a.Value})
	if a.Index != nil {
		g.add(to, driver{value: a.Index})
	}
	if under != nil {
		g.add(to, driver{under: under})
	}
}

func (g *comb) add(to Net, d driver) {
	if _, known := g.drivers[to]; !known {
		g.nets = append(g.nets, to)
	}
	g.drivers[to] = append(g.drivers[to], d)
}

// instance adds the outputs of an instance that depend on some input of it that has a
// value.
func (g *comb) instance(in *Instance) {
	t := g.paths.Through(in.Of)
	values := make([]*Node, len(t.inputs))
	driven := make(inputSet, setWords(len(t.inputs)))
	for _, c := range in.Conns {
		if i, ok := t.number[c.Port]; ok {
			values[i] = c.Value
			driven.add(i)
		}
	}
	g.conns[in] = values
	for _, p := range in.Of.Outputs() {
		if t.from[p].meets(driven) {
			g.nets = append(g.nets, Net{Inst: in, Port: p})
		}
	}
}

// search looks for circles of dependences, in the order of the graph's nets. Each
// expression and each condition is looked at once: what depends only on nets that the
// search has left is settled.
type search struct {
	*comb
	state    map[Net]visitState
	path     []Net
	settled  map[*Node]bool
	decided  map[*Context]bool
	supplied map[*Instance]inputSet // the inputs whose values are settled
	cycle    func([]Net)
}

type visitState uint8

const (
	onPath visitState = iota + 1
	left
)

// visit is one net on the path, with what of its drivers is not settled.
type visit struct {
	nodes  map[*Node]bool
	under  map[*Context]bool
	closes map[Net]bool
}

// loops calls cycle for every dependence that closes a circle, with the nets on it:
// each depends on the next, the last one on the first. The slice is valid in the call.
func (g *comb) loops(cycle func([]Net)) {
	s := &search{comb: g, state: map[Net]visitState{}, settled: map[*Node]bool{}, decided: map[*Context]bool{},
		supplied: map[*Instance]inputSet{}, cycle: cycle}
	for _, n := range g.nets {
		if s.state[n] == 0 {
			s.visit(n)
		}
	}
}

func (s *search) visit(n Net) {
	s.state[n] = onPath
	s.path = append(s.path, n)
	v := &visit{}
	for _, d := range s.drivers[n] {
		if d.value != nil {
			s.node(d.value, v)
		} else {
			s.context(d.under, v)
		}
	}
	if n.Inst != nil {
		s.through(n, v)
	}
	s.path = s.path[:len(s.path)-1]
	s.state[n] = left
}

// through follows the paths from an output of an instance to its inputs.
func (s *search) through(n Net, v *visit) {
	t, values := s.paths.Through(n.Inst.Of), s.conns[n.Inst]
	if s.supplied[n.Inst] == nil {
		s.supplied[n.Inst] = make(inputSet, setWords(len(values)))
	}
	supplied := s.supplied[n.Inst]
	t.from[n.Port].each(supplied, func(i int) {
		if values[i] == nil || s.node(values[i], v) {
			supplied.add(i)
		}
	})
}

// node follows what an expression reads. It reports whether that is settled.
func (s *search) node(n *Node, v *visit) bool {
	if s.settled[n] {
		return true
	}
	if v.nodes[n] {
		return false
	}
	done := true
	if from, ok := LeafNet(n); ok {
		done = s.read(from, v)
	}
	for _, a := range n.Args {
		done = s.node(a, v) && done
	}
	if done {
		s.settled[n] = true
		return true
	}
	if v.nodes == nil {
		v.nodes = map[*Node]bool{}
	}
	v.nodes[n] = true
	return false
}

// context follows the conditions of an assignment, the outermost one first.
func (s *search) context(c *Context, v *visit) bool {
	if c == nil || s.decided[c] {
		return true
	}
	if v.under[c] {
		return false
	}
	done := s.context(c.Outer, v)
	done = s.node(c.Cond, v) && done
	if done {
		s.decided[c] = true
		return true
	}
	if v.under == nil {
		v.under = map[*Context]bool{}
	}
	v.under[c] = true
	return false
}

// read follows a net. It reports whether the search has left the net.
func (s *search) read(n Net, v *visit) bool {
	switch s.state[n] {
	case 0:
		s.visit(n)
	case onPath:
		if !v.closes[n] {
			if v.closes == nil {
				v.closes = map[Net]bool{}
			}
			v.closes[n] = true
			start := len(s.path) - 1
			for s.path[start] != n {
				start--
			}
			s.cycle(s.path[start:])
		}
		return false
	}
	return true
}
