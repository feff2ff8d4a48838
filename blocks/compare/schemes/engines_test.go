package schemes

import (
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/experiment/experimenttest"
	"culprit.example/culprit/testbench/mutant"
	"culprit.example/culprit/testbench/simulate"
	"culprit.example/culprit/testbench/workload"
)

// engines are the built-in engines that run here and take no C compiler, without the reference, which is
// slow.
func engines() []string {
	return slices.DeleteFunc(cyclesim.Engines(), func(name string) bool { return name == "reference" || name == "c" })
}

// TestEngines: one point of each scheme is the same to the last packet on every engine.
func TestEngines(t *testing.T) {
	tiers.Long(t, "networks of 16 nodes on all engines")
	t.Parallel()
	assert.Assert(t, len(engines()) > 0)
	given := map[string]string{"workloads": "incast-background", "warm": "1000", "measure": "100", "drain": "300"}
	for _, point := range experimenttest.Plan(t, compare, given).Points {
		want := experiment.Result{}
		for _, engine := range engines() {
			lab := newLab()
			lab.Engine = engine
			r, err := lab.NewMachine().Run(t.Context(), point, func(float64) {})
			assert.NilError(t, err)
			assert.Assert(t, r.Counters["packets"] > 100, "it was traffic: %d", r.Counters["packets"])
			if want.Counters == nil {
				want = r
			}
			assert.DeepEqual(t, r, want)
		}
	}
}

// TestVerilator: with what the host has given, the Verilog of a small network of each kind has the same outputs in
// every cycle.
func TestVerilator(t *testing.T) {
	tiers.Tools(t, "verilator")
	t.Parallel()
	for _, c := range []struct {
		scheme  string
		params  map[string]int
		last    int    // cycles of the last phase before the traffic
		cycles  int    // of a packet
		arrived string // an output that is not 0 once packets have arrived
	}{
		{recnIQ, map[string]int{"levels": 1, "ports": 4, "queue": 64}, 8, 8, "delivered"},
		{reserved, map[string]int{"ports": 2, "voq": 64}, 40, 10, "host_count"},
		{unbiased, map[string]int{"leaves": 2, "ports": 2, "spines": 2, "flows": 4, "queue": 16}, 112, 16, "host_count"},
	} {
		t.Run(c.scheme, func(t *testing.T) {
			t.Parallel()
			w, err := workload.Parse("w", "all-to-all bytes=1024\nuniform load=0.3")
			assert.NilError(t, err)
			point := experimenttest.Plan(t, compare, map[string]string{"schemes": c.scheme}).Points[0]
			maps.Copy(point.Params, c.params)
			point.Stimulus = schemeOf(c.scheme).system.stimulus(small(t), 1)
			point.Stimulus.Phases[len(point.Stimulus.Phases)-1].Cycles = c.last
			point.Host = w.Host(workload.Setup{Seed: 1, Nodes: 4, Measure: 200, Drain: 50, Leaf: 4, Latency: 2, Sample: 50})
			design, list, r, err := newLab().Record(t.Context(), point)
			assert.NilError(t, err)
			assert.Assert(t, r.Errors(point) == 0 && len(r.Violations) == 0, "%v %v", r.Counters, r.Violations)
			assert.Assert(t, r.Counters["packets"] > 300, "it was traffic: %v", r.Counters)
			// Counters that were not written yet are unknown.
			assert.NilError(t, mutant.Stuck("read_data", 0)(design.Top))
			in := simulate.NewInputs(design)
			for name, x := range point.Stimulus.Inputs {
				assert.NilError(t, in.Set(0, name, fmt.Sprint(x)))
			}
			start := 0
			for _, phase := range point.Stimulus.Phases {
				for name, x := range phase.Inputs {
					assert.NilError(t, in.Set(start, name, fmt.Sprint(x)))
				}
				start += phase.Cycles
			}
			for _, g := range list {
				assert.NilError(t, in.Set(int(g.Cycle), g.Input, "0x"+number(g.Words).Text(16)))
			}
			cycles := start + int(r.Counters["cycles"])*c.cycles/cyclesPerPacket
			report, err := simulate.Run(t.Context(), simulate.Options{Design: design, Inputs: in, Cycles: cycles,
				Engines: []string{cyclesim.DefaultEngine(), "verilator"}})
			assert.NilError(t, err)
			assert.Assert(t, report.Passed(), "%+v", report.Engines)
			i := slices.IndexFunc(report.Outputs, func(o simulate.Output) bool { return o.Name == c.arrived })
			assert.Assert(t, strings.Trim(report.Outputs[i].Value, "0") != "", "nothing has arrived")
		})
	}
}

// small is a plan of networks of 4 nodes.
func small(t *testing.T) planned {
	v, err := compare.Resolve(nil)
	assert.NilError(t, err)
	return planned{v: v, nodes: 4}
}

// number is the value of words, the lowest first.
func number(words []uint64) *big.Int {
	x := new(big.Int)
	for _, w := range slices.Backward(words) {
		x.Or(x.Lsh(x, 64), new(big.Int).SetUint64(w))
	}
	return x
}
