package library_test

import (
	"sort"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/blocks/library"
)

func TestNamesAreUniqueAndFound(t *testing.T) {
	seen := map[string]bool{}
	var families []string
	for _, b := range library.Blocks() {
		assert.Assert(t, !seen[b.Name], "two blocks are named %s", b.Name)
		seen[b.Name] = true
		families = append(families, b.Family)
		assert.Equal(t, library.Find(b.Name).Name, b.Name)
		b.Defaults() // panics if the defaults are refused
	}
	assert.Assert(t, sort.StringsAreSorted(families))
	assert.Assert(t, library.Find("no_such_block") == nil)
}
