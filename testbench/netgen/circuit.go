package netgen

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"culprit/rtlgen/ir"
)

// circuit is a random module being made.
type circuit struct {
	*rand.Rand
	c *Case
	m *ir.Module

	leaves []*ir.Node   // what expressions may read
	regs   []*ir.Signal // for conditional assignments
	arrays []*ir.Array
	bits   []*ir.Node // conditions used in several places
	loops  []*ir.Node // indices of the enclosing loops
	names  int        // wires made for expressions that need a name
	ready  *ir.Signal // the memories are filled; nil without memories
	fill   *ir.Signal // counts until then
	depth  int        // of the largest memory
}

var widths = []int{1, 1, 1, 2, 3, 4, 5, 7, 8, 8, 13, 16, 31, 32, 33, 63, 64, 65, 100, 128, 130, 200}

func (c *circuit) width() int { return widths[c.IntN(len(widths))] }

// build makes the module; it may instantiate those of children.
func (c *circuit) build(children []*ir.Module) {
	c.state()
	held := c.port(ir.Output, "held", c.width()) // depends on the state alone
	c.assign(held, c.expr(held.Width, 2))
	for k := range 1 + c.IntN(4) {
		c.leaves = append(c.leaves, read(c.port(ir.Input, fmt.Sprintf("in_%d", k), c.width())))
	}
	for range 3 {
		c.bits = append(c.bits, c.expr(1, 3))
	}
	c.memories()
	c.wires("early")
	c.instances(children)
	for k := range 1 + c.IntN(3) {
		c.wires(fmt.Sprintf("late_%d", k))
	}
	c.m.Body = append(c.m.Body, c.tree(3, c.stateStmt)...)
	for k := range 1 + c.IntN(3) {
		out := c.port(ir.Output, fmt.Sprintf("out_%d", k), c.width())
		c.assign(out, c.expr(out.Width, 3))
	}
	for k := range c.IntN(3) {
		kind := []ir.PropertyKind{ir.Assert, ir.Assume, ir.Cover}[c.IntN(3)]
		c.m.Properties = append(c.m.Properties, &ir.Property{Name: fmt.Sprintf("p_%d", k), Kind: kind, Cond: c.expr(1, 3)})
	}
}

func (c *circuit) port(kind ir.SignalKind, name string, width int) *ir.Signal {
	s := &ir.Signal{Name: name, Kind: kind, Width: width}
	c.m.Ports = append(c.m.Ports, s)
	return s
}

