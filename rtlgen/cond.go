package rtlgen

import (
	"math/big"

	"culprit/rtlgen/ir"
)

func big64(i int) *big.Int { return big.NewInt(int64(i)) }

// within runs f with statements going to body.
func (m *Module) within(body *[]ir.Stmt, f func()) {
	saved := m.body
	m.body = body
	m.depth++
	f()
	m.depth--
	m.body = saved
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
		m.report(CodeWidth, []Related{cond.related()}, "the condition has %d bits, it must have 1: use Any, or compare", cond.n.Width)
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

// Cases collects the branches of a Switch.
type Cases struct {
	m *Module
	s *ir.Switch
}

// Switch selects by the value of subject; f declares the branches.
func (m *Module) Switch(on Signal, f func(Cases)) {
	subject := m.own(ValueOf(on), 1)
	m.sealed("Switch")
	s := &ir.Switch{Subject: subject.n, Pos: here()}
	*m.body = append(*m.body, s)
	f(Cases{m, s})
}

// Case is the branch for the given value or values (Go integers).
func (c Cases) Case(f func(), values ...int) {
	k := ir.Case{Pos: here()}
	for _, x := range values {
		v := big64(x)
		if c.s.Subject.Op != ir.OpInvalid && (v.Sign() < 0 || v.BitLen() > c.s.Subject.Width) {
			c.m.report(CodeCase, nil, "case %d does not fit the %d bit(s) of the subject", x, c.s.Subject.Width)
			continue
		}
		if before, dup := c.find(v); dup {
			c.m.report(CodeCase, []Related{{before, "the first one"}}, "case %d stands twice in this Switch", x)
			continue
		}
		k.Values = append(k.Values, v)
	}
	c.s.Cases = append(c.s.Cases, k)
	i := len(c.s.Cases) - 1
	var body []ir.Stmt
	c.m.within(&body, f)
	c.s.Cases[i].Body = body
}

func (c Cases) find(v *big.Int) (ir.Pos, bool) {
	for _, k := range c.s.Cases {
		for _, x := range k.Values {
			if x.Cmp(v) == 0 {
				return k.Pos, true
			}
		}
	}
	return ir.Pos{}, false
}

// Default is the branch for all other values.
func (c Cases) Default(f func()) { c.m.within(&c.s.Default, f) }

// For repeats the assignments in f for index values 0 to n-1. It stays a loop in
// the netlist and in the Verilog. i is IndexBits(n) wide and is valid in f only.
func (m *Module) For(name string, n int, f func(i Value)) {
	m.sealed("loop " + name)
	s := &ir.Loop{Var: name, N: n, Pos: here()}
	m.checkName(s.Pos, "loop index", name)
	if n < 1 || n > MaxDepth {
		m.report(CodeSize, nil, "loop %s runs %d times: it must be 1 to %d", name, n, MaxDepth)
		s.N = 1
	}
	for _, l := range m.loops {
		if l.Var == name {
			m.report(CodeDuplicate, []Related{{l.Pos, "the outer loop"}}, "nested loops have the same index name %s", name)
		}
	}
	*m.body = append(*m.body, s)
	i := m.node(ir.OpLoopVar, ir.IndexBits(s.N))
	i.n.Loop = s
	m.loops = append(m.loops, s)
	m.within(&s.Body, func() { f(i) })
	m.loops = m.loops[:len(m.loops)-1]
}

// notConditional reports a declaration that has no meaning under a condition.
func (m *Module) notConditional(what string) {
	if m.depth > 0 {
		m.report(CodePlace, nil, "%s stands inside a conditional or loop, where it has no meaning: move it out", what)
	}
}
