package vector

import "fmt"

// Op is an operation on vectors. A number in the name is the size of the elements in bits.
type Op uint8

// The operations. An operand of a shift by a constant is not a vector: it is the K of the
// instruction. Masks are elements that are all ones or all zeros.
const (
	And    Op = iota
	AndNot    // a and not b
	Or
	Xor
	Not
	Bitselect // bytes of a where the mask c is set, of b where it is not

	Add8
	Add16
	Add32
	Add64
	Sub8
	Sub16
	Sub32
	Sub64
	Mul16 // the low half
	Mul32
	Mul64

	// Comparisons give masks. S and U report whether elements count as signed.
	Eq8
	Eq16
	Eq32
	Eq64
	LtS8
	LtS16
	LtS32
	LtS64
	LtU8
	LtU16
	LtU32

	// Shifts by a constant that is less than the size.
	Shl16
	Shl32
	Shl64
	Shr16
	Shr32
	Shr64
	Sar64 // with copies of the sign

	// Elements of twice the size, from the lower or the upper half of the vector.
	WidenLow8
	WidenHigh8
	WidenLow16
	WidenHigh16
	WidenLow32
	WidenHigh32
	WidenMaskLow8
	WidenMaskHigh8
	WidenMaskLow16
	WidenMaskHigh16
	WidenMaskLow32
	WidenMaskHigh32

	// Elements of half the size: those of a, then those of b. What does not fit becomes the
	// nearest value that does; operands are signed, results as the letter says.
	PackU16
	PackU32
	PackS16
	PackS32
	Even32 // elements 0 and 2 of a, then of b
	Odd32  // elements 1 and 3 of a, then of b

	Lookup8   // the bytes of a at the places in b; 0 where a place is above 15
	Popcnt8   // counts ones
	AddPairs8 // sums of two neighbouring elements, of twice the size
	AddPairs16

	// Element by element in general registers, where vectors have no such instruction.
	Rem64 // a modulo b, which is not 0
	SarBy64
	RotlBy64
	numOps
)

// ops has the name and the number of operands of each operation. Back ends use the names.
var ops = [numOps]struct {
	name string
	args int
}{
	And: {"and", 2}, AndNot: {"andnot", 2}, Or: {"or", 2}, Xor: {"xor", 2}, Not: {"not", 1}, Bitselect: {"bitselect", 3},
	Add8: {"add8", 2}, Add16: {"add16", 2}, Add32: {"add32", 2}, Add64: {"add64", 2},
	Sub8: {"sub8", 2}, Sub16: {"sub16", 2}, Sub32: {"sub32", 2}, Sub64: {"sub64", 2},
	Mul16: {"mul16", 2}, Mul32: {"mul32", 2}, Mul64: {"mul64", 2},
	Eq8: {"eq8", 2}, Eq16: {"eq16", 2}, Eq32: {"eq32", 2}, Eq64: {"eq64", 2},
	LtS8: {"lt_s8", 2}, LtS16: {"lt_s16", 2}, LtS32: {"lt_s32", 2}, LtS64: {"lt_s64", 2},
	LtU8: {"lt_u8", 2}, LtU16: {"lt_u16", 2}, LtU32: {"lt_u32", 2},
	Shl16: {"shl16", 1}, Shl32: {"shl32", 1}, Shl64: {"shl64", 1},
	Shr16: {"shr16", 1}, Shr32: {"shr32", 1}, Shr64: {"shr64", 1}, Sar64: {"sar64", 1},
	WidenLow8: {"widen_low8", 1}, WidenHigh8: {"widen_high8", 1},
	WidenLow16: {"widen_low16", 1}, WidenHigh16: {"widen_high16", 1},
	WidenLow32: {"widen_low32", 1}, WidenHigh32: {"widen_high32", 1},
	WidenMaskLow8: {"widen_mask_low8", 1}, WidenMaskHigh8: {"widen_mask_high8", 1},
	WidenMaskLow16: {"widen_mask_low16", 1}, WidenMaskHigh16: {"widen_mask_high16", 1},
	WidenMaskLow32: {"widen_mask_low32", 1}, WidenMaskHigh32: {"widen_mask_high32", 1},
	PackU16: {"pack_u16", 2}, PackU32: {"pack_u32", 2}, PackS16: {"pack_s16", 2}, PackS32: {"pack_s32", 2},
	Even32: {"even32", 2}, Odd32: {"odd32", 2},
	Lookup8: {"lookup8", 2}, Popcnt8: {"popcnt8", 1}, AddPairs8: {"add_pairs8", 1}, AddPairs16: {"add_pairs16", 1},
	Rem64: {"rem64", 2}, SarBy64: {"sar_by64", 2}, RotlBy64: {"rotl_by64", 2},
}

// Ops lists all operations.
func Ops() []Op {
	list := make([]Op, numOps)
	for i := range list {
		list[i] = Op(i)
	}
	return list
}

// String is the name.
func (o Op) String() string {
	if o >= numOps {
		return fmt.Sprintf("op%d", uint8(o))
	}
	return ops[o].name
}

// Args is the number of vectors that the operation takes.
func (o Op) Args() int { return ops[o].args }

// Shift reports whether the operation shifts by a constant.
func (o Op) Shift() bool { return o >= Shl16 && o <= Sar64 }

// Mask reports whether the operands have to be masks.
func (o Op) Mask() bool { return o >= WidenMaskLow8 && o <= WidenMaskHigh32 }

// Serial reports whether the operation runs element by element.
func (o Op) Serial() bool { return o >= Rem64 }
