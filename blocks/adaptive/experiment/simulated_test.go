package experiment

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/adaptive"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/experiment/experimenttest"
	"culprit.example/culprit/testbench/experiment/hardware"
)

// brief is a run as short as the claims on rates and queues allow.
var brief = map[string]string{"networks": "T1-R", "patterns": "noncontending", "from": "30", "to": "36"}

// TestSingle runs flows over one bottleneck with congestion management alone and with
// adaptive routing.
func TestSingle(t *testing.T) {
	tiers.Long(t, "1.4 million cycles of a network")
	t.Parallel()
	p := experimenttest.Plan(t, Experiments()[0], brief)
	results := experimenttest.Measure(t, hardware.New(adaptive.Blocks()), p.Points)
	o, err := p.Evaluate(results)
	assert.NilError(t, err)
	var held []string
	for _, v := range o.Verdicts {
		t.Logf("%s %s: %+v", v.ID, v.State, v.Conditions)
		if v.State == experiment.Holds {
			held = append(held, v.ID)
		}
	}
	assert.Equal(t, strings.Join(held, " "), "A1-T1-R A2-T1-R A3-T1-R A4-T1-R A18")
}

// TestRuns lists the runs of adaptive-single: those of the paper, and the variants.
func TestRuns(t *testing.T) {
	t.Parallel()
	names := func(given map[string]string) string {
		var list []string
		for _, p := range experimenttest.Plan(t, Experiments()[0], given).Points {
			list = append(list, strings.ReplaceAll(p.Name, " load=0.95 seed=1", ""))
		}
		return strings.Join(list, "\n")
	}
	assert.Equal(t, names(map[string]string{"networks": "T2-R,T3-R"}), `T2-R cm noncontending
T2-R ar noncontending
T2-R ar contending
T3-R cm noncontending
T3-R ar noncontending
T3-R ar contending
T2-R ar noncontending branch_at_hot_switch
T2-R ar noncontending reset_by_timer
T3-R ar noncontending fixed_cn_route`)
	assert.Equal(t, names(map[string]string{"networks": "T1-R", "modes": "cm", "patterns": "contending"}),
		"T1-R cm contending")
}

// TestMutantsFit makes each mistake in a netlist.
func TestMutantsFit(t *testing.T) {
	tiers.Long(t, "mutants of the experiments")
	t.Parallel()
	lab := hardware.New(adaptive.Blocks())
	for _, e := range Experiments() {
		points, err := experimenttest.Plan(t, e, nil).MutantPoints()
		assert.NilError(t, err)
		seen := map[string]bool{}
		for _, point := range points {
			if point.Mutant == nil || seen[point.Mutant.Name] {
				continue
			}
			seen[point.Mutant.Name] = true
			wrong, err := lab.Version(point)
			assert.NilError(t, err, point.Mutant.Name)
			if point.Mutant.Netlist == nil { // it changes the parameters of the point
				continue
			}
			point.Mutant = nil
			right, err := lab.Version(point)
			assert.NilError(t, err)
			assert.Assert(t, wrong != right, "mutant %s changes nothing", seen)
		}
		assert.Assert(t, len(seen) > 1, e.Name)
	}
}

// TestTestsExist finds the tests that claims name.
func TestTestsExist(t *testing.T) {
	t.Parallel()
	for _, e := range Experiments() {
		experimenttest.TestsExist(t, "../../..", experimenttest.Plan(t, e, nil).Claims)
	}
}

// TestSeedsDiffer: the parts of a network do not see the lowest bit of its seed.
func TestSeedsDiffer(t *testing.T) {
	t.Parallel()
	seen := map[uint64]uint32{}
	for seed := range uint32(64) {
		single := Experiments()[0]
		v, err := single.Resolve(brief)
		assert.NilError(t, err)
		plan, err := single.Plan(v, []uint32{seed})
		assert.NilError(t, err)
		x := plan.Points[0].Stimulus.Inputs["seed"] | 1
		other, twice := seen[x]
		assert.Assert(t, !twice, "seeds %d and %d are one", other, seed)
		seen[x] = seed
	}
}

// TestWrongSettings has the messages about settings that do not go together.
func TestWrongSettings(t *testing.T) {
	for _, e := range Experiments() {
		v, err := e.Resolve(map[string]string{"from": "90", "to": "90"})
		assert.NilError(t, err)
		_, err = e.Plan(v, []uint32{1})
		assert.ErrorContains(t, err, "settings from=90 and to=90 leave nothing to measure: give a later end")
	}
}
