package bench

import (
	"testing"

	"culprit/blocks/recn"
	"culprit/testbench/benchtest"
)

// TestGoldenWaves runs the timing diagrams of the contract.
func TestGoldenWaves(t *testing.T) { benchtest.CheckWaves(t, "../waves", recn.Blocks()) }
