package clocks

import (
	"math/big"
	"slices"

	"culprit.example/culprit/rtlgen/ir"
)

// Options choose what a synchronizer does.
type Options struct {
	// Uncertain has each bit of the first register of a synchronizer take, at an edge of its clock, the value of
	// its source in the present cycle or in the one before: which of them, the netlist leaves open, so an engine
	// decides it by its seed and a prover looks at both. Without it a register takes the present value.
	Uncertain bool
}

// Lower is the design with the implicit clock alone: what has another clock holds its value in the cycles in
// which that input is 0. Ports, names and state stay; a module that is used with several clocks is there once
// for each way. A design without such clocks is returned as it is.
func Lower(d *ir.Design, o Options) *ir.Design {
	if !d.HasClocks() {
		return d
	}
	l := &lowering{options: o, done: map[variant]*ir.Module{}, out: &ir.Design{}, taken: map[string]bool{},
		twin: map[*ir.Module]*ir.Module{}, parts: map[*ir.Module][]*ir.Module{}}
	for _, m := range d.Modules {
		l.taken[m.Name] = true
	}
	own := ir.Clone(d)
	gated := ir.Clone(d) // the same modules, for those whose implicit clock is an input
	for i, m := range own.Modules {
		l.twin[m] = gated.Modules[i]
		for _, in := range m.Instances {
			l.parts[m] = append(l.parts[m], in.Of)
		}
	}
	l.out.Top = l.module(own.Top, false)
	return l.out
}

// variant is a module whose implicit clock stays, or is an input.
type variant struct {
	of    *ir.Module
	gated bool
}

type lowering struct {
	options Options
	twin    map[*ir.Module]*ir.Module
	parts   map[*ir.Module][]*ir.Module // of the instances of a module
	done    map[variant]*ir.Module
	taken   map[string]bool
	out     *ir.Design
}

// implicit is the input of a module whose implicit clock is one.
const implicit = "implicit_clk"

func (l *lowering) module(of *ir.Module, gated bool) *ir.Module {
	v := variant{of, gated}
	if m := l.done[v]; m != nil {
		return m
	}
	m := of
	if gated {
		m = l.twin[of]
	}
	l.done[v] = m
	c := &clocked{m: m, uncertain: l.options.Uncertain, inputs: map[string]*ir.Node{}, always: map[any]bool{}}
	if gated {
		m.Name, m.Base = l.free(m.Name+"_"+implicit), ""
		s := &ir.Signal{Name: c.free(implicit), Kind: ir.Input, Width: 1, Pos: m.Pos}
		m.Ports = append(m.Ports, s)
		c.inputs[""] = ir.Read(s)
	}
	for _, p := range m.Clocks() {
		c.inputs[p.Name] = ir.Read(p)
	}
	for i, in := range m.Instances {
		l.instance(c, in, l.parts[of][i])
	}
	c.rebind()
	c.state()
	c.ports()
	c.release()
	l.out.Modules = append(l.out.Modules, m)
	return m
}

// free is a name that no module has.
func (l *lowering) free(name string) string {
	for l.taken[name] {
		name += "_"
	}
	l.taken[name] = true
	return name
}

// instance gives an instance of a module of the design the one with its clock.
func (l *lowering) instance(c *clocked, in *ir.Instance, of *ir.Module) {
	clock := c.inputs[in.Clock]
	in.Of = l.module(of, clock != nil)
	for i := range in.Conns {
		in.Conns[i].Port = in.Of.Ports[slices.IndexFunc(in.Of.Ports, func(p *ir.Signal) bool {
			return p.Name == in.Conns[i].Port.Name
		})]
	}
	if clock != nil {
		port := in.Of.Ports[len(in.Of.Ports)-1]
		in.Conns = append(in.Conns, ir.Conn{Port: port, Value: clock, Broadcast: true, Pos: in.Pos})
	}
}

// clocked is a module of which the clocks become enables.
type clocked struct {
	m         *ir.Module
	uncertain bool
	inputs    map[string]*ir.Node // of the clocks that are inputs
	always    map[any]bool        // registers and arrays that belong to no clock but change in every cycle
}

// free is a name that nothing in the module has.
func (c *clocked) free(name string) string {
	names := c.m.Names()
	for slices.Contains(names, name) {
		name += "_"
	}
	return name
}

func binary(op ir.Op, a, b *ir.Node) *ir.Node { return ir.Apply(op, a.Width, a, b) }

// rebind has the readers of instances refer to the ports of the modules that these have now.
func (c *clocked) rebind() {
	seen := map[*ir.Node]bool{}
	c.m.RootNodes(func(root *ir.Node) {
		ir.WalkNodes(root, seen, func(n *ir.Node) {
			if n.Op == ir.OpInstOut {
				n.Port = n.Inst.Of.Port(n.Port.Name)
			}
		})
	})
}

