package random

import (
	"fmt"
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

// memories make their own way from arbitrary contents to defined ones: a
// counter writes all words, and until then what is read counts as 0.
func (c *circuit) memories() {
	n := c.IntN(3)
	if n == 0 {
		return
	}
	full := c.filling()
	for k := range n {
		c.memory(fmt.Sprintf("mem_%d", k), full)
	}
}

// filling makes the counter that runs while what starts arbitrary is written,
// once in a module; the result says that it has stopped.
func (c *circuit) filling() (full *ir.Node) {
	if c.full != nil {
		return c.full
	}
	c.fill = c.signal(ir.Reg, "fill", 4)
	c.ready = c.signal(ir.Reg, "ready", 1)
	c.fill.Reset, c.ready.Reset = new(big.Int), new(big.Int)
	c.full = c.lock(op(ir.OpEq, 1, read(c.fill), c.constant(4, big.NewInt(8))))
	next := c.lock(op(ir.OpMux, 4, c.full, read(c.fill),
		c.lock(op(ir.OpAdd, 4, read(c.fill), c.constant(4, big.NewInt(1))))))
	c.assign(c.fill, next)
	c.assign(c.ready, c.full)
	return c.full
}

// lock marks a node, with its constants and the counter of filling, as one that
// a shrinker leaves alone.
func (c *circuit) lock(n *ir.Node) *ir.Node {
	c.net.Fixed[n] = true
	for _, a := range n.Args {
		if a.Op == ir.OpConst || a.Op == ir.OpSignal && (a.Sig == c.fill || a.Sig == c.ready) {
			c.net.Fixed[a] = true
		}
	}
	return n
}

// window is the words of a memory that a circuit uses: few, so that they are
// soon filled, but anywhere in a memory of any depth.
type window struct {
	mem         *ir.Memory
	first, size int
}

// at is the address of word i of the window.
func (c *circuit) at(v window, i *ir.Node) *ir.Node {
	w := ir.IndexBits(v.mem.Depth)
	if c.oneOpen(4) { // anywhere, also beyond the end
		return c.expr(w, 2)
	}
	if i.Width < w {
		i = c.lock(op(ir.OpZext, w, i))
	}
	if v.first == 0 {
		return i
	}
	return c.lock(op(ir.OpAdd, w, i, c.constant(w, big.NewInt(int64(v.first)))))
}

func (c *circuit) window(name string) window {
	v := window{size: []int{1, 2, 4, 4, 5, 8, 8}[c.IntN(7)]}
	depth := v.size
	if c.IntN(4) == 0 {
		depth = []int{16, 100, 300, 701, 1500}[c.IntN(5)]
		v.first = c.IntN(depth - v.size + 1)
	}
	v.mem = &ir.Memory{Name: name, Depth: depth, Width: c.width(), RDW: ir.ReadDuringWrite(c.IntN(3))}
	return v
}

func (c *circuit) memory(name string, full *ir.Node) {
	v := c.window(name)
	mem, w := v.mem, ir.IndexBits(v.size)
	if mem.RDW == ir.ReadUndefined && w == 1 {
		mem.RDW = ir.ReadOld // too small for addresses that never meet
	}
	paired, gate := c.oneIn(3), full
	if paired { // the last read before ready meets no write, which it might keep out
		gate = read(c.ready)
	}
	started := c.oneIn(4) // has contents, so that nothing need fill it
	if started {
		c.contents(mem)
	}
	full1 := func(n *ir.Node) *ir.Node { return c.lock(op(ir.OpAnd, 1, gate, n)) }
	count := c.lock(slice(read(c.fill), 0, w))
	base := c.index(v.size) // word that is written; with undefined collisions, the first or the middle
	if mem.RDW == ir.ReadUndefined {
		base = c.lock(op(ir.OpAnd, w, base, c.constant(w, new(big.Int).Lsh(big.NewInt(1), uint(w-1)))))
	}
	for i := range 1 + c.IntN(2) {
		enable, addr, data := full1(c.expr(1, 2)), base, c.expr(mem.Width, 2)
		if i == 0 && !started {
			filling := c.lock(op(ir.OpNot, 1, full))
			enable = c.lock(op(ir.OpOr, 1, filling, enable))
			addr = c.lock(op(ir.OpMux, w, full, base, count))
		}
		mem.Writes = append(mem.Writes, &ir.WritePort{Enable: enable, Addr: c.at(v, addr), Data: data})
	}
	for _, w := range mem.Writes {
		if c.oneIn(3) {
			c.laneWrites(w, full)
		}
	}
	c.m.Memories = append(c.m.Memories, mem)
	reads := 1 + c.IntN(2)
	if c.IntN(10) == 0 {
		reads = 3 + c.IntN(3)
	}
	for i := range reads {
		addr := c.index(v.size)
		if mem.RDW == ir.ReadUndefined && !c.oneOpen(2) {
			// Never where a write goes: those are at 0 and the middle.
			addr = c.lock(c.constant(w, big.NewInt(1)))
		}
		c.readPort(mem, fmt.Sprintf("%s_read_%d", name, i), c.at(v, addr))
	}
	for _, r := range mem.Reads {
		if paired && r.Sync {
			c.pairs(mem, r)
		}
	}
}

// pairs gives a read port a choice for each write port. Undefined are only those whose
// addresses never meet.
func (c *circuit) pairs(mem *ir.Memory, r *ir.ReadPort) {
	choices := []ir.ReadDuringWrite{ir.ReadOld, ir.ReadNew, ir.ReadKeep}
	if mem.RDW == ir.ReadUndefined {
		choices = append(choices, ir.ReadUndefined)
	}
	for range mem.Writes {
		r.RDW = append(r.RDW, choices[c.IntN(len(choices))])
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
	if mem.Contents != nil && !r.Sync && !mem.ROM() {
		c.leaves = append(c.leaves, data)
		return
	}
	c.masked(data)
}

// rom makes a table; what a synchronous read shows until its first edge counts
// as 0.
func (c *circuit) rom() {
	c.filling()
	mem := c.table("rom")
	for i := range 1 + c.IntN(2) {
		c.readPort(mem, fmt.Sprintf("rom_read_%d", i), c.index(mem.Depth))
	}
}

// table makes a ROM without read ports.
func (c *circuit) table(name string) *ir.Memory {
	mem := &ir.Memory{Name: name, Depth: []int{2, 3, 8, 13, 40}[c.IntN(5)], Width: c.width()}
	c.contents(mem)
	c.m.Memories = append(c.m.Memories, mem)
	return mem
}

func (c *circuit) contents(mem *ir.Memory) {
	few := c.IntN(2) == 0 // words that occur again and again
	for i := range mem.Depth {
		if few && i > 2 {
			mem.Contents = append(mem.Contents, mem.Contents[c.IntN(3)])
			continue
		}
		mem.Contents = append(mem.Contents, Number(c.Rand, mem.Width))
	}
}

// laneWrites makes a write port one with an enable per lane. While the memory is
// filled, all lanes are written.
func (c *circuit) laneWrites(w *ir.WritePort, full *ir.Node) {
	lanes := 1 + c.IntN(min(w.Data.Width, 20))
	for w.Data.Width%lanes != 0 {
		lanes--
	}
	filling := c.lock(op(ir.OpReplicate, lanes, c.lock(op(ir.OpNot, 1, full))))
	some := c.lock(op(ir.OpOr, lanes, filling, c.expr(lanes, 2)))
	enables := c.lock(op(ir.OpAnd, lanes, c.lock(op(ir.OpReplicate, lanes, w.Enable)), some))
	w.Enable, w.Data = c.named(enables), c.named(w.Data)
	c.net.Fixed[w.Enable] = true
}
