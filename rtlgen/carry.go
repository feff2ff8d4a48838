package rtlgen

import "culprit.example/culprit/rtlgen/ir"

// AddCarry is the sum with the carry out as its top bit: one bit wider than the
// operands, so nothing is lost.
func (v Value) AddCarry(x Operand) Value { return v.wider(ir.OpAdd, x) }

// SubBorrow is the difference modulo 2^width with the borrow as its top bit,
// which is 1 where v is less than x: one bit wider than the operands.
func (v Value) SubBorrow(x Operand) Value { return v.wider(ir.OpSub, x) }

// wider is the operation on operands that have a 0 above.
func (v Value) wider(op ir.Op, x Operand) Value {
	if v.n == nil {
		return Value{}
	}
	m, w := v.m, v.n.Width+1
	if v.bad() {
		return m.poison(w, v)
	}
	y := m.operand(x, v.n.Width)
	if !m.sameWidth(op.String(), v, y) {
		return m.poison(w, v, y)
	}
	return m.node(op, w, v.above(), y.above())
}

// above is the value with a 0 above it; of a number the number itself.
func (v Value) above() Value {
	if v.n.Op == ir.OpConst && v.n.Named == nil {
		return v.m.constant(v.n.Const, v.n.Width+1)
	}
	return v.Zext(v.n.Width + 1)
}
