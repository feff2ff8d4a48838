package yosys

import (
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

// ram is a memory cell and what becomes of it.
type ram struct {
	*ir.Memory
	cell  *cell
	nodes []*ir.Node // of the read ports
}

// memoryClocks looks at the clocks of a memory's ports.
func (b *builder) memoryClocks(c *cell) {
	for _, kind := range []string{"RD", "WR"} {
		for i := range c.int(kind + "_PORTS") {
			if !c.bitOf(kind+"_CLK_ENABLE", i) {
				if kind == "WR" {
					b.refuse(c.pos(), "%s is written without a clock: a design has no latches", b.what(c))
				}
				continue
			}
			b.clockedBy(c, c.port(kind + "_CLK")[i:i+1], c.bitOf(kind+"_CLK_POLARITY", i))
		}
	}
}

// bitOf is bit i of a parameter.
func (c *cell) bitOf(name string, i int) bool { return c.Parameters[name].at(i) == '1' }

// memories declares a memory for each memory cell, with its read ports.
func (b *builder) memories() {
	for _, c := range b.from.cells {
		if c.Type != "$mem_v2" {
			continue
		}
		width, depth := c.int("WIDTH"), c.int("SIZE")
		mem := &ir.Memory{Name: b.names.unique(plain(string(c.Parameters["MEMID"]))), Depth: depth, Width: width,
			RDW: ir.ReadOld, Pos: c.pos()}
		first := c.Parameters["INIT"]
		if first.defined(0, width*depth) || b.zero {
			for i := range depth { // bits that are x are 0
				mem.Contents = append(mem.Contents, first.part(i*width, width))
			}
		}
		r := &ram{Memory: mem, cell: c}
		for i := range c.int("RD_PORTS") {
			p := &ir.ReadPort{Name: b.names.unique(mem.Name + "_read"), Sync: c.bitOf("RD_CLK_ENABLE", i), Pos: c.pos()}
			mem.Reads = append(mem.Reads, p)
			node := &ir.Node{Op: ir.OpMemRead, Width: width, Mem: mem, Read: p, Pos: c.pos()}
			r.nodes = append(r.nodes, node)
			for at := range width {
				b.drivers[c.port("RD_DATA")[i*width+at]] = source{node: node, at: at}
			}
			b.readReset(c, i)
		}
		b.m.Memories = append(b.m.Memories, mem)
		b.rams = append(b.rams, r)
	}
}

// readReset refuses what a read port of a design has not: a first value and resets of its register.
func (b *builder) readReset(c *cell, i int) {
	width := c.int("WIDTH")
	constantZero := func(port string) bool {
		bits := c.port(port)
		return i >= len(bits) || bits[i] == zero || bits[i] == unknown
	}
	if !constantZero("RD_ARST") || !constantZero("RD_SRST") || c.Parameters["RD_INIT_VALUE"].defined(i*width, width) {
		b.refuse(c.pos(), "%s has a read port whose register is reset or has a first value: read without a clock and give a register to what was read",
			b.what(c))
	}
}

// memoryPorts gives the ports of the memories their values.
func (b *builder) memoryPorts() {
	for _, r := range b.rams {
		for i := range r.cell.int("WR_PORTS") {
			b.write(r, i)
		}
		for i, p := range r.Reads {
			p.Addr, _ = b.address(r, r.cell.port("RD_ADDR"), i)
			if p.Sync {
				p.Enable = b.value(r.cell.port("RD_EN")[i : i+1])
				b.collisions(r, p, i)
			}
		}
	}
}

// address is the address of a port, and whether it is one of the memory; nil if it always is. A read beyond
// the end gives anything.
func (b *builder) address(r *ram, bits []bit, i int) (at, inside *ir.Node) {
	n := r.cell.int("ABITS")
	a := b.value(bits[i*n : (i+1)*n])
	offset, w := r.cell.int("OFFSET"), ir.IndexBits(r.Depth)
	if offset != 0 {
		a = binary(ir.OpSub, a, constant(big.NewInt(int64(offset)&(1<<n-1)), n))
	}
	if n > w {
		above := slice(a, w, n-w)
		inside = not(anyOf(above))
	}
	return resized(a, w, false), inside
}

// write makes a write port. Bits that are enabled together are lanes.
func (b *builder) write(r *ram, i int) {
	width := r.Width
	en := r.cell.port("WR_EN")[i*width : (i+1)*width]
	at, inside := b.address(r, r.cell.port("WR_ADDR"), i)
	size := laneOf(en)
	var lanes []bit
	for k := 0; k < width; k += size {
		lanes = append(lanes, en[k])
	}
	enable := b.value(lanes)
	if inside != nil {
		enable = binary(ir.OpAnd, enable, replicated(inside, enable.Width))
	}
	r.Writes = append(r.Writes, &ir.WritePort{Enable: enable, Addr: at,
		Data: b.value(r.cell.port("WR_DATA")[i*width : (i+1)*width]),
		Pos:  r.cell.pos()})
}

func replicated(n *ir.Node, w int) *ir.Node {
	if w == 1 {
		return n
	}
	return unary(ir.OpReplicate, w, n)
}

// laneOf is the size of the largest lanes whose bits have the same enable.
func laneOf(en []bit) int {
	for size := len(en); size > 1; size-- {
		if len(en)%size != 0 {
			continue
		}
		equal := true
		for i, x := range en {
			equal = equal && x == en[i/size*size]
		}
		if equal {
			return size
		}
	}
	return 1
}

// collisions says what a clocked read port gets of a word that is being written.
func (b *builder) collisions(r *ram, p *ir.ReadPort, i int) {
	n := r.cell.int("WR_PORTS")
	for k := range n {
		rdw := ir.ReadOld
		switch {
		case r.cell.bitOf("RD_COLLISION_X_MASK", i*n+k):
			rdw = ir.ReadUndefined
		case r.cell.bitOf("RD_TRANSPARENCY_MASK", i*n+k):
			rdw = ir.ReadNew
		}
		p.RDW = append(p.RDW, rdw)
	}
}
