package rtlgen

import (
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

// Constant is a constant of a given width with a name. The name, in upper case,
// stands in the Verilog wherever the constant is used, as a localparam; the
// manifest lists it with its value.
func (m *Module) Constant(name string, width int, x Operand) Value {
	m.sealed("constant " + name)
	pos := here()
	m.checkName(pos, "constant", name)
	v := m.Const(width, x)
	if v.bad() {
		return v
	}
	return m.named(&ir.Constant{Name: name, Width: width, Value: v.n.Const, Pos: pos})
}

// named declares c and gives it as a value.
func (m *Module) named(c *ir.Constant) Value {
	m.ir.Constants = append(m.ir.Constants, c)
	v := m.constant(c.Value, c.Width)
	v.n.Named = c
	return v
}

// Enum is an enumeration: values of one width that count from 0, each with a
// name. Signals that it declares hold one of them; the manifest says which
// enumeration a port or register has.
type Enum struct {
	m      *Module
	ir     *ir.Enum
	values map[string]Value
}

// Enum declares an enumeration, IndexBits(len(values)) bits wide. Value v of
// enumeration e is the localparam E_V in the Verilog.
func (m *Module) Enum(name string, values ...string) Enum {
	m.sealed("enumeration " + name)
	e := Enum{m, &ir.Enum{Name: name, Width: ir.IndexBits(len(values)), Pos: here()}, map[string]Value{}}
	m.checkName(e.ir.Pos, "enumeration", name)
	if len(values) == 0 {
		m.report(CodeSize, nil, "enumeration %s has no values: give at least 1", name)
	}
	m.ir.Enums = append(m.ir.Enums, e.ir)
	for i, v := range values {
		if !nameRule.MatchString(v) {
			m.report(CodeName, nil,
				"value name %q of enumeration %s is not lower_snake (a letter, then up to 63 letters, digits, underscores)", v,
				name)
			e.values[v] = m.poison(e.ir.Width)
			continue
		}
		c := &ir.Constant{Name: name + "_" + v, Width: e.ir.Width, Value: big64(i), Enum: e.ir, Pos: e.ir.Pos}
		e.ir.Values = append(e.ir.Values, c)
		e.values[v] = m.named(c)
	}
	return e
}

// Width is the number of bits of every value.
func (e Enum) Width() int { return e.ir.Width }

// Value is the value of that name.
func (e Enum) Value(name string) Value {
	v, ok := e.values[name]
	if !ok {
		e.m.report(CodeEnum, []Related{{e.ir.Pos, e.ir.Name + " is declared here"}}, "enumeration %s has no value %q",
			e.ir.Name, name)
		return e.m.poison(e.ir.Width)
	}
	return v
}

// Input declares an input port that holds a value of the enumeration.
func (e Enum) Input(name string) Value {
	v := e.m.Input(name, e.ir.Width)
	v.n.Sig.Enum = e.ir
	return v
}

// Output declares an output port that is driven by v, a value of the enumeration.
func (e Enum) Output(name string, v Signal) {
	w := e.OutputVar(name)
	w.Set(v)
}

// OutputVar declares an output port that is assigned like a Wire.
func (e Enum) OutputVar(name string) Wire {
	w := e.m.OutputVar(name, e.ir.Width)
	w.sig.Enum = e.ir
	return w
}

// Reg declares a register that holds a value of the enumeration.
func (e Enum) Reg(name string, reset Signal, doc ...string) Reg {
	x := new(big.Int)
	if v := e.m.own(ValueOf(reset), e.ir.Width); !v.bad() {
		switch {
		case v.n.Op != ir.OpConst || v.n.Named == nil || v.n.Named.Enum != e.ir:
			e.m.report(CodeEnum, nil, "the reset value of register %s must be a value of enumeration %s", name, e.ir.Name)
		default:
			x = v.n.Const
		}
	}
	r := e.m.Reg(name, e.ir.Width, x, doc...)
	r.sig.Enum = e.ir
	return r
}

// Wire declares a combinational signal that holds a value of the enumeration.
func (e Enum) Wire(name string) Wire {
	w := e.m.Wire(name, e.ir.Width)
	w.sig.Enum = e.ir
	return w
}

// enumOf is the enumeration of a value, nil if it is a number.
func enumOf(n *ir.Node) *ir.Enum {
	switch {
	case n.Op == ir.OpConst && n.Named != nil:
		return n.Named.Enum
	case n.Op == ir.OpSignal:
		return n.Sig.Enum
	}
	return nil
}

// sameEnum reports that values of two enumerations meet.
func (m *Module) sameEnum(a, b *ir.Node) {
	x, y := enumOf(a), enumOf(b)
	if x != nil && y != nil && x != y {
		m.report(CodeEnum, []Related{{x.Pos, x.Name + " is declared here"}, {y.Pos, y.Name + " is declared here"}},
			"a value of enumeration %s meets one of enumeration %s", x.Name, y.Name)
	}
}

// label is the named constant that a case value or a reset value was given as,
// nil if it is a number.
func label(x Operand) (*ir.Constant, bool) {
	v, ok := x.(Signal)
	if !ok {
		return nil, false
	}
	n := v.asValue().n
	if n == nil || n.Op != ir.OpConst {
		return nil, false
	}
	return n.Named, true
}

// number converts the Go integers, bools and constants that a case value may be.
func number(x Operand) (*big.Int, bool) {
	if _, ok := label(x); ok {
		return x.(Signal).asValue().n.Const, true
	}
	return integer(x)
}
