package bench

import (
	"testing"

	"culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/testbench/benchtest"
)

// TestGoldenWaves runs the timing diagrams of the contract.
func TestGoldenWaves(t *testing.T) { benchtest.CheckWaves(t, "../waves", spineleaf.Blocks()) }
