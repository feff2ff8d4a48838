package rtlgen

import (
	"iter"

	"culprit.example/culprit/rtlgen/ir"
)

// Each is For as a range-over-func:
//
//	for k := range m.Each("k", n) {
//		total.SetLane(k, count.Lane(k, w).Add(1))
//	}
//
// The body runs once, as the description of all rounds. break, continue and
// return end the description of the round where they stand.
func (m *Module) Each(name string, n int) iter.Seq[Value] {
	pos := here()
	return func(yield func(Value) bool) {
		loop, index := m.newLoop(pos, name, n)
		m.loops = append(m.loops, loop)
		defer m.enter(&loop.Body)()
		defer func() { m.loops = m.loops[:len(m.loops)-1] }()
		yield(index)
	}
}

// newLoop adds a loop to the present place.
func (m *Module) newLoop(pos ir.Pos, name string, n int) (*ir.Loop, Value) {
	m.sealed("loop " + name)
	s := &ir.Loop{Var: name, N: n, Pos: pos}
	m.checkName(s.Pos, "loop index", name)
	if n < 1 || n > MaxDepth {
		m.reportAt(pos, CodeSize, nil, "loop %s runs %d times: it must be 1 to %d", name, n, MaxDepth)
		s.N = 1
	}
	for _, l := range m.loops {
		if l.Var == name {
			m.reportAt(pos, CodeDuplicate, []Related{{l.Pos, "the outer loop"}}, "nested loops have the same index name %s",
				name)
		}
	}
	*m.body = append(*m.body, s)
	i := m.node(ir.OpLoopVar, ir.IndexBits(s.N))
	i.n.Loop = s
	return s, i
}

// enter lets statements go to body until leave is called.
func (m *Module) enter(body *[]ir.Stmt) (leave func()) {
	saved := m.body
	m.body = body
	m.depth++
	return func() {
		m.depth--
		m.body = saved
	}
}

// Cases selects by the value of subject like Switch; the branches are ranges:
//
//	c := m.Cases(state)
//	for range c.When(idle) {
//		m.If(request, func() { state.Set(busy) })
//	}
//	for range c.When(busy, waiting) {
//		state.Set(idle)
//	}
//	for range c.Otherwise() {
//		state.Set(idle)
//	}
//
// The body of each runs once. break, continue and return end the description of
// the branch where they stand.
func (m *Module) Cases(subject Signal) Cases { return Cases{m, m.newSwitch(subject)} }

// When is the branch for the given value or values: Go integers, constants or
// values of an enumeration.
func (c Cases) When(values ...Operand) iter.Seq[struct{}] {
	pos := here()
	return func(yield func(struct{}) bool) {
		k := ir.Case{Pos: pos}
		for _, x := range values {
			c.add(&k, x)
		}
		var body []ir.Stmt
		if !c.m.sealed("a case") {
			c.s.Cases = append(c.s.Cases, k)
			i := len(c.s.Cases) - 1
			defer func() { c.s.Cases[i].Body = body }()
		}
		defer c.m.enter(&body)()
		yield(struct{}{})
	}
}

// Otherwise is the branch for all other values.
func (c Cases) Otherwise() iter.Seq[struct{}] {
	return func(yield func(struct{}) bool) {
		defer c.m.enter(&c.s.Default)()
		yield(struct{}{})
	}
}

// add adds a value to a branch.
func (c Cases) add(k *ir.Case, x Operand) {
	v, ok := number(x)
	if !ok {
		if y, is := x.(Signal); !is || !y.asValue().bad() {
			c.m.reportAt(k.Pos, CodeOperand, nil, "a case must be an integer or a constant, not a %T", x)
		}
		return
	}
	if w := c.s.Subject.Width; c.s.Subject.Op != ir.OpInvalid && (v.Sign() < 0 || v.BitLen() > w) {
		c.m.reportAt(k.Pos, CodeCase, nil, "case %s does not fit the %s of the subject", v, bits(w))
		return
	}
	if before, dup := c.find(v); dup {
		c.m.reportAt(k.Pos, CodeCase, []Related{{before, "the first one"}}, "case %s stands twice in this Switch", v)
		return
	}
	named, isConst := label(x)
	if isConst {
		own := c.m.own(x.(Signal).asValue(), 1)
		if own.bad() {
			return
		}
		c.m.sameEnum(c.s.Subject, own.n)
	}
	c.note(v, k.Pos)
	k.Values = append(k.Values, v)
	k.Labels = append(k.Labels, named)
}
