package word

// Of a value that is only compared with 0, it matters whether it is 0, and nothing else. So fields that are
// put side by side for that need not be moved to their places: a 1 may stand anywhere.

// zeroTests marks comparisons with 0, and choices and ORs that are only used by these, or by marked values. All of
// their bits are demanded.
func (p *Program) zeroTests() []bool {
	test, other := make([]bool, len(p.Code)), make([]bool, len(p.Code))
	for i := len(p.Code) - 1; i >= 0; i-- {
		in := &p.Code[i]
		test[i] = p.comparesZero(in) || test[i] && !other[i]
		first := None // an argument that decides, instead of being tested
		switch {
		case test[i] && p.comparesZero(in), test[i] && in.Op == Or:
		case test[i] && in.Op == Select:
			first = in.A
		default:
			in.Args(func(r Ref) { other[r] = true })
			continue
		}
		in.Args(func(r Ref) {
			if r == first {
				other[r] = true
			} else {
				test[r] = true
			}
		})
	}
	return test
}

// comparesZero reports whether an instruction compares with 0 for equality.
func (p *Program) comparesZero(in *Instr) bool {
	if in.Op != Eq && in.Op != Ne {
		return false
	}
	k, ok := p.ConstantOf(in.B)
	return ok && k == 0
}

// stripTest replaces what is tested by simpler values that are 0 if and only if it is.
func (b *bitter) stripTest(in Instr) Instr {
	switch in.Op {
	case Eq, Ne: // with 0; of a comparison with another number only the result is tested
		if k, ok := b.constantOf(in.B); ok && k == 0 {
			in.A = b.sameTest(in.A)
		}
	case Or:
		in.A, in.B = b.sameTest(in.A), b.sameTest(in.B)
	case Select:
		in.B, in.C = b.sameTest(in.B), b.sameTest(in.C)
	}
	return in
}

// sameTest is the simplest value that is 0 if and only if r is.
func (b *bitter) sameTest(r Ref) Ref {
	for {
		in := &b.out[r]
		switch in.Op {
		case Shl:
			k, ok := b.constantOf(in.B)
			if may := b.facts[in.A].May; !ok || may<<(k&63)>>(k&63) != may {
				return r
			}
		case Ne:
			if k, ok := b.constantOf(in.B); !ok || k != 0 {
				return r
			}
		default:
			return r
		}
		r = in.A
	}
}
