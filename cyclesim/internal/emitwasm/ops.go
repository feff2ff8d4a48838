package emitwasm

import (
	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/cyclesim/internal/wasm"
)

// vectorCode has the instruction of WebAssembly for each operation on vectors, but for those
// of shuffles and serials.
var vectorCode = map[vector.Op]wasm.VecOp{
	vector.And: wasm.V128And, vector.AndNot: wasm.V128AndNot, vector.Or: wasm.V128Or, vector.Xor: wasm.V128Xor,
	vector.Not:       wasm.V128Not,
	vector.Bitselect: wasm.V128Bitselect,
	vector.Add8:      wasm.I8x16Add, vector.Add16: wasm.I16x8Add, vector.Add32: wasm.I32x4Add, vector.Add64: wasm.I64x2Add,
	vector.Sub8: wasm.I8x16Sub, vector.Sub16: wasm.I16x8Sub, vector.Sub32: wasm.I32x4Sub, vector.Sub64: wasm.I64x2Sub,
	vector.Mul16: wasm.I16x8Mul, vector.Mul32: wasm.I32x4Mul, vector.Mul64: wasm.I64x2Mul,
	vector.Eq8: wasm.I8x16Eq, vector.Eq16: wasm.I16x8Eq, vector.Eq32: wasm.I32x4Eq, vector.Eq64: wasm.I64x2Eq,
	vector.LtS8: wasm.I8x16LtS, vector.LtS16: wasm.I16x8LtS, vector.LtS32: wasm.I32x4LtS, vector.LtS64: wasm.I64x2LtS,
	vector.LtU8: wasm.I8x16LtU, vector.LtU16: wasm.I16x8LtU, vector.LtU32: wasm.I32x4LtU,
	vector.Shl16: wasm.I16x8Shl, vector.Shl32: wasm.I32x4Shl, vector.Shl64: wasm.I64x2Shl,
	vector.Shr16: wasm.I16x8ShrU, vector.Shr32: wasm.I32x4ShrU, vector.Shr64: wasm.I64x2ShrU, vector.Sar64: wasm.I64x2ShrS,
	vector.WidenLow8: wasm.I16x8ExtendLowU, vector.WidenHigh8: wasm.I16x8ExtendHighU,
	vector.WidenLow16: wasm.I32x4ExtendLowU, vector.WidenHigh16: wasm.I32x4ExtendHighU,
	vector.WidenLow32: wasm.I64x2ExtendLowU, vector.WidenHigh32: wasm.I64x2ExtendHighU,
	vector.WidenMaskLow8: wasm.I16x8ExtendLowS, vector.WidenMaskHigh8: wasm.I16x8ExtendHighS,
	vector.WidenMaskLow16: wasm.I32x4ExtendLowS, vector.WidenMaskHigh16: wasm.I32x4ExtendHighS,
	vector.WidenMaskLow32: wasm.I64x2ExtendLowS, vector.WidenMaskHigh32: wasm.I64x2ExtendHighS,
	vector.PackU16: wasm.I8x16NarrowI16x8U, vector.PackU32: wasm.I16x8NarrowI32x4U,
	vector.PackS16: wasm.I8x16NarrowI16x8S, vector.PackS32: wasm.I16x8NarrowI32x4S,
	vector.Lookup8: wasm.I8x16Swizzle, vector.Popcnt8: wasm.I8x16Popcnt,
	vector.AddPairs8: wasm.I16x8ExtaddI8x16U, vector.AddPairs16: wasm.I32x4ExtaddI16x8U,
}

// shuffles are the operations that choose bytes: 0 to 15 are those of the first operand.
var shuffles = map[vector.Op][16]byte{
	vector.Even32: {0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27},
	vector.Odd32:  {4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31},
}

// serialCode are the operations that run element by element.
var serialCode = map[vector.Op]wasm.Opcode{vector.Rem64: wasm.I64RemU, vector.SarBy64: wasm.I64ShrS,
	vector.RotlBy64: wasm.I64Rotl}
