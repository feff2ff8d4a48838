package yosys

import (
	"fmt"
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

// clocked finds the clock of the module: the one input at whose rising edge all flip-flops, memories and
// instances change.
func (b *builder) clocked() {
	for _, c := range b.from.cells {
		switch {
		case c.instance():
			if port := b.clocks[c.Type]; port != "" {
				b.clockedBy(c, c.port(port), true)
			}
		case c.Type == "$mem_v2":
			b.memoryClocks(c)
		case flipFlops[c.Type] != nil:
			b.clockedBy(c, c.port("CLK"), c.is("CLK_POLARITY"))
		}
	}
	if b.clock <= 0 {
		return
	}
	for _, portName := range b.from.portNames {
		p := b.from.Ports[portName]
		for i, x := range p.Bits {
			if x != b.clock || p.Direction != "input" {
				continue
			}
			if len(p.Bits) > 1 {
				b.refuse(b.from.Nets[portName].pos(), "the clock is bit %d of input %s: give the clock an input of its own", i,
					portName)
			}
			b.clocks[b.name] = portName
			return
		}
	}
	b.refuse(b.from.Attributes.pos(),
		"module %s has the clock %s, which is no input: a design has one clock, and it is not gated or divided; "+
			"use it as an enable of flip-flops at the clock of the design", plain(b.name), b.nameOf([]bit{b.clock}))
}

func (b *builder) clockedBy(c *cell, clock []bit, rising bool) {
	switch {
	case len(clock) != 1 || clock[0] <= 0:
		b.refuse(c.pos(), "%s has a constant as its clock", b.what(c))
	case !rising:
		b.refuse(c.pos(), "%s changes at the falling edge of %s: a design has one clock, and its rising edge", b.what(c),
			b.nameOf(clock))
	case b.clock > 0 && b.clock != clock[0]:
		b.refuse(c.pos(), "%s has the clock %s, and other state of the module %s: a design has one clock; import each part that has one clock by itself",
			b.what(c), b.nameOf(clock), b.nameOf([]bit{b.clock}))
	default:
		b.clock = clock[0]
	}
}

// what is a cell in a message.
func (b *builder) what(c *cell) string {
	switch {
	case c.instance():
		return "instance " + plain(c.name)
	case c.Type == "$mem_v2":
		return "memory " + plain(string(c.Parameters["MEMID"]))
	case len(c.port("Q")) > 0:
		return "register " + b.nameOf(c.port("Q"))
	}
	return fmt.Sprintf("the cell of %s (%s)", b.nameOf(c.port("Y")), c.Type)
}

// flipFlop is what a kind of flip-flop has besides clock and data: an enable, a synchronous reset, an
// asynchronous reset or load, set and clear per bit.
type flipFlop struct {
	enable, sync, async, load, perBit bool
	enableFirst                       bool // the enable is for the synchronous reset, too
}

var flipFlops = map[string]*flipFlop{
	"$dff": {}, "$dffe": {enable: true},
	"$sdff": {sync: true}, "$sdffe": {sync: true, enable: true}, "$sdffce": {sync: true, enable: true, enableFirst: true},
	"$adff": {async: true}, "$adffe": {async: true, enable: true},
	"$aldff": {load: true}, "$aldffe": {load: true, enable: true},
	"$dffsr": {perBit: true}, "$dffsre": {perBit: true, enable: true},
}

// register is the register of a flip-flop cell.
type register struct {
	sig  *ir.Signal
	cell *cell
	kind *flipFlop
}

// registers declares a register for each cell of flip-flops. What is asynchronous acts behind it.
func (b *builder) registers() {
	for _, c := range b.from.cells {
		kind := flipFlops[c.Type]
		if kind == nil {
			continue
		}
		q := c.port("Q")
		name := b.nameOf(q)
		if _, known := b.known[q[0]]; !known {
			name = "register"
		}
		if b.ports[name] != nil {
			name += "_reg"
		}
		s := &ir.Signal{Name: b.names.unique(plain(name)), Kind: ir.Reg, Width: len(q), Pos: c.pos()}
		s.Reset, s.NoReset = b.first(q)
		b.m.Signals = append(b.m.Signals, s)
		r := &register{s, c, kind}
		b.regs = append(b.regs, r)
		if b.named[keyOf(q)] == name && !kind.asynchronous() {
			b.shown[name] = true
		}
		for i, x := range q {
			if kind.asynchronous() {
				b.drivers[x] = source{reg: r, at: i}
			} else {
				b.drivers[x] = source{sig: s, at: i}
			}
		}
	}
}

func (k *flipFlop) asynchronous() bool { return k.async || k.load || k.perBit }

// first is the value that a register has at first: none if the Verilog gives no bit of it one, and others are
// not 0.
func (b *builder) first(bits []bit) (v *big.Int, none bool) {
	v, none = new(big.Int), true
	for i, x := range bits {
		switch b.initial[x] {
		case '1':
			v.SetBit(v, i, 1)
			none = false
		case '0':
			none = false
		}
	}
	if none && !b.zero {
		return nil, true
	}
	return v, none && !b.zero
}

// nextValues assigns the registers.
func (b *builder) nextValues() {
	for _, r := range b.regs {
		c, k := r.cell, r.kind
		hold := &ir.Node{Op: ir.OpSignal, Width: r.sig.Width, Sig: r.sig, Pos: c.pos()}
		next := b.value(c.port("D"))
		if k.enable && !k.enableFirst {
			next = mux(b.control(c, "EN"), next, hold)
		}
		if k.sync {
			next = mux(b.control(c, "SRST"), b.parameter(c, "SRST_VALUE"), next)
		}
		if k.enableFirst {
			next = mux(b.control(c, "EN"), next, hold)
		}
		next = b.overridden(r, next)
		b.m.Body = append(b.m.Body, &ir.Assign{Sig: r.sig, Value: next, Pos: c.pos()})
	}
}

// overridden is a value with what the asynchronous inputs of a register make of it.
func (b *builder) overridden(r *register, v *ir.Node) *ir.Node {
	c := r.cell
	switch {
	case r.kind.async:
		return mux(b.control(c, "ARST"), b.parameter(c, "ARST_VALUE"), v)
	case r.kind.load:
		return mux(b.control(c, "ALOAD"), b.value(c.port("AD")), v)
	case r.kind.perBit:
		set, clear := b.control(c, "SET"), b.control(c, "CLR")
		return binary(ir.OpAnd, binary(ir.OpOr, v, set), not(clear))
	}
	return v
}

// control is an input of a cell whose polarity is a parameter: 1 where it acts.
func (b *builder) control(c *cell, port string) *ir.Node {
	v := b.value(c.port(port))
	if c.is(port + "_POLARITY") {
		return v
	}
	return not(v)
}

// parameter is a parameter of a flip-flop as a value of its width; x counts as 0.
func (b *builder) parameter(c *cell, name string) *ir.Node {
	return constant(c.Parameters[name].part(0, len(c.port("Q"))), len(c.port("Q")))
}

// instances declares the instances. Their inputs are joined when all is declared.
func (b *builder) instances(apart map[string]bool) {
	for _, g := range b.groups(apart) {
		c := g.cells[0]
		of := b.done[c.Type]
		in := &ir.Instance{Name: b.names.unique(g.name), Of: of, Count: len(g.cells), Array: len(g.cells) > 1, Pos: c.pos()}
		b.m.Instances = append(b.m.Instances, in)
		b.insts = append(b.insts, instance{in, g.cells})
		for i, portName := range b.portsOf(c.Type) {
			p := of.Ports[i]
			if p.Kind != ir.Output {
				continue
			}
			node := &ir.Node{Op: ir.OpInstOut, Width: p.Width * in.Count, Inst: in, Port: p, Pos: c.pos()}
			for copy, c := range g.cells {
				for at, x := range c.port(portName) {
					b.drivers[x] = source{node: node, at: copy*p.Width + at}
				}
			}
		}
	}
}

type instance struct {
	*ir.Instance
	cells []*cell // of each copy
}

// portsOf are the names of a module's ports without its clock and its reset, in their order.
func (r *reader) portsOf(module string) (list []string) {
	for _, name := range r.Modules[module].portNames {
		if name != r.clocks[module] && name != r.resets[module] {
			list = append(list, name)
		}
	}
	return list
}

// connect gives the inputs of the instances their values.
func (b *builder) connect() {
	for _, in := range b.insts {
		for i, portName := range b.portsOf(in.cells[0].Type) {
			p := in.Of.Ports[i]
			if p.Kind != ir.Input {
				continue
			}
			v, all := b.inputLanes(in, portName, p.Width)
			in.Conns = append(in.Conns, ir.Conn{Port: p, Value: v, Broadcast: all, Pos: in.Pos})
		}
	}
}
