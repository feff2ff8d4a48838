package bench

import (
	"testing"

	"culprit/blocks/recn"
	"culprit/testbench/kit"
)

// TestGoldenWaves runs the timing diagrams of the contract.
func TestGoldenWaves(t *testing.T) { kit.CheckWaves(t, "../waves", recn.Blocks()) }
