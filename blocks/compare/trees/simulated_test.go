package trees

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/experiment/experimenttest"
	"culprit.example/culprit/testbench/experiment/hardware"
	"culprit.example/culprit/testbench/mutant"
)

// The papers' networks of 64 nodes, with windows as short as the tolerances allow.
var (
	uniform64 = map[string]string{"loads": "1", "warmup": "1000", "measure": "2000"}
	hotspot64 = map[string]string{"loads": "1", "hot_cycles": "16000", "settle": "1000", "recovery": "500",
		"total": "3500", "interval": "250", "warmup": "500", "measure": "500"}
)

// simulation is an experiment on the netlist.
type simulation struct {
	plan  *experiment.Plan
	store *experiment.Store
	lab   *hardware.Lab
}

func simulate(t *testing.T, name string, base, given map[string]string) simulation {
	t.Helper()
	tiers.Long(t, "a network of 64 nodes")
	all := maps.Clone(base)
	maps.Copy(all, given)
	return simulation{plan(t, name, all, 1), openStore(t), newLab()}
}

func (s simulation) run(t *testing.T, points []experiment.Point) experiment.Results {
	t.Helper()
	results, err := experiment.RunAll(context.Background(), points, s.store, s.lab, experiment.RunOptions{Jobs: 2})
	assert.NilError(t, err)
	return results
}

// verdicts are the claims that the plan covers, with those that do not hold marked.
func (s simulation) verdicts(t *testing.T) string {
	t.Helper()
	o, err := s.plan.Evaluate(s.run(t, s.plan.Points))
	assert.NilError(t, err)
	assert.Equal(t, len(o.Violations), 0, "%v", o.Violations)
	var list []string
	for _, v := range o.Verdicts {
		switch v.State {
		case experiment.NotCovered, experiment.ByTest:
			continue
		case experiment.Holds:
			list = append(list, v.ID)
		default:
			list = append(list, v.ID+":"+v.State)
		}
		t.Logf("%s %s: %+v", v.ID, v.State, v.Conditions)
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

// noticed are the claims that the plan covers with the mutants under which they
// fail; all must.
func (s simulation) noticed(t *testing.T) string {
	t.Helper()
	points, err := s.plan.MutantPoints()
	assert.NilError(t, err)
	verdicts, _, err := s.plan.EvaluateMutants(s.run(t, points))
	assert.NilError(t, err)
	var list []string
	for _, v := range verdicts {
		if v.State != experiment.NotCovered {
			assert.Check(t, v.State == experiment.Noticed, "%+v", v)
			list = append(list, v.Claim+":"+v.Mutant)
		}
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

func TestUniformClaims(t *testing.T) {
	s := simulate(t, "recn-uniform", uniform64,
		map[string]string{"saqs": "0,2,4,8", "rules": "iq", "variants": noVariants})
	assert.Equal(t, s.verdicts(t), "D1:holds in part R1 R16 R17:holds in part R2 R3")
	assert.Equal(t, s.noticed(t),
		"R16:longest_first R17:no_detection R1:with_saqs R2:eight_saqs R2:no_detection R3:eight_saqs R3:one_try")
}

func TestHotspotClaims(t *testing.T) {
	s := simulate(t, "recn-hotspot", hotspot64, map[string]string{"saqs": "0,4", "rules": "iq", "variants": noVariants})
	assert.Equal(t, s.verdicts(t), "D5:fails R11:holds in part R16 R9",
		"the latency of D5 grows with the hot phase, which is short here")
	assert.Equal(t, s.noticed(t),
		"D5:no_hotspot D5:with_saqs R11:deaf_nodes R11:no_xoff R16:longest_first R9:no_hotspot R9:with_saqs")
}

// TestClaimsHaveMutants: every claim has a mistake that it must notice, or a test
// that proves it, and every mutant is told what it is.
func TestClaimsHaveMutants(t *testing.T) {
	t.Parallel()
	for _, e := range Experiments() {
		p := plan(t, e.Name, e.Full(), 1)
		experimenttest.CanFail(t, "../../..", p.Claims)
	}
}

// TestMutantsFit makes each mistake in the netlist of a small network.
func TestMutantsFit(t *testing.T) {
	tiers.Long(t, "mutants of the experiments")
	t.Parallel()
	lab, seen := newLab(), map[string]bool{}
	for _, e := range Experiments() {
		points, err := plan(t, e.Name, e.Full(), 1).MutantPoints()
		assert.NilError(t, err)
		for _, point := range points {
			if point.Mutant == nil || seen[point.Mutant.Name] {
				continue
			}
			seen[point.Mutant.Name] = true
			point.Params = maps.Clone(point.Params)
			point.Params["levels"] = 2
			with, err := lab.Version(point)
			assert.NilError(t, err, "%s", point)
			point.Mutant = nil
			maps.Copy(point.Params, typed(point).params())
			point.Params["levels"] = 2
			without, err := lab.Version(point)
			assert.NilError(t, err)
			assert.Assert(t, with != without, "%s: it changes nothing", point)
		}
	}
}

// withMutant is a point with a mistake in a module of its netlist.
func withMutant(p experiment.Point, module string, mutate mutant.Mutation) experiment.Point {
	p.Mutant = &experiment.Mutant{Name: module, Netlist: mutant.InModule(module, mutate)}
	return p
}

// TestLongestNameFirst has the post-processing unit move a packet to the longest
// matching name instead of the shortest: packets overtake.
func TestLongestNameFirst(t *testing.T) {
	p := Point{Network: network(16, 4), Seed: 1, Load: 1, Hot: Hot{Percent: 20, Node: 6, Cycles: 1 << 20}, Warmup: 100,
		Measure: 2000, Total: 2100}.point()
	lab := newLab()
	errors := func(p experiment.Point) uint64 {
		r, err := lab.NewMachine().Run(context.Background(), p, func(float64) {})
		assert.NilError(t, err)
		return resultOf(r).OrderErrors
	}
	assert.Equal(t, errors(p), uint64(0))
	p.Mutant = longestFirst
	assert.Assert(t, errors(p) > 0)
}
