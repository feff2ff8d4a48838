package random

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"culprit.example/culprit/rtlgen/ir"
)

// circuit is a random module being made.
type circuit struct {
	*rand.Rand
	net *Netlist
	m   *ir.Module

	leaves           []*ir.Node   // what expressions may read
	regs             []*ir.Signal // for conditional assignments
	arrays           []*ir.Array
	bits             []*ir.Node // conditions used in several places
	loops            []*ir.Node // indices of the enclosing loops
	lanes            []lanes    // packed vectors: outputs of arrays of instances, and what was made of them
	names            int        // wires made for expressions that need a name
	ready            *ir.Signal // the memories are filled; nil without memories
	fill             *ir.Signal // counts until then
	full             *ir.Node   // it counts no more
	size             size
	verificationOnly bool // what is made now is for properties only
}

// size is how much is in a module.
type size int

const (
	tiny size = iota // for arrays of many copies
	small
	full
)

// deep is a depth of expressions or statements that suits the size.
func (c *circuit) deep(d int) int { return max(1, d-int(full-c.size)) }

var widths = []int{1, 1, 1, 2, 3, 4, 5, 7, 8, 8, 13, 16, 31, 32, 33, 63, 64, 65, 100, 128, 130, 200}

func (c *circuit) width() int {
	if c.IntN(60) == 0 {
		return c.wideWidth()
	}
	return widths[c.IntN(len(widths))]
}

// wideWidth is more than most values have.
func (c *circuit) wideWidth() int { return []int{256, 257, 300, 512, 700}[c.IntN(5)] }

// flavour is what kind of state a module has.
type flavour int

const (
	registers     flavour = iota // with a reset, and perhaps memories
	combinational                // none
	pipeline                     // registers without reset that its inputs fill, nothing else
)

// build makes the module with instances of the children. One without children can
// do without a reset or without a clock.
func (c *circuit) build(children []child, f flavour) {
	if f == registers {
		c.state()
		held := c.port(ir.Output, "held", c.width()) // depends on the state alone
		c.assign(held, c.expr(held.Width, 2))
	}
	c.inputs(f)
	for range 3 {
		c.bits = append(c.bits, c.expr(1, c.deep(3)))
	}
	if f == registers {
		c.memories()
		if c.oneIn(3) {
			c.unreset()
		}
		if c.oneIn(3) {
			c.rom()
		}
	}
	c.wires("early")
	if f == pipeline {
		c.stages()
	}
	c.instances(children)
	for k := range 1 + c.IntN(1+int(c.size)) {
		c.wires(fmt.Sprintf("late_%d", k))
	}
	if f == registers {
		c.vectors()
		c.m.Body = append(c.m.Body, c.tree(c.deep(3), c.stateStmt)...)
		if c.oneIn(12) {
			c.m.Body = append(c.m.Body, c.branches(3+c.IntN(3)))
		}
	}
	c.outputs()
	if f == pipeline {
		for _, p := range c.m.Outputs() {
			c.net.unsettled[p] = true
		}
	}
	if f == registers {
		c.properties()
		if c.IntN(20) == 0 {
			c.silence()
		}
	}
}

// inputs makes the input ports, of a few modules none. Outputs between them depend
// on the first inputs alone.
func (c *circuit) inputs(f flavour) {
	n := 1 + c.IntN(4)
	if f == registers && c.IntN(20) == 0 {
		n = 0
	}
	wide := n
	if c.IntN(20) == 0 {
		wide = c.IntN(n + 1)
	}
	for k := range n {
		w := c.width()
		if k == wide {
			w = c.wideWidth()
		}
		c.leaves = append(c.leaves, read(c.port(ir.Input, fmt.Sprintf("in_%d", k), w)))
		if c.IntN(2) == 0 {
			ahead := c.port(ir.Output, fmt.Sprintf("ahead_%d", k), c.width())
			c.assign(ahead, c.expr(ahead.Width, 2))
		}
	}
}

// outputs makes the output ports that may depend on everything.
func (c *circuit) outputs() {
	for k := range 1 + c.IntN(3) {
		out := c.port(ir.Output, fmt.Sprintf("out_%d", k), c.width())
		if out.Width > 1 && c.IntN(8) == 0 { // put together of two slices
			low := 1 + c.IntN(out.Width-1)
			c.m.Body = append(c.m.Body, &ir.Assign{Sig: out, Value: c.expr(low, c.deep(3))},
				&ir.Assign{Sig: out, Lo: low, Value: c.expr(out.Width-low, c.deep(3))})
			continue
		}
		c.assign(out, c.expr(out.Width, c.deep(3)))
		if c.oneIn(12) { // the last round counts
			c.m.Body = append(c.m.Body, c.loop(c.rounds(), func(i *ir.Node) []ir.Stmt {
				return []ir.Stmt{&ir.Assign{Sig: out,
					Value: op(ir.OpMux, out.Width, c.flag(i), c.expr(out.Width, 2), c.expr(out.Width, 1))}}
			}))
		}
	}
	if c.IntN(8) == 0 {
		c.ignored()
	}
}

