package speed_test

import (
	"context"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/cyclesim"
	"culprit/rtlgen"
	"culprit/rtlgen/ir"
	"culprit/testbench/speed"
)

// run runs a subject on the compiled engine with all checks.
func run(t *testing.T, s *speed.Subject, load float64, cycles int) map[string]uint64 {
	t.Helper()
	d, err := rtlgen.Elaborate(s.Build())
	assert.NilError(t, err)
	sim, err := cyclesim.New(d, cyclesim.Options{Engine: "compiled", Seed: 1})
	assert.NilError(t, err)
	values := s.Inputs(load)
	for i, p := range d.Top.Inputs() {
		sim.SetInput(i, []uint64{values[p.Name]})
	}
	assert.NilError(t, sim.Run(context.Background(), cycles))
	sim.Eval()
	assert.Equal(t, len(sim.Failures()), 0, "%v", sim.Failures())
	out := map[string]uint64{}
	for i, p := range d.Top.Outputs() {
		var x [1]uint64
		sim.Output(i, x[:])
		out[p.Name] = x[0]
	}
	return out
}

// TestSubjects: every subject delivers what is offered to it, and checks it.
func TestSubjects(t *testing.T) {
	switches := []int{1, 16, 48, 256}
	nodes := []int{8, 32, 64, 256}
	list := speed.Subjects()
	assert.Equal(t, len(list), len(switches))
	for i, s := range list {
		if testing.Short() && s.Switches > 1 {
			continue
		}
		assert.Equal(t, s.Switches, switches[i])
		assert.Equal(t, speed.Find(list, s.Name), s)
		d, err := rtlgen.Elaborate(s.Build())
		assert.NilError(t, err)
		assert.Equal(t, copies(d.Top, "recn_switch"), switches[i])
		if s.Switches > 16 {
			continue // the tests of blocks/fabric run them
		}
		const cycles, warmUp = 6000, 300
		for _, load := range []float64{0.05, 0.4} {
			out := run(t, s, load, cycles)
			assert.Equal(t, out["error"], uint64(0))
			offered := load / 8 * float64(nodes[i]) * (cycles - warmUp)
			got := float64(out["delivered"])
			assert.Assert(t, got > 0.9*offered && got < 1.1*offered, "%s, load %v: %v packets of %v", s.Name, load, got, offered)
			assert.Assert(t, out["digest"] != 0)
		}
	}
}

// copies counts the instances of a module.
func copies(m *ir.Module, name string) int {
	n := 0
	for _, in := range m.Instances {
		if in.Of.Name == name {
			n += in.Count
		}
		n += in.Count * copies(in.Of, name)
	}
	return n
}
