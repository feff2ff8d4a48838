package library_test

import (
	"context"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"

	"culprit.example/culprit/blocks/library"
	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/speed"
)

// runSubject runs a subject on an engine and returns its outputs. Without checks the
// engine translates another netlist.
func runSubject(t *testing.T, s *speed.Subject, o cyclesim.Options, load float64, cycles int) map[string]uint64 {
	t.Helper()
	d, err := rtlgen.Elaborate(s.Build())
	assert.NilError(t, err)
	sim, err := cyclesim.New(d, o)
	assert.NilError(t, err)
	values := s.Inputs(load)
	for i, p := range d.Top.Inputs() {
		sim.SetInput(i, []uint64{values[p.Name]})
	}
	assert.NilError(t, sim.Run(context.Background(), cycles))
	sim.Eval()
	assert.Check(t, len(sim.Failures()) == 0, "%s: %v", o.Engine, sim.Failures())
	out := map[string]uint64{}
	for i, p := range d.Top.Outputs() {
		var x [1]uint64
		sim.Output(i, x[:])
		out[p.Name] = x[0]
	}
	return out
}

// TestSubjectsOnEngines: under load, where queues fill and routes mix, the default engine
// does what the reference does, with checks and without, whatever memories and registers
// without a reset begin with.
func TestSubjectsOnEngines(t *testing.T) {
	tiers.Long(t, "the designs of bench on all engines")
	t.Parallel()
	for _, c := range []struct {
		subject string
		cycles  int
	}{{"switch", 2500}, {"fabric16", 600}, {"clos_network", 600}, {"qcn_network", 1500}, {"adaptive_network", 1500}} {
		t.Run(c.subject, func(t *testing.T) {
			t.Parallel()
			s := speed.Find(library.Families().Subjects(), c.subject)
			want := runSubject(t, s, cyclesim.Options{Engine: "reference", Seed: 1}, 0.9, c.cycles)
			assert.Equal(t, want["error"], uint64(0))
			for _, o := range []cyclesim.Options{{Seed: 1}, {Seed: 1, NoChecks: true}, {Seed: 2, NoChecks: true}} {
				assert.Check(t, cmp.DeepEqual(runSubject(t, s, o, 0.9, c.cycles), want), "%+v", o)
			}
		})
	}
}

// TestSubjects: every subject delivers what is offered to it, and checks it.
func TestSubjects(t *testing.T) {
	t.Parallel()
	list := library.Families().Subjects()
	for _, c := range []struct {
		name, module string
		copies       int // of the module
		switches     int
		packets      float64 // per cycle at load 1
		after        float64 // cycles until the first one counts
		cycles       int     // 0: the tests of the network itself run it
	}{
		{"switch", "recn_switch", 1, 1, 8. / 8, 300, 6000},
		{"fabric16", "recn_switch", 16, 16, 32. / 8, 300, 6000},
		{"fabric48", "recn_switch", 48, 48, 64. / 8, 0, 0},
		{"fabric256", "recn_switch", 256, 256, 256. / 8, 0, 0},
		{"clos_network", "cioq_element", 12, 12, 16, 500, 12_000},
		{"clos64", "cioq_element", 24, 24, 64, 500, 0},
		{"qcn_network", "qcn_spine", 4, 11, 7. / 24.1, 600, 40_000}, // frames of 1522 bytes and a gap, 64 bytes in a cycle
		{"adaptive_network", "adaptive_switch", 12, 12, 6. / 24, 3000, 60_000},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := speed.Find(list, c.name)
			assert.Equal(t, s.Switches, c.switches)
			if s.Switches > 1 {
				tiers.Long(t, "the larger designs of bench")
			}
			d, err := rtlgen.Elaborate(s.Build())
			assert.NilError(t, err)
			assert.Equal(t, copies(d.Top, c.module), c.copies)
			if c.cycles == 0 {
				return
			}
			for _, load := range []float64{0.05, 0.4} {
				out := runSubject(t, s, cyclesim.Options{Seed: 1}, load, c.cycles)
				assert.Equal(t, out["error"], uint64(0))
				offered := load * c.packets * (float64(c.cycles) - c.after)
				got := float64(out["delivered"])
				assert.Check(t, got > 0.9*offered && got < 1.1*offered, "load %v: %v packets of %v", load, got, offered)
				assert.Check(t, out["digest"] != 0)
			}
		})
	}
	assert.Equal(t, len(list), 8)
}

// TestLoads: what a design is told for a load can be told, also for the least and the most.
func TestLoads(t *testing.T) {
	for _, s := range library.Families().Subjects() {
		for _, load := range []float64{0.0001, 1} {
			some := uint64(0)
			for name, x := range s.Inputs(load) {
				if name != "seed" && name != "enable" {
					some |= x
				}
			}
			assert.Assert(t, some > 0, "%s: nothing is sent at load %v", s.Name, load)
		}
	}
}

// copies counts the instances of a module, with any parameters.
func copies(m *ir.Module, name string) int {
	n := 0
	for _, in := range m.Instances {
		if in.Of.BaseName() == name {
			n += in.Count
		}
		n += in.Count * copies(in.Of, name)
	}
	return n
}
