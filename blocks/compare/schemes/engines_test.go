package schemes

import (
	"math/big"
	"slices"
	"strconv"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/experiment/experimenttest"
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
			assert.Assert(t, r.Counters["digest"] != 0)
			if want.Counters == nil {
				want = r
			}
			assert.DeepEqual(t, r, want)
		}
	}
}

// TestVerilator: with what the host has given, the Verilog of a network of one switch has the same outputs in
// every cycle.
func TestVerilator(t *testing.T) {
	tiers.Tools(t, "verilator")
	t.Parallel()
	w, err := workload.Parse("w", "all-to-all bytes=1024\nuniform load=0.3")
	assert.NilError(t, err)
	point := experimenttest.Plan(t, compare, map[string]string{"schemes": "recn-iq"}).Points[0]
	point.Params["levels"], point.Params["ports"], point.Params["queue"] = 1, 4, 64
	point.Stimulus.Phases[0].Cycles = 4
	point.Host = w.Host(workload.Setup{Seed: 1, Nodes: 4, Measure: 200, Drain: 50, Leaf: 4, Latency: 2, Sample: 50})
	design, list, r, err := newLab().Record(t.Context(), point)
	assert.NilError(t, err)
	assert.Assert(t, r.Errors(point) == 0 && len(r.Violations) == 0)
	in := simulate.NewInputs(design)
	// No counter: those of the histogram are unknown at first.
	assert.NilError(t, in.Set(0, "read_address", "127"))
	for _, g := range list {
		assert.NilError(t, in.Set(int(g.Cycle), g.Input, "0x"+number(g.Words).Text(16)))
	}
	report, err := simulate.Run(t.Context(), simulate.Options{Design: design, Inputs: in, Cycles: int(r.Counters["cycles"]),
		Engines: []string{cyclesim.DefaultEngine(), "verilator"}})
	assert.NilError(t, err)
	assert.Assert(t, report.Passed(), "%+v", report.Engines)
	i := slices.IndexFunc(report.Outputs, func(o simulate.Output) bool { return o.Name == "delivered" })
	delivered, err := strconv.ParseUint(report.Outputs[i].Value, 16, 64)
	assert.NilError(t, err)
	assert.Assert(t, delivered > 300, "it was traffic: %d", delivered)
}

// number is the value of words, the lowest first.
func number(words []uint64) *big.Int {
	x := new(big.Int)
	for _, w := range slices.Backward(words) {
		x.Or(x.Lsh(x, 64), new(big.Int).SetUint64(w))
	}
	return x
}
