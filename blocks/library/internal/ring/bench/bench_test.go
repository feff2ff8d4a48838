package bench

import (
	"testing"

	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/benchtest"
)

// TestBenches verifies all blocks and finds the deliberate mistakes in them.
func TestBenches(t *testing.T) {
	t.Parallel()
	benchtest.RunEdges(t, Benches(), []map[string]int{nil, {"width": 1}, {"width": 16}}, testbench.Options{Seed: 1})
	benchtest.RunAllMutants(t, Benches(), nil, testbench.Options{Seed: 2})
}
