package bench

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/traffic"
	"culprit.example/culprit/testbench/benchtest"
)

// TestGoldenWaves runs the timing diagram of the contract.
func TestGoldenWaves(t *testing.T) { benchtest.CheckWaves(t, "../waves", traffic.Blocks()) }

// TestCounterTable: the contract has the address and the name of every counter. The
// bins of the histogram share a line.
func TestCounterTable(t *testing.T) {
	contract, err := os.ReadFile("../README.md")
	assert.NilError(t, err)
	for _, c := range traffic.Counters() {
		line := fmt.Sprintf("| %d | `%s` |", c.Address, c.Name)
		if strings.HasPrefix(c.Name, "latency_") && c.Address < 64 {
			line = "| 0..63 | `latency_0` .. `latency_63` |"
		}
		assert.Check(t, strings.Contains(string(contract), line), "the table of counters lacks %q", line)
	}
}
