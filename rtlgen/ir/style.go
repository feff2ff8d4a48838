package ir

// MemoryStyle names what a memory is made of.
type MemoryStyle uint8

// The styles of memories.
const (
	StyleAuto        MemoryStyle = iota // chosen by size and ports: see Technology
	StyleBlock                          // block RAM, or a macro of a memory compiler
	StyleDistributed                    // LUT RAM, or latches
	StyleRegisters                      // flip-flops
)

func (s MemoryStyle) String() string {
	return [...]string{"auto", "block", "distributed", "registers"}[s]
}

// Below these sizes most of a block RAM would be empty.
const (
	blockDepth = 33   // words
	blockBits  = 1024 // bits in all
)

// fullBits is what a block RAM holds.
const fullBits = 16384

// worthBlock reports whether the memory is worth a block RAM.
func (mem *Memory) worthBlock() bool {
	return mem.Depth >= blockDepth && mem.Depth*mem.Width >= blockBits
}

// Large reports whether the memory fills a block RAM, so that registers would be dear.
func (mem *Memory) Large() bool {
	return mem.Depth >= blockDepth && mem.Depth*mem.Width >= fullBits
}

// Technology is what the memory is made of: its style, or with StyleAuto the usual
// choice. A block RAM has synchronous reads only, and is worth it from some size on.
// What has several write ports is registers otherwise, the rest is distributed.
func (mem *Memory) Technology() MemoryStyle {
	switch {
	case mem.Style != StyleAuto:
		return mem.Style
	case mem.worthBlock() && mem.Misfit(StyleBlock) == nil:
		return StyleBlock
	case len(mem.Writes) > 1:
		return StyleRegisters
	}
	return StyleDistributed
}

// readsAtOnce reports whether a read port is asynchronous.
func (mem *Memory) readsAtOnce() bool {
	for _, r := range mem.Reads {
		if !r.Sync {
			return true
		}
	}
	return false
}

// Misfit is why no device has a RAM with the ports of a memory.
type Misfit struct {
	Why   string
	Ports []PortPos // those that it is about
}

// PortPos is a port of a memory and its place.
type PortPos struct {
	Pos  Pos
	What string
}

func (f *Misfit) write(w *WritePort) { f.Ports = append(f.Ports, PortPos{w.Pos, "a write port"}) }
func (f *Misfit) read(r *ReadPort) {
	f.Ports = append(f.Ports, PortPos{r.Pos, "read port " + r.Name})
}

// Misfit is why a memory of that style cannot have the ports that this one has, nil if it
// can. Ports at the same address, which is the same expression, are one port of a RAM.
// A block RAM has synchronous reads. If all writes are at one address it has any number of
// reads, in copies of it; else two addresses, each written and read by one port, and a
// port never reads the old word while the other port writes it. A distributed RAM is
// written at one address.
func (mem *Memory) Misfit(style MemoryStyle) *Misfit {
	if style == StyleAuto || style == StyleRegisters {
		return nil
	}
	atOnce := style == StyleBlock && mem.readsAtOnce()
	var written []*WritePort
	if !atOnce {
		written = mem.writtenAddresses()
	}
	switch {
	case style == StyleDistributed && len(written) > 1:
		f := &Misfit{Why: "is written at more than one address, which no distributed RAM is"}
		for _, w := range written {
			f.write(w)
		}
		return f
	case style == StyleDistributed:
		return nil
	case atOnce:
		f := &Misfit{Why: "is read asynchronously, which no block RAM is"}
		for _, r := range mem.Reads {
			if !r.Sync {
				f.read(r)
			}
		}
		return f
	case len(written) > 2:
		f := &Misfit{Why: "is written at more than two addresses, and no block RAM has more"}
		for _, w := range written {
			f.write(w)
		}
		return f
	case len(written) == 2:
		return mem.dualPortMisfit(written)
	}
	return nil
}

// mostAddresses is how many written addresses are looked for: one more than any RAM has.
const mostAddresses = 3

// writtenAddresses has the first write port of each address, of as many as are looked for.
func (mem *Memory) writtenAddresses() []*WritePort {
	var list []*WritePort
	for _, w := range mem.Writes {
		known := false
		for _, x := range list {
			known = known || SameValue(w.Addr, x.Addr)
		}
		if !known {
			list = append(list, w)
		}
		if len(list) == mostAddresses {
			break
		}
	}
	return list
}

// dualPortMisfit looks at the reads of a block RAM that is written at two addresses.
func (mem *Memory) dualPortMisfit(written []*WritePort) *Misfit {
	var reader [2]*ReadPort
	for _, r := range mem.Reads {
		own := -1
		for i, w := range written {
			if SameValue(w.Addr, r.Addr) {
				own = i
			}
		}
		if own < 0 {
			f := &Misfit{Why: "is written at two addresses and read at a third one, and no block RAM has more than two"}
			f.write(written[0])
			f.write(written[1])
			f.read(r)
			return f
		}
		if other := reader[own]; other != nil && !mem.sameRead(other, r) {
			f := &Misfit{Why: "is written at two addresses and read twice at one of them: each port of a block RAM has one output"}
			f.read(other)
			f.read(r)
			return f
		}
		reader[own] = r
		for _, i := range mem.WritesOf(r, ReadOld) {
			if w := mem.Writes[i]; !SameValue(w.Addr, r.Addr) {
				f := &Misfit{Why: "has a port that reads the old word while the other port writes it, which not every block RAM does"}
				f.read(r)
				f.write(w)
				return f
			}
		}
	}
	return nil
}

// sameRead reports whether two read ports of one address have the same output.
func (mem *Memory) sameRead(a, b *ReadPort) bool {
	for i := range mem.Writes {
		if mem.During(a, i) != mem.During(b, i) {
			return false
		}
	}
	return SameValue(a.Enable, b.Enable)
}
