package library_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/testbench"
)

// TestModels has the golden model of each bench step on the inputs of a run, without the stimulus; a bench of
// transactions watches all pins of a run. Those that can neither are named.
func TestModels(t *testing.T) {
	t.Parallel()
	without := map[string]string{
		"async_fifo": "clock wr_clk besides its own",
		"axis_cut":   "must drive the block itself", "axis_join": "must drive the block itself",
		"cioq_element.transactions": "must drive the block itself", // its first bench has a model of each cycle
	}
	for _, b := range families.Benches() {
		t.Run(b.Title(), func(t *testing.T) {
			t.Parallel()
			o := testbench.Options{Seed: 3, Cycles: 1500}
			err := testbench.CheckModel(b, b.Small, o)
			if err != nil && strings.Contains(err.Error(), "judges transactions") {
				err = testbench.CheckJudge(b, b.Small, o)
			}
			if reason := without[b.Title()]; reason != "" {
				assert.ErrorContains(t, err, reason)
				return
			}
			assert.NilError(t, err)
		})
	}
}
