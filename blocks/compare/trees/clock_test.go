package trees

import (
	"encoding/json"
	"os"
	"testing"

	"gotest.tools/v3/assert"
)

// TestPlacedMHz: the default of the setting "clock" is what the table of the synthesis
// has for the switch of the experiments.
func TestPlacedMHz(t *testing.T) {
	text, err := os.ReadFile("../../../docs/synthesis.json")
	assert.NilError(t, err)
	var table struct {
		Modules []struct {
			Module string
			Timing *struct{ MHz float64 }
		}
	}
	assert.NilError(t, json.Unmarshal(text, &table))
	for _, m := range table.Modules {
		if m.Module == "recn_switch" {
			assert.Assert(t, m.Timing != nil, "it was not placed")
			assert.Equal(t, m.Timing.MHz, PlacedMHz)
			return
		}
	}
	t.Fatal("docs/synthesis.json has no recn_switch")
}
