package experiment

import (
	"context"
	"maps"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/blocks/clos"
	"culprit/testbench/experiment"
	"culprit/testbench/experiment/hardware"
)

// brief are windows as short as the claims allow.
var brief = map[string]string{"loads": "0.45", "warmup": "2000", "measure": "6000"}

// simulated runs the experiment with a scheme and returns the states of its claims.
func simulated(t *testing.T, lab experiment.Lab, schemes string) map[string]string {
	t.Helper()
	given := maps.Clone(brief)
	given["schemes"] = schemes
	values, err := hotspots.Resolve(given)
	assert.NilError(t, err)
	p, err := hotspots.Plan(values, []uint32{1})
	assert.NilError(t, err)
	store, err := experiment.OpenStore(t.TempDir())
	assert.NilError(t, err)
	results, err := experiment.RunAll(context.Background(), p.Points, store, lab, experiment.RunOptions{Jobs: 2})
	assert.NilError(t, err)
	o, err := p.Evaluate(results)
	assert.NilError(t, err)
	assert.Equal(t, len(o.Violations), 0)
	states := map[string]string{}
	for _, v := range o.Verdicts {
		states[v.ID] = v.State
		t.Logf("%s %s: %+v", v.ID, v.State, v.Conditions)
	}
	return states
}

// TestReserved: with reserved buffers hot outputs do not harm the others, on the
// netlist.
func TestReserved(t *testing.T) {
	t.Parallel()
	states := simulated(t, hardware.New(clos.Blocks()), "rb")
	assert.Equal(t, states["G7-16"], experiment.Holds)
	assert.Equal(t, states["order"], experiment.Holds)
	assert.Equal(t, states["G1-16"], experiment.NotCovered)
}
