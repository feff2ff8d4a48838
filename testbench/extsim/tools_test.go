package extsim

import (
	"context"
	"regexp"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"
)

// TestVersions: what all tools say of their version is read as one.
func TestVersions(t *testing.T) {
	t.Parallel()
	number := regexp.MustCompile(`^[0-9]+(\.[0-9]+)*`)
	for _, tool := range Doctor(context.Background()) {
		assert.Equal(t, tool.Problem, "")
		assert.Assert(t, cmp.Regexp(number, tool.Version), tool.Name)
	}
}
