package mutate

import (
	"math/big"
	"slices"

	"culprit.example/culprit/rtlgen/ir"
)

// fold is the number of a term after constants are folded, and what follows from one
// operation alone: neutral and controlling values, equal operands, both orders of what
// commutes, one of several ways to write a comparison or a choice.
func (t *terms) fold(x term) int {
	if x.op.IsLeaf() {
		return t.intern(x)
	}
	if c := t.evaluated(x); c != nil {
		return t.constant(x.width, c)
	}
	switch x.op {
	case ir.OpAnd, ir.OpOr, ir.OpXor, ir.OpAdd, ir.OpMul, ir.OpEq, ir.OpNe:
		slices.Sort(x.args)
	}
	switch x.op {
	case ir.OpAnd, ir.OpOr:
		return t.gate(x)
	case ir.OpXor, ir.OpAdd, ir.OpSub:
		return t.sum(x)
	case ir.OpNot:
		return t.not(x.args[0])
	case ir.OpEq:
		return t.equal(x)
	case ir.OpNe:
		return t.not(t.fold(term{op: ir.OpEq, width: 1, args: x.args}))
	case ir.OpLe, ir.OpGt, ir.OpGe, ir.OpSLe, ir.OpSGt, ir.OpSGe:
		return t.less(x)
	case ir.OpMux:
		return t.choice(x)
	}
	return t.wiring(x)
}

// evaluated is the value of an operation on constants, nil if not all are.
func (t *terms) evaluated(x term) *big.Int {
	n := &ir.Node{Op: x.op, Width: x.width, Lo: x.lo, Rows: x.rows}
	var values []*big.Int
	for _, a := range x.args {
		arg := t.list[a]
		if arg.constant == nil {
			return nil
		}
		values = append(values, arg.constant)
		n.Args = append(n.Args, &ir.Node{Op: ir.OpConst, Width: arg.width, Const: arg.constant})
	}
	if x.op == ir.OpLane && n.Args[1].Const.Cmp(big.NewInt(int64(n.Args[0].Width/x.width))) >= 0 {
		return nil // arbitrary
	}
	return n.Apply(values)
}

func (t *terms) constant(width int, c *big.Int) int {
	return t.intern(term{op: ir.OpConst, width: width, constant: c})
}

// is reports whether a term is a constant of that value.
func (t *terms) is(id int, c *big.Int) bool {
	x := t.list[id].constant
	return x != nil && x.Cmp(c) == 0
}

func (t *terms) isZero(id int) bool { return t.is(id, new(big.Int)) }

func (t *terms) isOnes(id int) bool { return t.is(id, ir.Ones(t.list[id].width)) }

func (t *terms) not(a int) int {
	x := t.list[a]
	switch {
	case x.op == ir.OpNot:
		return x.args[0]
	case x.constant != nil:
		return t.constant(x.width, new(big.Int).Xor(x.constant, ir.Ones(x.width)))
	}
	return t.intern(term{op: ir.OpNot, width: x.width, args: []int{a}})
}

// gate folds AND and OR.
func (t *terms) gate(x term) int {
	neutral, controlling := t.isOnes, t.isZero
	if x.op == ir.OpOr {
		neutral, controlling = controlling, neutral
	}
	a, b := x.args[0], x.args[1]
	switch {
	case a == b || neutral(b) || controlling(a):
		return a
	case neutral(a) || controlling(b):
		return b
	}
	return t.intern(x)
}

// sum folds XOR, addition and subtraction; those of 1 bit are XOR.
func (t *terms) sum(x term) int {
	a, b := x.args[0], x.args[1]
	if x.width == 1 {
		x.op = ir.OpXor
		slices.Sort(x.args)
		a, b = x.args[0], x.args[1]
	}
	switch {
	case t.isZero(b):
		return a
	case t.isZero(a) && x.op != ir.OpSub:
		return b
	case a == b && x.op != ir.OpAdd:
		return t.constant(x.width, new(big.Int))
	case x.op == ir.OpXor && t.isOnes(a):
		return t.not(b)
	case x.op == ir.OpXor && t.isOnes(b):
		return t.not(a)
	case x.op == ir.OpSub && t.list[b].constant != nil:
		minus := new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(x.width)), t.list[b].constant)
		args := []int{a, t.constant(x.width, minus)}
		slices.Sort(args)
		return t.intern(term{op: ir.OpAdd, width: x.width, args: args})
	}
	return t.intern(x)
}

