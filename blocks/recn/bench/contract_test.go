package bench

import (
	"testing"

	"culprit/blocks/recn"
	"culprit/testbench/kit"
)

// TestContract keeps the tables of the contract current.
func TestContract(t *testing.T) { kit.CheckContract(t, "../README.md", recn.Blocks()) }
