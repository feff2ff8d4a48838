package schemes

import (
	"context"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/clos"
	"culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/experiment/experimenttest"
	"culprit.example/culprit/testbench/experiment/hardware"
	"culprit.example/culprit/testbench/workload"
)

// short is a comparison with all claims that takes seconds.
var short = map[string]string{"workloads": "uniform,heavy,hot-spot,incast,transpose", "warm": "600", "measure": "1000",
	"drain": "5000"}

func newLab() *hardware.Lab {
	var list fabric.Schemes
	for _, key := range onTrees()[1:] {
		list = append(list, schemeOf(key).system.(tree).of)
	}
	return hardware.New(slices.Concat(fabric.Blocks(list), clos.Blocks(), spineleaf.Blocks()))
}

// TestClaims judges the claims on the netlists of 16 nodes, and the mutants of each.
func TestClaims(t *testing.T) {
	tiers.Long(t, "networks of 16 nodes in all schemes")
	p := experimenttest.Plan(t, compare, short)
	lab := newLab()
	o, err := p.Evaluate(experimenttest.Measure(t, lab, p.Points))
	assert.NilError(t, err)
	assert.Equal(t, len(o.Violations), 0)
	for _, v := range o.Verdicts {
		assert.Equal(t, v.State, experiment.Holds, "%s: %+v", v.ID, v.Conditions)
	}
	var names []string
	for _, f := range o.Files {
		names = append(names, f.Path)
		assert.Assert(t, len(f.Data) > 0, f.Path)
	}
	for _, want := range []string{"summary.csv", "runs.csv", "paired.csv", "series.csv", "memory.csv", "columns.csv",
		"summary.md", "heat-victims-16.svg", "heat-last-16.svg"} {
		assert.Assert(t, slices.Contains(names, want), "%v", names)
	}
	points, err := p.MutantPoints()
	assert.NilError(t, err)
	trials, _, err := p.EvaluateMutants(experimenttest.Measure(t, lab, points))
	assert.NilError(t, err)
	assert.Equal(t, len(trials), 12)
	for _, trial := range trials {
		assert.Equal(t, trial.State, experiment.Noticed, "%+v", trial)
	}
}

func TestClaimsHaveMutants(t *testing.T) {
	t.Parallel()
	for _, nodes := range []string{"16", "64"} {
		experimenttest.CanFail(t, "../../..", experimenttest.Plan(t, compare, map[string]string{"nodes": nodes}).Claims)
	}
}

// TestMachines: a machine that has run another point before gives the same result, and a point without a
// host is one of another netlist.
func TestMachines(t *testing.T) {
	tiers.Long(t, "networks of 16 nodes")
	t.Parallel()
	given := map[string]string{"workloads": "light,uniform", "schemes": "voqsw", "warm": "0", "measure": "100", "drain": "0"}
	points := experimenttest.Plan(t, compare, given).Points
	lab := newLab()
	m := lab.NewMachine()
	run := func(m experiment.Machine, p experiment.Point) experiment.Result {
		r, err := m.Run(context.Background(), p, func(float64) {})
		assert.NilError(t, err)
		return r
	}
	first := run(m, points[0])
	other := run(m, points[1])
	assert.Assert(t, first.Counters["digest"] != other.Counters["digest"])
	assert.DeepEqual(t, run(m, points[0]), first)
	alone := points[0]
	alone.Host = nil
	r := run(m, alone)
	assert.Assert(t, r.Counters["packets"] == 0 && r.Counters["made"] == 0)
	assert.DeepEqual(t, run(m, points[0]), first)
}

// TestTimes: the counters of the hardware give the time of a message, exact to the cycle.
func TestTimes(t *testing.T) {
	tiers.Long(t, "networks of 16 nodes")
	t.Parallel()
	w, err := workload.Parse("w", "incast degree=1 bytes=64 at=10")
	assert.NilError(t, err)
	setup := workload.Setup{Seed: 5, Nodes: 16, Measure: 100, Leaf: leaf, Latency: 2, Sample: 10}
	for _, point := range experimenttest.Plan(t, compare, map[string]string{"workloads": "light", "fabric_speed": "100"}).Points {
		point.Host = w.Host(setup)
		point.Stimulus.Inputs = maps.Clone(point.Stimulus.Inputs)
		system := point.Spec.(spec).scheme.system
		if _, ok := system.(tree); ok {
			point.Stimulus.Inputs = map[string]uint64{"measure": 1}
		}
		r, err := newLab().NewMachine().Run(t.Context(), point, func(float64) {})
		assert.NilError(t, err)
		src := slices.Index(r.Lists["by_source_hot"], 1)
		phase := uint64(w.Start(setup, experiment.Hosted{Nodes: 16, Interval: cyclesPerPacket, Queue: 16}).Phase(src))
		took, latency, transit := r.Counters["message_cycles"], r.Counters["latency_sum"], r.Counters["transit_sum"]
		switch system.(type) {
		case tree: // from the cycle after the one in which the packet is made to the one after its last beat at the pins
			assert.Equal(t, r.Counters["received"], uint64(1))
			assert.Equal(t, transit, r.Counters["network_latency_sum"])
			assert.Equal(t, took, phase+latency+1, "%s", point)
		case requestGrant: // to the first beat on the line
			assert.Equal(t, r.Counters["received"], uint64(cyclesPerPacket), "beats")
			assert.Equal(t, r.Counters["packets"], uint64(1), "of the host")
			assert.Equal(t, r.Counters["block_packets"], uint64(1))
			assert.Equal(t, took, phase+latency+1+cyclesPerPacket, "%s", point)
			// From the header on: registers of four links, elements, the adapter with the whole segment, and the last beat
			// on the line.
			const header, elements, egress, line = 1, 3 * 7, 14, 1
			assert.Equal(t, transit,
				uint64(4*setup.Latency+elements+egress+header+cyclesPerPacket+line+cyclesPerPacket-1-header))
		case quantized: // in cycles, two in a beat time: from the cycle after the one in which the frame is made to its last beat
			assert.Equal(t, r.Counters["frames_received"], uint64(1))
			assert.Equal(t, took, (2*phase+1+latency)/2+1, "%s", point)
			// The adapter takes five cycles to choose the frame and send it.
			assert.Equal(t, transit, (latency-5)/2, "%s", point)
		}
	}
}

