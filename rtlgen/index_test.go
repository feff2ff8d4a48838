package rtlgen_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
)

// TestGuardedIndices has loops that run beyond the end of what they index, each with a
// condition that keeps them within.
func TestGuardedIndices(t *testing.T) {
	t.Parallel()
	for name, build := range map[string]func(m *rtlgen.Module, a rtlgen.Value, i rtlgen.Value, q rtlgen.Wire){
		"if": func(m *rtlgen.Module, a, i rtlgen.Value, q rtlgen.Wire) {
			m.If(i.Lt(5), func() { q.SetBit(i, a.Bit(i)) })
		},
		"if and": func(m *rtlgen.Module, a, i rtlgen.Value, q rtlgen.Wire) {
			m.If(a.Any().And(i.Lt(5)), func() { q.SetBit(i, 1) })
		},
		"else": func(m *rtlgen.Module, a, i rtlgen.Value, q rtlgen.Wire) {
			m.If(i.Ge(5), func() { q.SetBit(0, 1) }).Else(func() { q.SetBit(i, a.Bit(i)) })
		},
		"switch": func(m *rtlgen.Module, a, i rtlgen.Value, q rtlgen.Wire) {
			m.Switch(i, func(c rtlgen.Cases) {
				c.Case(func() {}, 5, 6, 7)
				c.Default(func() { q.SetBit(i, a.Bit(i)) })
			})
		},
		"mux": func(m *rtlgen.Module, a, i rtlgen.Value, q rtlgen.Wire) {
			q.SetBit(0, rtlgen.Mux(i.Lt(5), a.Bit(i), m.Const(1, 0)))
		},
		"and": func(_ *rtlgen.Module, a, i rtlgen.Value, q rtlgen.Wire) { q.SetBit(0, i.Lt(5).And(a.Bit(i))) },
		"or":  func(_ *rtlgen.Module, a, i rtlgen.Value, q rtlgen.Wire) { q.SetBit(0, i.Ge(5).Or(a.Bit(i))) },
		"nested": func(m *rtlgen.Module, a, i rtlgen.Value, q rtlgen.Wire) {
			for k := range m.Each("k", 2) {
				m.If(i.Lt(2), func() { q.SetBit(i.Zext(4).Add(k.Zext(4)), a.Bit(i)) })
			}
		},
	} {
		for _, guarded := range []bool{true, false} {
			m := rtlgen.NewModule("guarded")
			a, q := m.Input("a", 5), m.OutputVar("q", 5).Default(0)
			m.Output("copy", a)
			for i := range m.Each("i", 8) {
				if guarded {
					build(m, a, i, q)
				} else {
					q.SetBit(i, a.Bit(i))
				}
			}
			_, err := rtlgen.Elaborate(m)
			assert.Equal(t, err == nil, guarded, "%s: %v", name, err)
		}
	}
}

// TestNegativeOperands: a comparison with a sign takes the two's complement.
func TestNegativeOperands(t *testing.T) {
	t.Parallel()
	m := rtlgen.NewModule("negative")
	a := m.Input("a", 8)
	m.Output("q", rtlgen.Cat(a.SLt(-3), a.SGe(-128), a.SLe(int8(-1)), a.SGt(127)))
	d, err := rtlgen.Elaborate(m)
	assert.NilError(t, err)
	for _, want := range []string{"slt(a, 8'253)", "sge(a, 8'128)", "sle(a, 8'255)", "sgt(a, 8'127)"} {
		assert.Assert(t, strings.Contains(ir.Text(d), want), "%s is not in\n%s", want, ir.Text(d))
	}
}
