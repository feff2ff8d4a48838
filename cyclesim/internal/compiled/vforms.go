package compiled

import "culprit/cyclesim/internal/wasm"

// A value of a program can exist in several forms: as numbers in elements of 1,
// 2, 4 or 8 bytes, and, if it is a single bit, as masks of these sizes, all ones
// for 1. A comparison gives a mask; a selection needs a mask of the size of its
// operands. Forms are made on demand and kept.

// form is a value in elements of one size.
type form struct {
	value ref
	size  uint8
	mask  bool
}

// numbers is the value in elements of that size. If they are too small for the
// value, they hold its low bits; bits above the value are undefined unless known
// to be 0.
func (v *vectors) numbers(r ref, size uint8) []vref {
	if in := &v.p.code[r]; in.op == opConst {
		return v.same(v.splat(in.k, size), size)
	}
	f := form{r, size, false}
	if x, ok := v.forms[f]; ok {
		return x
	}
	var x []vref
	own := v.size[r]
	switch {
	case v.truth[r]:
		x = v.each(wasm.V128And, v.masks(r, size), v.same(v.splat(1, size), size))
	case own < size:
		x = v.widen(v.numbers(r, size/2), size/2, false)
	case own > size:
		x = v.narrow(v.numbers(r, 2*size), 2*size, v.held[r])
	default:
		panic("BUG: a value without its own form")
	}
	v.remember(f, x)
	return x
}

// masks is a one-bit value as masks.
func (v *vectors) masks(r ref, size uint8) []vref {
	if in := &v.p.code[r]; in.op == opConst {
		return v.same(v.splat(-(in.k&1), size), size)
	}
	f := form{r, size, true}
	if x, ok := v.forms[f]; ok {
		return x
	}
	if !v.truth[r] {
		return v.bitMasks(r, 0, size)
	}
	x := v.resize(v.forms[form{r, v.size[r], true}], v.size[r], size)
	v.remember(f, x)
	return x
}

// resize changes the element size of masks.
func (v *vectors) resize(x []vref, from, to uint8) []vref {
	for ; from < to; from *= 2 {
		x = v.widen(x, from, true)
	}
	for ; from > to; from /= 2 {
		x = v.pack(x, from, true)
	}
	return x
}

// bitMasks is one bit of a value, as masks.
func (v *vectors) bitMasks(r ref, bit uint64, size uint8) []vref {
	own := v.size[r]
	x := v.numbers(r, own)
	out := make([]vref, len(x))
	for i := range x {
		if bit == uint64(8*own)-1 {
			out[i] = v.op(lessSigned[log2Size(own)], x[i], v.splat(0, 8))
			continue
		}
		k := v.splat(1<<bit, own)
		out[i] = v.op(equals[log2Size(own)], v.op(wasm.V128And, x[i], k), k)
	}
	return v.resize(out, own, size)
}

// remember keeps a form; in a guarded part, until the part ends.
func (v *vectors) remember(f form, x []vref) {
	v.forms[f] = x
	if n := len(v.made); n > 0 {
		v.made[n-1] = append(v.made[n-1], f)
	}
}

// parts is the number of vectors that elements of that size take.
func (v *vectors) parts(size uint8) int { return max(1, v.lanes*int(size)/16) }

// same repeats a vector for all parts.
func (v *vectors) same(x vref, size uint8) []vref {
	out := make([]vref, v.parts(size))
	for i := range out {
		out[i] = x
	}
	return out
}

func (v *vectors) each(o wasm.VecOp, x, y []vref) []vref {
	out := make([]vref, len(x))
	for i := range out {
		out[i] = v.op(o, x[i], y[i])
	}
	return out
}

var (
	widenLow = [2][3]wasm.VecOp{
		{wasm.I16x8ExtendLowU, wasm.I32x4ExtendLowU, wasm.I64x2ExtendLowU},
		{wasm.I16x8ExtendLowS, wasm.I32x4ExtendLowS, wasm.I64x2ExtendLowS},
	}
	widenHigh = [2][3]wasm.VecOp{
		{wasm.I16x8ExtendHighU, wasm.I32x4ExtendHighU, wasm.I64x2ExtendHighU},
		{wasm.I16x8ExtendHighS, wasm.I32x4ExtendHighS, wasm.I64x2ExtendHighS},
	}
	packs = [2][2]wasm.VecOp{
		{wasm.I8x16NarrowI16x8U, wasm.I16x8NarrowI32x4U},
		{wasm.I8x16NarrowI16x8S, wasm.I16x8NarrowI32x4S},
	}
	evenWords = [16]byte{0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27}
	oddWords  = [16]byte{4, 5, 6, 7, 12, 13, 14, 15, 20, 21, 22, 23, 28, 29, 30, 31}
)

// widen doubles the size of elements.
func (v *vectors) widen(x []vref, size uint8, mask bool) []vref {
	signed := 0
	if mask {
		signed = 1
	}
	out := make([]vref, v.parts(2*size))
	for i := range out {
		o := widenLow
		if i%2 == 1 {
			o = widenHigh
		}
		in := &v.code[x[i/2]]
		if in.kind == vConst && in.lo == in.hi && (in.lo == 0 || mask && in.lo == ^uint64(0)) {
			out[i] = x[i/2]
			continue
		}
		out[i] = v.op1(o[signed][log2Size(size)], x[i/2])
	}
	return out
}

// narrow halves the size of elements. held is the bits that may be 1 in them.
func (v *vectors) narrow(x []vref, size uint8, held uint64) []vref {
	if size < 8 {
		if mask := uint64(1)<<(4*size) - 1; held&(1<<(8*size)-1)&^mask != 0 {
			x = v.each(wasm.V128And, x, v.same(v.splat(mask, size), size))
		}
	}
	return v.pack(x, size, false)
}

// pack halves the size of elements whose values fit.
func (v *vectors) pack(x []vref, size uint8, mask bool) []vref {
	if size == 8 {
		return v.halves(x, evenWords)
	}
	signed := 0
	if mask {
		signed = 1
	}
	out := make([]vref, v.parts(size/2))
	for i := range out {
		a := x[min(2*i, len(x)-1)]
		out[i] = v.op(packs[signed][log2Size(size)-1], a, x[min(2*i+1, len(x)-1)])
	}
	return out
}

// halves takes one half of each element of 8 bytes.
func (v *vectors) halves(x []vref, which [16]byte) []vref {
	out := make([]vref, v.parts(4))
	for i := range out {
		a, b := x[2*i], x[2*i+1]
		if a == b && v.code[a].kind == vConst && v.code[a].lo == v.code[a].hi {
			k := v.code[a].lo
			if which[0] == 4 {
				k >>= 32
			}
			out[i] = v.splat(k, 4)
			continue
		}
		out[i] = v.shuffle(a, b, which)
	}
	return out
}
