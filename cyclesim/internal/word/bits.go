package word

import "math/bits"

// Known is what can be said of a value without running the program: the bits that
// may be 1, and those that must be (LLVM calls this KnownBits).
type Known struct{ May, must uint64 }

func (k Known) constant() bool { return k.May == k.must }

// Below is the mask of all bit positions up to the highest 1 of x.
func Below(x uint64) uint64 {
	if x == 0 {
		return 0
	}
	return ^uint64(0) >> bits.LeadingZeros64(x)
}

// UseKnownBits finds the bits of each value that may be set, and those that
// something depends on (demanded bits). It removes masks that clear no demanded
// bit, replaces comparisons with a certain result by constants, and turns
// selections between single bits into logic.
//
// A value of which nothing is demanded becomes 0. What it is made of need not be right either, so
// it must not stay as an operand: a load from such an address may end the program, and so may a
// division.
func UseKnownBits(p *Program) {
	need, test := p.Needed(), p.zeroTests()
	b := &bitter{}
	p.rewrite(&b.rewriter, func(i int, in Instr) Ref {
		if !in.Op.Effect() && need[i] == 0 {
			return b.number(0)
		}
		in = b.strip(in, need[i])
		if test[i] {
			in = b.stripTest(in)
		}
		if in.Op.Effect() {
			return b.addKnown(in)
		}
		return b.simplify(in, need[i])
	})
}

// strip replaces the arguments by simpler values that agree on the demanded bits.
// A slice of a concatenation thus finds the piece that it comes from.
func (b *bitter) strip(in Instr, need uint64) Instr {
	x, y, z := in.demands(need, b.facts, b.out)
	for _, d := range [3]struct {
		of   *Ref
		bits uint64
	}{{&in.A, x}, {&in.B, y}, {&in.C, z}} {
		if *d.of != None {
			*d.of = b.same(*d.of, d.bits)
		}
	}
	return in
}

// same is the simplest value that agrees with r on the given bits.
func (b *bitter) same(r Ref, bits uint64) Ref {
	for {
		in := &b.out[r]
		switch {
		case in.Op == And && b.facts[in.A].May&bits&^b.facts[in.B].must == 0:
			r = in.A
		case in.Op == And && b.facts[in.B].May&bits&^b.facts[in.A].must == 0:
			r = in.B
		case (in.Op == Or || in.Op == Xor) && b.facts[in.A].May&bits == 0:
			r = in.B
		case (in.Op == Or || in.Op == Xor) && b.facts[in.B].May&bits == 0:
			r = in.A
		default:
			return r
		}
	}
}

// Needed lists the demanded bits of each value: those that some effect depends
// on.
func (p *Program) Needed() []uint64 {
	facts := p.facts()
	need := make([]uint64, len(p.Code))
	for i := len(p.Code) - 1; i >= 0; i-- {
		in := &p.Code[i]
		if n := need[i]; n != 0 || in.Op.Effect() {
			a, b, c := in.demands(n, facts, p.Code)
			for _, d := range [3]demand{{in.A, a}, {in.B, b}, {in.C, c}} {
				if d.of != None {
					need[d.of] |= d.bits
				}
			}
		}
	}
	return need
}

// facts lists what is known of each value.
func (p *Program) facts() []Known {
	facts := make([]Known, len(p.Code))
	for i := range p.Code {
		if !p.Code[i].Op.Effect() {
			facts[i] = Know(p.Code[i], facts)
		}
	}
	return facts
}

// Facts lists what is known of each value of a program with guarded parts: behind its part, a value may be 0.
func (p *Program) Facts() []Known {
	facts, parts := make([]Known, len(p.Code)), p.Parts()
	for i := range p.Code {
		if p.Code[i].Op.Effect() {
			continue
		}
		if facts[i] = Know(p.Code[i], facts); parts.Escapes[i] {
			facts[i].must = 0
		}
	}
	return facts
}

// demand is the bits of a value that are demanded.
type demand struct {
	of   Ref
	bits uint64
}

