package bench

import (
	"testing"

	"culprit/blocks/adaptive"
	"culprit/testbench/kit"
)

// TestGoldenContract keeps the tables of the contract current.
func TestGoldenContract(t *testing.T) { kit.CheckContract(t, "../README.md", adaptive.Blocks()) }
