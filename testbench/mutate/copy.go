package mutate

import (
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

// choice is a mutant in a copy of a module, with the number that selects it.
type choice struct {
	number int
	edit   edit
}

// copier copies a module with mutants in it.
//
// Without a selector its one mutant is there in any case. With one, a place of mutants
// holds the value of the one that is selected, or what stood there. A reset value cannot
// be selected, since the reset is no signal of the netlist: a register with other reset
// values holds its value with the bits inverted in which the selected one differs, and
// one that may lack its reset has a second register without reset beside it, which is
// read in its place.
type copier struct {
	module   *ir.Module
	choices  map[any][]choice // by their target
	selector *ir.Signal       // input of the copy, nil without one
	of       map[*ir.Module]*ir.Module

	copy      *ir.Module
	signals   map[*ir.Signal]*ir.Signal
	arrays    map[*ir.Array]*ir.Array
	memories  map[*ir.Memory]*ir.Memory
	reads     map[*ir.ReadPort]*ir.ReadPort
	instances map[*ir.Instance]*ir.Instance
	loops     map[*ir.Loop]*ir.Loop
	nodes     map[*ir.Node]*ir.Node // with mutants
	sound     map[*ir.Node]*ir.Node // without, for properties
	named     []ir.Stmt             // of wires for what Verilog takes by a name only
	selects   map[int]*ir.Node      // whether the mutant of that number is selected

	unreset map[any]any      // second register or array, without reset
	flips   map[any]*ir.Node // the bits in which a register holds the opposite
}

func newCopier(m *ir.Module, choices map[any][]choice) *copier {
	return &copier{module: m, choices: choices, of: map[*ir.Module]*ir.Module{},
		signals: map[*ir.Signal]*ir.Signal{}, arrays: map[*ir.Array]*ir.Array{}, memories: map[*ir.Memory]*ir.Memory{},
		reads: map[*ir.ReadPort]*ir.ReadPort{}, instances: map[*ir.Instance]*ir.Instance{},
		loops: map[*ir.Loop]*ir.Loop{}, nodes: map[*ir.Node]*ir.Node{}, sound: map[*ir.Node]*ir.Node{},
		selects: map[int]*ir.Node{}, unreset: map[any]any{}, flips: map[any]*ir.Node{}}
}

// make copies the module.
func (c *copier) make() *ir.Module {
	m := *c.module
	c.copy = &m
	m.Ports, m.Signals, m.Arrays, m.Memories, m.Instances, m.Properties, m.Body = nil, nil, nil, nil, nil, nil, nil
	for _, p := range c.module.Ports {
		m.Ports = append(m.Ports, c.signal(p))
	}
	if c.selector != nil {
		m.Ports = append(m.Ports, c.selector)
	}
	for _, s := range c.module.Signals {
		m.Signals = append(m.Signals, c.signal(s))
	}
	for _, a := range c.module.Arrays {
		m.Arrays = append(m.Arrays, c.array(a))
	}
	c.otherResets()
	c.declareMemories()
	c.declareInstances()
	c.fillMemories()
	c.connect()
	m.Body = c.body(c.module.Body)
	for _, p := range c.module.Properties {
		q := *p
		q.Cond = c.node(p.Cond, true)
		m.Properties = append(m.Properties, &q)
	}
	m.Body = append(m.Body, c.named...)
	return &m
}

func (c *copier) signal(s *ir.Signal) *ir.Signal {
	x := *s
	c.signals[s] = &x
	return &x
}

func (c *copier) array(a *ir.Array) *ir.Array {
	x := *a
	c.arrays[a] = &x
	return &x
}

func (c *copier) declareMemories() {
	for _, mem := range c.module.Memories {
		x := *mem
		x.Writes, x.Reads = nil, nil
		c.memories[mem] = &x
		c.copy.Memories = append(c.copy.Memories, &x)
		for _, r := range mem.Reads {
			y := *r
			c.reads[r] = &y
			x.Reads = append(x.Reads, &y)
		}
	}
}

func (c *copier) fillMemories() {
	for _, mem := range c.module.Memories {
		for _, w := range mem.Writes {
			c.memories[mem].Writes = append(c.memories[mem].Writes, &ir.WritePort{
				Enable: c.slot(slot{w, enable}), Addr: c.slot(slot{w, index}), Data: c.slot(slot{w, data}),
				Clock: w.Clock, Pos: w.Pos})
		}
		for _, r := range mem.Reads {
			x := c.reads[r]
			x.Addr = c.slot(slot{r, index})
			if r.Enable != nil {
				x.Enable = c.slot(slot{r, enable})
			}
		}
	}
}

func (c *copier) declareInstances() {
	for _, in := range c.module.Instances {
		x := *in
		x.Conns = nil
		if of, ok := c.of[in.Of]; ok {
			x.Of = of
		}
		c.instances[in] = &x
		c.copy.Instances = append(c.copy.Instances, &x)
	}
}

// connect connects the instances, and passes the selector on to those that have one.
func (c *copier) connect() {
	for _, in := range c.module.Instances {
		x := c.instances[in]
		inputs := x.Of.Inputs()
		for i := range in.Conns {
			conn := in.Conns[i]
			conn.Port, conn.Value = inputs[i], c.slot(slot{&in.Conns[i], value})
			x.Conns = append(x.Conns, conn)
		}
		if len(inputs) > len(in.Conns) {
			x.Conns = append(x.Conns, ir.Conn{Port: inputs[len(inputs)-1], Value: ir.Read(c.selector), Broadcast: in.Array})
		}
	}
}

// slot copies the expression of a slot, with its mutants.
func (c *copier) slot(at slot) *ir.Node {
	old := expression(at)
	if a, ok := at.owner.(*ir.Assign); ok && onlyVerifies(a) {
		return c.node(old, true)
	}
	return c.chosen(at, c.node(old, false), func(e edit) *ir.Node { return c.node(e.by(old), false) })
}

// chosen is a value, or what the mutants of a target have in its place.
func (c *copier) chosen(target any, n *ir.Node, by func(edit) *ir.Node) *ir.Node {
	for _, k := range c.choices[target] {
		if c.selector == nil {
			return by(k.edit)
		}
		n = &ir.Node{Op: ir.OpMux, Width: n.Width, Args: []*ir.Node{c.selected(k.number), by(k.edit), n}, Pos: n.Pos}
	}
	return n
}

// selected reports in 1 bit whether a mutant is selected.
func (c *copier) selected(number int) *ir.Node {
	n, ok := c.selects[number]
	if !ok {
		x := &ir.Node{Op: ir.OpConst, Width: c.selector.Width, Const: big.NewInt(int64(number))}
		n = &ir.Node{Op: ir.OpEq, Width: 1, Args: []*ir.Node{ir.Read(c.selector), x}}
		c.selects[number] = n
	}
	return n
}

// node copies an expression, without mutants if it is to be sound.
func (c *copier) node(n *ir.Node, sound bool) *ir.Node {
	done := c.nodes
	if sound {
		done = c.sound
	}
	if x, ok := done[n]; ok {
		return x
	}
	x := *n
	x.Args = make([]*ir.Node, len(n.Args))
	for i, a := range n.Args {
		x.Args[i] = c.node(a, sound)
		if c.selector == nil && n.Op.NeedsName(i) {
			x.Args[i] = c.withName(x.Args[i])
		}
	}
	c.refer(&x)
	done[n] = c.stored(n, &x)
	if !sound { // in what stands in for it, the node is as it was
		done[n] = c.chosen(n, done[n], func(e edit) *ir.Node { return c.node(e.by(n), false) })
	}
	return done[n]
}

// withName is an expression that a mutant has put where Verilog takes a name only, as a
// wire. The index of a loop is not known outside of it.
func (c *copier) withName(n *ir.Node) *ir.Node {
	switch n.Op {
	case ir.OpSignal, ir.OpInstOut, ir.OpMemRead, ir.OpElem, ir.OpConcat, ir.OpLane:
		return n
	}
	inLoop := false
	ir.WalkNodes(n, map[*ir.Node]bool{}, func(n *ir.Node) { inLoop = inLoop || n.Op == ir.OpLoopVar })
	if n.Width == 1 || inLoop {
		return n
	}
	w := &ir.Signal{Name: freeName(c.module, "mutant", len(c.named)), Kind: ir.Wire, Width: n.Width, Pos: n.Pos}
	c.copy.Signals = append(c.copy.Signals, w)
	c.named = append(c.named, &ir.Assign{Sig: w, Value: n, Pos: n.Pos})
	return ir.Read(w)
}

// refer has a copied node read what the copy of the module has.
func (c *copier) refer(x *ir.Node) {
	switch x.Op {
	case ir.OpSignal:
		x.Sig = c.signals[x.Sig]
	case ir.OpElem:
		x.Arr = c.arrays[x.Arr]
	case ir.OpMemRead:
		x.Mem, x.Read = c.memories[x.Mem], c.reads[x.Read]
	case ir.OpInstOut:
		of := x.Inst.Of
		x.Inst = c.instances[x.Inst]
		if x.Inst.Of != of {
			x.Port = x.Inst.Of.Port(x.Port.Name)
		}
	case ir.OpLoopVar:
		x.Loop = c.loops[x.Loop]
	}
}

// body copies statements, with the mutants in them.
func (c *copier) body(list []ir.Stmt) []ir.Stmt {
	var out []ir.Stmt
	for _, s := range list {
		switch s := s.(type) {
		case *ir.Assign:
			out = append(out, c.assign(s)...)
		case *ir.If:
			out = append(out, &ir.If{Cond: c.slot(slot{s, value}), Then: c.body(s.Then), Else: c.body(s.Else), Pos: s.Pos})
		case *ir.Switch:
			out = append(out, c.cases(s))
		case *ir.Loop:
			x := &ir.Loop{Var: s.Var, N: s.N, Pos: s.Pos}
			c.loops[s] = x
			x.Body = c.body(s.Body)
			out = append(out, x)
		}
	}
	return out
}

// assign copies an assignment, of a register with a second one to both.
func (c *copier) assign(a *ir.Assign) []ir.Stmt {
	list := c.bothRegisters(a)
	for _, k := range c.choices[a] {
		if c.selector == nil {
			return nil
		}
		list = []ir.Stmt{&ir.If{Cond: c.selected(k.number), Else: list, Pos: a.Pos}}
	}
	return list
}

// cases copies a switch. A mutant has other statements in a case, or the case is missing.
func (c *copier) cases(s *ir.Switch) ir.Stmt {
	x := &ir.Switch{Subject: c.slot(slot{s, value}), Pos: s.Pos}
	for i, k := range s.Cases {
		k.Body = c.body(k.Body)
		missing := false
		for _, choice := range c.choices[arm{s, i}] {
			other := c.body(choice.edit.instead)
			if c.selector != nil {
				k.Body = []ir.Stmt{&ir.If{Cond: c.selected(choice.number), Then: other, Else: k.Body, Pos: k.Pos}}
				continue
			}
			k.Body, missing = other, choice.edit.missing
		}
		if !missing {
			x.Cases = append(x.Cases, k)
		}
	}
	x.Default = c.body(s.Default)
	return x
}
