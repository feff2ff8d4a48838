package library_test

import (
	"sort"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/library"
)

// TestNamesAreUnique: no two blocks have a name, and each takes its defaults.
func TestNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	var families []string
	for _, b := range library.Blocks() {
		assert.Assert(t, !seen[b.Name], "two blocks are named %s", b.Name)
		seen[b.Name] = true
		families = append(families, b.Family)
		_, err := b.Resolve(nil)
		assert.NilError(t, err)
	}
	assert.Assert(t, sort.StringsAreSorted(families))
}
