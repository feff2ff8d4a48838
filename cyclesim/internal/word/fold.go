package word

import "math/bits"

// FoldConstants evaluates operations on constants and applies algebraic
// identities, so that equal values become equal instructions.
func FoldConstants(p *Program) {
	f := &folder{tables: p.Tables}
	p.rewrite(&f.rewriter, func(_ int, in Instr) Ref { return f.fold(in) })
}

type folder struct {
	rewriter
	tables []*Table
}

func (f *folder) fold(in Instr) Ref {
	switch {
	case in.Op == Load && in.A != None:
		if k, ok := f.constantOf(in.A); ok {
			in.A, in.K = None, in.K+k
		}
		return f.add(in)
	case in.Op == Store:
		return f.foldStore(in)
	case in.Op == Const || !in.Op.Pure():
		return f.add(in)
	case in.Op == Select:
		return f.foldSelect(in)
	case in.Op == Lookup:
		if k, ok := f.constantOf(in.A); ok {
			return f.constant(f.tables[in.K].Values[k])
		}
		return f.add(in)
	}
	x, xok := f.constantOf(in.A)
	if in.B == None {
		if xok {
			return f.constant(Execute(in.Op, x, 0))
		}
		return f.add(in)
	}
	y, yok := f.constantOf(in.B)
	if xok && yok {
		return f.constant(Execute(in.Op, x, y))
	}
	if xok && in.Op.commutes() {
		in.A, in.B = in.B, in.A
		x, xok, y, yok = y, yok, x, xok
	}
	if in.A == in.B {
		if r, ok := f.foldSame(in); ok {
			return r
		}
	}
	if yok {
		return f.foldRight(in, y)
	}
	if xok {
		return f.foldLeft(in, x)
	}
	return f.add(in)
}

// Execute is the operation on numbers.
func Execute(o Op, x, y uint64) uint64 {
	flag := func(b bool) uint64 {
		if b {
			return 1
		}
		return 0
	}
	switch o {
	case Add:
		return x + y
	case Sub:
		return x - y
	case Mul:
		return x * y
	case And:
		return x & y
	case Or:
		return x | y
	case Xor:
		return x ^ y
	case Shl:
		return x << (y & 63)
	case Shr:
		return x >> (y & 63)
	case Sar:
		return uint64(int64(x) >> (y & 63))
	case Rotl:
		return bits.RotateLeft64(x, int(y&63))
	case Rem:
		return x % y
	case Eq:
		return flag(x == y)
	case Ne:
		return flag(x != y)
	case Lt:
		return flag(x < y)
	case Le:
		return flag(x <= y)
	case Ctz:
		return uint64(bits.TrailingZeros64(x))
	case Popcnt:
		return uint64(bits.OnesCount64(x))
	}
	panic("BUG: an operation without a value: " + o.String())
}

// Value is what a pure instruction makes of the values of the program.
func (p *Program) Value(in *Instr, x []uint64) uint64 {
	switch {
	case in.Op == Const:
		return in.K
	case in.Op == Select && x[in.A] == 1:
		return x[in.B]
	case in.Op == Select:
		return x[in.C]
	case in.Op == Lookup:
		return p.Tables[in.K].Values[x[in.A]]
	case in.B == None:
		return Execute(in.Op, x[in.A], 0)
	}
	return Execute(in.Op, x[in.A], x[in.B])
}

// foldSame simplifies an operation whose operands are the same value.
func (f *folder) foldSame(in Instr) (Ref, bool) {
	switch in.Op {
	case And, Or:
		return in.A, true
	case Xor, Sub, Ne, Lt:
		return f.constant(0), true
	case Eq, Le:
		return f.constant(1), true
	}
	return None, false
}

// foldRight simplifies an operation with a constant on the right.
func (f *folder) foldRight(in Instr, y uint64) Ref {
	switch in.Op {
	case Add, Sub, Or, Xor, Shl, Shr, Sar, Rotl:
		if y == 0 {
			return in.A
		}
	}
	x := f.out[in.A] // a copy: appending may move the slice
	inner, constant := uint64(0), false
	if x.B != None && x.Op.Pure() {
		inner, constant = f.constantOf(x.B)
	}
	switch in.Op {
	case And:
		if y == 0 {
			return f.constant(0)
		}
		if y == ^uint64(0) {
			return in.A
		}
		if x.Op == And && constant {
			return f.binary(And, x.A, inner&y)
		}
	case Or:
		if y == ^uint64(0) {
			return f.constant(y)
		}
		if x.Op == Or && constant {
			return f.binary(Or, x.A, inner|y)
		}
	case Xor:
		return f.foldXor(in, x, y, inner, constant)
	case Add:
		if x.Op == Add && constant {
			return f.binary(Add, x.A, inner+y)
		}
	case Sub:
		return f.binary(Add, in.A, -y)
	case Mul:
		return f.foldMul(in, y)
	case Shl, Shr:
		return f.foldShift(in, x, y&63, inner&63, constant)
	case Lt, Le, Eq, Ne:
		return f.foldCompare(in, x, y)
	case Rem:
		if y&(y-1) == 0 {
			return f.binary(And, in.A, y-1)
		}
	}
	return f.add(in)
}

