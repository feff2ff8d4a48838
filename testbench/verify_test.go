package testbench_test

import (
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/testbench"
)

func TestReferenceAgrees(t *testing.T) {
	for _, given := range []map[string]int{
		nil,
		{"width": 1, "depth": 2, "lanes": 1},
		{"width": 64, "depth": 8, "lanes": 13},
		{"width": 65, "depth": 3, "lanes": 64},
		{"width": 1000, "depth": 7, "lanes": 5},
	} {
		r := testbench.RunBench(t, stashBench(), given, testbench.Options{Seed: 5})
		assert.Equal(t, r.Cycles, 400)
		assert.Assert(t, r.CornersEnforced)
	}
}

func TestFaultsAreFound(t *testing.T) {
	testbench.RunFaults(t, stashBench(), nil, testbench.Options{Seed: 3})
}

func TestDifferenceIsReported(t *testing.T) {
	b := stashBench()
	dir := t.TempDir()
	r, err := testbench.Verify(testbench.WithFault(b, b.Faults[1]), nil, testbench.Options{Seed: 3, WorkDir: dir})
	assert.NilError(t, err)
	t.Log(strings.Join(r.Problems(), "\n"))
	d := r.Engines[0].Difference
	x, err := os.ReadFile(d.VCD)
	assert.NilError(t, err)
	t.Log(len(x))
}