// ignored is a wire that only names values which nothing else reads.
func (c *circuit) ignored() {
	s := c.signal(ir.Wire, "unused_values", c.width())
	s.Unused = true
	c.assign(s, c.expr(s.Width, 2))
}

// silence makes wires of the outputs. What the module does then shows in its
// properties alone.
func (c *circuit) silence() {
	ports := c.m.Inputs()
	for _, p := range c.m.Outputs() {
		p.Kind, p.Unused = ir.Wire, true
		c.m.Signals = append(c.m.Signals, p)
	}
	c.m.Ports = ports
}

// properties may read registers that nothing else reads.
func (c *circuit) properties() {
	c.verificationOnly = true
	if c.IntN(3) == 0 {
		verificationOnly := c.signal(ir.Reg, "verification_only", c.width())
		c.assign(verificationOnly, c.expr(verificationOnly.Width, 2))
		c.leaves = append(c.leaves, read(verificationOnly)) // the last of the leaves, and only now
	}
	if c.IntN(6) == 0 {
		c.watched()
	}
	for k := range c.IntN(3) {
		kind := []ir.PropertyKind{ir.Assert, ir.Assume, ir.Cover}[c.IntN(3)]
		c.m.Properties = append(c.m.Properties,
			&ir.Property{Name: fmt.Sprintf("p_%d", k), Kind: kind, Cond: c.expr(1, c.deep(3))})
	}
}

func (c *circuit) port(kind ir.SignalKind, name string, width int) *ir.Signal {
	s := &ir.Signal{Name: name, Kind: kind, Width: width}
	c.m.Ports = append(c.m.Ports, s)
	return s
}

func (c *circuit) signal(kind ir.SignalKind, name string, width int) *ir.Signal {
	s := &ir.Signal{Name: name, Kind: kind, Width: width, VerificationOnly: c.verificationOnly}
	if kind == ir.Reg {
		s.Reset = Number(c.Rand, width)
	}
	c.m.Signals = append(c.m.Signals, s)
	return s
}

func (c *circuit) assign(s *ir.Signal, v *ir.Node) {
	c.m.Body = append(c.m.Body, &ir.Assign{Sig: s, Value: v})
}

func (c *circuit) state() {
	for k := range 2 + c.IntN(3) {
		c.regs = append(c.regs, c.signal(ir.Reg, fmt.Sprintf("reg_%d", k), c.width()))
	}
	if c.oneIn(8) {
		c.regs = append(c.regs, c.enumeration())
	}
	depths := []int{1, 2, 3, 4, 5, 8, 12, 16}
	if c.IntN(12) == 0 {
		depths = []int{17, 32, 64, 100}
	}
	for k := range c.IntN(3) {
		a := &ir.Array{Name: fmt.Sprintf("arr_%d", k), Depth: depths[c.IntN(len(depths))], Width: c.width()}
		c.array(a)
		c.arrays = append(c.arrays, a)
	}
	c.leaves = append(c.leaves, c.stateLeaves()...)
}

// enumeration is a register that holds values of an enumeration, and others.
func (c *circuit) enumeration() *ir.Signal {
	n := 2 + c.IntN(5)
	e := &ir.Enum{Name: "mode", Width: ir.IndexBits(n)}
	for v := range n {
		k := &ir.Constant{Name: fmt.Sprintf("mode_%d", v), Width: e.Width, Value: big.NewInt(int64(v)), Enum: e}
		c.m.Constants = append(c.m.Constants, k)
		e.Values = append(e.Values, k)
	}
	c.m.Enums = append(c.m.Enums, e)
	s := c.signal(ir.Reg, "mode_q", e.Width)
	s.Enum = e
	return s
}

// array gives an array its reset values.
func (c *circuit) array(a *ir.Array) {
	for range a.Depth {
		a.Reset = append(a.Reset, Number(c.Rand, a.Width))
	}
	c.m.Arrays = append(c.m.Arrays, a)
}

// watched makes an array that nothing but properties reads.
func (c *circuit) watched() {
	a := &ir.Array{Name: "watched", Depth: []int{1, 3, 4, 8}[c.IntN(4)], Width: widths[c.IntN(len(widths))],
		VerificationOnly: true}
	c.array(a)
	c.m.Body = append(c.m.Body, c.each(target{arr: a, n: a.Depth, w: a.Width}))
	st := ir.Stmt(&ir.Assign{Arr: a, Index: c.writeIndex(a.Depth), Value: c.expr(a.Width, 2)})
	c.m.Body = append(c.m.Body, &ir.If{Cond: c.bit(2), Then: []ir.Stmt{st}})
	c.arrays = append(c.arrays, a)
	index := c.constant(ir.IndexBits(a.Depth), big.NewInt(int64(c.IntN(a.Depth))))
	c.net.Fixed[index] = true
	c.leaves = append(c.leaves, &ir.Node{Op: ir.OpElem, Width: a.Width, Arr: a, Args: []*ir.Node{index}})
}

