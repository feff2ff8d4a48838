package compiled

import "math/bits"

// constantFolding evaluates operations on constants and applies algebraic
// identities, so that equal values become equal instructions.
func constantFolding(p *program) {
	f := &folder{}
	p.rewrite(&f.rewriter, func(_ int, in instr) ref { return f.fold(in) })
}

type folder struct{ rewriter }

func (f *folder) fold(in instr) ref {
	switch {
	case in.op == opLoad && in.a != none:
		if k, ok := f.constantOf(in.a); ok {
			in.a, in.k = none, in.k+k
		}
		return f.add(in)
	case in.op == opStore:
		return f.foldStore(in)
	case in.op == opConst || !in.op.pure():
		return f.add(in)
	case in.op == opSelect:
		return f.foldSelect(in)
	}
	x, xok := f.constantOf(in.a)
	if in.b == none {
		if xok {
			return f.constant(execute(in.op, x, 0))
		}
		return f.add(in)
	}
	y, yok := f.constantOf(in.b)
	if xok && yok {
		return f.constant(execute(in.op, x, y))
	}
	if xok && in.op.commutes() {
		in.a, in.b = in.b, in.a
		x, xok, y, yok = y, yok, x, xok
	}
	if in.a == in.b {
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

// execute is the operation on numbers.
func execute(o op, x, y uint64) uint64 {
	flag := func(b bool) uint64 {
		if b {
			return 1
		}
		return 0
	}
	switch o {
	case opAdd:
		return x + y
	case opSub:
		return x - y
	case opMul:
		return x * y
	case opAnd:
		return x & y
	case opOr:
		return x | y
	case opXor:
		return x ^ y
	case opShl:
		return x << (y & 63)
	case opShr:
		return x >> (y & 63)
	case opSar:
		return uint64(int64(x) >> (y & 63))
	case opRotl:
		return bits.RotateLeft64(x, int(y&63))
	case opRem:
		return x % y
	case opEq:
		return flag(x == y)
	case opNe:
		return flag(x != y)
	case opLt:
		return flag(x < y)
	case opLe:
		return flag(x <= y)
	case opCtz:
		return uint64(bits.TrailingZeros64(x))
	case opPopcnt:
		return uint64(bits.OnesCount64(x))
	}
	panic("BUG: an operation without a value: " + opNames[o])
}

// foldSame simplifies an operation whose operands are the same value.
func (f *folder) foldSame(in instr) (ref, bool) {
	switch in.op {
	case opAnd, opOr:
		return in.a, true
	case opXor, opSub, opNe, opLt:
		return f.constant(0), true
	case opEq, opLe:
		return f.constant(1), true
	}
	return none, false
}

// foldRight simplifies an operation with a constant on the right.
func (f *folder) foldRight(in instr, y uint64) ref {
	switch in.op {
	case opAdd, opSub, opOr, opXor, opShl, opShr, opSar, opRotl:
		if y == 0 {
			return in.a
		}
	}
	x := f.out[in.a] // a copy: appending may move the slice
	inner, constant := uint64(0), false
	if x.b != none && x.op.pure() {
		inner, constant = f.constantOf(x.b)
	}
	switch in.op {
	case opAnd:
		if y == 0 {
			return f.constant(0)
		}
		if y == ^uint64(0) {
			return in.a
		}
		if x.op == opAnd && constant {
			return f.binary(opAnd, x.a, inner&y)
		}
	case opOr:
		if y == ^uint64(0) {
			return f.constant(y)
		}
		if x.op == opOr && constant {
			return f.binary(opOr, x.a, inner|y)
		}
	case opXor:
		return f.foldXor(in, x, y, inner, constant)
	case opAdd:
		if x.op == opAdd && constant {
			return f.binary(opAdd, x.a, inner+y)
		}
	case opSub:
		return f.binary(opAdd, in.a, -y)
	case opMul:
		return f.foldMul(in, y)
	case opShl, opShr:
		return f.foldShift(in, x, y&63, inner&63, constant)
	case opLt, opLe, opEq, opNe:
		return f.foldCompare(in, x, y)
	case opRem:
		if y&(y-1) == 0 {
			return f.binary(opAnd, in.a, y-1)
		}
	}
	return f.add(in)
}

// foldLeft simplifies a non-commutative operation with a constant on the left.
func (f *folder) foldLeft(in instr, x uint64) ref {
	switch {
	case x == 0 && (in.op == opShl || in.op == opShr || in.op == opSar || in.op == opRotl || in.op == opRem):
		return in.a
	case x == 0 && in.op == opLe:
		return f.constant(1)
	case x == 0 && in.op == opLt:
		return f.binary(opNe, in.b, 0)
	}
	return f.add(in)
}

// binary adds an operation with a constant, and folds it in turn.
func (f *folder) binary(o op, x ref, y uint64) ref {
	return f.fold(instr{op: o, a: x, b: f.constant(y), c: none})
}

func (f *folder) foldXor(in, x instr, y, inner uint64, constant bool) ref {
	if x.op == opXor && constant {
		return f.binary(opXor, x.a, inner^y)
	}
	if y == 1 {
		switch x.op {
		case opEq:
			return f.add(instr{op: opNe, a: x.a, b: x.b, c: none})
		case opNe:
			return f.add(instr{op: opEq, a: x.a, b: x.b, c: none})
		case opLt:
			return f.fold(instr{op: opLe, a: x.b, b: x.a, c: none})
		case opLe:
			return f.fold(instr{op: opLt, a: x.b, b: x.a, c: none})
		}
	}
	return f.add(in)
}

func (f *folder) foldMul(in instr, y uint64) ref {
	switch {
	case y == 0:
		return f.constant(0)
	case y == 1:
		return in.a
	case y&(y-1) == 0:
		return f.binary(opShl, in.a, uint64(bits.TrailingZeros64(y)))
	}
	return f.add(in)
}

// foldShift merges a shift with the shift below it, and moves masks out of
// shifts.
func (f *folder) foldShift(in, x instr, by, inner uint64, constant bool) ref {
	switch {
	case !constant:
	case x.op == in.op:
		if by+inner >= 64 {
			return f.constant(0)
		}
		return f.binary(in.op, x.a, by+inner)
	case x.op == opAnd:
		mask, _ := f.constantOf(x.b)
		shifted := f.fold(instr{op: in.op, a: x.a, b: in.b, c: none})
		return f.binary(opAnd, shifted, execute(in.op, mask, by))
	case x.op == opShl && in.op == opShr, x.op == opShr && in.op == opShl:
		mask := execute(in.op, execute(x.op, ^uint64(0), inner), by)
		var v ref
		first, second := inner, by
		o := x.op
		if first < second {
			first, second, o = second, first, in.op
		}
		if v = x.a; first > second {
			v = f.binary(o, x.a, first-second)
		}
		return f.binary(opAnd, v, mask)
	}
	return f.add(in)
}

func (f *folder) foldCompare(in, x instr, y uint64) ref {
	switch in.op {
	case opLt:
		if y == 0 {
			return f.constant(0)
		}
		if y == 1 {
			return f.binary(opEq, in.a, 0)
		}
	case opLe:
		if y == 0 {
			return f.binary(opEq, in.a, 0)
		}
		if y == ^uint64(0) {
			return f.constant(1)
		}
	case opEq, opNe:
		if x.op == opXor || x.op == opSub {
			if y == 0 {
				return f.fold(instr{op: in.op, a: x.a, b: x.b, c: none})
			}
		}
	}
	return f.add(in)
}

func (f *folder) foldSelect(in instr) ref {
	if k, ok := f.constantOf(in.a); ok {
		if k == 1 {
			return in.b
		}
		return in.c
	}
	if in.b == in.c {
		return in.b
	}
	cond := f.out[in.a]
	if cond.op == opXor && cond.b != none {
		if k, ok := f.constantOf(cond.b); ok && k == 1 {
			in.a, in.b, in.c = cond.a, in.c, in.b
		}
	}
	if yes := f.out[in.b]; yes.op == opSelect && yes.a == in.a {
		in.b = yes.b
	}
	if no := f.out[in.c]; no.op == opSelect && no.a == in.a {
		in.c = no.c
	}
	if in.b == in.c {
		return in.b
	}
	yes, yok := f.constantOf(in.b)
	no, nok := f.constantOf(in.c)
	switch {
	case yok && nok && yes == no:
		return in.b
	case yok && nok && yes == 1 && no == 0:
		return in.a
	case yok && nok && yes == 0 && no == 1:
		return f.binary(opXor, in.a, 1)
	}
	return f.add(in)
}

func (f *folder) foldStore(in instr) ref {
	if in.a != none {
		if k, ok := f.constantOf(in.a); ok {
			in.a, in.k = none, in.k+k
		}
	}
	if in.c != none {
		if k, ok := f.constantOf(in.c); ok {
			if k == 0 {
				return none
			}
			in.c = none
		}
	}
	return f.add(in)
}
