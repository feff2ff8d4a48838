package bench

import (
	"testing"

	"culprit/blocks/prim"
	"culprit/testbench/kit"
)

// TestGoldenContract keeps the tables of the contract current.
func TestGoldenContract(t *testing.T) { kit.CheckContract(t, "../README.md", prim.Blocks()) }

// TestGoldenWaves runs the timing diagrams of the contract.
func TestGoldenWaves(t *testing.T) { kit.CheckWaves(t, "../waves", prim.Blocks()) }
