package bench

import (
	"testing"

	rtl "culprit/blocks/fabric"
	"culprit/testbench/kit"
)

// TestGoldenContract keeps the tables of the contract current.
func TestGoldenContract(t *testing.T) { kit.CheckContract(t, "../README.md", rtl.Blocks(schemes)) }