// state has registers and arrays hold what they have while their clock has no edge.
func (c *clocked) state() {
	if c.uncertain {
		for _, a := range c.first() {
			c.arrivesLate(a)
		}
	}
	holds := map[string][]ir.Stmt{}
	var order []string
	hold := func(clock string, s ir.Stmt) {
		if c.inputs[clock] == nil {
			return
		}
		if holds[clock] == nil {
			order = append(order, clock)
		}
		holds[clock] = append(holds[clock], s)
	}
	for _, s := range c.m.Signals {
		if s.Kind == ir.Reg && !c.always[s] {
			hold(s.Clock, &ir.Assign{Sig: s, Value: ir.Read(s), Pos: s.Pos})
		}
	}
	for _, a := range c.m.Arrays {
		if !c.always[a] {
			hold(a.Clock, c.holdArray(a))
		}
	}
	for _, clock := range order {
		n := c.inputs[clock]
		c.m.Body = append(c.m.Body, &ir.If{Cond: ir.Apply(ir.OpNot, 1, n), Then: holds[clock], Pos: n.Pos})
	}
}

func (c *clocked) holdArray(a *ir.Array) ir.Stmt {
	loop := &ir.Loop{Var: c.free("element"), N: a.Depth, Pos: a.Pos}
	index := &ir.Node{Op: ir.OpLoopVar, Width: ir.IndexBits(a.Depth), Loop: loop, Pos: a.Pos}
	value := &ir.Node{Op: ir.OpElem, Width: a.Width, Arr: a, Args: []*ir.Node{index}, Pos: a.Pos}
	loop.Body = []ir.Stmt{&ir.Assign{Arr: a, Index: index, Value: value, Pos: a.Pos}}
	return loop
}

// first are the assignments of registers of synchronizers that take a value from outside of the synchronizer.
func (c *clocked) first() []*ir.Assign {
	var list []*ir.Assign
	for _, s := range c.m.Body {
		a, ok := s.(*ir.Assign)
		if !ok || a.Sig == nil || !a.Sig.Synchronizer {
			continue
		}
		if from := a.Value; from.Op == ir.OpSignal && from.Sig.Synchronizer && from.Sig.Clock == a.Sig.Clock {
			continue
		}
		list = append(list, a)
	}
	return list
}

// arrivesLate has the register take bits of what its source was in the cycle before.
func (c *clocked) arrivesLate(a *ir.Assign) {
	w := a.Value.Width
	before := &ir.Signal{Name: c.free(a.Sig.Name + "_before"), Kind: ir.Reg, Width: w, NoReset: a.Sig.NoReset, Pos: a.Pos}
	if !before.NoReset {
		before.Reset = new(big.Int).And(new(big.Int).Rsh(a.Sig.Reset, uint(a.Lo)), ir.Ones(w))
	}
	c.m.Signals = append(c.m.Signals, before)
	open := &ir.Array{Name: c.free(a.Sig.Name + "_open"), Depth: 1, Width: w, Reset: []*big.Int{new(big.Int)}, Pos: a.Pos}
	c.m.Arrays = append(c.m.Arrays, open)
	c.always[before], c.always[open] = true, true
	beyond := &ir.Node{Op: ir.OpConst, Width: 1, Const: big.NewInt(1), Pos: a.Pos}
	late := &ir.Node{Op: ir.OpElem, Width: w, Arr: open, Args: []*ir.Node{beyond}, Pos: a.Pos}
	c.m.Body = append(c.m.Body, &ir.Assign{Sig: before, Value: a.Value, Pos: a.Pos})
	a.Value = binary(ir.OpOr, binary(ir.OpAnd, late, ir.Read(before)),
		binary(ir.OpAnd, ir.Apply(ir.OpNot, w, late), a.Value))
}

// ports have the ports of memories act, and properties looked at, where their clock has an edge.
func (c *clocked) ports() {
	for _, mem := range c.m.Memories {
		for _, w := range mem.Writes {
			if n := c.inputs[w.Clock]; n != nil {
				if w.Enable.Width > 1 {
					n = ir.Apply(ir.OpReplicate, w.Enable.Width, n)
				}
				w.Enable = binary(ir.OpAnd, w.Enable, n)
			}
		}
		for _, r := range mem.Reads {
			if n := c.inputs[r.Clock]; n != nil && r.Sync {
				r.Enable = binary(ir.OpAnd, r.Enable, n)
			}
		}
	}
	for _, p := range c.m.Properties {
		switch n := c.inputs[p.Clock]; {
		case n == nil:
		case p.Kind == ir.Cover:
			p.Cond = binary(ir.OpAnd, p.Cond, n)
		default:
			p.Cond = binary(ir.OpOr, p.Cond, ir.Apply(ir.OpNot, 1, n))
		}
	}
}

// release leaves the implicit clock to everything.
func (c *clocked) release() {
	for _, s := range append(slices.Clone(c.m.Ports), c.m.Signals...) {
		s.IsClock, s.Clock, s.Synchronizer = false, "", false
	}
	for _, a := range c.m.Arrays {
		a.Clock = ""
	}
	for _, mem := range c.m.Memories {
		for _, w := range mem.Writes {
			w.Clock = ""
		}
		for _, r := range mem.Reads {
			r.Clock = ""
		}
	}
	for _, in := range c.m.Instances {
		in.Clock = ""
	}
	for _, p := range c.m.Properties {
		p.Clock = ""
	}
}
