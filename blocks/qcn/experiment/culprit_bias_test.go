package experiment

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/experiment/experimenttest"
	"culprit.example/culprit/testbench/experiment/hardware"
)

// outcome is what culprit-bias shows on the netlist with these settings.
func outcome(t *testing.T, settings map[string]string) *experiment.Outcome {
	t.Helper()
	plan := experimenttest.Plan(t, culpritBias, settings)
	results := experimenttest.Measure(t, hardware.New(qcn.Blocks()), plan.Points)
	o, err := plan.Evaluate(results)
	assert.NilError(t, err)
	return o
}

// TestCulpritBias: in a small array all claims hold but Q12, which is on the size.
func TestCulpritBias(t *testing.T) {
	t.Parallel()
	states := map[string]string{}
	o := outcome(t, map[string]string{"units": "1024", "searches": "4000", "occupancies": "10,50"})
	for _, v := range o.Verdicts {
		states[v.ID] = v.State
		for _, f := range v.Conditions {
			assert.Assert(t, v.ID == "Q12" || f.State != experiment.Fails, "%s: %s is %v, expected %s", v.ID, f.What, f.Mean,
				f.Expected)
		}
	}
	assert.Equal(t, states["Q12"], experiment.Fails)
	assert.Equal(t, states["Q24"], experiment.Holds)
	assert.Equal(t, states["Q22"], experiment.ByTest)
	assert.Equal(t, len(o.Files) > 3, true)
}

// TestCulpritUnits: units that do not fill rows are refused.
func TestCulpritUnits(t *testing.T) {
	t.Parallel()
	values, err := culpritBias.Resolve(map[string]string{"units": "1000"})
	assert.NilError(t, err)
	_, err = culpritBias.Plan(values, []uint32{1})
	assert.Error(t, err,
		"culprit-bias: units=1000 does not fill the rows of the CulpritArray, which have 16 words: give a multiple of 16, such as 1008")
}
