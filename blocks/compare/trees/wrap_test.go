package trees

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/mutant"
)

// TestClockWraps runs networks of all schemes whose clock of 32 bits wraps in the middle
// of a congestion tree, while packets wait that were made before: all counters are those
// of a clock that begins at 0. Stamps, and what compares them, go on over the wrap.
func TestClockWraps(t *testing.T) {
	tiers.Long(t, "a wrap of the clock")
	t.Parallel()
	const begins = 1<<32 - 2400 // a multiple of the cycles of a packet
	lab := newLab()
	for _, n := range auditedNetworks() {
		t.Run(n.Name(), func(t *testing.T) {
			t.Parallel()
			m := lab.NewMachine()
			p := networkPoint(n, 1)
			early := auditedPoint(t, m, p, nil)
			late := networkPoint(n, 1)
			late.Mutant = &experiment.Mutant{Name: "late",
				Netlist: mutant.InModule("fabric_tree", mutant.ResetValue("now_q", begins))}
			for _, in := range []string{"hot_start", "hot_end"} {
				late.Stimulus.Inputs[in] += begins
				assert.Assert(t, late.Stimulus.Inputs[in] < 1<<32, "the hot-spot is over before the wrap")
			}
			wrapped := auditedPoint(t, m, late, nil)
			assert.Equal(t, len(wrapped.Violations), 0, "%v", wrapped.Violations)
			assert.Assert(t, early.Counters["received"] > 0)
			delete(early.Counters, "digest") // it has the times, too
			delete(wrapped.Counters, "digest")
			assert.DeepEqual(t, wrapped.Counters, early.Counters)
		})
	}
}
