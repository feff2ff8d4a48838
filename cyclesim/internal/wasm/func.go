package wasm

// Func is a function being written: its methods append instructions.
type Func struct {
	Export string // the exported name, "" for none

	index   uint32
	params  []ValType
	results []ValType
	locals  []ValType
	code    []byte
}

// Opcode is an instruction without immediate operands.
type Opcode byte

// The instructions without immediate operands that are used.
const (
	Else   Opcode = 0x05
	End    Opcode = 0x0b
	Return Opcode = 0x0f
	Drop   Opcode = 0x1a
	Select Opcode = 0x1b

	I32Eqz Opcode = 0x45
	I32Eq  Opcode = 0x46
	I32Ne  Opcode = 0x47
	I32LtU Opcode = 0x49
	I32LeU Opcode = 0x4d

	I64Eqz Opcode = 0x50
	I64Eq  Opcode = 0x51
	I64Ne  Opcode = 0x52
	I64LtU Opcode = 0x54
	I64LeU Opcode = 0x58

	I32Ctz    Opcode = 0x68
	I32Popcnt Opcode = 0x69
	I32Add    Opcode = 0x6a
	I32Sub    Opcode = 0x6b
	I32Mul    Opcode = 0x6c
	I32And    Opcode = 0x71
	I32Or     Opcode = 0x72
	I32Xor    Opcode = 0x73
	I32Shl    Opcode = 0x74
	I32ShrU   Opcode = 0x76

	I64Ctz    Opcode = 0x7a
	I64Popcnt Opcode = 0x7b
	I64Add    Opcode = 0x7c
	I64Sub    Opcode = 0x7d
	I64Mul    Opcode = 0x7e
	I64RemU   Opcode = 0x82
	I64And    Opcode = 0x83
	I64Or     Opcode = 0x84
	I64Xor    Opcode = 0x85
	I64Shl    Opcode = 0x86
	I64ShrS   Opcode = 0x87
	I64ShrU   Opcode = 0x88
	I64Rotl   Opcode = 0x89

	I32WrapI64    Opcode = 0xa7
	I64ExtendI32U Opcode = 0xad
)

// MemOp is a load or store.
type MemOp byte

// The loads and stores that are used: narrow loads extend with zeros.
const (
	I32Load    MemOp = 0x28
	I64Load    MemOp = 0x29
	I32Load8U  MemOp = 0x2d
	I32Load16U MemOp = 0x2f
	I64Load8U  MemOp = 0x31
	I64Load16U MemOp = 0x33
	I64Load32U MemOp = 0x35
	I32Store   MemOp = 0x36
	I64Store   MemOp = 0x37
	I32Store8  MemOp = 0x3a
	I32Store16 MemOp = 0x3b
	I64Store8  MemOp = 0x3c
	I64Store16 MemOp = 0x3d
	I64Store32 MemOp = 0x3e
)

// Local adds a local variable.
func (f *Func) Local(t ValType) uint32 {
	f.locals = append(f.locals, t)
	return uint32(len(f.params) + len(f.locals) - 1)
}

// Op appends an instruction without immediate operands.
func (f *Func) Op(o Opcode) { f.code = append(f.code, byte(o)) }

// LocalGet puts the value of a local on the stack.
func (f *Func) LocalGet(i uint32) { f.code = uleb(append(f.code, 0x20), uint64(i)) }

// LocalSet takes the value of a local from the stack.
func (f *Func) LocalSet(i uint32) { f.code = uleb(append(f.code, 0x21), uint64(i)) }

// LocalTee is LocalSet that leaves the value on the stack.
func (f *Func) LocalTee(i uint32) { f.code = uleb(append(f.code, 0x22), uint64(i)) }

// I32Const appends a constant.
func (f *Func) I32Const(v uint32) { f.code = sleb(append(f.code, 0x41), int64(int32(v))) }

// I64Const appends a constant.
func (f *Func) I64Const(v uint64) { f.code = sleb(append(f.code, 0x42), int64(v)) }

// Mem appends a load or store; no alignment is promised.
func (f *Func) Mem(o MemOp, offset uint32) {
	f.code = uleb(append(f.code, byte(o), 0), uint64(offset))
}

// Call appends a call.
func (f *Func) Call(g *Func) { f.code = uleb(append(f.code, 0x10), uint64(g.index)) }

// If opens a construct without result, as Loop and Block do; Op(End) closes it.
func (f *Func) If() { f.code = append(f.code, 0x04, 0x40) }

// Loop is jumped to at its start.
func (f *Func) Loop() { f.code = append(f.code, 0x03, 0x40) }

// Block is jumped to at its end.
func (f *Func) Block() { f.code = append(f.code, 0x02, 0x40) }

// BrIf jumps, if the value on the stack is not 0, to the construct that many
// levels out.
func (f *Func) BrIf(depth uint32) { f.code = uleb(append(f.code, 0x0d), uint64(depth)) }

// LeaveUnless leaves the innermost block if the value on the stack is 0. Where If
// would do, a block is better: wazero forgets after an If which accesses to memory
// it need not check.
func (f *Func) LeaveUnless() {
	f.Op(I32Eqz)
	f.BrIf(0)
}

// Size is the length of the code so far in bytes.
func (f *Func) Size() int { return len(f.code) }

func (f *Func) signature() []byte {
	out := uleb([]byte{0x60}, uint64(len(f.params)))
	for _, t := range f.params {
		out = append(out, byte(t))
	}
	out = uleb(out, uint64(len(f.results)))
	for _, t := range f.results {
		out = append(out, byte(t))
	}
	return out
}

// body is the declaration of the locals, in runs of equal type, and the code.
func (f *Func) body() []byte {
	var runs [][2]uint64
	for i, t := range f.locals {
		if i > 0 && f.locals[i-1] == t {
			runs[len(runs)-1][0]++
		} else {
			runs = append(runs, [2]uint64{1, uint64(t)})
		}
	}
	out := uleb(nil, uint64(len(runs)))
	for _, r := range runs {
		out = append(uleb(out, r[0]), byte(r[1]))
	}
	return append(append(out, f.code...), byte(End))
}
