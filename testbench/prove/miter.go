package prove

import (
	"fmt"
	"slices"
	"strings"

	"culprit.example/culprit/rtlgen/aig"
	"culprit.example/culprit/rtlgen/ir"
)

// miter is a module of a netlist and what was read for it, with the same inputs and the same state, in one graph.
type miter struct {
	g    *aig.Graph
	n, y *aig.Circuit
	of   *ir.Module // what was read

	read     *aig.Copier   // of y
	variants []*aig.Copier // of n: with what is open as zeros, as ones, and as what was found to be needed
	shared   []shared
	inputs   []aig.Named // of the graph, for an explanation
	places   []*place
	arrays   []array
	states   []state
	bits     []bit
	mismatch string // why they cannot be compared
}

// shared is a word of n that is the same in all variants.
type shared struct{ n, as aig.Word }

// bit is one that is to be equal: n is a literal of the netlist's graph, y one of the miter's.
type bit struct {
	name string
	n, y aig.Lit
}

// state is a register of the netlist with what was read for it: the next value and what reset gives.
type state struct {
	of    *aig.Register
	next  aig.Word
	start []aig.Start
}

// newMiter joins a module and what was read for it; name is what modules are called in the Verilog.
func newMiter(n, y *ir.Module, name func(*ir.Module) string) *miter {
	m := &miter{g: aig.New(), y: aig.Cut(y, nil), of: y}
	m.instances(n, name)
	known := m.known()
	m.n = aig.Cut(n, func(mem *ir.Memory) bool { // Yosys makes registers of the words of some memories
		_, ok := find(known, mem.Name+"[0]")
		return ok
	})
	m.read = m.y.Copier(m.g)
	for _, step := range []func(){m.joinInputs, m.joinState, m.joinMemories, m.outputs, m.edges, m.writes} {
		if step(); m.mismatch != "" {
			return m
		}
	}
	m.variant(func(aig.Lit) aig.Lit { return aig.False })
	if len(m.n.Open) > 0 {
		m.variant(func(aig.Lit) aig.Lit { return aig.True })
	}
	return m
}

func (m *miter) refuse(format string, args ...any) {
	if m.mismatch == "" {
		m.mismatch = fmt.Sprintf(format, args...)
	}
}

// share has a word of the netlist be inputs of the graph, in all variants.
func (m *miter) share(name string, x aig.Word) aig.Word { return m.shareAs(name, x, m.g.Word(len(x))) }

func (m *miter) shareAs(name string, x, as aig.Word) aig.Word {
	m.inputs = append(m.inputs, aig.Named{Name: name, Bits: as})
	m.shared = append(m.shared, shared{x, as})
	return as
}

// variant is the netlist with what is open as given.
func (m *miter) variant(open func(aig.Lit) aig.Lit) *aig.Copier {
	c := m.n.Copier(m.g)
	for _, s := range m.shared {
		c.SetWord(s.n, s.as)
	}
	for _, o := range m.n.Open {
		for _, l := range o.Bits {
			c.Set(l, open(l))
		}
	}
	m.readIn(c)
	m.variants = append(m.variants, c)
	return c
}

// instances compares which modules the instances are of.
func (m *miter) instances(n *ir.Module, name func(*ir.Module) string) {
	known := map[string]string{}
	for _, in := range n.Instances {
		for i := range in.Count {
			known[in.CopyName(i)+"."] = name(in.Of)
		}
	}
	for _, in := range m.of.Instances {
		for i := range in.Count {
			if of, ok := find(known, in.CopyName(i)+"."); !ok || of != in.Of.Name {
				m.refuse("the Verilog has an instance %s of %s, and the netlist has not", in.CopyName(i), in.Of.Name)
			}
		}
	}
}

// joinInputs gives both the same inputs.
func (m *miter) joinInputs() {
	known := map[string]aig.Word{}
	for _, x := range m.n.Inputs {
		known[x.Name] = m.share(x.Name, x.Bits)
	}
	for _, x := range m.y.Inputs {
		as, ok := find(known, x.Name)
		if !ok || len(as) != len(x.Bits) {
			m.refuse("the Verilog has an input %s of %d bits, and the netlist has not", x.Name, len(x.Bits))
			return
		}
		m.read.SetWord(x.Bits, as)
	}
}

