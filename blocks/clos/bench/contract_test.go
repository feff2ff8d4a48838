package bench

import (
	"testing"

	"culprit/blocks/clos"
	"culprit/testbench/kit"
)

// TestGoldenContract keeps the tables of the contract current.
func TestGoldenContract(t *testing.T) { kit.CheckContract(t, "../README.md", clos.Blocks()) }
