package lower

import (
	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/cyclesim/internal/word"
)

// A value of a program can exist in several forms: as numbers in elements of 1,
// 2, 4 or 8 bytes, and, if it is a single bit, as masks of these sizes, all ones
// for 1. A comparison gives a mask; a selection needs a mask of the size of its
// operands. Forms are made on demand and kept.

// form is a value in elements of one size.
type form struct {
	value word.Ref
	size  uint8
	mask  bool
	plane uint8 // 0, or 1 more than the number of the byte plane that it is
}

// numbers is the value in elements of that size. If they are too small for the
// value, they hold its low bits; bits above the value are undefined unless known
// to be 0.
func (v *vectors) numbers(r word.Ref, size uint8) []vector.Ref {
	if in := &v.p.Code[r]; in.Op == word.Const {
		return v.same(v.Splat(in.K, size), size)
	}
	f := form{value: r, size: size}
	if x, ok := v.forms[f]; ok {
		return x
	}
	var x []vector.Ref
	own := v.size[r]
	switch {
	case v.truth[r]:
		x = v.each(vector.And, v.masks(r, size), v.same(v.Splat(1, size), size))
	case own < size:
		x = v.widen(v.numbers(r, size/2), size/2, false)
	case own > size:
		if size == 1 && own > 2 && v.held[r]>>8 != 0 {
			if plane, ok := v.plane(r, 0); ok {
				x = []vector.Ref{plane}
				break
			}
		}
		x = v.narrow(v.numbers(r, 2*size), 2*size, v.held[r])
	default:
		panic("BUG: a value without its own form")
	}
	v.remember(f, x)
	return x
}

// masks is a one-bit value as masks.
func (v *vectors) masks(r word.Ref, size uint8) []vector.Ref {
	if in := &v.p.Code[r]; in.Op == word.Const {
		return v.same(v.Splat(-(in.K&1), size), size)
	}
	f := form{value: r, size: size, mask: true}
	if x, ok := v.forms[f]; ok {
		return x
	}
	if !v.truth[r] {
		return v.bitMasks(r, 0, size)
	}
	x := v.resize(v.forms[form{value: r, size: v.size[r], mask: true}], v.size[r], size)
	v.remember(f, x)
	return x
}

// resize changes the element size of masks.
func (v *vectors) resize(x []vector.Ref, from, to uint8) []vector.Ref {
	for ; from < to; from *= 2 {
		x = v.widen(x, from, true)
	}
	for ; from > to; from /= 2 {
		x = v.pack(x, from, true)
	}
	return x
}

// bitMasks is one bit of a value, as masks.
func (v *vectors) bitMasks(r word.Ref, bit uint64, size uint8) []vector.Ref {
	own := v.size[r]
	if size == 1 {
		if x, ok := v.plane(r, bit/8); ok {
			return []vector.Ref{v.bitMask(x, bit%8, 1)}
		}
	}
	x := v.numbers(r, own)
	out := make([]vector.Ref, len(x))
	for i := range x {
		out[i] = v.bitMask(x[i], bit, own)
	}
	return v.resize(out, own, size)
}

// bitMask is one bit of the elements of a vector.
func (v *vectors) bitMask(x vector.Ref, bit uint64, size uint8) vector.Ref {
	n := vector.Log2Size(size)
	if bit == uint64(8*size)-1 {
		return v.Op2(lessSigned[n], x, v.Splat(0, 8))
	}
	k := v.Splat(1<<bit, size)
	return v.Op2(equals[n], v.Op2(vector.And, x, k), k)
}

// bitSize is the size of the masks that one bit of a value gives at the lowest cost.
func (v *vectors) bitSize(r word.Ref) uint8 {
	if v.lanes >= 8 && v.size[r] >= 2 {
		return 1
	}
	return v.size[r]
}

// remember keeps a form; in a guarded part, until the part ends.
func (v *vectors) remember(f form, x []vector.Ref) {
	v.forms[f] = x
	if n := len(v.made); n > 0 {
		v.made[n-1] = append(v.made[n-1], f)
	}
}

// parts is the number of vectors that elements of that size take.
func (v *vectors) parts(size uint8) int { return max(1, v.lanes*int(size)/16) }

// same repeats a vector for all parts.
func (v *vectors) same(x vector.Ref, size uint8) []vector.Ref {
	out := make([]vector.Ref, v.parts(size))
	for i := range out {
		out[i] = x
	}
	return out
}

func (v *vectors) each(o vector.Op, x, y []vector.Ref) []vector.Ref {
	out := make([]vector.Ref, len(x))
	for i := range out {
		out[i] = v.Op2(o, x[i], y[i])
	}
	return out
}

var (
	widenLow = [2][3]vector.Op{
		{vector.WidenLow8, vector.WidenLow16, vector.WidenLow32},
		{vector.WidenMaskLow8, vector.WidenMaskLow16, vector.WidenMaskLow32},
	}
	widenHigh = [2][3]vector.Op{
		{vector.WidenHigh8, vector.WidenHigh16, vector.WidenHigh32},
		{vector.WidenMaskHigh8, vector.WidenMaskHigh16, vector.WidenMaskHigh32},
	}
	packs = [2][2]vector.Op{
		{vector.PackU16, vector.PackU32},
		{vector.PackS16, vector.PackS32},
	}
)

// widen doubles the size of elements.
func (v *vectors) widen(x []vector.Ref, size uint8, mask bool) []vector.Ref {
	signed := 0
	if mask {
		signed = 1
	}
	out := make([]vector.Ref, v.parts(2*size))
	for i := range out {
		o := widenLow
		if i%2 == 1 {
			o = widenHigh
		}
		in := &v.Instrs[x[i/2]]
		if in.Kind == vector.Const && in.Lo == in.Hi && (in.Lo == 0 || mask && in.Lo == ^uint64(0)) {
			out[i] = x[i/2]
			continue
		}
		out[i] = v.Op1(o[signed][vector.Log2Size(size)], x[i/2])
	}
	return out
}

// narrow halves the size of elements. held is the bits that may be 1 in them.
func (v *vectors) narrow(x []vector.Ref, size uint8, held uint64) []vector.Ref {
	if size < 8 {
		if mask := uint64(1)<<(4*size) - 1; held&(1<<(8*size)-1)&^mask != 0 {
			x = v.each(vector.And, x, v.same(v.Splat(mask, size), size))
		}
	}
	return v.pack(x, size, false)
}

// pack halves the size of elements whose values fit.
func (v *vectors) pack(x []vector.Ref, size uint8, mask bool) []vector.Ref {
	if size == 8 {
		return v.halves(x, vector.Even32)
	}
	signed := 0
	if mask {
		signed = 1
	}
	out := make([]vector.Ref, v.parts(size/2))
	for i := range out {
		a := x[min(2*i, len(x)-1)]
		out[i] = v.Op2(packs[signed][vector.Log2Size(size)-1], a, x[min(2*i+1, len(x)-1)])
	}
	return out
}

// halves takes one half of each element of 8 bytes.
func (v *vectors) halves(x []vector.Ref, which vector.Op) []vector.Ref {
	out := make([]vector.Ref, v.parts(4))
	for i := range out {
		a, b := x[2*i], x[2*i+1]
		if a == b && v.Instrs[a].Kind == vector.Const && v.Instrs[a].Lo == v.Instrs[a].Hi {
			k := v.Instrs[a].Lo
			if which == vector.Odd32 {
				k >>= 32
			}
			out[i] = v.Splat(k, 4)
			continue
		}
		out[i] = v.Op2(which, a, b)
	}
	return out
}
