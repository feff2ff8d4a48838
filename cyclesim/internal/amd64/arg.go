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
	KindZ // of 64 bytes
	KindK // a mask register
	KindMem
	KindImm
)

// Arg is an operand.
type Arg struct {
	Kind Kind
	N    uint8 // number of a register; of memory, the number of bytes where no register tells it
	Mem  Mem
	Imm  int64
	// Mask is the mask register that says which elements of a result are written, 0 if all are;
	// Zeroing has the others become 0.
	Mask    uint8
	Zeroing bool
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

// X is the lowest 16 bytes of vector register n. An instruction that writes them clears the others.
// Registers from 16 on, Z, K and masks need AVX-512 with BW, DQ and VL.
func X(n uint8) Arg { return Arg{Kind: KindX, N: n} }

// Y is its lower 32 bytes.
func Y(n uint8) Arg { return Arg{Kind: KindY, N: n} }

// Z is the whole vector register n.
func Z(n uint8) Arg { return Arg{Kind: KindZ, N: n} }

// K is mask register n: a bit for each element.
func K(n uint8) Arg { return Arg{Kind: KindK, N: n} }

// Where is a result of which only the elements in a mask are written.
func (a Arg) Where(mask uint8) Arg {
	a.Mask = mask
	return a
}

// OrZero has the other elements become 0.
func (a Arg) OrZero() Arg {
	a.Zeroing = true
	return a
}

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

// Sized is a place of the given number of bytes, for an instruction without a register.
func (a Arg) Sized(bytes uint8) Arg {
	a.N = bytes
	return a
}

// general reports whether it is a general register.
func (k Kind) general() bool { return k >= KindR8 && k <= KindR64 }

// vector reports whether it is a vector register.
func (k Kind) vector() bool { return k >= KindX && k <= KindZ }

// vectorBytes is the size of the widest vectors among operands, 0 if there are none.
func vectorBytes(args []Arg) int {
	bytes := 0
	for _, a := range args {
		if a.Kind.vector() {
			bytes = max(bytes, 16<<(a.Kind-KindX))
		}
	}
	return bytes
}
