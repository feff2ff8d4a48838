package testbench_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/mutant"
)

// TestVerifySeeds: side by side, the seeds are compared as one by one.
func TestVerifySeeds(t *testing.T) {
	r, err := testbench.VerifySeeds(stashBench(), nil, testbench.Options{Seed: 5}, 70)
	assert.NilError(t, err)
	assert.Assert(t, r.Passed)
	assert.Equal(t, r.Seeds, 70)
	var outputs uint64
	for seed := uint64(5); seed < 75; seed++ {
		one, err := testbench.Verify(stashBench(), nil, testbench.Options{Seed: seed, ResetSeed: 5,
			Engines: []string{cyclesim.DefaultEngine()}})
		assert.NilError(t, err)
		outputs += one.OutputsCompared
	}
	assert.Equal(t, r.OutputsCompared, outputs)
}

// TestVerifySeedsFails: the report is that of the first seed that does not pass, by itself.
func TestVerifySeedsFails(t *testing.T) {
	for _, x := range []struct {
		name   string
		mutate func(m *ir.Module) error
	}{
		{"output", mutant.FlipReset("height", 0)},
		{"assert", func(m *ir.Module) error {
			p := m.Properties[0]
			p.Cond = &ir.Node{Op: ir.OpNot, Width: 1, Args: []*ir.Node{p.Cond}}
			return nil
		}},
	} {
		b := testbench.WithMutant(stashBench(), testbench.Mutant{Name: x.name, Mutate: x.mutate})
		o := testbench.Options{Seed: 5, WorkDir: t.TempDir()}
		r, err := testbench.VerifySeeds(b, nil, o, 3)
		assert.NilError(t, err)
		assert.Assert(t, !r.Passed, x.name)
		o.ResetSeed, o.Engines = 5, []string{cyclesim.DefaultEngine()}
		alone, err := testbench.Verify(b, nil, o)
		assert.NilError(t, err)
		assert.DeepEqual(t, r.Problems(), alone.Problems())
	}
	_, err := testbench.VerifySeeds(stashBench(), nil, testbench.Options{}, 0)
	assert.ErrorContains(t, err, "cannot run 0 seeds: give at least 1")
}
