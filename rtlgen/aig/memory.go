package aig

import (
	"fmt"
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

// Place is a memory that is cut out: any one word of it, and its reads. What is written to that word, for any address,
// is what the memory does; what a read gives depends on its address only (Reads).
type Place struct {
	Name  string
	Addr  Word // any address below the depth
	Now   Word // what the word there has
	Next  Word
	Reads []Read
	Depth int
	// Contents are the words at power-on, nil if they are arbitrary.
	Contents []*big.Int
}

// Read is an address and what is there in the present cycle.
type Read struct{ Addr, Data Word }

// Access is something that a memory gets of one of its ports, and the condition under which it counts.
type Access struct {
	Name string
	When Lit
	Bits Word
}

// memory makes what stands for a memory: registers if it is small, a Place in a module that is cut, and for a large
// one nothing: its reads are open.
func (v *instance) memory(mem *ir.Memory) {
	name := below(v.path, mem.Name)
	switch {
	case mem.ROM():
	case v.cut && (v.inside == nil || !v.inside(mem)):
		bits := ir.IndexBits(mem.Depth)
		p := &Place{Name: name, Addr: v.Word(bits), Now: v.Word(mem.Width), Depth: mem.Depth,
			Contents: mem.Contents}
		v.places[mem] = p
		v.Cuts = append(v.Cuts, p)
	case v.cut || mem.Depth*mem.Width <= v.options.MemoryBits:
		v.memories[mem] = v.words(name, mem.Depth, mem.Width, mem.Contents)
	}
	for _, r := range mem.Reads {
		if r.Sync {
			v.syncs[r] = v.register(below(v.path, r.Name), mem.Width, nil)
		}
	}
}

// read is the data of a read port.
func (v *instance) read(mem *ir.Memory, r *ir.ReadPort) Word {
	if r.Sync {
		return v.syncs[r].Now
	}
	if x, ok := v.reads[r]; ok {
		return x
	}
	x := v.word(mem, r.Name, v.value(r.Addr, v.outer))
	v.reads[r] = x
	return x
}

// word is the word at an address before the edge.
func (v *instance) word(mem *ir.Memory, name string, addr Word) Word {
	switch {
	case mem.ROM():
		list := make([]Word, mem.Depth)
		for i := range list {
			list[i] = Number(mem.Contents[i], mem.Width)
		}
		if len(addr) < 31 && 1<<len(addr) <= mem.Depth {
			return v.Pick(list, addr, nil)
		}
		return v.Pick(list, addr, v.open(mem.Name, mem.Width))
	case v.places[mem] != nil:
		p := v.places[mem]
		for _, r := range p.Reads {
			if equalWords(r.Addr, addr) {
				return r.Data
			}
		}
		x := v.Word(mem.Width)
		p.Reads = append(p.Reads, Read{addr, x})
		return x
	case v.memories[mem] != nil:
		return v.element(mem.Name, v.memories[mem], addr, mem.Width)
	}
	return v.open(name, mem.Width)
}

func equalWords(x, y Word) bool { return fmt.Sprint(x) == fmt.Sprint(y) }

// memoryEdge finds what a memory has after the clock edge, and its synchronous reads.
func (v *instance) memoryEdge(mem *ir.Memory) {
	for _, r := range mem.Reads {
		if r.Sync {
			v.syncs[r].Next = v.nextRead(mem, r)
		}
	}
	if p := v.places[mem]; p != nil {
		p.Next = p.Now
		for _, w := range mem.Writes {
			there := v.Equal(v.value(w.Addr, v.outer), p.Addr)
			p.Next = v.MuxWord(there, v.lanesWritten(p.Next, w), p.Next)
		}
	}
	if list := v.memories[mem]; list != nil {
		for _, r := range list {
			r.Next = r.Now
		}
		for _, w := range mem.Writes {
			v.put(list, v.value(w.Addr, v.outer), func(old Word) Word { return v.lanesWritten(old, w) })
		}
	}
	if !v.cut && v.memories[mem] == nil && !mem.ROM() {
		v.accesses(mem)
	}
}

// accesses are those of a memory that is no part of the circuit.
func (v *instance) accesses(mem *ir.Memory) {
	add := func(name string, when Lit, bits Word) {
		v.Accesses = append(v.Accesses, Access{below(v.path, mem.Name) + ": " + name, when, bits})
	}
	for i, w := range mem.Writes {
		enable, data, port := v.value(w.Enable, v.outer), v.value(w.Data, v.outer), fmt.Sprintf("write %d", i)
		add(port+", enable", True, enable)
		add(port+", address", v.Any(enable...), v.value(w.Addr, v.outer))
		for k, on := range enable {
			lane := len(data) / len(enable)
			add(port+", data", on, data[k*lane:(k+1)*lane])
		}
	}
	for _, r := range mem.Reads {
		on := Word{True}
		if r.Sync {
			on = v.value(r.Enable, v.outer)
			add(r.Name+", enable", True, on)
		}
		add(r.Name+", address", on[0], v.value(r.Addr, v.outer))
	}
}

// lanesWritten is a word with the enabled lanes of the data of a write port.
func (v *instance) lanesWritten(old Word, w *ir.WritePort) Word {
	enable, data := v.value(w.Enable, v.outer), v.value(w.Data, v.outer)
	x, lane := make(Word, len(old)), len(data)/len(enable)
	for i := range x {
		x[i] = v.Mux(enable[i/lane], data[i], old[i])
	}
	return x
}

// nextRead is the output of a synchronous read port after the edge, as package eval says it.
func (v *instance) nextRead(mem *ir.Memory, r *ir.ReadPort) Word {
	addr, now := v.value(r.Addr, v.outer), v.syncs[r].Now
	x := v.word(mem, r.Name, addr)
	undefined, keep := False, False
	for i, w := range mem.Writes {
		enable := v.value(w.Enable, v.outer)
		meets := v.And(v.Any(enable...), v.Equal(v.value(w.Addr, v.outer), addr))
		switch mem.During(r, i) {
		case ir.ReadKeep:
			keep = v.Or(keep, meets)
		case ir.ReadNew:
			x = v.MuxWord(meets, v.lanesWritten(x, w), x)
		case ir.ReadUndefined:
			undefined = v.Or(undefined, meets)
		}
	}
	if undefined != False {
		x = v.MuxWord(undefined, v.open(r.Name, mem.Width), x)
	}
	enable := v.value(r.Enable, v.outer)[0]
	return v.MuxWord(v.And(enable, keep.Not()), x, now)
}
