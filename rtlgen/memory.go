package rtlgen

import "culprit.example/culprit/rtlgen/ir"

// Memory is a RAM without reset; its contents start arbitrary, unless Contents gives them.
type Memory struct {
	m   *Module
	mem *ir.Memory
}

// The read-during-write behaviours of synchronous reads.
const (
	ReadOld       = ir.ReadOld
	ReadNew       = ir.ReadNew
	ReadUndefined = ir.ReadUndefined
	ReadKeep      = ir.ReadKeep
)

// The styles of memories. Without one a memory is block RAM from 33 words and 1024
// bits on, if a block RAM has its ports; else registers if it has more than one write
// port, which from 16384 bits on must be asked for; else distributed. Elaborate refuses
// a style that no device has with these ports (RTL0028).
const (
	// block RAM, or a macro of a memory compiler: synchronous reads, at most two addresses if both are written
	Block       = ir.StyleBlock
	Distributed = ir.StyleDistributed // LUT RAM, or latches: written at one address
	Registers   = ir.StyleRegisters   // flip-flops
)

// Memory declares a RAM of depth words of width bits. rdw names what a
// synchronous read returns when the word is written in the same cycle, for each
// pair of a read port and a write port that has no choice of its own
// (WritePort.During); Style says what it is made of.
func (m *Module) Memory(name string, depth, width int, rdw ir.ReadDuringWrite, doc ...string) Memory {
	m.sealed("memory " + name)
	mem := &ir.Memory{Name: name, Depth: depth, Width: width, RDW: rdw, Doc: first(doc), Pos: here()}
	m.checkName(mem.Pos, "memory", name)
	if width < 1 || width > MaxWidth || depth < 1 || depth > MaxDepth {
		m.report(CodeSize, nil, "memory %s has %s of %s: at least 1 is needed, at most %d and %d", name, count(depth, "word"),
			bits(width), MaxDepth, MaxWidth)
		mem.Depth, mem.Width = 1, unsized
	}
	if !knownBehaviour(rdw) {
		m.reportBehaviour("memory "+name, rdw)
		mem.RDW = ReadOld
	}
	m.ir.Memories = append(m.ir.Memories, mem)
	return Memory{m, mem}
}

// Style asks for what the memory is made of: Block, Distributed or Registers.
func (r Memory) Style(style ir.MemoryStyle) Memory {
	if r.m.sealed("the style of memory " + r.mem.Name) {
		return r
	}
	r.mem.Style = style
	for _, p := range r.mem.Reads {
		r.checkStyle(p)
	}
	return r
}

// Contents gives the words that the memory has at power-on, as Go integers or *big.Int: init is called for
// each word. No reset brings them back. FPGAs load them with their configuration; an ASIC has no such
// memories, and with the option to wrap memories they stay as they are.
func (r Memory) Contents(init func(i int) Operand) Memory {
	if r.m.sealed("the contents of memory "+r.mem.Name) || r.mem.Width == unsized {
		return r
	}
	r.mem.Contents = r.m.contents("memory "+r.mem.Name, r.mem.Depth, r.mem.Width, init)
	return r
}

// checkStyle reports an asynchronous read of a block RAM.
func (r Memory) checkStyle(p *ir.ReadPort) {
	if r.mem.Style == ir.StyleBlock && !p.Sync {
		r.m.report(CodeStyle, []Related{{r.mem.Pos, r.mem.Name + " is declared here"}},
			"read port %s of %s is asynchronous, which no block RAM has: use ReadSync, or another style", p.Name, r.mem.Name)
	}
}

// Write adds a write port: data goes to addr at the clock edge when enable is 1. The
// result says what a synchronous read is to return when it meets this write.
func (r Memory) Write(enable, addr, data Signal) WritePort {
	m := r.m
	if m.sealed("a write port of memory " + r.mem.Name) {
		return WritePort{}
	}
	m.notConditional("a write port of memory " + r.mem.Name)
	if r.mem.Width == unsized {
		return WritePort{}
	}
	word := m.fits(m.own(ValueOf(data), r.mem.Width), "a word of "+r.mem.Name, r.mem.Width, r.mem.Pos)
	return r.writePort(m.control(ValueOf(enable), "write enable of "+r.mem.Name), ValueOf(addr), word)
}

func (r Memory) writePort(enable *ir.Node, addr, word Value) WritePort {
	w := &ir.WritePort{Enable: enable, Addr: r.address(addr), Data: word.n, Clock: r.m.clock, Pos: here()}
	r.mem.Writes = append(r.mem.Writes, w)
	return WritePort{r.mem, w}
}

// Read adds an asynchronous read port: the result is the word at addr in the
// same cycle, before any write. name is the name of the data signal.
func (r Memory) Read(name string, addr Signal) Value { return r.read(name, nil, ValueOf(addr), nil) }

// ReadSync adds a synchronous read port: the result is a register that takes
// the word at addr at the clock edge when enable is 1. It starts arbitrary. during has
// the write ports for which the port differs from what Memory says.
func (r Memory) ReadSync(name string, enable, addr Signal, during ...During) Value {
	e := ValueOf(enable)
	return r.read(name, &e, ValueOf(addr), during)
}

func (r Memory) read(name string, enable *Value, addr Value, during []During) Value {
	m := r.m
	if m.sealed("a read port of memory " + r.mem.Name) {
		return m.poison(1, addr)
	}
	m.notConditional("a read port of memory " + r.mem.Name)
	if r.mem.Width == unsized {
		return m.poison(1, addr)
	}
	p := &ir.ReadPort{Name: name, Sync: enable != nil, Addr: r.address(addr), Clock: m.clock, Pos: here()}
	m.checkName(p.Pos, "read port", name)
	if enable != nil {
		p.Enable = m.control(*enable, "read enable of "+r.mem.Name)
	}
	r.mem.Reads = append(r.mem.Reads, p)
	r.during(p, during)
	r.checkStyle(p)
	v := m.node(ir.OpMemRead, r.mem.Width)
	v.n.Mem, v.n.Read = r.mem, p
	return v
}

func (m *Module) control(v Value, what string) *ir.Node {
	v = m.own(v, 1)
	if !v.bad() && v.n.Width != 1 {
		m.report(CodeWidth, []Related{v.related()}, "the %s has %d bits, it must have 1", what, v.n.Width)
		v = m.poison(1, v)
	}
	return v.n
}

// address must have exactly the width that counts the words.
func (r Memory) address(v Value) *ir.Node {
	v = r.m.own(v, 1)
	if w := ir.IndexBits(r.mem.Depth); !v.bad() && v.n.Width != w {
		r.m.report(CodeWidth, []Related{v.related(), {r.mem.Pos, r.mem.Name + " is declared here"}},
			"an address of %s for %s, which has %s: it must have %d", bits(v.n.Width), r.mem.Name, count(r.mem.Depth, "word"), w)
		v = r.m.poison(w, v)
	}
	return v.n
}
