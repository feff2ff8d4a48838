package experiment

import (
	"context"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/blocks/library/internal/ring"
	"culprit/rtlgen/ir"
	"culprit/testbench/experiment"
	"culprit/testbench/experiment/hardware"
	"culprit/testbench/mutant"
)

// verdict runs the experiment as `rtlgen run` does.
func verdict(t *testing.T, mutate func(*ir.Design) error) (experiment.Verdict, []experiment.File) {
	t.Helper()
	e := experiment.Find(Experiments(), "ring-reuse")
	values, err := e.Resolve(nil)
	assert.NilError(t, err)
	plan, err := e.Plan(values, []uint32{1, 2})
	assert.NilError(t, err)
	store, err := experiment.OpenStore(t.TempDir())
	assert.NilError(t, err)
	lab := hardware.New(ring.Blocks())
	lab.Mutate = mutate
	results, err := experiment.RunAll(context.Background(), plan.Points, store, lab, experiment.RunOptions{Jobs: 2})
	assert.NilError(t, err)
	o, err := plan.Evaluate(results)
	assert.NilError(t, err)
	assert.Equal(t, len(o.Verdicts), 1)
	return o.Verdicts[0], o.Files
}

func TestClaimHolds(t *testing.T) {
	t.Parallel()
	v, files := verdict(t, nil)
	assert.Equal(t, v.State, experiment.Passed, "%+v", v)
	var names []string
	for _, f := range files {
		names = append(names, f.Path)
	}
	assert.Equal(t, strings.Join(names, " "), "claims.json claims.md counters.csv throughput.svg")
	assert.Assert(t, strings.HasPrefix(string(files[2].Data), "point,counter,value\nring load=0.25 seed=1,digest,"), "%s", files[2].Data)
}

// TestClaimCanFail leaves packets in their slots when they have arrived.
func TestClaimCanFail(t *testing.T) {
	t.Parallel()
	v, _ := verdict(t, func(d *ir.Design) error {
		for _, m := range d.Modules {
			if m.Name == "ring_switch" {
				return mutant.DropFirstTerm("free", 0)(m)
			}
		}
		panic("BUG: the ring has no switch")
	})
	assert.Equal(t, v.State, experiment.Failed, "%+v", v)
	assert.Assert(t, !v.Conditions[0].Passed && v.Conditions[1].Passed, "%+v", v.Conditions)
}
