package bench

import (
	"testing"

	"culprit/testbench"
)

// TestBenches verifies all blocks and finds the deliberate mistakes in them.
func TestBenches(t *testing.T) {
	t.Parallel()
	testbench.RunEdges(t, Benches(), []map[string]int{nil, {"width": 1}, {"width": 16}}, testbench.Options{Seed: 1})
	testbench.RunAllMutants(t, Benches(), nil, testbench.Options{Seed: 2})
}
