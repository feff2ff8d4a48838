package rtlgen

import (
	"fmt"
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

// Value is an expression: an unsigned bit vector of a fixed width. The zero
// Value is a mistake wherever it is used. Two Values cannot be compared with
// Go's ==, which would compare descriptions and not bits: use Eq.
type Value struct {
	_ [0]func() // makes == a compile error
	m *Module
	n *ir.Node
	// none says why there is no value, if n is nil.
	none *noValue
}

// noValue is a call that made no value, as Cat of no values.
type noValue struct {
	call string
	pos  ir.Pos
}

// Signal is whatever can be read: a Value, Reg, Wire, Elem, In or Out.
type Signal interface{ asValue() Value }

// Operand is a Signal, or a Go integer that takes the width of the value it
// stands beside. A bool stands for 0 or 1.
type Operand any

func (v Value) asValue() Value { return v }

// ValueOf is s as a Value, for functions that take any Signal. nil gives the zero
// Value, which is reported where it is used.
func ValueOf(s Signal) Value {
	if s == nil {
		return Value{}
	}
	return s.asValue()
}

// Width is the number of bits.
func (v Value) Width() int {
	if v.n == nil {
		return 0
	}
	return v.n.Width
}

func (v Value) bad() bool { return v.n == nil || v.n.Op == ir.OpInvalid }

// what names the value for messages.
func (v Value) what() string {
	switch v.n.Op {
	case ir.OpSignal:
		return v.n.Sig.Name
	case ir.OpElem:
		return "element of " + v.n.Arr.Name
	case ir.OpInstOut:
		return v.n.Inst.Name + "." + v.n.Port.Name
	case ir.OpMemRead:
		return v.n.Read.Name
	default:
		return "this " + v.n.Op.String()
	}
}

func (v Value) related() Related {
	return Related{v.n.Pos, fmt.Sprintf("%s has %s", v.what(), bits(v.n.Width))}
}

// poison stands for a value that a mistake has made meaningless. Operations on
// it are silent, so that one mistake gives one diagnostic. from is what the value
// would have depended on: the checks for loops and unread signals still see it.
func (m *Module) poison(width int, from ...Value) Value {
	n := &ir.Node{Op: ir.OpInvalid, Width: max(width, 1), Pos: here()}
	for _, v := range from {
		if v.n != nil && v.m == m {
			n.Args = append(n.Args, v.n)
		}
	}
	return Value{m: m, n: n}
}

// blame notes that a place in a signal or array was reported: that nothing assigns or reads
// the rest may follow from it.
func (m *Module) blame(declared any) {
	if m.blamed == nil {
		m.blamed = map[any]bool{}
	}
	m.blamed[declared] = true
}

func (m *Module) node(op ir.Op, width int, args ...Value) Value {
	n := &ir.Node{Op: op, Width: width, Pos: here()}
	for _, a := range args {
		n.Args = append(n.Args, a.n)
	}
	return Value{m: m, n: n}
}

// constant makes a constant node, or reports that x does not fit.
func (m *Module) constant(x *big.Int, width int) Value {
	if x.Sign() < 0 || x.BitLen() > width {
		m.report(CodeConst, nil, "%s does not fit %s%s", x, bits(width), complement(x, width))
		return m.poison(width)
	}
	v := m.node(ir.OpConst, width)
	v.n.Const = x
	return v
}

// complement tells how to write a negative number that would fit in two's complement.
func complement(x *big.Int, width int) string {
	if x.Sign() >= 0 || !fitsSigned(x, width) {
		return ""
	}
	return fmt.Sprintf(": values have no sign, its two's complement is %s", new(big.Int).And(x, ir.Ones(width)))
}

// fitsSigned reports whether a number has a two's complement of that width.
func fitsSigned(x *big.Int, width int) bool {
	half := new(big.Int).Lsh(big.NewInt(1), uint(max(width, 1)-1))
	return x.Cmp(half) < 0 && x.CmpAbs(half) <= 0
}

// integer converts the Go integers and bools that an Operand may be.
func integer(x Operand) (*big.Int, bool) {
	switch x := x.(type) {
	case int:
		return big.NewInt(int64(x)), true
	case int64:
		return big.NewInt(x), true
	case uint64:
		return new(big.Int).SetUint64(x), true
	case int8:
		return big.NewInt(int64(x)), true
	case int16:
		return big.NewInt(int64(x)), true
	case int32:
		return big.NewInt(int64(x)), true
	case uint8:
		return big.NewInt(int64(x)), true
	case uint16:
		return big.NewInt(int64(x)), true
	case uint32:
		return big.NewInt(int64(x)), true
	case uint:
		return new(big.Int).SetUint64(uint64(x)), true
	case bool:
		if x {
			return big.NewInt(1), true
		}
		return new(big.Int), true
	case *big.Int:
		return new(big.Int).Set(x), true
	}
	return nil, false
}

// operand turns x into a value of this module. width is the width that an
// integer takes; 0 means that there is nothing to take it from.
func (m *Module) operand(x Operand, width int) Value {
	if v, ok := x.(Signal); ok {
		return m.own(v.asValue(), width)
	}
	i, ok := integer(x)
	if !ok {
		m.report(CodeOperand, nil, "operand of Go type %T is neither a value nor an integer", x)
		return m.poison(width)
	}
	if width == 0 {
		m.report(CodeOperand, nil, "the width of the integer %s cannot be known here: write Const(width, %s)", i, i)
		return m.poison(1)
	}
	return m.constant(i, width)
}

func (m *Module) own(v Value, width int) Value {
	switch {
	case v.n == nil && v.none != nil:
		m.report(CodeNilValue, []Related{{v.none.pos, "the call"}}, "%s is used, which has no bits: give it at least 1 value",
			v.none.call)
		return m.poison(width)
	case v.n == nil:
		m.report(CodeNilValue, nil, "a zero Value is used: it was never made by a module")
		return m.poison(width)
	case v.m != m && v.n.Op != ir.OpInvalid:
		m.report(CodeForeign, []Related{{v.n.Pos, fmt.Sprintf("%s belongs to module %s", v.what(), v.m.ir.Name)}},
			"%s of module %s is used here: bring it in through a port", v.what(), v.m.ir.Name)
		return m.poison(v.n.Width)
	case v.m != m:
		m.strangers = append(m.strangers, v.m) // which has reported it
		return m.poison(v.n.Width)
	}
	return v
}

// sameWidth reports a mismatch of the widths of a and b.
func (m *Module) sameWidth(op string, a, b Value) bool {
	if a.bad() || b.bad() {
		return false
	}
	if a.n.Width != b.n.Width {
		m.report(CodeWidth, []Related{a.related(), b.related()},
			"%s of %s and %s: widen with Zext or Sext, or cut with Slice", op, bits(a.n.Width), bits(b.n.Width))
		return false
	}
	return true
}

func (v Value) binary(op ir.Op, x Operand, compare bool) Value {
	if v.n == nil { // reported where the result meets a real module
		return v
	}
	m, w := v.m, v.n.Width
	if compare {
		w = 1
	}
	if v.bad() { // its width is a guess: an integer cannot be judged by it
		from := []Value{v}
		if other, ok := x.(Signal); ok {
			from = append(from, other.asValue())
		}
		return m.poison(w, from...)
	}
	y := m.operand(signedOperand(op, x, v.n.Width), v.n.Width)
	if !m.sameWidth(op.String(), v, y) {
		return m.poison(w, v, y)
	}
	m.sameEnum(v.n, y.n)
	return m.node(op, w, v, y)
}

// signedOperand is the two's complement of a negative number beside which a comparison
// with a sign stands; anything else stays as it is.
func signedOperand(op ir.Op, x Operand, width int) Operand {
	switch op {
	case ir.OpSLt, ir.OpSLe, ir.OpSGt, ir.OpSGe:
		if i, ok := integer(x); ok && i.Sign() < 0 && fitsSigned(i, width) {
			return i.And(i, ir.Ones(width))
		}
	}
	return x
}

func (v Value) unary(op ir.Op, width int) Value {
	switch {
	case v.n == nil:
		return v
	case v.bad():
		return v.m.poison(width, v)
	}
	return v.m.node(op, width, v)
}
