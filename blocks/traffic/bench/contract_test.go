package bench

import (
	"testing"

	"culprit/blocks/traffic"
	"culprit/testbench/kit"
)

// TestGoldenContract keeps the tables of the contract current.
func TestGoldenContract(t *testing.T) { kit.CheckContract(t, "../README.md", traffic.Blocks()) }

// TestGoldenWaves runs the timing diagram of the contract.
func TestGoldenWaves(t *testing.T) { kit.CheckWaves(t, "../waves", traffic.Blocks()) }
