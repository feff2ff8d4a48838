package random

import (
	"fmt"
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

// unreset makes registers and arrays without reset. Like memories, they are
// given values while the counter runs, and read as 0 until then.
func (c *circuit) unreset() {
	full := c.filling()
	filling := c.lock(op(ir.OpNot, 1, full))
	for k := range 1 + c.IntN(2) {
		s := &ir.Signal{Name: fmt.Sprintf("free_%d", k), Kind: ir.Reg, Width: c.width(), NoReset: true}
		if k > 0 {
			s.DataReset = big.NewInt(1)
		}
		c.m.Signals = append(c.m.Signals, s)
		c.initialize(filling, &ir.Assign{Sig: s, Value: c.expr(s.Width, 2)})
		c.masked(read(s))
		c.regs = append(c.regs, s)
	}
	if c.IntN(2) == 0 {
		return
	}
	a := &ir.Array{Name: "free_arr", Depth: []int{1, 2, 5, 8}[c.IntN(4)], Width: c.width(), NoReset: true}
	c.m.Arrays = append(c.m.Arrays, a)
	w := ir.IndexBits(a.Depth)
	count := c.lock(slice(read(c.fill), 0, w))
	c.initialize(filling, &ir.Assign{Arr: a, Index: count, Value: c.expr(a.Width, 2)})
	c.m.Body = append(c.m.Body, &ir.If{Cond: c.lock(op(ir.OpAnd, 1, full, c.expr(1, 2))), Then: []ir.Stmt{
		&ir.Assign{Arr: a, Index: c.expr(w, 2), Value: c.expr(a.Width, 2)},
	}})
	index := c.constant(w, big.NewInt(int64(c.IntN(a.Depth))))
	c.net.Fixed[index] = true
	if c.IntN(2) == 0 {
		index = c.index(a.Depth)
	}
	c.masked(&ir.Node{Op: ir.OpElem, Width: a.Width, Arr: a, Args: []*ir.Node{index}})
}

// stages makes registers without reset that are assigned in every cycle, each from
// the inputs and those before it, and perhaps a table read through a register: so
// they are defined a few cycles after the inputs are, without a reset.
func (c *circuit) stages() {
	for k := range 1 + c.IntN(4) {
		s := &ir.Signal{Name: fmt.Sprintf("stage_%d", k), Kind: ir.Reg, Width: c.width(), NoReset: true}
		c.assign(s, c.expr(s.Width, c.deep(3)))
		c.m.Signals = append(c.m.Signals, s)
		c.leaves = append(c.leaves, read(s))
	}
	if c.IntN(2) > 0 {
		return
	}
	mem := c.table("rom")
	r := &ir.ReadPort{Name: "rom_word", Sync: true, Enable: c.constant(1, big.NewInt(1)), Addr: c.index(mem.Depth)}
	c.net.Fixed[r.Enable] = true
	mem.Reads = append(mem.Reads, r)
	c.leaves = append(c.leaves, &ir.Node{Op: ir.OpMemRead, Width: mem.Width, Mem: mem, Read: r})
}

// initialize assigns while the counter runs.
func (c *circuit) initialize(filling *ir.Node, a *ir.Assign) {
	c.m.Body = append(c.m.Body, &ir.If{Cond: filling, Then: []ir.Stmt{a}})
}

// masked makes a leaf of a value that is arbitrary until the counter is full.
func (c *circuit) masked(data *ir.Node) { c.leaves = append(c.leaves, c.mask(data)) }

func (c *circuit) mask(data *ir.Node) *ir.Node {
	if c.oneOpen(2) {
		return data
	}
	ready := c.lock(op(ir.OpReplicate, data.Width, read(c.ready)))
	return c.lock(op(ir.OpAnd, data.Width, ready, data))
}

// blackBox makes the module the model of a part. Its ports and those of the part
// have the same names.
func (c *circuit) blackBox() {
	c.m.Part = &ir.Part{Name: "VENDOR_" + c.m.Name, Clock: "CLK", Reset: "RST"}
	for _, p := range c.m.Ports {
		c.m.Part.Conns = append(c.m.Part.Conns, ir.PartConn{Port: p.Name, Sig: p})
	}
}
