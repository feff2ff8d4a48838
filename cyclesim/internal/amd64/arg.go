package amd64

// Kind is the kind of an operand.
type Kind uint8

// The kinds of operands. A general register is named by the bits of it that count.
const (
	Nothing Kind = iota
	KindR8
	KindR16
	KindR32
	KindR64
	KindX // a vector of 16 bytes
	KindY // of 32 bytes
	KindMem
	KindImm
)

// Arg is an operand.
type Arg struct {
	Kind Kind
	N    uint8 // number of a register; of memory, the number of bytes where no register tells it
	Mem  Mem
	Imm  int64
}

// Reg is a general register.
type Reg uint8

// The general registers.
const (
	RAX Reg = iota
	RCX
	RDX
	RBX
	RSP
	RBP
	RSI
	RDI
	R8
	R9
	R10
	R11
	R12
	R13
	R14
	R15
	NoReg
)

// Mem is a place in memory: Base + Index*Scale + Disp, or Disp bytes behind a label.
type Mem struct {
	Base  Reg
	Index Reg   // NoReg for none; RSP cannot be one
	Scale uint8 // 1, 2, 4, 8
	Disp  int32
	Label Label // if it is not NoLabel, it stands for Base and Index
}

// R8b is the lowest byte of a register.
func R8b(r Reg) Arg { return Arg{Kind: KindR8, N: uint8(r)} }

// R16 is its lower 16 bits.
func R16(r Reg) Arg { return Arg{Kind: KindR16, N: uint8(r)} }

// R32 is its lower half. An instruction that writes it clears the upper half.
func R32(r Reg) Arg { return Arg{Kind: KindR32, N: uint8(r)} }

// R64 is the whole register.
func R64(r Reg) Arg { return Arg{Kind: KindR64, N: uint8(r)} }

// X is the lower half of vector register n. An instruction that writes it clears the upper half.
func X(n uint8) Arg { return Arg{Kind: KindX, N: n} }

// Y is vector register n.
func Y(n uint8) Arg { return Arg{Kind: KindY, N: n} }

// Imm is a number.
func Imm(k int64) Arg { return Arg{Kind: KindImm, Imm: k} }

// At is the place disp bytes behind the address in a register.
func At(base Reg, disp int32) Arg {
	return Arg{Kind: KindMem, Mem: Mem{Base: base, Index: NoReg, Scale: 1, Disp: disp}}
}

// AtIndex is the place base + index*scale + disp.
func AtIndex(base, index Reg, scale uint8, disp int32) Arg {
	return Arg{Kind: KindMem, Mem: Mem{Base: base, Index: index, Scale: scale, Disp: disp}}
}

// AtLabel is the place at a label.
func AtLabel(l Label) Arg { return Arg{Kind: KindMem, Mem: Mem{Index: NoReg, Label: l}} }

// Sized is a place of so many bytes, for an instruction without a register.
func (a Arg) Sized(bytes uint8) Arg {
	a.N = bytes
	return a
}

// general tells whether it is a general register.
func (k Kind) general() bool { return k >= KindR8 && k <= KindR64 }
