package graph

import (
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestReadme: the example in README.md is the file that the tests use.
func TestReadme(t *testing.T) {
	file, err := os.ReadFile("../testdata/diamond.txt")
	assert.NilError(t, err)
	readme, err := os.ReadFile("../README.md")
	assert.NilError(t, err)
	_, network, _ := strings.Cut(string(file), "\n\n")
	shown := "    " + strings.ReplaceAll(strings.TrimSpace(network), "\n", "\n    ") + "\n"
	assert.Assert(t, strings.Contains(string(readme), shown), "README.md does not have\n%s", shown)
}
