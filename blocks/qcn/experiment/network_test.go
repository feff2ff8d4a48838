package experiment

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit/blocks/qcn"
	"culprit/testbench/experiment"
)

// TestNetworkPlans makes the plans of the experiments on the network: every run that a
// claim or a mutant needs is there, and what the runs read the block has.
func TestNetworkPlans(t *testing.T) {
	t.Parallel()
	for _, e := range []*experiment.Experiment{fairness, victims} {
		v, err := e.Resolve(map[string]string{"ms": "30"})
		assert.NilError(t, err)
		p, err := e.Plan(v, []uint32{1, 2})
		assert.NilError(t, err)
		assert.Equal(t, len(p.Points), 2*len(variants))
		names := map[string]bool{}
		for _, variant := range variants {
			names[named(variant)] = true
		}
		for _, c := range p.Claims {
			for _, k := range c.Conditions {
				for _, n := range k.Value.Needs {
					assert.Assert(t, names[n], "%s: claim %s needs %q", e.Name, c.ID, n)
				}
			}
			for _, trial := range c.Mutants {
				for _, n := range trial.Runs {
					assert.Assert(t, names[n], "%s: claim %s, mutant %s needs %q", e.Name, c.ID, trial.Mutant.Name, n)
				}
			}
		}
		for _, b := range qcn.Blocks() {
			if b.Name != p.Points[0].Block {
				continue
			}
			values, err := b.Resolve(p.Points[0].Params)
			assert.NilError(t, err)
			counters := map[string]bool{}
			for _, c := range b.Readback(values).Counters {
				counters[c.Name] = true
			}
			for _, name := range []string{qcn.BytesCounter(hot, late, 0, 29), qcn.NoticesCounter(0, idle, 29), qcn.StopsCounter(3, 0), "dropped", "largest_occupancy"} {
				assert.Assert(t, counters[name], name)
			}
		}
	}
}

// TestNetworkSettings shows the message about a run that does not divide.
func TestNetworkSettings(t *testing.T) {
	t.Parallel()
	v, err := fairness.Resolve(map[string]string{"ms": "100"})
	assert.NilError(t, err)
	_, err = fairness.Plan(v, []uint32{1})
	assert.ErrorContains(t, err, "ms=100 is no multiple of 30, which thirds of 10 ms need: give ms=90 or ms=120")
}
