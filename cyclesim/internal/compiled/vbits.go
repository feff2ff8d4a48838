package compiled

import "culprit/cyclesim/internal/vector"

// bit computes a one-bit value as masks. It returns false if that is not
// possible.
func (v *vectors) bit(r ref, in *instr) bool {
	switch in.op {
	case opAnd, opOr, opXor:
		o := map[op]vector.Op{opAnd: vector.And, opOr: vector.Or, opXor: vector.Xor}[in.op]
		if x, k, ok := v.shiftedBit(in); ok {
			s := v.bitSize(x)
			v.setMasks(r, v.bitMasks(x, k, s), s)
			return true
		}
		s := v.maskSize(in.a, in.b)
		v.setMasks(r, v.each(o, v.masks(in.a, s), v.masks(in.b, s)), s)
	case opSelect:
		s := v.maskSize(in.a, in.b)
		m, yes, no := v.masks(in.a, s), v.masks(in.b, s), v.masks(in.c, s)
		out := make([]vector.Ref, len(m))
		for i := range out {
			out[i] = v.Choose(m[i], yes[i], no[i])
		}
		v.setMasks(r, out, s)
	case opEq, opNe, opLt, opLe:
		v.comparison(r, in)
	case opShr:
		k := &v.p.code[in.b]
		if k.op != opConst || v.p.code[in.a].op == opConst || v.truth[in.a] || k.k >= uint64(8*v.size[in.a]) {
			return false
		}
		s := v.bitSize(in.a)
		v.setMasks(r, v.bitMasks(in.a, k.k, s), s)
	case opLoad:
		v.size[r] = in.size
		v.load(r, in)
		x := v.numbers(r, in.size)
		v.setMasks(r, v.each(subs[vector.Log2Size(in.size)], v.same(v.Splat(0, 8), in.size), x), in.size)
	default:
		return false
	}
	return true
}

// shiftedBit finds the bit of a value that an AND with 1 extracts.
func (v *vectors) shiftedBit(in *instr) (x ref, bit uint64, ok bool) {
	b := &v.p.code[in.b]
	if in.op != opAnd || b.op != opConst || b.k != 1 {
		return none, 0, false
	}
	if a := &v.p.code[in.a]; a.op == opShr && v.p.code[a.b].op == opConst {
		if k := v.p.code[a.b].k; !v.truth[a.a] && v.p.code[a.a].op != opConst && k < uint64(8*v.size[a.a]) {
			return a.a, k, true
		}
	}
	return none, 0, false
}

// maskSize is the element size for an operation on two conditions: their common
// size if both exist in it, otherwise a byte.
func (v *vectors) maskSize(a, b ref) uint8 {
	s := func(r ref) uint8 {
		if v.p.code[r].op == opConst {
			return 8
		}
		if !v.truth[r] {
			return 1
		}
		return v.size[r]
	}
	return min(s(a), s(b), 8)
}

func (v *vectors) comparison(r ref, in *instr) {
	isBit := func(r ref) bool {
		if c := &v.p.code[r]; c.op == opConst {
			return c.k <= 1
		}
		return v.truth[r]
	}
	if isBit(in.a) && isBit(in.b) {
		s := v.maskSize(in.a, in.b)
		x, y := v.masks(in.a, s), v.masks(in.b, s)
		out := make([]vector.Ref, len(x))
		for i := range x {
			switch in.op {
			case opEq:
				out[i] = v.Not(v.Op2(vector.Xor, x[i], y[i]))
			case opNe:
				out[i] = v.Op2(vector.Xor, x[i], y[i])
			case opLt:
				out[i] = v.Op2(vector.AndNot, y[i], x[i])
			default:
				out[i] = v.Op2(vector.Or, y[i], v.Not(x[i]))
			}
		}
		v.setMasks(r, out, s)
		return
	}
	s := max(v.sizeFor(in.a, 1), v.sizeFor(in.b, 1))
	x, y := v.numbers(in.a, s), v.numbers(in.b, s)
	top := uint64(1) << (8*s - 1)
	signed := (v.bitsHeld(in.a)|v.bitsHeld(in.b))&top == 0
	n := vector.Log2Size(s)
	out := make([]vector.Ref, len(x))
	for i := range x {
		switch in.op {
		case opEq:
			out[i] = v.Op2(equals[n], x[i], y[i])
		case opNe:
			out[i] = v.Not(v.Op2(equals[n], x[i], y[i]))
		case opLt:
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