// joinState gives registers of the netlist and those that were read under the same name the same present values. One
// that was read may have several names, and so be several registers of the netlist.
func (m *miter) joinState() {
	type place struct {
		of  *aig.Register
		bit int
	}
	places := map[aig.Lit]place{}
	for _, r := range m.y.Registers {
		for i, l := range r.Now {
			places[l] = place{r, i}
		}
	}
	known := m.known()
	given := map[aig.Lit]aig.Lit{}
	for _, r := range m.n.Registers {
		value, ok := find(known, r.Name)
		if !ok { // it is for properties only, or nothing reads it
			m.share(r.Name, r.Now)
			continue
		}
		x := value()
		s := state{of: r}
		now := m.g.Word(len(r.Now))
		for i, l := range x {
			at, ok := places[l]
			if !ok || len(x) != len(now) {
				m.refuse("%s is a register of %d bits in the netlist, and not in the Verilog", r.Name, len(now))
				return
			}
			if as, ok := given[l]; ok {
				now[i] = as
			}
			given[l] = now[i]
			m.read.Set(l, now[i])
			s.next = append(s.next, at.of.Next[at.bit])
			s.start = append(s.start, start(at.of, at.bit))
		}
		m.shareAs(r.Name, r.Now, now)
		m.states = append(m.states, s)
	}
}

func start(r *aig.Register, bit int) aig.Start {
	switch {
	case r.Start == nil:
		return aig.Any
	case r.Start.Bit(bit) == 1:
		return aig.One
	}
	return aig.Zero
}

// known are the values of what was read and has a name: registers, elements of arrays, wires.
func (m *miter) known() map[string]func() aig.Word {
	all := map[string]func() aig.Word{}
	for _, list := range [][]*ir.Signal{m.of.Ports, m.of.Signals} {
		for _, s := range list {
			all[s.Name] = func() aig.Word { return m.y.Signal(s) }
		}
	}
	for _, r := range m.y.Registers {
		all[r.Name] = func() aig.Word { return r.Now }
	}
	return all
}

// equal demands that a word of the netlist is one that was read.
func (m *miter) equal(name string, n, y aig.Word) { m.equalAs(name, n, m.read.Word(y)) }

// equalAs is equal for a word that is in the graph.
func (m *miter) equalAs(name string, n, y aig.Word) {
	if len(n) != len(y) {
		m.refuse("%s has %d bits in the netlist, and %d in the Verilog", name, len(n), len(y))
		return
	}
	for i := range n {
		m.bits = append(m.bits, bit{fmt.Sprintf("bit %d of %s", i, name), n[i], y[i]})
	}
}

// outputs compares outputs and inputs of instances.
func (m *miter) outputs() {
	known := map[string]aig.Word{}
	for _, x := range m.y.Outputs {
		for _, name := range same(x.Name) {
			known[name] = x.Bits
		}
	}
	for _, x := range m.n.Outputs {
		y, ok := known[x.Name]
		if !ok {
			m.refuse("the Verilog has no output %s", x.Name)
			return
		}
		m.equal(x.Name, x.Bits, y)
	}
}

// edges compares next values, and what reset gives.
func (m *miter) edges() {
	for _, s := range m.states {
		for i, at := range s.start {
			if own := start(s.of, i); own != aig.Any && own != at {
				m.refuse("reset gives bit %d of %s another value in the Verilog than in the netlist", i, s.of.Name)
			}
		}
		m.equal("the next "+s.of.Name, s.of.Next, s.next)
	}
}

// differ has for each bit whether it is none that the netlist has, in any variant.
func (m *miter) differ() []aig.Lit {
	holds := m.given()
	list := make([]aig.Lit, len(m.bits))
	for i, b := range m.bits {
		list[i] = aig.True
		for _, v := range m.variants {
			list[i] = m.g.And(list[i], m.g.Xor(b.y, v.Lit(b.n)))
		}
		list[i] = m.g.And(holds, list[i])
	}
	return list
}

// explain says that a bit differs, and for which inputs: nodes are the values of the graph.
func (m *miter) explain(b bit, nodes []uint64) string {
	var with []string
	for _, x := range m.inputs {
		if v := number(nodes, x.Bits); v.Sign() != 0 {
			with = append(with, x.Name+" = "+hex(v))
		}
	}
	if len(with) == 0 {
		with = []string{"all inputs and registers 0"}
	}
	return fmt.Sprintf("%s is %d in the Verilog, and not in the netlist, with %s", b.name, aig.Value(nodes, b.y)&1,
		strings.Join(with, ", "))
}

// needed is what is open in the netlist as a variant that has the bit as it was read, for the given inputs: a question
// to a search, whose answer has the values of the open bits.
func (m *miter) needed(b bit, inputs map[aig.Lit]bool) (question aig.Lit, open map[aig.Lit]aig.Lit) {
	open = map[aig.Lit]aig.Lit{}
	before := slices.Clone(m.g.Inputs())
	c := m.variant(func(l aig.Lit) aig.Lit {
		open[l] = m.g.Input()
		return open[l]
	})
	fixed := []aig.Lit{m.given(), m.g.Xor(b.y, c.Lit(b.n)).Not()}
	for _, l := range before {
		if !inputs[l] {
			l = l.Not()
		}
		fixed = append(fixed, l)
	}
	m.forget()
	return m.g.All(fixed...), open
}
