package cyclesim_test

import (
	"context"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen"
)

// crossing counts at one clock, and has the count in Gray code at another.
func crossing(m *rtlgen.Module) {
	a, b := m.Clock("a_clk"), m.Clock("b_clk")
	var gray rtlgen.Reg
	m.Clocked(a, func() {
		n := m.Reg("n", 8, 0)
		next := m.Let("next", n.Add(1))
		n.Set(next)
		gray = m.Next("gray", next.Xor(next.High(7).Zext(8)), 0)
		m.Output("held", m.NextNoReset("free", n))
	})
	m.Output("sent", gray)
	m.Clocked(b, func() { m.Output("got", m.Synchronize("s", gray, 2, 0)) })
}

// TestClocks: state changes at the edges of its clock, and in reset in each cycle.
func TestClocks(t *testing.T) {
	sim := newEngine(t, build(t, "crossing", crossing))
	set := func(port int, x uint64) { sim.SetInput(port, []uint64{x}) }
	see := func(path string, want uint64) {
		t.Helper()
		assert.Equal(t, peek(t, sim, path).Uint64(), want, path)
	}
	set(0, 1)
	assert.NilError(t, sim.Run(context.Background(), 3))
	see("n", 3)
	see("sent", 2)
	see("got", 0)
	set(0, 0)
	set(1, 1)
	assert.NilError(t, sim.Run(context.Background(), 2))
	see("n", 3)
	see("got", 2)
	set(1, 0)
	sim.Step()
	see("got", 2)
	see("held", 2)

	sim.ResetStep() // an edge of both clocks, which are driven with 0
	see("held", 3)
	see("n", 0)
	see("got", 0)
	see("a_clk", 0)
	sim.Step()
	see("n", 0)
}

// TestUncertain: a synchronizer may be late by a cycle, as the seed decides, and all engines agree about it.
func TestUncertain(t *testing.T) {
	d := build(t, "crossing", crossing)
	run := func(engine string, uncertain bool, seed uint64) (got []uint64) {
		sim, err := cyclesim.New(d, cyclesim.Options{Engine: engine, Seed: seed, Uncertain: uncertain})
		assert.NilError(t, err)
		sim.SetInput(0, []uint64{1})
		sim.SetInput(1, []uint64{1})
		for range 100 {
			sim.Step()
			got = append(got, peek(t, sim, "got").Uint64())
		}
		return got
	}
	exact := run("reference", false, 1)
	for _, engine := range cyclesim.BuiltIn() {
		assert.DeepEqual(t, run(engine, false, 2), exact)
		first := run(engine, true, 1)
		assert.DeepEqual(t, first, run("reference", true, 1))
		late := 0
		for i := 1; i < len(exact); i++ {
			assert.Assert(t, first[i] == exact[i] || first[i] == exact[i-1], "cycle %d", i)
			if first[i] != exact[i] {
				late++
			}
		}
		assert.Assert(t, late > 20 && late < 80, "%d late", late)
	}
}
