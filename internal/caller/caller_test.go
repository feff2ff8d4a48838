package caller

import (
	"testing"

	"gotest.tools/v3/assert"
)

func TestPackageFile(t *testing.T) {
	t.Parallel()
	const module, program = "example.com/corp/chips", "example.com/corp/chips/cmd/gen"
	for _, c := range []struct{ pkg, want string }{
		{"example.com/corp/chips/noc", "noc/router.go"},
		{"example.com/corp/chips/noc_test", "noc/router.go"},
		{"example.com/corp/chips", "router.go"},
		{"example.com/corp/chips_test", "router.go"},
		{"main", "cmd/gen/router.go"},
		{"example.com/corp/chipset/noc", "example.com/corp/chipset/noc/router.go"},
		{"command-line-arguments", "router.go"},
	} {
		assert.Equal(t, packageFile(module, program, c.pkg, "router.go"), c.want)
	}
	assert.Equal(t, packageFile("", "", "main", "router.go"), "router.go")
}

// TestPosition: a test file counts as outside, and is named below the module's root.
func TestPosition(t *testing.T) {
	t.Parallel()
	assert.Error(t, Errorf("no %s", "value"), "internal/caller/caller_test.go:29: no value")
}
