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
	o := outcome(t, nil, "", mutate)
	assert.Equal(t, len(o.Verdicts), 1)
	return o.Verdicts[0], o.Files
}

// outcome is what the experiment shows with these settings.
func outcome(t *testing.T, settings map[string]string, engine string, mutate func(*ir.Design) error) *experiment.Outcome {
	t.Helper()
	e := experiment.Find(Experiments(), "ring-reuse")
	values, err := e.Resolve(settings)
	assert.NilError(t, err)
	plan, err := e.Plan(values, []uint32{1, 2})
	assert.NilError(t, err)
	store, err := experiment.OpenStore(t.TempDir())
	assert.NilError(t, err)
	lab := hardware.New(ring.Blocks())
	lab.Engine, lab.Mutate = engine, mutate
	results, err := experiment.RunAll(context.Background(), plan.Points, store, lab, experiment.RunOptions{Jobs: 2})
	assert.NilError(t, err)
	o, err := plan.Evaluate(results)
	assert.NilError(t, err)
	return o
}

// TestRingIsAudited disturbs the ring in every way that its links allow. A sound ring
// has no violation.
func TestRingIsAudited(t *testing.T) {
	t.Parallel()
	assert.Equal(t, len(outcome(t, nil, "", nil).Violations), 0)
	for _, kind := range []string{"credit_loss", "credit_double", "beat_loss", "beat_double", "beat_damage"} {
		for _, settings := range []map[string]string{{"fault_rate": "0.001"}, {"fault_rate": "0.0001"}, {"fault_cycle": "777"}} {
			settings["fault"] = kind
			o := outcome(t, settings, "", nil)
			assert.Equal(t, len(o.Violations) > 0, o.Faults > 0, "%v", settings)
			assert.Equal(t, o.Passed(), o.Faults == 0)
			assert.Assert(t, o.Faults > 0 || settings["fault_rate"] == "0.0001", "%v", settings)
		}
	}
	one := map[string]string{"loads": "1", "fault": "beat_loss", "fault_cycle": "500", "fault_link": "switch 1 port 1 -> node 1"}
	o := outcome(t, one, "", nil)
	assert.Equal(t, o.Violations[0].Where, "link switch 1 port 1 -> node 1")
	assert.DeepEqual(t, outcome(t, one, "reference", nil).Violations, o.Violations)
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
