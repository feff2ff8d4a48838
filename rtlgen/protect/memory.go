package protect

import (
	"fmt"
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

// protects reports whether a memory gets a code: it is written, it is no array of registers, and all of its ports
// are of the implicit clock.
func protects(mem *ir.Memory) bool {
	for _, w := range mem.Writes {
		if w.Clock != "" {
			return false
		}
	}
	for _, r := range mem.Reads {
		if r.Clock != "" {
			return false
		}
	}
	return len(mem.Writes) > 0 && mem.Technology() != ir.StyleRegisters
}

// circuit is a module that is being changed.
type circuit struct {
	m     *ir.Module
	taken ir.NameSet
	code  Code
	pos   ir.Pos // of what is added
}

// coded is one memory that is being changed.
type coded struct {
	*circuit
	mem   *ir.Memory
	parts []Codeword
	width int // of the word as it was

	names             []string   // that the read ports had
	corrected, failed []*ir.Node // of each read port, 1 bit: what it shows was wrong
}

// memory widens a memory, and puts encoders and decoders at its ports.
func (c *circuit) memory(mem *ir.Memory, reads map[*ir.ReadPort][]*ir.Node, flips *ir.Node) *coded {
	k := &coded{circuit: c, mem: mem, width: mem.Width}
	style := mem.Technology() // that of the memory as it was: a code is no reason for another one
	k.parts, mem.Width = c.code.layout(k.width, lane(mem))
	mem.Style = style
	contents := make([]*big.Int, mem.Depth)
	zero := c.code.encode(k.parts, new(big.Int))
	for i := range contents {
		if contents[i] = zero; mem.Contents != nil {
			contents[i] = c.code.encode(k.parts, mem.Contents[i])
		}
	}
	mem.Contents = contents
	for _, w := range mem.Writes {
		k.encode(w, flips)
	}
	for _, r := range mem.Reads {
		k.decode(r, reads[r])
	}
	return k
}

// lane is the number of bits that no write port divides: each of them writes whole ones.
func lane(mem *ir.Memory) int {
	n := mem.Width
	for _, w := range mem.Writes {
		for m := mem.Width / w.Lanes(); m > 0; {
			n, m = m, n%m
		}
	}
	return n
}

// encode lets a port write code words. flips are the bits of the stored word that are to be wrong.
func (k *coded) encode(w *ir.WritePort, flips *ir.Node) {
	data := k.named(k.mem.Name+"_wr_data", w.Data)
	var parts []*ir.Node // the lowest one first
	for _, x := range k.parts {
		word := ir.Slice(data, x.Data, x.Bits)
		parts = append(parts, word)
		for _, row := range k.code.rows(x.Bits) {
			parts = append(parts, k.checkBit(word, row))
		}
	}
	if w.Data = ir.Apply(ir.OpXor, k.mem.Width, ir.Concat(parts...), flips); w.Lanes() > 1 {
		w.Data = k.wire(k.mem.Name+"_wr_code", w.Data) // Verilog takes lanes of a name only
	}
}

// checkBit is a check bit of data.
func (k *coded) checkBit(data *ir.Node, row *big.Int) *ir.Node {
	bit := ir.Apply(ir.OpRedXor, 1, ir.Apply(ir.OpAnd, data.Width, data, ir.Number(data.Width, row)))
	if k.code == Parity {
		bit = not(bit)
	}
	return bit
}

// decode lets the nodes of a read port read the corrected word.
func (k *coded) decode(r *ir.ReadPort, readers []*ir.Node) {
	name := r.Name
	k.names = append(k.names, name)
	delete(k.taken, name) // the corrected word has it
	r.Name = k.taken.Free(name + "_code")
	raw := &ir.Node{Op: ir.OpMemRead, Width: k.mem.Width, Mem: k.mem, Read: r, Pos: r.Pos}
	valid := k.valid(r, name)
	var data *ir.Node
	if k.code == Parity {
		data = k.detect(raw, name, valid)
	} else {
		data = k.correct(raw, name, valid)
	}
	word := k.wire(name, data)
	for _, n := range readers {
		*n = *word
	}
}

// detect is the word of a read port with parity.
func (k *coded) detect(raw *ir.Node, name string, valid *ir.Node) *ir.Node {
	var data, wrong []*ir.Node
	for _, x := range k.parts {
		data = append(data, ir.Slice(raw, x.At, x.Bits))
		wrong = append(wrong, not(ir.Apply(ir.OpRedXor, 1, ir.Slice(raw, x.At, x.Bits+x.Check))))
	}
	k.failed = append(k.failed, k.wire(name+"_failed", both(valid, anyOf(wrong))))
	return ir.Concat(data...)
}

// correct is the corrected word of a read port with ECC.
func (k *coded) correct(raw *ir.Node, name string, valid *ir.Node) *ir.Node {
	var data, single, double []*ir.Node
	for i, x := range k.parts {
		name, rows := k.part(name, i), k.code.rows(x.Bits)
		var bits []*ir.Node
		for i, row := range rows {
			cover := new(big.Int).SetBit(new(big.Int).Set(row), x.Bits+i, 1)
			word := ir.Slice(raw, x.At, x.Bits+x.Check)
			bits = append(bits, ir.Apply(ir.OpRedXor, 1, ir.Apply(ir.OpAnd, word.Width, word, ir.Number(word.Width, cover))))
		}
		syndrome := k.wire(name+"_syndrome", ir.Concat(bits...))
		var wrong []*ir.Node
		for _, column := range k.code.columns(x.Bits) {
			wrong = append(wrong, equal(syndrome, new(big.Int).SetUint64(column)))
		}
		data = append(data, ir.Apply(ir.OpXor, x.Bits, ir.Slice(raw, x.At, x.Bits), ir.Concat(wrong...)))
		odd := ir.Apply(ir.OpRedXor, 1, syndrome) // all columns are odd
		single = append(single, odd)
		double = append(double, ir.Apply(ir.OpAnd, 1, ir.Apply(ir.OpRedOr, 1, syndrome), not(odd)))
	}
	k.corrected = append(k.corrected, k.wire(name+"_corrected", both(valid, anyOf(single))))
	k.failed = append(k.failed, k.wire(name+"_failed", both(valid, anyOf(double))))
	return ir.Concat(data...)
}

// part is the name of what belongs to code word i.
func (k *coded) part(name string, i int) string {
	if len(k.parts) == 1 {
		return name
	}
	return fmt.Sprintf("%s_part%d", name, i)
}

// valid reports whether the port shows a word of the memory, which may be none: one beyond the end, or
// what the register of a synchronous port has after reset, or after a collision that leaves it open. Nil
// if it always does.
func (k *coded) valid(r *ir.ReadPort, name string) *ir.Node {
	var inside *ir.Node
	if k.mem.Depth < 1<<r.Addr.Width {
		inside = ir.Apply(ir.OpLt, 1, r.Addr, ir.Number(r.Addr.Width, big.NewInt(int64(k.mem.Depth))))
	}
	if !r.Sync {
		return inside
	}
	is := k.register(name + "_is_read")
	value := ir.Number(1, big.NewInt(1))
	if inside != nil {
		value = inside
	}
	if open := k.collisions(r, ir.ReadUndefined); open != nil {
		value = ir.Apply(ir.OpAnd, 1, value, not(open))
	}
	takes := r.Enable
	if kept := k.collisions(r, ir.ReadKeep); kept != nil {
		takes = ir.Apply(ir.OpAnd, 1, takes, not(kept))
	}
	k.do(&ir.If{Cond: takes, Then: []ir.Stmt{set(is, value)}, Pos: r.Pos})
	return ir.Read(is)
}

// collisions reports whether the port meets a write in this cycle during which it does that; nil if never.
func (k *coded) collisions(r *ir.ReadPort, rdw ir.ReadDuringWrite) *ir.Node {
	var list []*ir.Node
	for _, i := range k.mem.WritesOf(r, rdw) {
		w := k.mem.Writes[i]
		meets := w.Any()
		if !ir.SameValue(w.Addr, r.Addr) {
			meets = ir.Apply(ir.OpAnd, 1, meets, ir.Apply(ir.OpEq, 1, w.Addr, r.Addr))
		}
		list = append(list, meets)
	}
	if len(list) == 0 {
		return nil
	}
	return anyOf(list)
}
