package compiled

import "math/bits"

// known is what can be said of a value without running the program: the bits that
// may be 1, and those that must be (LLVM calls this KnownBits).
type known struct{ may, must uint64 }

func (k known) constant() bool { return k.may == k.must }

// below is the mask of all bit positions up to the highest 1 of x.
func below(x uint64) uint64 {
	if x == 0 {
		return 0
	}
	return ^uint64(0) >> bits.LeadingZeros64(x)
}

// knownBits finds the bits of each value that may be set, and those that
// something depends on (demanded bits). It removes masks that clear no demanded
// bit, replaces comparisons with a certain result by constants, and turns
// selections between single bits into logic.
func knownBits(p *program) {
	need := p.needed()
	b := &bitter{}
	p.rewrite(&b.rewriter, func(i int, in instr) ref {
		in = b.strip(in, need[i])
		if in.op.effect() {
			return b.addKnown(in)
		}
		return b.simplify(in, need[i])
	})
}

// strip replaces the arguments by simpler values that agree on the demanded bits.
// A slice of a concatenation thus finds the piece that it comes from.
func (b *bitter) strip(in instr, need uint64) instr {
	x, y, z := in.demands(need, b.facts, b.out)
	for _, d := range [3]struct {
		of   *ref
		bits uint64
	}{{&in.a, x}, {&in.b, y}, {&in.c, z}} {
		if *d.of != none {
			*d.of = b.same(*d.of, d.bits)
		}
	}
	return in
}

// same is the simplest value that agrees with r on the given bits.
func (b *bitter) same(r ref, bits uint64) ref {
	for {
		in := &b.out[r]
		switch {
		case in.op == opAnd && b.facts[in.a].may&bits&^b.facts[in.b].must == 0:
			r = in.a
		case in.op == opAnd && b.facts[in.b].may&bits&^b.facts[in.a].must == 0:
			r = in.b
		case (in.op == opOr || in.op == opXor) && b.facts[in.a].may&bits == 0:
			r = in.b
		case (in.op == opOr || in.op == opXor) && b.facts[in.b].may&bits == 0:
			r = in.a
		default:
			return r
		}
	}
}

// needed lists the demanded bits of each value: those that some effect depends
// on.
func (p *program) needed() []uint64 {
	facts := p.facts()
	need := make([]uint64, len(p.code))
	for i := len(p.code) - 1; i >= 0; i-- {
		in := &p.code[i]
		if n := need[i]; n != 0 || in.op.effect() {
			a, b, c := in.demands(n, facts, p.code)
			for _, d := range [3]demand{{in.a, a}, {in.b, b}, {in.c, c}} {
				if d.of != none {
					need[d.of] |= d.bits
				}
			}
		}
	}
	return need
}

// facts lists what is known of each value.
func (p *program) facts() []known {
	facts := make([]known, len(p.code))
	for i := range p.code {
		if !p.code[i].op.effect() {
			facts[i] = knowledge(p.code[i], facts)
		}
	}
	return facts
}

// demand is the bits of a value that are demanded.
type demand struct {
	of   ref
	bits uint64
}

// demands gives, for each argument, the bits that the bits n of the result, or
// the effect, depend on.
func (in *instr) demands(n uint64, facts []known, code []instr) (a, b, c uint64) {
	const all = ^uint64(0)
	constant := func(r ref) (uint64, bool) { return facts[r].may, facts[r].constant() }
	switch in.op {
	case opAnd:
		x, y := facts[in.a], facts[in.b]
		if code[in.b].op == opConst {
			return n & y.may, n & x.may, 0
		}
		// Where both operands are 0, one of them must stay 0, and they are
		// simplified independently of each other.
		return n & (y.may | ^x.may), n & (x.may | ^y.may), 0
	case opOr, opXor:
		return n, n, 0
	case opSelect:
		return all, n, n
	case opAdd, opSub, opMul:
		return below(n), below(n), 0
	case opShl:
		if k, ok := constant(in.b); ok {
			return n >> (k & 63), 63, 0
		}
		return below(n), 63, 0
	case opShr:
		if k, ok := constant(in.b); ok {
			return n << (k & 63), 63, 0
		}
		return all << bits.TrailingZeros64(n), 63, 0
	case opStore:
		return all, all >> (64 - 8*in.size), all
	}
	return all, all, all
}

// constantOf is the value of r if r is a constant.
func (p *program) constantOf(r ref) (uint64, bool) {
	in := &p.code[r]
	return in.k, in.op == opConst
}

// bitter rewrites a program; facts has what is known of the new values.
type bitter struct {
	rewriter
	facts []known
}

func (b *bitter) addKnown(in instr) ref {
	r := b.add(in)
	if in.op.effect() {
		b.facts = append(b.facts, known{})
	} else {
		b.facts = append(b.facts, b.know(in))
	}
	return r
}

func (b *bitter) number(k uint64) ref {
	return b.addKnown(instr{op: opConst, a: none, b: none, c: none, k: k})
}

// simplify finds the simplest instruction that agrees on the demanded bits.
func (b *bitter) simplify(in instr, need uint64) ref {
	if in.op == opConst {
		return b.addKnown(in)
	}
	k := b.know(in)
	if k.constant() {
		return b.number(k.may)
	}
	zero := func(r ref) bool { return b.facts[r].may&need == 0 }
	switch in.op {
	case opAnd:
		if need&b.facts[in.a].may&^b.facts[in.b].must == 0 {
			return in.a
		}
		if need&b.facts[in.b].may&^b.facts[in.a].must == 0 {
			return in.b
		}
	case opOr, opXor:
		if zero(in.a) {
			return in.b
		}
		if zero(in.b) {
			return in.a
		}
	case opAdd:
		if b.facts[in.a].may&below(need) == 0 {
			return in.b
		}
		if b.facts[in.b].may&below(need) == 0 {
			return in.a
		}
	case opSar:
		if b.facts[in.a].may>>63 == 0 {
			in.op = opShr
			return b.addKnown(in)
		}
	case opEq, opNe:
		return b.simplifyCompare(in)
	case opSelect:
		return b.simplifySelect(in)
	case opRem:
		if m, ok := b.constantOf(in.b); ok {
			return b.remainder(in, m)
		}
	}
	return b.addKnown(in)
}

