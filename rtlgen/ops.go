package rtlgen

import (
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

// Bitwise operations; the result has the operands' width.

// Not inverts every bit.
func (v Value) Not() Value { return v.unary(ir.OpNot, v.Width()) }

// And is the bitwise and.
func (v Value) And(x Operand) Value { return v.binary(ir.OpAnd, x, false) }

// Or is the bitwise or.
func (v Value) Or(x Operand) Value { return v.binary(ir.OpOr, x, false) }

// Xor is the bitwise exclusive or.
func (v Value) Xor(x Operand) Value { return v.binary(ir.OpXor, x, false) }

// AndNot is v with the ones of x cleared.
func (v Value) AndNot(x Operand) Value {
	if v.n == nil {
		return v
	}
	return v.And(v.m.operand(x, v.Width()).Not())
}

// Implies is 0 only in the bits where v is 1 and x is 0.
func (v Value) Implies(x Operand) Value { return v.Not().Or(x) }

// Arithmetic modulo 2^width.

// Add is the sum; the carry out is lost (AddCarry keeps it).
func (v Value) Add(x Operand) Value { return v.binary(ir.OpAdd, x, false) }

// Sub is the difference; the borrow is lost (SubBorrow keeps it).
func (v Value) Sub(x Operand) Value { return v.binary(ir.OpSub, x, false) }

// Mul is the lower half of the product.
func (v Value) Mul(x Operand) Value { return v.binary(ir.OpMul, x, false) }

// Comparisons; the result has 1 bit.

// Eq is equality.
func (v Value) Eq(x Operand) Value { return v.binary(ir.OpEq, x, true) }

// Ne is inequality.
func (v Value) Ne(x Operand) Value { return v.binary(ir.OpNe, x, true) }

// Lt is unsigned less than.
func (v Value) Lt(x Operand) Value { return v.binary(ir.OpLt, x, true) }

// Le is unsigned less or equal.
func (v Value) Le(x Operand) Value { return v.binary(ir.OpLe, x, true) }

// Gt is unsigned greater than.
func (v Value) Gt(x Operand) Value { return v.binary(ir.OpGt, x, true) }

// Ge is unsigned greater or equal.
func (v Value) Ge(x Operand) Value { return v.binary(ir.OpGe, x, true) }

// SLt is less than in two's complement. Beside it, and its three siblings, a Go integer
// may be negative.
func (v Value) SLt(x Operand) Value { return v.binary(ir.OpSLt, x, true) }

// SLe is less or equal in two's complement.
func (v Value) SLe(x Operand) Value { return v.binary(ir.OpSLe, x, true) }

// SGt is greater than in two's complement.
func (v Value) SGt(x Operand) Value { return v.binary(ir.OpSGt, x, true) }

// SGe is greater or equal in two's complement.
func (v Value) SGe(x Operand) Value { return v.binary(ir.OpSGe, x, true) }

// Shifts and rotations. The amount is a value of any width or a Go integer.

// Shl shifts to the left, zeros come in.
func (v Value) Shl(amount Operand) Value { return v.shift(ir.OpShl, amount) }

// Shr shifts to the right, zeros come in.
func (v Value) Shr(amount Operand) Value { return v.shift(ir.OpShr, amount) }

// Sar shifts to the right, copies of the sign bit come in.
func (v Value) Sar(amount Operand) Value { return v.shift(ir.OpSar, amount) }

// RotL rotates to the left.
func (v Value) RotL(amount Operand) Value { return v.shift(ir.OpRotL, amount) }

// RotR rotates to the right.
func (v Value) RotR(amount Operand) Value { return v.shift(ir.OpRotR, amount) }

func (v Value) shift(op ir.Op, amount Operand) Value {
	if v.n == nil {
		return v
	}
	width := 32
	if i, ok := integer(amount); ok {
		width = max(i.BitLen(), 1)
	}
	y := v.m.operand(amount, width)
	if v.bad() || y.bad() {
		return v.m.poison(v.n.Width, v, y)
	}
	return v.m.node(op, v.n.Width, v, y)
}

// Wiring.

// Slice is bits hi down to lo, both included.
func (v Value) Slice(hi, lo int) Value {
	if v.n == nil {
		return v
	}
	if v.bad() {
		return v.m.poison(hi-lo+1, v)
	}
	if lo < 0 || hi < lo || hi >= v.n.Width {
		v.m.report(CodeRange, []Related{v.related()}, "slice [%d:%d] of %s, which has %s", hi, lo, v.what(), bits(v.n.Width))
		return v.m.poison(hi-lo+1, v)
	}
	return v.slice(lo, hi-lo+1)
}

// slice cuts w bits from lo up, through the wiring below it where the result is
// a plainer expression.
func (v Value) slice(lo, w int) Value {
	n := v.n
	switch {
	case lo == 0 && w == n.Width:
		return v
	case n.Op == ir.OpSlice:
		return Value{m: v.m, n: n.Args[0]}.slice(n.Lo+lo, w)
	case n.Op == ir.OpConst:
		x := new(big.Int).Rsh(n.Const, uint(lo))
		return v.m.constant(x.And(x, ir.Ones(w)), w)
	case n.Op == ir.OpZext && lo+w <= n.Args[0].Width:
		return Value{m: v.m, n: n.Args[0]}.slice(lo, w)
	case n.Op == ir.OpConcat:
		low := 0
		for i := len(n.Args) - 1; i >= 0; i-- {
			a := n.Args[i]
			if lo >= low && lo+w <= low+a.Width {
				return Value{m: v.m, n: a}.slice(lo-low, w)
			}
			low += a.Width
		}
	}
	r := v.m.node(ir.OpSlice, w, v)
	r.n.Lo = lo
	return r
}

// Bit is the bit at index i, a value of any width or a Go integer.
func (v Value) Bit(i Operand) Value { return v.Lane(i, 1) }

// Lane is lane i of a vector of lanes of w bits, lane 0 lowest. Beyond the last
// lane the result is arbitrary.
func (v Value) Lane(i Operand, w int) Value {
	if v.n == nil {
		return v
	}
	if v.bad() {
		return v.m.poison(w, v)
	}
	if w < 1 || v.n.Width%w != 0 {
		v.m.report(CodeRange, []Related{v.related()}, "lanes of %s do not divide the %s of %s", bits(w), bits(v.n.Width),
			v.what())
		return v.m.poison(w, v)
	}
	if c, ok := integer(i); ok {
		if !c.IsInt64() || c.Sign() < 0 || c.Int64() >= int64(v.n.Width/w) {
			v.m.report(CodeRange, []Related{v.related()}, "%s", lanesOf(v.what(), v.n.Width, w, v.n.Pos).describe(c))
			return v.m.poison(w, v)
		}
		return v.slice(int(c.Int64())*w, w)
	}
	y := v.m.operand(i, 0)
	switch {
	case y.bad():
		return v.m.poison(w, v, y)
	case w == v.n.Width: // the only lane: any other index may give anything
		return v
	}
	return v.m.node(ir.OpLane, w, v, y)
}

// Low is the lowest w bits, High the highest w bits.
func (v Value) Low(w int) Value { return v.end("lowest", w, func() Value { return v.slice(0, w) }) }

// High is the highest w bits.
func (v Value) High(w int) Value {
	return v.end("highest", w, func() Value { return v.slice(v.n.Width-w, w) })
}

// end is the w bits at one end of the value, if it has them.
func (v Value) end(which string, w int, cut func() Value) Value {
	switch {
	case v.n == nil:
		return v
	case v.bad():
		return v.m.poison(w, v)
	case w < 1:
		v.m.report(CodeRange, []Related{v.related()}, "the %s %s of %s: at least 1 is needed", which, bits(w), v.what())
		return v.m.poison(w, v)
	case w > v.n.Width:
		v.m.report(CodeRange, []Related{v.related()}, "the %s %s of %s, which has %s", which, bits(w), v.what(),
			bits(v.n.Width))
		return v.m.poison(w, v)
	}
	return cut()
}

// Zext widens to w bits with zeros above.
func (v Value) Zext(w int) Value { return v.extend(ir.OpZext, w) }

// Sext widens to w bits with copies of the sign bit above.
func (v Value) Sext(w int) Value { return v.extend(ir.OpSext, w) }

func (v Value) extend(op ir.Op, w int) Value {
	switch {
	case v.n == nil:
		return v
	case v.bad():
		return v.m.poison(w, v)
	case w < v.n.Width:
		v.m.report(CodeRange, []Related{v.related()}, "%s to %s would cut %s, which has %d: use Slice", op, bits(w), v.what(),
			v.n.Width)
		return v.m.poison(w, v)
	case w == v.n.Width:
		return v
	}
	return v.m.node(op, w, v)
}

// Replicate is n copies side by side.
func (v Value) Replicate(n int) Value {
	switch {
	case v.n == nil:
		return v
	case n < 1:
		v.m.report(CodeSize, []Related{v.related()}, "%d copies of %s: at least 1 is needed", n, v.what())
		return v.m.poison(v.n.Width, v)
	case n == 1:
		return v
	}
	return v.unary(ir.OpReplicate, n*v.n.Width)
}

// Cat puts values side by side, the first one most significant.
func Cat(vs ...Signal) Value { return cat("Cat", values(vs)) }

// CatOf is Cat of a slice of values.
func CatOf[S Signal](vs []S) Value { return cat("CatOf", values(vs)) }

func values[S Signal](vs []S) []Value {
	r := make([]Value, len(vs))
	for i, v := range vs {
		r[i] = ValueOf(v)
	}
	return r
}

func cat(call string, vs []Value) Value {
	switch len(vs) {
	case 0:
		return Value{none: &noValue{call + " of no values", here()}}
	case 1:
		return vs[0]
	}
	var m *Module
	for _, v := range vs {
		if v.m != nil {
			m = v.m
			break
		}
	}
	if m == nil {
		return vs[0]
	}
	w, bad := 0, false
	for i, v := range vs {
		vs[i] = m.own(v, 1)
		bad = bad || vs[i].bad()
		w += vs[i].Width()
	}
	if bad {
		return m.poison(w, vs...)
	}
	return m.node(ir.OpConcat, w, vs...)
}

// Lanes puts values of equal width side by side, the first one least
// significant: Lanes(a, b).Lane(0, w) is a.
func Lanes(vs ...Signal) Value { return lanes("Lanes", values(vs)) }

// LanesOf is Lanes of a slice of values.
func LanesOf[S Signal](vs []S) Value { return lanes("LanesOf", values(vs)) }

func lanes(call string, vs []Value) Value {
	r := make([]Value, len(vs))
	for i, v := range vs {
		r[len(vs)-1-i] = v
		if !v.bad() && !vs[0].bad() && !v.m.sameWidth("lanes", vs[0], v) {
			return v.m.poison(len(vs)*vs[0].Width(), vs...)
		}
	}
	return cat(call, r)
}

// Reductions to 1 bit.

// Any is 1 if any bit is 1.
func (v Value) Any() Value { return v.reduce(ir.OpRedOr) }

// All is 1 if all bits are 1.
func (v Value) All() Value { return v.reduce(ir.OpRedAnd) }

// Parity is 1 if the number of ones is odd.
func (v Value) Parity() Value { return v.reduce(ir.OpRedXor) }

func (v Value) reduce(op ir.Op) Value {
	if v.Width() == 1 {
		return v
	}
	return v.unary(op, 1)
}

// Selection.

// Mux is a where sel (1 bit) is 1, b where it is 0. One of a and b may be a Go
// integer.
func Mux(sel Signal, a, b Operand) Value { return mux(ValueOf(sel), a, b) }

func mux(sel Value, a, b Operand) Value {
	if sel.n == nil {
		return sel
	}
	m := sel.m
	x, y, ok := m.pair(a, b)
	if !ok || !m.sameWidth("mux", x, y) {
		return m.poison(max(x.Width(), y.Width()), sel, x, y)
	}
	if sel.bad() {
		return m.poison(x.Width(), sel, x, y)
	}
	if sel.n.Width != 1 {
		m.report(CodeWidth, []Related{sel.related()}, "the selector of a mux has %d bits, it must have 1", sel.n.Width)
		return m.poison(x.Width(), sel, x, y)
	}
	return m.node(ir.OpMux, x.Width(), sel, x, y)
}

// pair converts two operands of which at most one is an integer.
func (m *Module) pair(a, b Operand) (x, y Value, ok bool) {
	_, isValue := a.(Signal)
	if _, other := b.(Signal); other && !isValue {
		y, x, ok = m.pair(b, a)
		return x, y, ok
	}
	x = m.operand(a, 0)
	if x.bad() {
		return x, m.poison(1), false
	}
	y = m.operand(b, x.Width())
	return x, y, !y.bad()
}

// OneHotMux is the lane of lanes (n lanes, lane 0 lowest) whose bit in sel (n
// bits) is 1; 0 if none is; the OR of the lanes if several are.
func OneHotMux(sel, lanes Signal) Value { return oneHotMux(ValueOf(sel), ValueOf(lanes)) }

func oneHotMux(sel, lanes Value) Value {
	if sel.n == nil {
		return sel
	}
	m := sel.m
	lanes = m.own(lanes, sel.n.Width)
	if sel.bad() || lanes.bad() {
		return m.poison(1, sel, lanes)
	}
	n := sel.n.Width
	if lanes.n.Width%n != 0 {
		m.report(CodeWidth, []Related{sel.related(), lanes.related()}, "%s cannot be divided into %d lanes of equal width",
			bits(lanes.n.Width), n)
		return m.poison(1, sel, lanes)
	}
	return m.node(ir.OpOneHotMux, lanes.n.Width/n, sel, lanes)
}

// Whole-vector operations.

// Priority is the index of the lowest 1, 0 if there is none; IndexBits(width)
// bits wide.
func (v Value) Priority() Value { return v.unary(ir.OpPriority, ir.IndexBits(v.Width())) }

// First is the index of the lowest 1, IndexBits(width) bits, below a bit that is 1
// if there is one; the index is all ones if there is none. As a circuit it is one
// tree for both, and the cheapest way to search.
func (v Value) First() Value { return v.unary(ir.OpFirst, ir.IndexBits(v.Width())+1) }

// LowestOne keeps only the lowest 1.
func (v Value) LowestOne() Value { return v.unary(ir.OpLowestOne, v.Width()) }

// Decode is n bits wide with bit v set; 0 if v is n or more.
func (v Value) Decode(n int) Value { return v.unary(ir.OpDecode, n) }

// PopCount is the number of ones, CountBits(width) bits wide.
func (v Value) PopCount() Value { return v.unary(ir.OpPopCount, ir.CountBits(v.Width())) }

// Transpose takes the value as a matrix of rows rows, row 0 lowest, and swaps
// rows and columns: bit r*cols+c goes to bit c*rows+r.
func (v Value) Transpose(rows int) Value {
	if v.n == nil || v.bad() {
		return v
	}
	if rows < 1 || v.n.Width%rows != 0 {
		v.m.report(CodeRange, []Related{v.related()}, "%s cannot be a matrix of %d rows", bits(v.n.Width), rows)
		return v.m.poison(v.n.Width, v)
	}
	if rows == 1 || rows == v.n.Width {
		return v
	}
	r := v.unary(ir.OpTranspose, v.n.Width)
	r.n.Rows = rows
	return r
}

// IndexBits is the width that counts 0..n-1, at least 1.
func IndexBits(n int) int { return ir.IndexBits(n) }

// CountBits is the width that counts 0..n.
func CountBits(n int) int { return ir.CountBits(n) }
