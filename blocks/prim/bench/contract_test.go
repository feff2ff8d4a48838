package bench

import (
	"testing"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/testbench/benchtest"
)

// TestGoldenContract keeps the tables of the contract current.
func TestGoldenContract(t *testing.T) { benchtest.CheckContract(t, "..", prim.Blocks()) }

// TestGoldenWaves runs the timing diagrams of the contract.
func TestGoldenWaves(t *testing.T) { benchtest.CheckWaves(t, "../waves", prim.Blocks()) }
