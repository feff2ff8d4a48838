package graph

import (
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestExampleOfContract: the example in network.md is the file that the tests use.
func TestExampleOfContract(t *testing.T) {
	file, err := os.ReadFile("../testdata/diamond.txt")
	assert.NilError(t, err)
	page, err := os.ReadFile("../network.md")
	assert.NilError(t, err)
	_, network, _ := strings.Cut(string(file), "\n\n")
	shown := "    " + strings.ReplaceAll(strings.TrimSpace(network), "\n", "\n    ") + "\n"
	assert.Assert(t, strings.Contains(string(page), shown), "network.md does not have\n%s", shown)
}