func (c *circuit) signal(kind ir.SignalKind, name string, width int) *ir.Signal {
	s := &ir.Signal{Name: name, Kind: kind, Width: width}
	if kind == ir.Reg {
		s.Reset = randomNumber(c.Rand, width)
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
	for k := range c.IntN(3) {
		a := &ir.Array{Name: fmt.Sprintf("arr_%d", k), Depth: []int{1, 2, 3, 4, 5, 8}[c.IntN(6)], Width: c.width()}
		for range a.Depth {
			a.Reset = append(a.Reset, randomNumber(c.Rand, a.Width))
		}
		c.m.Arrays = append(c.m.Arrays, a)
		c.arrays = append(c.arrays, a)
	}
	c.leaves = append(c.leaves, c.stateLeaves()...)
}

// stateLeaves are reads of registers and of array elements.
func (c *circuit) stateLeaves() []*ir.Node {
	var list []*ir.Node
	for _, s := range c.regs {
		list = append(list, read(s))
	}
	for _, a := range c.arrays {
		index := c.constant(ir.IndexBits(a.Depth), big.NewInt(int64(c.IntN(a.Depth))))
		c.c.fixed[index] = true
		list = append(list, &ir.Node{Op: ir.OpElem, Width: a.Width, Arr: a, Args: []*ir.Node{index}})
	}
	return list
}

// memories make their own way from arbitrary contents to defined ones: a
// counter writes all words, and until then what is read counts as 0.
func (c *circuit) memories() {
	n := c.IntN(3)
	if n == 0 {
		return
	}
	c.depth = 8
	c.fill = c.signal(ir.Reg, "fill", 4)
	c.ready = c.signal(ir.Reg, "ready", 1)
	c.fill.Reset, c.ready.Reset = new(big.Int), new(big.Int)
	full := c.lock(op(ir.OpEq, 1, read(c.fill), c.constant(4, big.NewInt(8))))
	next := c.lock(op(ir.OpMux, 4, full, read(c.fill), c.lock(op(ir.OpAdd, 4, read(c.fill), c.constant(4, big.NewInt(1))))))
	c.assign(c.fill, next)
	c.assign(c.ready, full)
	for k := range n {
		c.memory(fmt.Sprintf("mem_%d", k), full)
	}
}

// lock marks a node, with its constants and the counter of filling, as one that
// a shrinker leaves alone.
func (c *circuit) lock(n *ir.Node) *ir.Node {
	c.c.fixed[n] = true
	for _, a := range n.Args {
		if a.Op == ir.OpConst || a.Op == ir.OpSignal && (a.Sig == c.fill || a.Sig == c.ready) {
			c.c.fixed[a] = true
		}
	}
	return n
}

func (c *circuit) memory(name string, full *ir.Node) {
	depth := []int{2, 4, 5, 8}[c.IntN(4)]
	w := ir.IndexBits(depth)
	mem := &ir.Memory{Name: name, Depth: depth, Width: c.width(), RDW: ir.ReadDuringWrite(c.IntN(3))}
	full1 := func(n *ir.Node) *ir.Node { return c.lock(op(ir.OpAnd, 1, full, n)) }
	count := c.lock(slice(read(c.fill), 0, w))
	base := c.index(depth, 2) // addresses of writes; with undefined collisions, even
	if mem.RDW == ir.ReadUndefined {
		base = c.lock(op(ir.OpAnd, w, base, c.constant(w, new(big.Int).Lsh(big.NewInt(1), uint(w-1)))))
	}
	for i := range 1 + c.IntN(2) {
		enable, addr, data := full1(c.expr(1, 2)), base, c.expr(mem.Width, 2)
		if i == 0 {
			filling := c.lock(op(ir.OpNot, 1, full))
			enable = c.lock(op(ir.OpOr, 1, filling, enable))
			addr = c.lock(op(ir.OpMux, w, full, base, count))
		}
		mem.Writes = append(mem.Writes, &ir.WritePort{Enable: enable, Addr: addr, Data: data})
	}
	c.m.Memories = append(c.m.Memories, mem)
	for i := range 1 + c.IntN(2) {
		addr := c.index(depth, 2)
		if mem.RDW == ir.ReadUndefined {
			// Never where a write goes: those are at 0 and the middle.
			addr = c.lock(c.constant(w, big.NewInt(1)))
			if w == 1 {
				mem.RDW = ir.ReadOld
			}
		}
		c.readPort(mem, fmt.Sprintf("%s_read_%d", name, i), addr)
	}
}

func (c *circuit) readPort(mem *ir.Memory, name string, addr *ir.Node) {
	r := &ir.ReadPort{Name: name, Addr: addr}
	if c.IntN(2) == 0 {
		r.Sync = true
		waiting := c.lock(op(ir.OpNot, 1, read(c.ready)))
		r.Enable = c.lock(op(ir.OpOr, 1, waiting, c.expr(1, 2)))
	}
	mem.Reads = append(mem.Reads, r)
	data := &ir.Node{Op: ir.OpMemRead, Width: mem.Width, Mem: mem, Read: r}
	mask := c.lock(op(ir.OpReplicate, mem.Width, read(c.ready)))
	c.leaves = append(c.leaves, c.lock(op(ir.OpAnd, mem.Width, mask, data)))
}

// wires makes wires assigned by one tree, for expressions made later.
func (c *circuit) wires(name string) {
	var list []*ir.Signal
	for k := range 2 {
		s := c.signal(ir.Wire, fmt.Sprintf("%s_%d", name, k), c.width())
		c.assign(s, c.expr(s.Width, 4))
		list = append(list, s)
	}
	c.m.Body = append(c.m.Body, c.tree(2, func() ir.Stmt { return c.assignTo(list[c.IntN(2)]) })...)
	for _, s := range list {
		c.leaves = append(c.leaves, read(s))
	}
}

func (c *circuit) stateStmt() ir.Stmt {
	if len(c.arrays) > 0 && c.IntN(3) == 0 {
		a := c.arrays[c.IntN(len(c.arrays))]
		// A write may go beyond the end: it does nothing then.
		w := ir.IndexBits(a.Depth)
		index := c.expr(w, 2)
		if c.IntN(3) == 0 {
			index = c.constant(w, big.NewInt(int64(c.IntN(a.Depth))))
		}
		return &ir.Assign{Arr: a, Index: index, Value: c.expr(a.Width, 3)}
	}
	return c.assignTo(c.regs[c.IntN(len(c.regs))])
}

// assignTo assigns the whole signal, a slice of it, or a lane.
func (c *circuit) assignTo(s *ir.Signal) ir.Stmt {
	if c.IntN(2) == 0 || s.Width == 1 {
		return &ir.Assign{Sig: s, Value: c.expr(s.Width, 3)}
	}
	w := 1 + c.IntN(s.Width-1)
	if c.IntN(2) == 0 {
		return &ir.Assign{Sig: s, Lo: c.IntN(s.Width - w + 1), Value: c.expr(w, 3)}
	}
	for s.Width%w != 0 {
		w--
	}
	return &ir.Assign{Sig: s, Index: c.expr(ir.IndexBits(s.Width/w), 2), Value: c.expr(w, 3)}
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
			body = append(body, &ir.If{Cond: cond, Then: inner(), Else: inner()[1:]})
		case 3:
			w := []int{2, 2, 8, 70}[c.IntN(4)]
			body = append(body, &ir.Switch{Subject: c.expr(w, 2), Default: inner()[1:], Cases: []ir.Case{
				{Values: []*big.Int{big.NewInt(0), big.NewInt(3)}, Body: inner()},
				{Values: []*big.Int{big.NewInt(1)}, Body: inner()},
			}})
		case 4:
			l := &ir.Loop{Var: fmt.Sprintf("i%d", len(c.loops)), N: 2 + c.IntN(3)}
			c.loops = append(c.loops, &ir.Node{Op: ir.OpLoopVar, Width: ir.IndexBits(l.N), Loop: l})
			l.Body = inner()
			c.loops = c.loops[:len(c.loops)-1]
			body = append(body, l)
		}
	}
	return body
}