// demands gives, for each argument, the bits that the bits n of the result, or
// the effect, depend on.
func (in *Instr) demands(n uint64, facts []Known, code []Instr) (a, b, c uint64) {
	const all = ^uint64(0)
	constant := func(r Ref) (uint64, bool) { return facts[r].May, facts[r].constant() }
	switch in.Op {
	case And:
		x, y := facts[in.A], facts[in.B]
		if code[in.B].Op == Const {
			return n & y.May, n & x.May, 0
		}
		// Where both operands are 0, one of them must stay 0, and they are
		// simplified independently of each other.
		return n & (y.May | ^x.May), n & (x.May | ^y.May), 0
	case Or, Xor:
		return n, n, 0
	case Select:
		return all, n, n
	case Add, Sub, Mul:
		return Below(n), Below(n), 0
	case Shl:
		if k, ok := constant(in.B); ok {
			return n >> (k & 63), 63, 0
		}
		return Below(n), 63, 0
	case Shr:
		if k, ok := constant(in.B); ok {
			return n << (k & 63), 63, 0
		}
		return all << bits.TrailingZeros64(n), 63, 0
	case Store:
		return all, all >> (64 - 8*in.Size), all
	}
	return all, all, all
}

// ConstantOf is the value of r if r is a constant.
func (p *Program) ConstantOf(r Ref) (uint64, bool) {
	in := &p.Code[r]
	return in.K, in.Op == Const
}

// bitter rewrites a program; facts has what is known of the new values.
type bitter struct {
	rewriter
	facts []Known
}

func (b *bitter) addKnown(in Instr) Ref {
	r := b.add(in)
	if in.Op.Effect() {
		b.facts = append(b.facts, Known{})
	} else {
		b.facts = append(b.facts, b.know(in))
	}
	return r
}

func (b *bitter) number(k uint64) Ref {
	return b.addKnown(Instr{Op: Const, A: None, B: None, C: None, K: k})
}

// simplify finds the simplest instruction that agrees on the demanded bits.
func (b *bitter) simplify(in Instr, need uint64) Ref {
	if in.Op == Const {
		return b.addKnown(in)
	}
	k := b.know(in)
	if k.constant() {
		return b.number(k.May)
	}
	zero := func(r Ref) bool { return b.facts[r].May&need == 0 }
	switch in.Op {
	case And:
		if need&b.facts[in.A].May&^b.facts[in.B].must == 0 {
			return in.A
		}
		if need&b.facts[in.B].May&^b.facts[in.A].must == 0 {
			return in.B
		}
	case Or, Xor:
		if zero(in.A) {
			return in.B
		}
		if zero(in.B) {
			return in.A
		}
	case Add:
		if b.facts[in.A].May&Below(need) == 0 {
			return in.B
		}
		if b.facts[in.B].May&Below(need) == 0 {
			return in.A
		}
	case Sar:
		if b.facts[in.A].May>>63 == 0 {
			in.Op = Shr
			return b.addKnown(in)
		}
	case Eq, Ne:
		return b.simplifyCompare(in)
	case Select:
		return b.simplifySelect(in)
	case Rem:
		if m, ok := b.constantOf(in.B); ok {
			return b.remainder(in, m)
		}
	}
	return b.addKnown(in)
}

// simplifyCompare replaces a comparison of a one-bit value with 0 or 1 by that
// bit, or its complement.
func (b *bitter) simplifyCompare(in Instr) Ref {
	k, ok := b.constantOf(in.B)
	if !ok || k > 1 || b.facts[in.A].May != 1 {
		return b.addKnown(in)
	}
	if (k == 1) == (in.Op == Eq) {
		return in.A
	}
	return b.addKnown(Instr{Op: Xor, A: in.A, B: b.number(1), C: None})
}

// simplifySelect replaces a selection between single bits by logic.
func (b *bitter) simplifySelect(in Instr) Ref {
	if b.facts[in.B].May|b.facts[in.C].May != 1 {
		return b.addKnown(in)
	}
	yes, yok := b.constantOf(in.B)
	no, nok := b.constantOf(in.C)
	switch {
	case nok && no == 0:
		return b.addKnown(Instr{Op: And, A: in.A, B: in.B, C: None})
	case yok && yes == 1:
		return b.addKnown(Instr{Op: Or, A: in.A, B: in.C, C: None})
	}
	return b.addKnown(in)
}

