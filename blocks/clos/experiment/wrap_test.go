package experiment

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/clos"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/experiment/experimenttest"
	"culprit.example/culprit/testbench/experiment/hardware"
	"culprit.example/culprit/testbench/mutant"
)

// TestClockWraps runs networks of all schemes whose clock of 32 bits wraps, as its part in
// the tags does, in the middle of the run: all counters are those of a clock that begins
// at 0.
func TestClockWraps(t *testing.T) {
	tiers.Long(t, "a wrap of the clock")
	t.Parallel()
	for _, params := range []map[string]int{{"scheme": 0}, {"scheme": 1}, {"scheme": 2}} {
		x := reserved(16, 1, params)
		x.Load = 0.4
		x.Hot = 2
		x.Factor = overload
		x.Burst = 8
		x.Warmup = 500
		x.Measure = 3000
		if params["scheme"] == 0 {
			x.Reserve, x.Rate = false, 0
		}
		early, late := x.Plan(), x.Plan()
		late.Mutant = &experiment.Mutant{Name: "late",
			Netlist: mutant.InModule("clos_network", mutant.ResetValue("now_q", 1<<32-2000))}
		results := experimenttest.Measure(t, hardware.New(clos.Blocks()), []experiment.Point{early, late})
		begins, _ := results.Of(early)
		wraps, ok := results.Of(late)
		assert.Assert(t, ok)
		assert.Assert(t, begins.Counters["received"] > 0)
		for name, n := range begins.Counters {
			if !strings.HasPrefix(name, "full_at_") { // first cycles
				assert.Equal(t, wraps.Counters[name], n, "%s of scheme %d", name, params["scheme"])
			}
		}
		assert.Equal(t, len(wraps.Violations), 0, "%v", wraps.Violations)
	}
}
