package bench

import (
	"testing"

	"culprit.example/culprit/blocks/adaptive"
	"culprit.example/culprit/testbench/benchtest"
)

// TestGoldenWaves runs the timing diagrams of the contract.
func TestGoldenWaves(t *testing.T) { benchtest.CheckWaves(t, "../waves", adaptive.Blocks()) }
