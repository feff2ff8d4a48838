package wasm

import "encoding/binary"

// Funcs lists the functions in the order in which calls number them.
func (m *Module) Funcs() []*Func { return m.funcs }

// Params are the types of the parameters, which are the first locals.
func (f *Func) Params() []ValType { return f.params }

// Results are the types of the results.
func (f *Func) Results() []ValType { return f.results }

// Locals are the types of the locals behind the parameters.
func (f *Func) Locals() []ValType { return f.locals }

// Instr is an instruction of a function, for other backends. Code tells which fields count.
type Instr struct {
	Code   byte     // of the instruction; CodeVector: see Vector
	Vector byte     // the code of an instruction on vectors
	Index  uint32   // of a local, a function, or the levels out of a jump
	Offset uint32   // of an access to memory
	Lane   int      // of a vector
	Value  uint64   // a constant, or the lower half of one
	High   uint64   // its upper half
	Bytes  [16]byte // of a shuffle
}

// The codes of instructions that have immediate operands.
const (
	CodeBlock    = 0x02
	CodeLoop     = 0x03
	CodeIf       = 0x04
	CodeBrIf     = 0x0d
	CodeCall     = 0x10
	CodeLocalGet = 0x20
	CodeLocalSet = 0x21
	CodeLocalTee = 0x22
	CodeI32Const = 0x41
	CodeI64Const = 0x42
	CodeVector   = 0xfd

	VectorConst   = 0x0c
	VectorShuffle = 0x0d
)

// Instrs calls f on the instructions in their order, without the end of the function.
func (f *Func) Instrs(yield func(Instr) bool) {
	d := decoder{f.code}
	for len(d.code) > 0 {
		if !yield(d.next()) {
			return
		}
	}
}

// decoder reads what the methods of Func have written.
type decoder struct{ code []byte }

func (d *decoder) byte() byte {
	b := d.code[0]
	d.code = d.code[1:]
	return b
}

func (d *decoder) word() uint64 {
	x := binary.LittleEndian.Uint64(d.code)
	d.code = d.code[8:]
	return x
}

func (d *decoder) uleb() uint32 {
	x, shift := uint32(0), 0
	for {
		b := d.byte()
		x |= uint32(b&0x7f) << shift
		shift += 7
		if b&0x80 == 0 {
			return x
		}
	}
}

func (d *decoder) sleb() uint64 {
	x, shift := uint64(0), 0
	for {
		b := d.byte()
		x |= uint64(b&0x7f) << shift
		shift += 7
		if b&0x80 == 0 {
			if b&0x40 != 0 && shift < 64 {
				x |= ^uint64(0) << shift
			}
			return x
		}
	}
}

func (d *decoder) memory() uint32 {
	d.byte() // alignment
	return d.uleb()
}

func (d *decoder) next() Instr {
	in := Instr{Code: d.byte()}
	switch in.Code {
	case CodeBlock, CodeLoop, CodeIf:
		d.byte() // without result
	case CodeBrIf, CodeCall, CodeLocalGet, CodeLocalSet, CodeLocalTee:
		in.Index = d.uleb()
	case CodeI32Const, CodeI64Const:
		in.Value = d.sleb()
	case CodeVector:
		d.vector(&in)
	default:
		if in.Code >= byte(I32Load) && in.Code <= byte(I64Store32) {
			in.Offset = d.memory()
		}
	}
	return in
}

func (d *decoder) vector(in *Instr) {
	in.Vector = byte(d.uleb())
	switch in.Vector {
	case VectorConst:
		in.Value, in.High = d.word(), d.word()
	case VectorShuffle:
		copy(in.Bytes[:], d.code)
		d.code = d.code[16:]
	case byte(V128Load), byte(V128Store), byte(V128Load64Zero):
		in.Offset = d.memory()
	case byte(V128Load8Lane), byte(V128Store64Lane):
		in.Offset = d.memory()
		in.Lane = int(d.byte())
	case byte(I8x16ExtractLaneU), byte(I8x16ReplaceLane), byte(I64x2ExtractLane), byte(I64x2ReplaceLane):
		in.Lane = int(d.byte())
	}
}
