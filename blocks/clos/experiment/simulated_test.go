package experiment

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/clos"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/experiment/experimenttest"
	"culprit.example/culprit/testbench/experiment/hardware"
)

// brief are windows as short as the claims allow.
var brief = map[string]string{"nodes": "16", "loads": "0.45", "warmup": "2000", "measure": "6000"}

// simulated runs an experiment, and returns the states of its claims and, in order,
// the mutants that its claims notice: "G7-16:no_reservation".
func simulated(t *testing.T, e *experiment.Experiment,
	given map[string]string) (states map[string]string, noticed string) {
	t.Helper()
	p := experimenttest.Plan(t, e, given)
	mutants, err := p.MutantPoints()
	assert.NilError(t, err)
	results := experimenttest.Measure(t, hardware.New(clos.Blocks()), slices.Concat(p.Points, mutants))
	o, err := p.Evaluate(results)
	assert.NilError(t, err)
	assert.Equal(t, len(o.Violations), 0)
	states = map[string]string{}
	for _, v := range o.Verdicts {
		states[v.ID] = v.State
		t.Logf("%s %s: %+v", v.ID, v.State, v.Conditions)
	}
	verdicts, _, err := p.EvaluateMutants(results)
	assert.NilError(t, err)
	var list []string
	for _, v := range verdicts {
		t.Logf("%s with %s %s: %+v", v.Claim, v.Mutant, v.State, v.Findings)
		if v.State == experiment.Noticed {
			list = append(list, fmt.Sprintf("%s:%s", v.Claim, v.Mutant))
		}
	}
	slices.Sort(list)
	return states, strings.Join(list, " ")
}

// TestReserved: with reserved buffers hot outputs do not harm the others, on the
// netlist; without the reservation they do.
func TestReserved(t *testing.T) {
	t.Parallel()
	given := maps.Clone(brief)
	given["schemes"] = "rb"
	states, noticed := simulated(t, hotspots, given)
	assert.Equal(t, states["G7-16"], experiment.Holds)
	assert.Equal(t, states["order"], experiment.Holds)
	assert.Equal(t, states["G1-16"], experiment.NotCovered)
	assert.Equal(t, noticed, "G7-16:no_reservation order:path_skipped")
}

// TestBlocked: outputs that accept nothing stop the others with rate regulation, and do
// not with reserved buffers.
func TestBlocked(t *testing.T) {
	tiers.Long(t, "the experiment reqgrant-blocked in short form")
	t.Parallel()
	states, noticed := simulated(t, blocked, map[string]string{"start": "6000", "length": "5000"})
	assert.DeepEqual(t, states, map[string]string{"G9-16": experiment.Holds, "G10-16": experiment.Holds,
		"G11-16": experiment.Holds, "order": experiment.Holds})
	assert.Equal(t, noticed, "G10-16:reservation_after_all G11-16:no_reservation G9-16:no_reservation order:path_skipped")
}

// TestPaths: cells that are spread over the paths leave no queues inside the fabric.
func TestPaths(t *testing.T) {
	tiers.Long(t, "paths of all flows")
	t.Parallel()
	states, noticed := simulated(t, unbalanced, map[string]string{"w": "0,0.5", "warmup": "2000", "measure": "3000"})
	assert.DeepEqual(t, states, map[string]string{"G16-8": experiment.Holds, "G22-16": experiment.Holds,
		"order": experiment.Holds})
	assert.Equal(t, noticed, "G16-8:one_path G22-16:one_lane order:path_skipped")
}

// TestDirected: the delay of request and grant, a lone flow, reserved buffers, and the
// room for reassembly.
func TestDirected(t *testing.T) {
	tiers.Long(t, "the experiment reqgrant-directed in short form")
	t.Parallel()
	states, noticed := simulated(t, directed, map[string]string{"warmup": "5000", "measure": "10000"})
	want := map[string]string{"G18-16": experiment.Holds, "G25-16": experiment.Holds, "G31-16": experiment.Holds,
		"G33-16": experiment.Differs, "order": experiment.Holds}
	for _, c := range tested() {
		want[c.ID] = experiment.ByTest
	}
	assert.DeepEqual(t, states, want)
	assert.Equal(t, noticed,
		"G18-16:unasked G25-16:partial_grants G31-16:any_credit G33-16:few_requests order:path_skipped")
}

