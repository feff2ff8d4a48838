package experiment

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/adaptive"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/experiment/experimenttest"
	"culprit.example/culprit/testbench/experiment/hardware"
	"culprit.example/culprit/testbench/mutant"
)

// TestClockWraps runs a network whose clock of 32 bits wraps in the middle of the run: all
// counters are those of a clock that begins at 0, and no seed is loaded again.
func TestClockWraps(t *testing.T) {
	tiers.Long(t, "a wrap of the clock")
	t.Parallel()
	const half = 3 * millisecond / 2 / sampleEvery * sampleEvery
	p := experimenttest.Plan(t, Experiments()[1],
		map[string]string{"networks": "T1-R", "modes": "ar", "loads": "0.8", "variants": "none", "from": "2", "to": "4"})
	early, late := p.Points[0], p.Points[0]
	late.Mutant = &experiment.Mutant{Name: "late",
		Netlist: mutant.InModule("adaptive_network", mutant.ResetValue("now_q", 1<<32-half))}
	results := experimenttest.Measure(t, hardware.New(adaptive.Blocks()), []experiment.Point{early, late})
	begins, _ := results.Of(early)
	wraps, ok := results.Of(late)
	assert.Assert(t, ok)
	assert.Assert(t, begins.Counters["frames"] > 0)
	assert.Equal(t, len(wraps.Violations), 0, "%v", wraps.Violations)
	assert.DeepEqual(t, wraps.Counters, begins.Counters)
	assert.DeepEqual(t, wraps.Trace, begins.Trace)
}