// remainder replaces a division by a subtraction where one is enough.
func (b *bitter) remainder(in Instr, m uint64) Ref {
	most := b.facts[in.A].May
	switch {
	case most < m:
		return in.A
	case most < 2*m && m < 1<<62:
		fits := b.addKnown(Instr{Op: Lt, A: in.A, B: in.B, C: None})
		less := b.addKnown(Instr{Op: Sub, A: in.A, B: in.B, C: None})
		rest := b.addKnown(Instr{Op: Select, A: fits, B: in.A, C: less})
		return b.addKnown(Instr{Op: And, A: rest, B: b.number(Below(m - 1)), C: None})
	}
	return b.addKnown(in)
}

// know is what is known of the result of an instruction.
func (b *bitter) know(in Instr) Known { return Know(in, b.facts) }

// Know is what is known of the result of an instruction, from what is known
// of its arguments.
func Know(in Instr, facts []Known) Known {
	var x, y Known
	if in.A != None {
		x = facts[in.A]
	}
	if in.B != None {
		y = facts[in.B]
	}
	switch in.Op {
	case Const:
		return Known{in.K, in.K}
	case Load, Lookup:
		return Known{in.May, 0}
	case And:
		return Known{x.May & y.May, x.must & y.must}
	case Or:
		return Known{x.May | y.May, x.must | y.must}
	case Xor:
		open := x.May&^x.must | y.May&^y.must
		must := (x.must ^ y.must) &^ open
		return Known{must | open, must}
	case Select:
		z := facts[in.C]
		return Known{y.May | z.May, y.must & z.must}
	case Add:
		sum, carry := bits.Add64(x.May, y.May, 0)
		zeros := min(bits.TrailingZeros64(x.May), bits.TrailingZeros64(y.May))
		return Known{(Below(sum) | -carry) &^ (1<<zeros - 1), 0}
	case Mul:
		hi, lo := bits.Mul64(x.May, y.May)
		if hi != 0 {
			lo = ^uint64(0)
		}
		return Known{Below(lo), 0}
	case Eq, Ne, Lt, Le:
		return knowCompare(in.Op, x, y)
	case Ctz:
		if x.must != 0 {
			return Known{Below(uint64(bits.TrailingZeros64(x.must))), 0}
		}
		return Known{127, 0}
	case Popcnt:
		return Known{Below(uint64(bits.OnesCount64(x.May))), 0}
	case Rem:
		if y.constant() {
			return Known{Below(y.May - 1), 0}
		}
	case Shl, Shr, Sar, Rotl:
		return knowShift(in.Op, x, y)
	}
	return Known{^uint64(0), 0}
}

func knowShift(o Op, x, y Known) Known {
	if y.constant() {
		n := y.May & 63
		if o == Sar && x.May>>63 != x.must>>63 {
			return Known{Execute(o, x.May, n), x.must >> n}
		}
		return Known{Execute(o, x.May, n), Execute(o, x.must, n)}
	}
	most := y.May
	switch {
	case o == Shr || o == Sar && x.May>>63 == 0:
		return Known{Below(x.May), 0}
	case o == Shl && x.May != 0:
		zeros := bits.TrailingZeros64(x.May)
		if top := uint64(bits.Len64(x.May)) + min(most, 63); top < 64 {
			return Known{(1<<top - 1) &^ (1<<zeros - 1), 0}
		}
		return Known{^uint64(0) << zeros, 0}
	}
	return Known{^uint64(0), 0}
}

// knowCompare decides comparisons whose result follows from known bits.
func knowCompare(o Op, x, y Known) Known {
	yes, no := Known{1, 1}, Known{0, 0}
	differ := x.must&^y.May != 0 || y.must&^x.May != 0
	switch {
	case o == Eq && differ, o == Ne && x.constant() && x == y:
		return no
	case o == Ne && differ, o == Eq && x.constant() && x == y:
		return yes
	case o == Lt && x.May < y.must, o == Le && x.May <= y.must:
		return yes
	case o == Lt && x.must >= y.May, o == Le && x.must > y.May:
		return no
	}
	return Known{1, 0}
}