// instances puts the children in; the output that depends on registers alone
// goes everywhere, also back into the same instance.
func (c *circuit) instances(children []*ir.Module) {
	var list []*ir.Instance
	for k, of := range children {
		in := &ir.Instance{Name: fmt.Sprintf("u%d", k), Of: of, Count: 1}
		if c.IntN(2) > 0 {
			in.Count, in.Array = 1+c.IntN(4), true
		}
		list = append(list, in)
		held := of.Port("held")
		c.leaves = append(c.leaves, output(in, held))
	}
	for _, in := range list {
		for _, p := range in.Of.Inputs() {
			conn := ir.Conn{Port: p, Broadcast: in.Array && c.IntN(2) == 0}
			w := p.Width * in.Count
			if conn.Broadcast {
				w = p.Width
			}
			conn.Value = c.expr(w, 3)
			in.Conns = append(in.Conns, conn)
		}
		c.m.Instances = append(c.m.Instances, in)
		for _, p := range in.Of.Outputs() {
			if p.Name != "held" {
				c.leaves = append(c.leaves, output(in, p))
			}
		}
	}
}

func output(in *ir.Instance, p *ir.Signal) *ir.Node {
	return &ir.Node{Op: ir.OpInstOut, Width: p.Width * in.Count, Inst: in, Port: p}
}
