package ir

import "math/bits"

// Paths remembers of modules, which must not change any more, what of them is
// combinational: whoever asks about all modules of a design has each looked at once.
type Paths map[*Module]*Through

// Through is which inputs of a module each output depends on within a cycle.
type Through struct {
	inputs []*Signal
	number map[*Signal]int // of an input
	from   map[*Signal]inputSet
}

// Loops calls f for every dependence within a cycle of a net of the module on itself,
// with the nets on the way: each depends on the next, the last one on the first. The
// slice is valid in the call. Paths through instances count; the module itself is not
// remembered.
func (known Paths) Loops(m *Module, f func([]Net)) { combOf(m, known).loops(f) }

// Through tells which inputs of a module each output depends on within a cycle.
func (known Paths) Through(m *Module) *Through {
	if t, ok := known[m]; ok {
		return t
	}
	t := &Through{inputs: m.Inputs(), number: map[*Signal]int{}, from: map[*Signal]inputSet{}}
	for i, p := range t.inputs {
		t.number[p] = i
	}
	g := combOf(m, known)
	known[m] = t
	circles := false
	g.loops(func([]Net) { circles = true })
	r := newReach(g, t)
	for _, p := range m.Outputs() {
		t.from[p] = r.net(Net{Sig: p})
		if circles { // what was found on the way to p may lack what lies on a circle
			r = newReach(g, t)
		}
	}
	return t
}

// Depends reports whether the output depends on the input within a cycle.
func (t *Through) Depends(output, input *Signal) bool {
	i, ok := t.number[input]
	return ok && t.from[output].has(i)
}

// Inputs lists the inputs that the output depends on within a cycle, in the order of
// the ports.
func (t *Through) Inputs(output *Signal) []*Signal {
	var list []*Signal
	t.from[output].each(nil, func(i int) { list = append(list, t.inputs[i]) })
	return list
}

// inputSet is a set of a module's inputs by their numbers, nil if it is empty. It does
// not change once others share it.
type inputSet []uint64

func setWords(n int) int { return (n + 63) / 64 }

func (s inputSet) add(i int)      { s[i/64] |= 1 << (i % 64) }
func (s inputSet) has(i int) bool { return s != nil && s[i/64]>>(i%64)&1 == 1 }

func (s inputSet) meets(o inputSet) bool {
	for i, x := range s {
		if x&o[i] != 0 {
			return true
		}
	}
	return false
}

// each calls f for the members that are not in but, in order.
func (s inputSet) each(but inputSet, f func(i int)) {
	for i, x := range s {
		if but != nil {
			x &^= but[i]
		}
		for ; x != 0; x &= x - 1 {
			f(64*i + bits.TrailingZeros64(x))
		}
	}
}

// union is both sets together; it is one of them if that has all.
func (s inputSet) union(o inputSet) inputSet {
	switch {
	case s == nil || o != nil && &s[0] == &o[0]:
		return o
	case o == nil:
		return s
	}
	inS, inO := true, true
	for i := range s {
		inS = inS && o[i]&^s[i] == 0
		inO = inO && s[i]&^o[i] == 0
	}
	switch {
	case inS:
		return s
	case inO:
		return o
	}
	all := make(inputSet, len(s))
	for i := range s {
		all[i] = s[i] | o[i]
	}
	return all
}

// reach collects the inputs that nets depend on. Each net, expression and condition is
// looked at once.
type reach struct {
	*comb
	t     *Through
	nets  map[Net]inputSet
	nodes map[*Node]inputSet
	under map[*Context]inputSet
}

func newReach(g *comb, t *Through) *reach {
	return &reach{comb: g, t: t, nets: map[Net]inputSet{}, nodes: map[*Node]inputSet{}, under: map[*Context]inputSet{}}
}

func (r *reach) net(n Net) inputSet {
	if s, known := r.nets[n]; known {
		return s
	}
	r.nets[n] = nil // on a circle it adds nothing
	var s inputSet
	if i, ok := r.t.number[n.Sig]; ok && n.Sig != nil {
		s = make(inputSet, setWords(len(r.t.inputs)))
		s.add(i)
	}
	for _, d := range r.drivers[n] {
		if d.value != nil {
			s = s.union(r.node(d.value))
		} else {
			s = s.union(r.context(d.under))
		}
	}
	if n.Inst != nil {
		values := r.conns[n.Inst]
		r.paths.Through(n.Inst.Of).from[n.Port].each(nil, func(i int) {
			if values[i] != nil {
				s = s.union(r.node(values[i]))
			}
		})
	}
	r.nets[n] = s
	return s
}

func (r *reach) node(n *Node) inputSet {
	if s, known := r.nodes[n]; known {
		return s
	}
	r.nodes[n] = nil
	var s inputSet
	if from, ok := LeafNet(n); ok {
		s = r.net(from)
	}
	for _, a := range n.Args {
		s = s.union(r.node(a))
	}
	r.nodes[n] = s
	return s
}

func (r *reach) context(c *Context) inputSet {
	if c == nil {
		return nil
	}
	if s, known := r.under[c]; known {
		return s
	}
	s := r.context(c.Outer).union(r.node(c.Cond))
	r.under[c] = s
	return s
}
