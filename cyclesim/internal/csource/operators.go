package csource

import "culprit/cyclesim/internal/wasm"

var accesses = map[wasm.MemOp]memoryAccess{
	wasm.I32Load8U: {"m8", wasm.I32, false}, wasm.I32Load16U: {"m16", wasm.I32, false}, wasm.I32Load: {"m32", wasm.I32, false},
	wasm.I64Load8U: {"m8", wasm.I64, false}, wasm.I64Load16U: {"m16", wasm.I64, false}, wasm.I64Load32U: {"m32", wasm.I64, false}, wasm.I64Load: {"m64", wasm.I64, false},
	wasm.I32Store8: {"m8", wasm.I32, true}, wasm.I32Store16: {"m16", wasm.I32, true}, wasm.I32Store: {"m32", wasm.I32, true},
	wasm.I64Store8: {"m8", wasm.I64, true}, wasm.I64Store16: {"m16", wasm.I64, true}, wasm.I64Store32: {"m32", wasm.I64, true}, wasm.I64Store: {"m64", wasm.I64, true},
}

var operators = map[wasm.Opcode]operator{
	wasm.I32Eqz: {wasm.I32, 1, "!$a"}, wasm.I64Eqz: {wasm.I32, 1, "!$a"},
	wasm.I32Eq: {wasm.I32, 2, "$a == $b"}, wasm.I64Eq: {wasm.I32, 2, "$a == $b"},
	wasm.I32Ne: {wasm.I32, 2, "$a != $b"}, wasm.I64Ne: {wasm.I32, 2, "$a != $b"},
	wasm.I32LtU: {wasm.I32, 2, "$a < $b"}, wasm.I64LtU: {wasm.I32, 2, "$a < $b"},
	wasm.I32LeU: {wasm.I32, 2, "$a <= $b"}, wasm.I64LeU: {wasm.I32, 2, "$a <= $b"},

	wasm.I32Ctz: {wasm.I32, 1, "ctz32($a)"}, wasm.I64Ctz: {wasm.I64, 1, "ctz64($a)"},
	wasm.I32Popcnt: {wasm.I32, 1, "__builtin_popcount($a)"}, wasm.I64Popcnt: {wasm.I64, 1, "__builtin_popcountll($a)"},
	wasm.I32Add: {wasm.I32, 2, "$a + $b"}, wasm.I64Add: {wasm.I64, 2, "$a + $b"},
	wasm.I32Sub: {wasm.I32, 2, "$a - $b"}, wasm.I64Sub: {wasm.I64, 2, "$a - $b"},
	wasm.I32Mul: {wasm.I32, 2, "$a * $b"}, wasm.I64Mul: {wasm.I64, 2, "$a * $b"},
	wasm.I64RemU: {wasm.I64, 2, "$a % $b"},
	wasm.I32And:  {wasm.I32, 2, "$a & $b"}, wasm.I64And: {wasm.I64, 2, "$a & $b"},
	wasm.I32Or: {wasm.I32, 2, "$a | $b"}, wasm.I64Or: {wasm.I64, 2, "$a | $b"},
	wasm.I32Xor: {wasm.I32, 2, "$a ^ $b"}, wasm.I64Xor: {wasm.I64, 2, "$a ^ $b"},
	wasm.I32Shl: {wasm.I32, 2, "$a << ($b & 31)"}, wasm.I64Shl: {wasm.I64, 2, "$a << ($b & 63)"},
	wasm.I32ShrU: {wasm.I32, 2, "$a >> ($b & 31)"}, wasm.I64ShrU: {wasm.I64, 2, "$a >> ($b & 63)"},
	wasm.I64ShrS: {wasm.I64, 2, "(u64)((s64)$a >> ($b & 63))"}, wasm.I64Rotl: {wasm.I64, 2, "rotl64($a, $b)"},
	wasm.I32WrapI64: {wasm.I32, 1, "(u32)$a"}, wasm.I64ExtendI32U: {wasm.I64, 1, "$a"},
}

