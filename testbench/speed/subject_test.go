package speed_test

import (
	"context"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"

	"culprit/cyclesim"
	"culprit/rtlgen"
	"culprit/rtlgen/ir"
	"culprit/testbench/speed"
)

// run runs a subject on an engine and returns its outputs. Without checks the
// engine translates another netlist.
func run(t *testing.T, s *speed.Subject, engine string, noChecks bool, load float64, cycles int) map[string]uint64 {
	t.Helper()
	d, err := rtlgen.Elaborate(s.Build())
	assert.NilError(t, err)
	sim, err := cyclesim.New(d, cyclesim.Options{Engine: engine, Seed: 1, NoChecks: noChecks})
	assert.NilError(t, err)
	values := s.Inputs(load)
	for i, p := range d.Top.Inputs() {
		sim.SetInput(i, []uint64{values[p.Name]})
	}
	assert.NilError(t, sim.Run(context.Background(), cycles))
	sim.Eval()
	assert.Check(t, len(sim.Failures()) == 0, "%s: %v", engine, sim.Failures())
	out := map[string]uint64{}
	for i, p := range d.Top.Outputs() {
		var x [1]uint64
		sim.Output(i, x[:])
		out[p.Name] = x[0]
	}
	return out
}

// TestEnginesAgree: under load, where queues fill and routes mix, the compiled
// engine does what the reference does, with checks and without.
func TestEnginesAgree(t *testing.T) {
	for _, c := range []struct {
		subject string
		cycles  int
	}{{"switch", 2500}, {"fabric16", 600}} {
		s := speed.Find(speed.Subjects(), c.subject)
		want := run(t, s, "reference", false, 0.9, c.cycles)
		assert.Equal(t, want["error"], uint64(0))
		for _, noChecks := range []bool{false, true} {
			got := run(t, s, "compiled", noChecks, 0.9, c.cycles)
			assert.Check(t, cmp.DeepEqual(got, want), "%s, without checks: %v", c.subject, noChecks)
		}
	}
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
			out := run(t, s, "compiled", false, load, cycles)
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