// writeIndex is an index of n elements to write at. It may lie beyond the end,
// where a write does nothing.
func (c *circuit) writeIndex(n int) *ir.Node {
	w := ir.IndexBits(n)
	if c.IntN(6) == 0 {
		w += []int{1, 7, 70}[c.IntN(3)]
	}
	return c.expr(w, 2)
}

// stateLeaves are reads of registers and of array elements.
func (c *circuit) stateLeaves() []*ir.Node {
	var list []*ir.Node
	for _, s := range c.regs {
		list = append(list, read(s))
	}
	for _, a := range c.arrays {
		index := c.constant(ir.IndexBits(a.Depth), big.NewInt(int64(c.IntN(a.Depth))))
		c.net.Fixed[index] = true
		list = append(list, &ir.Node{Op: ir.OpElem, Width: a.Width, Arr: a, Args: []*ir.Node{index}})
	}
	return list
}

// wires makes wires assigned by one tree, for expressions made later.
func (c *circuit) wires(name string) {
	var list []*ir.Signal
	for k := range 2 {
		s := c.signal(ir.Wire, fmt.Sprintf("%s_%d", name, k), c.width())
		c.assign(s, c.expr(s.Width, c.deep(4)))
		list = append(list, s)
	}
	c.m.Body = append(c.m.Body, c.tree(c.deep(2), func() ir.Stmt { return c.assignTo(list[c.IntN(2)]) })...)
	for _, s := range list {
		c.leaves = append(c.leaves, read(s))
	}
}

func (c *circuit) stateStmt() ir.Stmt {
	if len(c.arrays) > 0 && c.IntN(3) == 0 {
		a := c.arrays[c.IntN(len(c.arrays))]
		index := c.writeIndex(a.Depth)
		if c.IntN(3) == 0 {
			index = c.constant(ir.IndexBits(a.Depth), big.NewInt(int64(c.IntN(a.Depth))))
		}
		return &ir.Assign{Arr: a, Index: index, Value: c.expr(a.Width, c.deep(3))}
	}
	return c.assignTo(c.regs[c.IntN(len(c.regs))])
}

// assignTo assigns the whole signal, a slice of it, or a lane.
func (c *circuit) assignTo(s *ir.Signal) ir.Stmt {
	if c.IntN(2) == 0 || s.Width == 1 {
		return &ir.Assign{Sig: s, Value: c.expr(s.Width, c.deep(3))}
	}
	w := 1 + c.IntN(s.Width-1)
	if c.IntN(2) == 0 {
		return &ir.Assign{Sig: s, Lo: c.IntN(s.Width - w + 1), Value: c.expr(w, c.deep(3))}
	}
	for s.Width%w != 0 {
		w--
	}
	return &ir.Assign{Sig: s, Index: c.writeIndex(s.Width / w), Value: c.expr(w, c.deep(3))}
}

// branches makes an if with else in the given number of others.
func (c *circuit) branches(depth int) ir.Stmt {
	st := &ir.If{Cond: c.bits[c.IntN(len(c.bits))], Then: []ir.Stmt{c.stateStmt()}, Else: []ir.Stmt{c.stateStmt()}}
	switch {
	case depth > 0 && c.IntN(2) == 0:
		st.Then = append(st.Then, c.branches(depth-1))
	case depth > 0:
		st.Else = append(st.Else, c.branches(depth-1))
	}
	return st
}

// tree makes nested statements around those of leaf.
func (c *circuit) tree(depth int, leaf func() ir.Stmt) []ir.Stmt {
	var body []ir.Stmt
	for range 1 + c.IntN(3) {
		if depth == 0 {
			body = append(body, leaf())
			continue
		}
		inner := func() []ir.Stmt { return c.tree(depth-1, leaf) }
		switch c.IntN(5) {
		case 0:
			body = append(body, leaf())
		case 1, 2:
			cond := c.bits[c.IntN(len(c.bits))]
			if c.IntN(2) == 0 {
				cond = c.expr(1, 2)
			}
			st := &ir.If{Cond: cond, Then: inner(), Else: inner()[1:]}
			if c.IntN(4) == 0 {
				st.Else = []ir.Stmt{&ir.If{Cond: c.expr(1, 2), Then: inner()}}
			}
			body = append(body, st)
		case 3:
			body = append(body, c.switched(inner, leaf))
		case 4:
			body = append(body, c.loop(2+c.IntN(3), func(*ir.Node) []ir.Stmt { return inner() }))
		}
	}
	return body
}