func (t *terms) equal(x term) int {
	a, b := x.args[0], x.args[1]
	switch {
	case a == b:
		return t.constant(1, big.NewInt(1))
	case t.list[a].width > 1:
		return t.intern(x)
	case t.list[b].constant != nil:
		a, b = b, a
		fallthrough
	case t.list[a].constant != nil:
		if t.isZero(a) {
			return t.not(b)
		}
		return b
	}
	return t.not(t.fold(term{op: ir.OpXor, width: 1, args: []int{a, b}}))
}

// less writes a comparison as lt or slt.
func (t *terms) less(x term) int {
	op := ir.OpLt
	if x.op == ir.OpSLe || x.op == ir.OpSGt || x.op == ir.OpSGe {
		op = ir.OpSLt
	}
	a, b := x.args[0], x.args[1]
	if x.op == ir.OpLe || x.op == ir.OpSLe || x.op == ir.OpGt || x.op == ir.OpSGt {
		a, b = b, a
	}
	lt := t.fold(term{op: op, width: 1, args: []int{a, b}})
	if x.op == ir.OpGt || x.op == ir.OpSGt {
		return lt
	}
	return t.not(lt)
}

// choice folds a multiplexer.
func (t *terms) choice(x term) int {
	c, a, b := x.args[0], x.args[1], x.args[2]
	if t.list[c].op == ir.OpNot {
		c, a, b = t.list[c].args[0], b, a
	}
	and := func(op ir.Op, p, q int) int { return t.fold(term{op: op, width: 1, args: []int{p, q}}) }
	switch {
	case a == b || t.isOnes(c) && t.list[c].constant != nil:
		return a
	case t.isZero(c):
		return b
	case x.width > 1:
		return t.intern(term{op: ir.OpMux, width: x.width, args: []int{c, a, b}})
	case t.isOnes(a):
		return and(ir.OpOr, c, b)
	case t.isZero(a):
		return and(ir.OpAnd, t.not(c), b)
	case t.isOnes(b):
		return and(ir.OpOr, t.not(c), a)
	case t.isZero(b):
		return and(ir.OpAnd, c, a)
	}
	return t.intern(term{op: ir.OpMux, width: 1, args: []int{c, a, b}})
}

// wiring folds what only passes bits on, and operations on 1 bit that do no more.
func (t *terms) wiring(x term) int {
	first := t.list[x.args[0]]
	switch x.op {
	case ir.OpSlice, ir.OpZext, ir.OpSext, ir.OpReplicate, ir.OpConcat:
		if first.width == x.width {
			return x.args[0]
		}
	case ir.OpRedAnd, ir.OpRedXor, ir.OpPopCount, ir.OpLowestOne:
		if first.width == 1 {
			return x.args[0]
		}
	case ir.OpRedOr:
		if first.width == 1 {
			return x.args[0]
		}
		return t.not(t.fold(term{op: ir.OpEq, width: 1, args: []int{x.args[0], t.constant(first.width, new(big.Int))}}))
	case ir.OpShl, ir.OpShr, ir.OpSar, ir.OpRotL, ir.OpRotR:
		if t.isZero(x.args[1]) {
			return x.args[0]
		}
	case ir.OpLt:
		switch {
		case x.args[0] == x.args[1] || t.isZero(x.args[1]):
			return t.constant(1, new(big.Int))
		case t.is(x.args[1], big.NewInt(1)):
			return t.fold(term{op: ir.OpEq, width: 1, args: []int{x.args[0], t.constant(first.width, new(big.Int))}})
		}
	case ir.OpSLt:
		if x.args[0] == x.args[1] {
			return t.constant(1, new(big.Int))
		}
	}
	return t.intern(x)
}