// foldLeft simplifies a non-commutative operation with a constant on the left.
func (f *folder) foldLeft(in Instr, x uint64) Ref {
	switch {
	case x == 0 && (in.Op == Shl || in.Op == Shr || in.Op == Sar || in.Op == Rotl || in.Op == Rem):
		return in.A
	case x == 0 && in.Op == Le:
		return f.constant(1)
	case x == 0 && in.Op == Lt:
		return f.binary(Ne, in.B, 0)
	}
	return f.add(in)
}

// binary adds an operation with a constant, and folds it in turn.
func (f *folder) binary(o Op, x Ref, y uint64) Ref {
	return f.fold(Instr{Op: o, A: x, B: f.constant(y), C: None})
}

func (f *folder) foldXor(in, x Instr, y, inner uint64, constant bool) Ref {
	if x.Op == Xor && constant {
		return f.binary(Xor, x.A, inner^y)
	}
	if y == 1 {
		switch x.Op {
		case Eq:
			return f.add(Instr{Op: Ne, A: x.A, B: x.B, C: None})
		case Ne:
			return f.add(Instr{Op: Eq, A: x.A, B: x.B, C: None})
		case Lt:
			return f.fold(Instr{Op: Le, A: x.B, B: x.A, C: None})
		case Le:
			return f.fold(Instr{Op: Lt, A: x.B, B: x.A, C: None})
		}
	}
	return f.add(in)
}

func (f *folder) foldMul(in Instr, y uint64) Ref {
	switch {
	case y == 0:
		return f.constant(0)
	case y == 1:
		return in.A
	case y&(y-1) == 0:
		return f.binary(Shl, in.A, uint64(bits.TrailingZeros64(y)))
	}
	return f.add(in)
}

// foldShift merges a shift with the shift below it, and moves masks out of
// shifts.
func (f *folder) foldShift(in, x Instr, by, inner uint64, constant bool) Ref {
	switch {
	case !constant:
	case x.Op == in.Op:
		if by+inner >= 64 {
			return f.constant(0)
		}
		return f.binary(in.Op, x.A, by+inner)
	case x.Op == And:
		mask, _ := f.constantOf(x.B)
		shifted := f.fold(Instr{Op: in.Op, A: x.A, B: in.B, C: None})
		return f.binary(And, shifted, Execute(in.Op, mask, by))
	case x.Op == Shl && in.Op == Shr, x.Op == Shr && in.Op == Shl:
		mask := Execute(in.Op, Execute(x.Op, ^uint64(0), inner), by)
		var v Ref
		first, second := inner, by
		o := x.Op
		if first < second {
			first, second, o = second, first, in.Op
		}
		if v = x.A; first > second {
			v = f.binary(o, x.A, first-second)
		}
		return f.binary(And, v, mask)
	}
	return f.add(in)
}

func (f *folder) foldCompare(in, x Instr, y uint64) Ref {
	switch in.Op {
	case Lt:
		if y == 0 {
			return f.constant(0)
		}
		if y == 1 {
			return f.binary(Eq, in.A, 0)
		}
	case Le:
		if y == 0 {
			return f.binary(Eq, in.A, 0)
		}
		if y == ^uint64(0) {
			return f.constant(1)
		}
	case Eq, Ne:
		if x.Op == Xor || x.Op == Sub {
			if y == 0 {
				return f.fold(Instr{Op: in.Op, A: x.A, B: x.B, C: None})
			}
		}
	}
	return f.add(in)
}

func (f *folder) foldSelect(in Instr) Ref {
	if k, ok := f.constantOf(in.A); ok {
		if k == 1 {
			return in.B
		}
		return in.C
	}
	if in.B == in.C {
		return in.B
	}
	cond := f.out[in.A]
	if cond.Op == Xor && cond.B != None {
		if k, ok := f.constantOf(cond.B); ok && k == 1 {
			in.A, in.B, in.C = cond.A, in.C, in.B
		}
	}
	if yes := f.out[in.B]; yes.Op == Select && yes.A == in.A {
		in.B = yes.B
	}
	if no := f.out[in.C]; no.Op == Select && no.A == in.A {
		in.C = no.C
	}
	if in.B == in.C {
		return in.B
	}
	yes, yok := f.constantOf(in.B)
	no, nok := f.constantOf(in.C)
	switch {
	case yok && nok && yes == no:
		return in.B
	case yok && nok && yes == 1 && no == 0:
		return in.A
	case yok && nok && yes == 0 && no == 1:
		return f.binary(Xor, in.A, 1)
	}
	return f.add(in)
}

func (f *folder) foldStore(in Instr) Ref {
	if in.A != None {
		if k, ok := f.constantOf(in.A); ok {
			in.A, in.K = None, in.K+k
		}
	}
	if in.C != None {
		if k, ok := f.constantOf(in.C); ok {
			if k == 0 {
				return None
			}
			in.C = None
		}
	}
	return f.add(in)
}