// TestOddPhases: the traffic begins with an interval of the nodes.
func TestOddPhases(t *testing.T) {
	t.Parallel()
	point := experimenttest.Plan(t, compare, map[string]string{"workloads": "light", "schemes": reserved}).Points[0]
	point.Stimulus.Phases = []experiment.Phase{{Cycles: 99}}
	_, err := newLab().NewMachine().Run(t.Context(), point, func(float64) {})
	assert.Error(t, err, "the phases before a host take 99 cycles: give a multiple of 10, the cycles of a packet")
}

// TestBound: the ideal network is no slower than any scheme, in what it carries and in the last message of an
// incast.
func TestBound(t *testing.T) {
	tiers.Long(t, "networks of 16 nodes in all schemes")
	t.Parallel()
	p := experimenttest.Plan(t, compare, map[string]string{"workloads": "heavy,incast,ring-all-reduce", "warm": "500",
		"measure": "1000"})
	results := experimenttest.Measure(t, newLab(), p.Points)
	bound := ideals{}
	for _, point := range p.Points {
		r, ok := results.Of(point)
		assert.Assert(t, ok)
		have, best := one(experiment.Run{Point: point, Result: r}),
			result{point.Spec.(spec), []experiment.Result{bound.of(point)}}
		assert.Assert(t, have.rate("accepted_rest") <= 1.01*best.rate("accepted_rest"), "%s", point)
		if point.Spec.(spec).traffic != "heavy" {
			assert.Assert(t, have.last() >= best.last(), "%s: %v and %v", point, have.last(), best.last())
		}
	}
}

func TestWrongSettings(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(text string) string {
		name := filepath.Join(dir, "mine.txt")
		assert.NilError(t, os.WriteFile(name, []byte(text), 0o600))
		return name
	}
	for _, c := range []struct {
		given map[string]string
		want  string
	}{
		{map[string]string{"workload": filepath.Join(dir, "none.txt")}, "cannot read the workload: open "},
		{map[string]string{"workload": write("uniform")}, "mine.txt:1: uniform needs load"},
		{map[string]string{"slots": "10", "saqs": "8"}, "slots=10 is too few for saqs=8: give at least slots=18"},
		{map[string]string{"slots": "17", "schemes": "rg,qcn"}, "slots=17 is too few for schemes=qcn, in which frames come after a STOP: give at least slots=18, or schemes without it"},
		{map[string]string{"workloads": "web"}, "setting workloads=web is not possible: give light, uniform"},
		{map[string]string{"nodes": "32"}, "setting nodes=32 is not possible: give 16, 64"},
	} {
		v, err := compare.Resolve(c.given)
		if err == nil {
			_, err = compare.Plan(v, []uint32{1})
		}
		assert.ErrorContains(t, err, c.want)
	}
	v, err := compare.Resolve(map[string]string{"workload": write("incast degree=16 bytes=64")})
	assert.NilError(t, err)
	_, err = compare.Plan(v, []uint32{1})
	assert.ErrorContains(t, err, "mine.txt:1: degree=16 is more than the other nodes of a network of 16: give at most 15")
}

// TestOwnWorkload: a file takes the place of what is built in.
func TestOwnWorkload(t *testing.T) {
	t.Parallel()
	name := filepath.Join(t.TempDir(), "mine.txt")
	assert.NilError(t, os.WriteFile(name, []byte("# mine\nuniform load=0.5\n"), 0o600))
	p := experimenttest.Plan(t, compare, map[string]string{"workload": name})
	assert.Equal(t, len(p.Points), len(all))
	for _, point := range p.Points {
		assert.Assert(t, strings.HasSuffix(point.Host.Text, "uniform load=0.5 bytes=64\n"), point.Host.Text)
	}
}

// TestBuiltIns: every workload goes with both sizes of network, at any seed.
func TestBuiltIns(t *testing.T) {
	t.Parallel()
	for _, nodes := range []string{"16", "64"} {
		p := experimenttest.Plan(t, compare, map[string]string{"nodes": nodes})
		assert.Equal(t, len(p.Points), len(all)*len(builtIns))
	}
}

// TestModels: the numbers of the models by hand.
func TestModels(t *testing.T) {
	t.Parallel()
	// 5 nodes, load 1, half of what each sends to one of them, the rest to the others alike: each of the 4 sends
	// 1/(4*0.5+0.5) = 0.4, of that 0.5*3/4 to victims; the hot one 1.
	assert.Equal(t, collapsed(5, 1, 0.5), (4*0.4*0.375+1)/(4*0.375+1))
	assert.Equal(t, collapsed(5, 0.1, 0.5), 1.0)
	assert.Equal(t, transposed(0.9), 0.25)
	assert.Assert(t, math.Abs(transposed(0.1)-0.075) < 1e-12)
}

func TestInterval(t *testing.T) {
	t.Parallel()
	mean, half := interval([]float64{1, 2, 3})
	assert.Equal(t, mean, 2.0)
	assert.Assert(t, half > 2.484 && half < 2.485, "4.303 / sqrt(3): %v", half)
	_, half = interval([]float64{1})
	assert.Assert(t, math.IsNaN(half))
	assert.Equal(t, quantile(100), 2.086)
}