var vectorOperators = map[wasm.VecOp]operator{
	wasm.I8x16Splat: {wasm.V128, 1, "i8x16_splat($a)"}, wasm.I16x8Splat: {wasm.V128, 1, "i16x8_splat($a)"},
	wasm.I32x4Splat: {wasm.V128, 1, "i32x4_splat($a)"}, wasm.I64x2Splat: {wasm.V128, 1, "i64x2_splat($a)"},
	wasm.V128AnyTrue: {wasm.I32, 1, "v128_any_true($a)"}, wasm.I8x16Bitmask: {wasm.I32, 1, "i8x16_bitmask($a)"},
	wasm.V128Bitselect: {wasm.V128, 3, "v128_bitselect($a, $b, $c)"}, wasm.V128Not: {wasm.V128, 1, "v128_not($a)"},
	wasm.I8x16Popcnt:       {wasm.V128, 1, "i8x16_popcnt($a)"},
	wasm.I16x8ExtaddI8x16U: {wasm.V128, 1, "i16x8_extadd_i8x16_u($a)"}, wasm.I32x4ExtaddI16x8U: {wasm.V128, 1, "i32x4_extadd_i16x8_u($a)"},

	wasm.I16x8ExtendLowS: {wasm.V128, 1, "i16x8_extend_low_s($a)"}, wasm.I16x8ExtendHighS: {wasm.V128, 1, "i16x8_extend_high_s($a)"},
	wasm.I16x8ExtendLowU: {wasm.V128, 1, "i16x8_extend_low_u($a)"}, wasm.I16x8ExtendHighU: {wasm.V128, 1, "i16x8_extend_high_u($a)"},
	wasm.I32x4ExtendLowS: {wasm.V128, 1, "i32x4_extend_low_s($a)"}, wasm.I32x4ExtendHighS: {wasm.V128, 1, "i32x4_extend_high_s($a)"},
	wasm.I32x4ExtendLowU: {wasm.V128, 1, "i32x4_extend_low_u($a)"}, wasm.I32x4ExtendHighU: {wasm.V128, 1, "i32x4_extend_high_u($a)"},
	wasm.I64x2ExtendLowS: {wasm.V128, 1, "i64x2_extend_low_s($a)"}, wasm.I64x2ExtendHighS: {wasm.V128, 1, "i64x2_extend_high_s($a)"},
	wasm.I64x2ExtendLowU: {wasm.V128, 1, "i64x2_extend_low_u($a)"}, wasm.I64x2ExtendHighU: {wasm.V128, 1, "i64x2_extend_high_u($a)"},
}

// Instructions on two vectors, or on a vector and a distance, are functions of the prelude
// with the same name.
func init() {
	for o, name := range map[wasm.VecOp]string{
		wasm.I8x16Swizzle: "i8x16_swizzle",
		wasm.I8x16Eq:      "i8x16_eq", wasm.I8x16LtS: "i8x16_lt_s", wasm.I8x16LtU: "i8x16_lt_u",
		wasm.I16x8Eq: "i16x8_eq", wasm.I16x8LtS: "i16x8_lt_s", wasm.I16x8LtU: "i16x8_lt_u",
		wasm.I32x4Eq: "i32x4_eq", wasm.I32x4LtS: "i32x4_lt_s", wasm.I32x4LtU: "i32x4_lt_u",
		wasm.I64x2Eq: "i64x2_eq", wasm.I64x2LtS: "i64x2_lt_s",
		wasm.V128And: "v128_and", wasm.V128AndNot: "v128_andnot", wasm.V128Or: "v128_or", wasm.V128Xor: "v128_xor",
		wasm.I8x16NarrowI16x8S: "i8x16_narrow_i16x8_s", wasm.I8x16NarrowI16x8U: "i8x16_narrow_i16x8_u",
		wasm.I16x8NarrowI32x4S: "i16x8_narrow_i32x4_s", wasm.I16x8NarrowI32x4U: "i16x8_narrow_i32x4_u",
		wasm.I8x16Add: "i8x16_add", wasm.I8x16Sub: "i8x16_sub",
		wasm.I16x8Add: "i16x8_add", wasm.I16x8Sub: "i16x8_sub", wasm.I16x8Mul: "i16x8_mul",
		wasm.I32x4Add: "i32x4_add", wasm.I32x4Sub: "i32x4_sub", wasm.I32x4Mul: "i32x4_mul",
		wasm.I64x2Add: "i64x2_add", wasm.I64x2Sub: "i64x2_sub", wasm.I64x2Mul: "i64x2_mul",
		wasm.I16x8Shl: "i16x8_shl", wasm.I16x8ShrU: "i16x8_shr_u",
		wasm.I32x4Shl: "i32x4_shl", wasm.I32x4ShrU: "i32x4_shr_u",
		wasm.I64x2Shl: "i64x2_shl", wasm.I64x2ShrU: "i64x2_shr_u", wasm.I64x2ShrS: "i64x2_shr_s",
	} {
		vectorOperators[o] = operator{wasm.V128, 2, name + "($a, $b)"}
	}
}