// simplifyCompare replaces a comparison of a one-bit value with 0 or 1 by that
// bit, or its complement.
func (b *bitter) simplifyCompare(in instr) ref {
	k, ok := b.constantOf(in.b)
	if !ok || k > 1 || b.facts[in.a].may != 1 {
		return b.addKnown(in)
	}
	if (k == 1) == (in.op == opEq) {
		return in.a
	}
	return b.addKnown(instr{op: opXor, a: in.a, b: b.number(1), c: none})
}

// simplifySelect replaces a selection between single bits by logic.
func (b *bitter) simplifySelect(in instr) ref {
	if b.facts[in.b].may|b.facts[in.c].may != 1 {
		return b.addKnown(in)
	}
	yes, yok := b.constantOf(in.b)
	no, nok := b.constantOf(in.c)
	switch {
	case nok && no == 0:
		return b.addKnown(instr{op: opAnd, a: in.a, b: in.b, c: none})
	case yok && yes == 1:
		return b.addKnown(instr{op: opOr, a: in.a, b: in.c, c: none})
	}
	return b.addKnown(in)
}

// remainder replaces a division by a subtraction where one is enough.
func (b *bitter) remainder(in instr, m uint64) ref {
	most := b.facts[in.a].may
	switch {
	case most < m:
		return in.a
	case most < 2*m && m < 1<<62:
		fits := b.addKnown(instr{op: opLt, a: in.a, b: in.b, c: none})
		less := b.addKnown(instr{op: opSub, a: in.a, b: in.b, c: none})
		rest := b.addKnown(instr{op: opSelect, a: fits, b: in.a, c: less})
		return b.addKnown(instr{op: opAnd, a: rest, b: b.number(below(m - 1)), c: none})
	}
	return b.addKnown(in)
}

// know is what is known of the result of an instruction.
func (b *bitter) know(in instr) known { return knowledge(in, b.facts) }

// knowledge is what is known of the result of an instruction, from what is known
// of its arguments.
func knowledge(in instr, facts []known) known {
	var x, y known
	if in.a != none {
		x = facts[in.a]
	}
	if in.b != none {
		y = facts[in.b]
	}
	switch in.op {
	case opConst:
		return known{in.k, in.k}
	case opLoad:
		return known{in.may, 0}
	case opAnd:
		return known{x.may & y.may, x.must & y.must}
	case opOr:
		return known{x.may | y.may, x.must | y.must}
	case opXor:
		open := x.may&^x.must | y.may&^y.must
		must := (x.must ^ y.must) &^ open
		return known{must | open, must}
	case opSelect:
		z := facts[in.c]
		return known{y.may | z.may, y.must & z.must}
	case opAdd:
		sum, carry := bits.Add64(x.may, y.may, 0)
		zeros := min(bits.TrailingZeros64(x.may), bits.TrailingZeros64(y.may))
		return known{(below(sum) | -carry) &^ (1<<zeros - 1), 0}
	case opMul:
		hi, lo := bits.Mul64(x.may, y.may)
		if hi != 0 {
			lo = ^uint64(0)
		}
		return known{below(lo), 0}
	case opEq, opNe, opLt, opLe:
		return knowCompare(in.op, x, y)
	case opCtz:
		if x.must != 0 {
			return known{below(uint64(bits.TrailingZeros64(x.must))), 0}
		}
		return known{127, 0}
	case opPopcnt:
		return known{below(uint64(bits.OnesCount64(x.may))), 0}
	case opRem:
		if y.constant() {
			return known{below(y.may - 1), 0}
		}
	case opShl, opShr, opSar, opRotl:
		return knowShift(in.op, x, y)
	}
	return known{^uint64(0), 0}
}

func knowShift(o op, x, y known) known {
	if y.constant() {
		n := y.may & 63
		if o == opSar && x.may>>63 != x.must>>63 {
			return known{execute(o, x.may, n), x.must >> n}
		}
		return known{execute(o, x.may, n), execute(o, x.must, n)}
	}
	most := y.may
	switch {
	case o == opShr || o == opSar && x.may>>63 == 0:
		return known{below(x.may), 0}
	case o == opShl && x.may != 0:
		zeros := bits.TrailingZeros64(x.may)
		if top := uint64(bits.Len64(x.may)) + min(most, 63); top < 64 {
			return known{(1<<top - 1) &^ (1<<zeros - 1), 0}
		}
		return known{^uint64(0) << zeros, 0}
	}
	return known{^uint64(0), 0}
}

// knowCompare decides comparisons whose result follows from known bits.
func knowCompare(o op, x, y known) known {
	yes, no := known{1, 1}, known{0, 0}
	differ := x.must&^y.may != 0 || y.must&^x.may != 0
	switch {
	case o == opEq && differ, o == opNe && x.constant() && x == y:
		return no
	case o == opNe && differ, o == opEq && x.constant() && x == y:
		return yes
	case o == opLt && x.may < y.must, o == opLe && x.may <= y.must:
		return yes
	case o == opLt && x.must >= y.may, o == opLe && x.must > y.may:
		return no
	}
	return known{1, 0}
}
