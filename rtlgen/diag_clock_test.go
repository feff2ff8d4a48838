package rtlgen_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen"
)

// twoClocks makes two clocks and a register of each.
func twoClocks(m *rtlgen.Module) (b rtlgen.Value, p, q rtlgen.Reg) {
	a, b := m.Clock("a_clk"), m.Clock("b_clk")
	m.Clocked(a, func() { p = m.Next("p", m.Input("x", 1), 0) })
	m.Clocked(b, func() { q = m.Reg("q", 1, 0) })
	m.Output("y", q)
	return b, p, q
}

var clockMistakes = []mistake{
	{"clock_is_data", rtlgen.CodeClock, "x is no clock: make one with Clock", func(m *rtlgen.Module) {
		x := m.Input("x", 1)                                      // end: clock_is_data
		m.Clocked(x, func() { m.Output("y", m.Next("q", x, 0)) }) // here: clock_is_data
	}},
	{"clock_as_data", rtlgen.CodeClock, "clock a_clk is read as data", func(m *rtlgen.Module) {
		a := m.Clock("a_clk") // here: clock_as_data
		m.Clocked(a, func() { m.Output("y", m.Next("q", a, 0)) })
	}},
	{"clock_ending", rtlgen.CodeClock, "the name of clock ck does not end with _clk", func(m *rtlgen.Module) {
		a := m.Clock("ck") // here: clock_ending
		m.Clocked(a, func() { m.Output("y", m.Next("q", m.Input("x", 1), 0)) })
	}},
	{"clock_crossing", rtlgen.CodeCrossing, "a value of a_clk leads to register q, which is of b_clk", func(m *rtlgen.Module) {
		_, p, q := twoClocks(m)
		q.Set(p) // here: clock_crossing
	}},
	{"clock_crossing_logic", rtlgen.CodeCrossing, "synchronizer s_meta1 takes the result of logic", func(m *rtlgen.Module) {
		b, p, q := twoClocks(m)
		m.Clocked(b, func() { q.Set(m.Synchronize("s", p.Not(), 2, 0)) }) // here: clock_crossing_logic
	}},
	{"clock_one_stage", rtlgen.CodeSize, "synchronizer s has 1 stage: it must be 2 or more", func(m *rtlgen.Module) {
		b, p, q := twoClocks(m)
		m.Clocked(b, func() { q.Set(m.Synchronize("s", p, 1, 0)) }) // here: clock_one_stage
	}},
	{"clock_of_property", rtlgen.CodeNoClock, "assert never is of a_clk, which clocks no register that is reset",
		func(m *rtlgen.Module) {
			a := m.Clock("a_clk")
			x := m.Input("x", 1)
			m.Clocked(a, func() {
				m.Output("y", m.NextNoReset("q", x))
				m.Assert("never", x) // here: clock_of_property
			})
		}},
	{"clock_unread", rtlgen.CodeUnread, "input a_clk is never read", func(m *rtlgen.Module) {
		m.Clock("a_clk") // here: clock_unread
		m.Output("y", m.Next("q", m.Input("x", 1), 0))
	}},
}

// TestSynchronize: a path between two clocks that a synchronizer ends is none that is refused.
func TestSynchronize(t *testing.T) {
	m := rtlgen.NewModule("crossing")
	b, p, q := twoClocks(m)
	m.Clocked(b, func() { q.Set(m.Synchronize("s", p, 3, 0)) })
	d, err := rtlgen.Elaborate(m)
	assert.NilError(t, err)
	assert.Assert(t, d.HasClocks())
	for _, s := range d.Top.Signals[2:] {
		assert.Assert(t, s.Synchronizer && s.Clock == "b_clk", s.Name)
	}
	assert.Equal(t, len(d.Top.Signals), 5)
}
