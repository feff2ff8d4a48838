package rtlgen_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen"
)

// TestBeyondTheEndOnly: a use beyond the end of a signal or array is the one mistake that is
// reported. That nothing else assigns or reads it, or what is assigned, is no other one.
func TestBeyondTheEndOnly(t *testing.T) {
	t.Parallel()
	for name, build := range map[string]func(m *rtlgen.Module, a, x rtlgen.Value){
		"array read": func(m *rtlgen.Module, a, x rtlgen.Value) {
			m.Output("y", m.RegArray("r", 4, 3, 0).At(5).And(x).And(a.Replicate(3)))
		},
		"array written": func(m *rtlgen.Module, a, x rtlgen.Value) {
			r := m.RegArray("r", 4, 3, 0)
			m.If(a, func() { r.At(5).Set(x) })
			m.Output("y", r.At(1))
		},
		"array that nothing else reads": func(m *rtlgen.Module, a, x rtlgen.Value) {
			r := m.RegArray("r", 4, 3, 0)
			m.If(a, func() { r.At(1).Set(x) })
			m.Output("y", r.At(7))
		},
		"bit of a register": func(m *rtlgen.Module, a, x rtlgen.Value) {
			r := m.Reg("r", 4, 0)
			m.If(a, func() { r.SetBit(5, x.Any()) })
			m.Output("y", r)
		},
		"bit of a wire, in some cases": func(m *rtlgen.Module, a, x rtlgen.Value) {
			w := m.Wire("w", 4)
			w.SetSlice(2, 0, x)
			m.If(a, func() { w.SetBit(4, 1) })
			m.Output("y", w)
		},
		"slice of a wire": func(m *rtlgen.Module, a, x rtlgen.Value) {
			w := m.Wire("w", 4)
			w.SetSlice(5, 3, x)
			m.Output("y", w.And(a.Replicate(4)))
		},
		"slice the wrong way round": func(m *rtlgen.Module, a, x rtlgen.Value) {
			w := m.Wire("w", 4)
			w.SetSlice(1, 3, x)
			m.Output("y", w.And(a.Replicate(4)))
		},
		"lanes that do not divide": func(m *rtlgen.Module, a, x rtlgen.Value) {
			w := m.Wire("w", 4)
			w.SetLane(0, x)
			m.Output("y", w.And(a.Replicate(4)))
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := rtlgen.NewModule("bad")
			build(m, m.Input("a", 1), m.Input("x", 3))
			_, err := rtlgen.Elaborate(m)
			ds := rtlgen.Diagnostics(err)
			assert.Equal(t, len(ds), 1, "%v", err)
			assert.Equal(t, ds[0].Code, rtlgen.CodeRange, "%v", err)
		})
	}
}
