package bench

import (
	"testing"

	rtl "culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/testbench/benchtest"
)

// TestGoldenContract keeps the tables of the contract current.
func TestGoldenContract(t *testing.T) {
	benchtest.CheckContract(t, "..", rtl.Blocks(schemes))
}
