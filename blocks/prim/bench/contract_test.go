package bench

import (
	"testing"

	"culprit/blocks/prim"
	"culprit/testbench/kit"
)

// TestContract keeps the tables of the contract current.
func TestContract(t *testing.T) { kit.CheckContract(t, "../README.md", prim.Blocks()) }

// TestWaves runs the timing diagrams of the contract.
func TestWaves(t *testing.T) { kit.CheckWaves(t, "../waves", prim.Blocks()) }
