package experiment

import (
	"context"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/library/internal/ring"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/experiment/hardware"
)

// planned is the plan for these settings, with what it runs on.
func planned(t *testing.T, settings map[string]string,
	engine string) (*experiment.Plan, func([]experiment.Point) experiment.Results) {
	t.Helper()
	e := experiment.Find(Experiments(), "ring-reuse")
	values, err := e.Resolve(settings)
	assert.NilError(t, err)
	plan, err := e.Plan(values, []uint32{1, 2})
	assert.NilError(t, err)
	store, err := experiment.OpenStore(t.TempDir())
	assert.NilError(t, err)
	lab := hardware.New(ring.Blocks())
	lab.Engine = engine
	return plan, func(points []experiment.Point) experiment.Results {
		results, err := experiment.RunAll(context.Background(), points, store, lab, experiment.RunOptions{Jobs: 2})
		assert.NilError(t, err)
		return results
	}
}

// outcome is what the experiment shows with these settings.
func outcome(t *testing.T, settings map[string]string, engine string) *experiment.Outcome {
	t.Helper()
	plan, run := planned(t, settings, engine)
	o, err := plan.Evaluate(run(plan.Points))
	assert.NilError(t, err)
	return o
}

// TestRingIsAudited disturbs the ring in every way that its links allow. A sound ring
// has no violation.
func TestRingIsAudited(t *testing.T) {
	t.Parallel()
	assert.Equal(t, len(outcome(t, nil, "").Violations), 0)
	for _, kind := range []string{"credit_loss", "credit_double", "beat_loss", "beat_double", "beat_damage"} {
		for _, settings := range []map[string]string{{"fault_rate": "0.001"}, {"fault_rate": "0.0001"},
			{"fault_cycle": "777"}} {
			settings["fault"] = kind
			o := outcome(t, settings, "")
			assert.Equal(t, len(o.Violations) > 0, o.Faults > 0, "%v", settings)
			assert.Equal(t, o.Passed(), o.Faults == 0)
			assert.Assert(t, o.Faults > 0 || settings["fault_rate"] == "0.0001", "%v", settings)
		}
	}
	one := map[string]string{"loads": "1", "fault": "beat_loss", "fault_cycle": "500",
		"fault_link": "switch 1 port 1 -> node 1"}
	o := outcome(t, one, "")
	assert.Equal(t, o.Violations[0].Where, "link switch 1 port 1 -> node 1")
	assert.DeepEqual(t, outcome(t, one, "reference").Violations, o.Violations)
}

func TestClaimHolds(t *testing.T) {
	t.Parallel()
	o := outcome(t, nil, "")
	assert.Equal(t, len(o.Verdicts), 1)
	assert.Equal(t, o.Verdicts[0].State, experiment.Holds, "%+v", o.Verdicts[0])
	var names []string
	for _, f := range o.Files {
		names = append(names, f.Path)
	}
	assert.Equal(t, strings.Join(names, " "), "claims.json claims.md claims.csv counters.csv throughput.svg")
	assert.Assert(t, strings.HasPrefix(string(o.Files[3].Data), "point,counter,value\nring load=0.25 seed=1,digest,"),
		"%s", o.Files[3].Data)
}

// TestClaimCanFail runs the claim's mutant, with all seeds.
func TestClaimCanFail(t *testing.T) {
	t.Parallel()
	plan, run := planned(t, nil, "")
	points, err := plan.MutantPoints()
	assert.NilError(t, err)
	assert.Equal(t, len(points), 4, "load 1 with two seeds, with the mistake and without")
	list, _, err := plan.EvaluateMutants(run(points))
	assert.NilError(t, err)
	assert.Equal(t, len(list), 1)
	v := list[0]
	assert.Equal(t, v.State, experiment.Noticed, "%+v", v)
	assert.Equal(t, v.Findings[0].State, experiment.Fails)
	assert.Equal(t, v.Findings[0].Sound.State, experiment.Holds)
	assert.Equal(t, v.Findings[1].State, experiment.Holds, "no packet comes to a wrong node")
}
