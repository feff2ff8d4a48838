package word

// JoinChoices makes a selection of an OR with a value that is chosen under a condition, if the rest of the OR is 0
// then: of the cases of a case statement only one is chosen.
func JoinChoices(p *Program) {
	c := &chooser{}
	p.rewrite(&c.rewriter, func(_ int, in Instr) Ref {
		if in.Op == Or {
			for _, x := range [2][2]Ref{{in.A, in.B}, {in.B, in.A}} {
				rest, chosen := x[0], &c.out[x[1]]
				if chosen.Op != Select || !c.isZero(chosen.C) || !c.zeroWhen(rest, chosen.A, mostChoices) {
					continue
				}
				return c.add(Instr{Op: Select, A: chosen.A, B: chosen.B, C: rest})
			}
		}
		return c.add(in)
	})
}

// Bounds for looking at a chain of selections, and at the conditions of two of them.
const (
	mostChoices = 64
	mostDeep    = 4
)

type chooser struct{ rewriter }

func (c *chooser) isZero(r Ref) bool {
	k, ok := c.constantOf(r)
	return ok && k == 0
}

// zeroWhen reports whether a value is known to be 0 where a condition holds.
func (c *chooser) zeroWhen(r, cond Ref, left int) bool {
	for ; left > 0; left-- {
		if c.isZero(r) {
			return true
		}
		in := &c.out[r]
		if in.Op != Select || !c.exclusive(in.A, cond, mostDeep) {
			return false
		}
		r = in.C
	}
	return false
}

// exclusive reports whether two bits are known not to be both 1.
func (c *chooser) exclusive(x, y Ref, deep int) bool {
	if deep == 0 {
		return false
	}
	a, b := &c.out[x], &c.out[y]
	switch {
	case a.Op == Eq && b.Op == Eq && a.A == b.A:
		k, ok := c.constantOf(a.B)
		m, ok2 := c.constantOf(b.B)
		return ok && ok2 && k != m
	case a.Op == Eq && b.Op == Ne && a.A == b.A && a.B == b.B, a.Op == Ne && b.Op == Eq && a.A == b.A && a.B == b.B:
		return true
	case c.complement(a, y), c.complement(b, x):
		return true
	case a.Op == And:
		return c.exclusive(a.A, y, deep-1) || c.exclusive(a.B, y, deep-1)
	case b.Op == And:
		return c.exclusive(x, b.A, deep-1) || c.exclusive(x, b.B, deep-1)
	}
	return false
}

// complement reports whether an instruction is the complement of a bit.
func (c *chooser) complement(in *Instr, of Ref) bool {
	if in.Op != Xor || in.A != of {
		return false
	}
	k, ok := c.constantOf(in.B)
	return ok && k == 1
}
