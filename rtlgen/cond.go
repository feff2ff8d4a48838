package rtlgen

import (
	"math/big"

	"culprit.example/culprit/rtlgen/ir"
)

func big64(i int) *big.Int { return big.NewInt(int64(i)) }

// within runs f with statements going to body.
func (m *Module) within(body *[]ir.Stmt, f func()) {
	defer m.enter(body)()
	f()
}

// IfChain continues an If.
type IfChain struct {
	m    *Module
	last *ir.If
}

// If makes the assignments in f conditional on cond (1 bit).
func (m *Module) If(cond Signal, f func()) IfChain {
	s := m.newIf(ValueOf(cond))
	*m.body = append(*m.body, s)
	m.within(&s.Then, f)
	return IfChain{m, s}
}

func (m *Module) newIf(cond Value) *ir.If {
	m.sealed("a condition")
	cond = m.own(cond, 1)
	if !cond.bad() && cond.n.Width != 1 {
		m.report(CodeWidth, []Related{cond.related()}, "the condition has %d bits, it must have 1: use Any, or compare",
			cond.n.Width)
		cond = m.poison(1, cond)
	}
	return &ir.If{Cond: cond.n, Pos: here()}
}

// ElseIf applies where the conditions before do not hold and cond does.
func (c IfChain) ElseIf(cond Signal, f func()) IfChain {
	s := c.m.newIf(ValueOf(cond))
	c.last.Else = append(c.last.Else, s)
	c.m.within(&s.Then, f)
	return IfChain{c.m, s}
}

// Else applies where none of the conditions before holds.
func (c IfChain) Else(f func()) {
	c.m.within(&c.last.Else, f)
}

// Cases collects the branches of a Switch, or of Module.Cases.
type Cases struct {
	m *Module
	s *ir.Switch
}

// Switch selects by the value of subject; f declares the branches.
func (m *Module) Switch(on Signal, f func(Cases)) { f(Cases{m, m.newSwitch(on)}) }

func (m *Module) newSwitch(on Signal) *ir.Switch {
	m.sealed("a selection")
	subject := m.own(ValueOf(on), 1)
	s := &ir.Switch{Subject: subject.n, Pos: here()}
	*m.body = append(*m.body, s)
	return s
}

// Case is the branch for the given value or values: Go integers, constants or
// values of an enumeration.
func (c Cases) Case(f func(), values ...Operand) {
	for range c.When(values...) {
		f()
	}
}

// find is where a value stands already.
func (c Cases) find(v *big.Int) (ir.Pos, bool) {
	pos, ok := c.m.values[c.s][v.String()]
	return pos, ok
}

// note remembers where a value stands.
func (c Cases) note(v *big.Int, pos ir.Pos) {
	m := c.m
	if m.values == nil {
		m.values = map[*ir.Switch]map[string]ir.Pos{}
	}
	if m.values[c.s] == nil {
		m.values[c.s] = map[string]ir.Pos{}
	}
	m.values[c.s][v.String()] = pos
}

// Default is the branch for all other values.
func (c Cases) Default(f func()) { c.m.within(&c.s.Default, f) }

// For repeats the assignments in f for index values 0 to n-1. It stays a loop in
// the netlist and in the Verilog. i is IndexBits(n) wide and is valid in f only.
func (m *Module) For(name string, n int, f func(i Value)) {
	for i := range m.Each(name, n) {
		f(i)
	}
}

// notConditional reports a declaration that has no meaning under a condition.
func (m *Module) notConditional(what string) {
	if m.depth > 0 {
		m.report(CodePlace, nil, "%s stands inside a conditional or loop, where it has no meaning: move it out", what)
	}
}
