package wasm

// VecOp is an instruction on 128-bit vectors without immediate operands.
type VecOp byte

// The vector instructions without immediate operands that are used. U and S tell
// whether elements count as unsigned or signed.
const (
	I8x16Swizzle VecOp = 0x0e
	I8x16Splat   VecOp = 0x0f
	I16x8Splat   VecOp = 0x10
	I32x4Splat   VecOp = 0x11
	I64x2Splat   VecOp = 0x12

	I8x16Eq  VecOp = 0x23
	I8x16LtS VecOp = 0x25
	I8x16LtU VecOp = 0x26
	I16x8Eq  VecOp = 0x2d
	I16x8LtS VecOp = 0x2f
	I16x8LtU VecOp = 0x30
	I32x4Eq  VecOp = 0x37
	I32x4LtS VecOp = 0x39
	I32x4LtU VecOp = 0x3a

	V128Not       VecOp = 0x4d
	V128And       VecOp = 0x4e
	V128AndNot    VecOp = 0x4f
	V128Or        VecOp = 0x50
	V128Xor       VecOp = 0x51
	V128Bitselect VecOp = 0x52
	V128AnyTrue   VecOp = 0x53

	I8x16Popcnt       VecOp = 0x62
	I8x16Bitmask      VecOp = 0x64
	I8x16NarrowI16x8S VecOp = 0x65
	I8x16NarrowI16x8U VecOp = 0x66
	I8x16Add          VecOp = 0x6e
	I8x16Sub          VecOp = 0x71

	I16x8ExtaddI8x16U VecOp = 0x7d // of neighbours
	I32x4ExtaddI16x8U VecOp = 0x7f
	I16x8NarrowI32x4S VecOp = 0x85
	I16x8NarrowI32x4U VecOp = 0x86
	I16x8ExtendLowS   VecOp = 0x87
	I16x8ExtendHighS  VecOp = 0x88
	I16x8ExtendLowU   VecOp = 0x89
	I16x8ExtendHighU  VecOp = 0x8a
	I16x8Shl          VecOp = 0x8b
	I16x8ShrU         VecOp = 0x8d
	I16x8Add          VecOp = 0x8e
	I16x8Sub          VecOp = 0x91
	I16x8Mul          VecOp = 0x95
	I32x4ExtendLowS   VecOp = 0xa7
	I32x4ExtendHighS  VecOp = 0xa8
	I32x4ExtendLowU   VecOp = 0xa9
	I32x4ExtendHighU  VecOp = 0xaa
	I32x4Shl          VecOp = 0xab
	I32x4ShrU         VecOp = 0xad
	I32x4Add          VecOp = 0xae
	I32x4Sub          VecOp = 0xb1
	I32x4Mul          VecOp = 0xb5
	I64x2ExtendLowS   VecOp = 0xc7
	I64x2ExtendHighS  VecOp = 0xc8
	I64x2ExtendLowU   VecOp = 0xc9
	I64x2ExtendHighU  VecOp = 0xca
	I64x2Shl          VecOp = 0xcb
	I64x2ShrS         VecOp = 0xcc
	I64x2ShrU         VecOp = 0xcd
	I64x2Add          VecOp = 0xce
	I64x2Sub          VecOp = 0xd1
	I64x2Mul          VecOp = 0xd5
	I64x2Eq           VecOp = 0xd6
	I64x2LtS          VecOp = 0xd8
)

// VecMemOp is a load or store of a vector or of its lower half.
type VecMemOp byte

// The loads and stores of vectors that are used.
const (
	V128Load       VecMemOp = 0x00
	V128Store      VecMemOp = 0x0b
	V128Load64Zero VecMemOp = 0x5d // the upper half becomes 0
)

// LaneOp is an instruction on one lane of a vector.
type LaneOp byte

// The instructions on lanes that are used.
const (
	I8x16ExtractLaneU LaneOp = 0x16
	I8x16ReplaceLane  LaneOp = 0x17
	I64x2ExtractLane  LaneOp = 0x1d
	I64x2ReplaceLane  LaneOp = 0x1e
)

// LaneMemOp loads one lane of a vector, or stores it.
type LaneMemOp byte

// The loads and stores of lanes that are used.
const (
	V128Load8Lane   LaneMemOp = 0x54
	V128Store64Lane LaneMemOp = 0x5b
)

func (f *Func) vector(op byte) { f.code = uleb(append(f.code, 0xfd), uint64(op)) }

// Vec appends a vector instruction.
func (f *Func) Vec(o VecOp) { f.vector(byte(o)) }

// V128Const appends a constant, its lower and its upper half.
func (f *Func) V128Const(lo, hi uint64) {
	f.vector(0x0c)
	for _, w := range [2]uint64{lo, hi} {
		for i := range 8 {
			f.code = append(f.code, byte(w>>(8*i)))
		}
	}
}

// Shuffle appends a choice of 16 of the 32 bytes of two vectors.
func (f *Func) Shuffle(bytes [16]byte) {
	f.vector(0x0d)
	f.code = append(f.code, bytes[:]...)
}

// VecMem appends a load or store; no alignment is promised.
func (f *Func) VecMem(o VecMemOp, offset uint32) {
	f.vector(byte(o))
	f.code = uleb(append(f.code, 0), uint64(offset))
}

// Lane appends an instruction on one lane.
func (f *Func) Lane(o LaneOp, lane int) {
	f.vector(byte(o))
	f.code = append(f.code, byte(lane))
}

// LaneMem appends a load or store of one lane.
func (f *Func) LaneMem(o LaneMemOp, offset uint32, lane int) {
	f.vector(byte(o))
	f.code = append(uleb(append(f.code, 0), uint64(offset)), byte(lane))
}
