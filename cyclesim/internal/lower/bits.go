package lower

import (
	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/cyclesim/internal/word"
)

// bit computes a one-bit value as masks. It returns false if that is not
// possible.
func (v *vectors) bit(r word.Ref, in *word.Instr) bool {
	switch in.Op {
	case word.And, word.Or, word.Xor:
		o := map[word.Op]vector.Op{word.And: vector.And, word.Or: vector.Or, word.Xor: vector.Xor}[in.Op]
		if x, k, ok := v.shiftedBit(in); ok {
			s := v.bitSize(x)
			v.setMasks(r, v.bitMasks(x, k, s), s)
			return true
		}
		s := v.maskSize(in.A, in.B)
		v.setMasks(r, v.each(o, v.masks(in.A, s), v.masks(in.B, s)), s)
	case word.Select:
		s := v.maskSize(in.A, in.B)
		m, yes, no := v.masks(in.A, s), v.masks(in.B, s), v.masks(in.C, s)
		out := make([]vector.Ref, len(m))
		for i := range out {
			out[i] = v.Choose(m[i], yes[i], no[i])
		}
		v.setMasks(r, out, s)
	case word.Eq, word.Ne, word.Lt, word.Le:
		v.comparison(r, in)
	case word.Shr:
		k := &v.p.Code[in.B]
		if k.Op != word.Const || v.p.Code[in.A].Op == word.Const || v.truth[in.A] || k.K >= uint64(8*v.size[in.A]) {
			return false
		}
		s := v.bitSize(in.A)
		v.setMasks(r, v.bitMasks(in.A, k.K, s), s)
	case word.Load:
		v.size[r] = in.Size
		v.load(r, in)
		x := v.numbers(r, in.Size)
		v.setMasks(r, v.each(subs[vector.Log2Size(in.Size)], v.same(v.Splat(0, 8), in.Size), x), in.Size)
	default:
		return false
	}
	return true
}

// shiftedBit finds the bit of a value that an AND with 1 extracts.
func (v *vectors) shiftedBit(in *word.Instr) (x word.Ref, bit uint64, ok bool) {
	b := &v.p.Code[in.B]
	if in.Op != word.And || b.Op != word.Const || b.K != 1 {
		return word.None, 0, false
	}
	if a := &v.p.Code[in.A]; a.Op == word.Shr && v.p.Code[a.B].Op == word.Const {
		if k := v.p.Code[a.B].K; !v.truth[a.A] && v.p.Code[a.A].Op != word.Const && k < uint64(8*v.size[a.A]) {
			return a.A, k, true
		}
	}
	return word.None, 0, false
}

// maskSize is the element size for an operation on two conditions: their common
// size if both exist in it, otherwise a byte.
func (v *vectors) maskSize(a, b word.Ref) uint8 {
	s := func(r word.Ref) uint8 {
		if v.p.Code[r].Op == word.Const {
			return 8
		}
		if !v.truth[r] {
			return 1
		}
		return v.size[r]
	}
	return min(s(a), s(b), 8)
}

func (v *vectors) comparison(r word.Ref, in *word.Instr) {
	isBit := func(r word.Ref) bool {
		if c := &v.p.Code[r]; c.Op == word.Const {
			return c.K <= 1
		}
		return v.truth[r]
	}
	if isBit(in.A) && isBit(in.B) {
		s := v.maskSize(in.A, in.B)
		x, y := v.masks(in.A, s), v.masks(in.B, s)
		out := make([]vector.Ref, len(x))
		for i := range x {
			switch in.Op {
			case word.Eq:
				out[i] = v.Not(v.Op2(vector.Xor, x[i], y[i]))
			case word.Ne:
				out[i] = v.Op2(vector.Xor, x[i], y[i])
			case word.Lt:
				out[i] = v.Op2(vector.AndNot, y[i], x[i])
			default:
				out[i] = v.Op2(vector.Or, y[i], v.Not(x[i]))
			}
		}
		v.setMasks(r, out, s)
		return
	}
	s := max(v.sizeFor(in.A, 1), v.sizeFor(in.B, 1))
	x, y := v.numbers(in.A, s), v.numbers(in.B, s)
	top := uint64(1) << (8*s - 1)
	signed := (v.bitsHeld(in.A)|v.bitsHeld(in.B))&top == 0
	n := vector.Log2Size(s)
	out := make([]vector.Ref, len(x))
	for i := range x {
		switch in.Op {
		case word.Eq:
			out[i] = v.Op2(equals[n], x[i], y[i])
		case word.Ne:
			out[i] = v.Not(v.Op2(equals[n], x[i], y[i]))
		case word.Lt:
			out[i] = v.ordered(x[i], y[i], n, signed)
		default:
			out[i] = v.Not(v.ordered(y[i], x[i], n, signed))
		}
	}
	v.setMasks(r, out, s)
}

// ordered computes masks of x < y.
func (v *vectors) ordered(x, y vector.Ref, n int, signed bool) vector.Ref {
	switch {
	case signed:
		return v.Op2(lessSigned[n], x, y)
	case n == 3: // WebAssembly has only the signed comparison
		sign := v.Splat(1<<63, 8)
		return v.Op2(lessSigned[n], v.Op2(vector.Xor, x, sign), v.Op2(vector.Xor, y, sign))
	}
	return v.Op2(less[n], x, y)
}
