package experimenttest

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/testbench/experiment"
)

// Plan is the plan of an experiment with seed 1.
func Plan(t testing.TB, e *experiment.Experiment, given map[string]string) *experiment.Plan {
	t.Helper()
	values, err := e.Resolve(given)
	assert.NilError(t, err)
	p, err := e.Plan(values, []uint32{1})
	assert.NilError(t, err)
	return p
}

// Measure simulates points in a laboratory, which is hardware.New with the blocks.
func Measure(t testing.TB, lab experiment.Lab, points []experiment.Point) experiment.Results {
	t.Helper()
	store, err := experiment.OpenStore(t.TempDir())
	assert.NilError(t, err)
	results, err := experiment.RunAll(t.Context(), points, store, lab, experiment.RunOptions{Jobs: 2})
	assert.NilError(t, err)
	return results
}