// TestInBand: control in headers, at the sizes of single cells and of packets, and an
// incast.
func TestInBand(t *testing.T) {
	tiers.Long(t, "the experiment reqgrant-inband in short form")
	t.Parallel()
	states, noticed := simulated(t, inBand, map[string]string{"warmup": "2000", "measure": "5000"})
	assert.DeepEqual(t, states, map[string]string{
		"G19-16": experiment.Holds, "G20-16": experiment.HoldsInPart, "G21-16": experiment.Holds,
		"G24-16": experiment.Holds, "G30-16": experiment.Holds, "G36-16": experiment.Holds, "G34": experiment.Holds,
		"order": experiment.Holds,
	})
	assert.Equal(t, noticed,
		"G19-16:small_inputs G20-16:asked G21-16:double_reservation G21-16:never_freed G24-16:not_regulated G30-16:double_reservation G34:newest_first G36-16:no_reservation order:path_skipped")
}

// TestBeats: packets of 40 to 9000 bytes in beat mode.
func TestBeats(t *testing.T) {
	tiers.Long(t, "the experiment reqgrant-beats in short form")
	t.Parallel()
	states, noticed := simulated(t, beats, map[string]string{"traffic": "smooth", "warmup": "500", "measure": "2500"})
	assert.DeepEqual(t, states, map[string]string{
		"G17-beats-16": experiment.Holds, "G19-beats-16": experiment.Holds, "order": experiment.Holds,
		"G22-beats-16": experiment.Fails, // the window is too short: the run is not steady
		"G21-beats-16": experiment.HoldsInPart, "G24-beats-16": experiment.HoldsInPart,
		"G24-speed-up-beats-16": experiment.HoldsInPart, "G24-32KB-beats-16": experiment.NotCovered,
		"G30-beats-16": experiment.HoldsInPart,
	})
	assert.Equal(t, noticed, "G17-beats-16:store_and_forward G19-beats-16:few_inputs order:path_skipped")
}

// TestTheBlockNeedsASettledNetwork: a block that begins too early is refused.
func TestTheBlockNeedsASettledNetwork(t *testing.T) {
	t.Parallel()
	values, err := blocked.Resolve(map[string]string{"start": "500", "length": "1000"})
	assert.NilError(t, err)
	_, err = blocked.Plan(values, []uint32{1})
	assert.ErrorContains(t, err, "reqgrant-blocked: start=500 is less than length=1000")
}

// TestFaultsAreNamed: what a fault on a link does is noticed, and named: credits and cells
// by the audit of the network, a missing cell by the adapter that it was for, too.
func TestFaultsAreNamed(t *testing.T) {
	t.Parallel()
	const link = "stage 1 element 2 port 3 -> stage 2 element 3 port 2"
	for _, c := range []struct {
		fault, violation string
		missing          bool // segments, by err_sequence; a damaged bit may be one of the tag
	}{
		{"credit_loss", "1 of 100 credits are missing", false},
		{"beat_loss", "1 of ", true},
		{"beat_damage", "some arrive damaged", false},
	} {
		t.Run(c.fault, func(t *testing.T) {
			t.Parallel()
			p := experimenttest.Plan(t, directed,
				map[string]string{"grants": "7", "warmup": "500", "measure": "2000", "fault": c.fault, "fault_cycle": "1500",
					"fault_link": link})
			points := slices.DeleteFunc(slices.Clone(p.Points),
				func(x experiment.Point) bool { return !strings.Contains(x.Name, "load=0.9 ") })
			assert.Equal(t, len(points), 1, "%v", p.Points)
			results := experimenttest.Measure(t, hardware.New(clos.Blocks()), points)
			r, ok := results.Of(points[0])
			assert.Assert(t, ok)
			assert.Assert(t, slices.ContainsFunc(r.Violations, func(v experiment.Violation) bool {
				return strings.Contains(v.Where, link) && strings.Contains(v.What, c.violation)
			}), "%v", r.Violations)
			assert.Assert(t, !c.missing || r.Counters["missing_segments"] > 0)
		})
	}
}

// TestClaimsCanFail: every claim has a mistake that it must notice, or a test.
func TestClaimsCanFail(t *testing.T) {
	t.Parallel()
	for _, e := range Experiments() {
		experimenttest.CanFail(t, "../../..", experimenttest.Plan(t, e, e.Full()).Claims)
	}
}

// TestMutantsFit makes each mistake in a netlist.
func TestMutantsFit(t *testing.T) {
	tiers.Long(t, "mutants of the experiments")
	t.Parallel()
	lab, seen := hardware.New(clos.Blocks()), map[string]bool{}
	for _, e := range Experiments() {
		points, err := experimenttest.Plan(t, e, nil).MutantPoints()
		assert.NilError(t, err)
		for _, point := range points {
			m := point.Mutant
			if m == nil || seen[m.Name] {
				continue
			}
			seen[m.Name] = true
			with, err := lab.Version(point)
			assert.NilError(t, err, "%s", point)
			point.Mutant, point.Params = nil, point.Spec.(Point).Plan().Params
			without, err := lab.Version(point)
			assert.NilError(t, err)
			assert.Assert(t, with != without, "%s: it changes nothing", point)
		}
	}
}
