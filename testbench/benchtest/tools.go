package benchtest

import (
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/usercache"
)

// Python is the path of the Python that has cocotb and scapy, which scripts/setup installs.
func Python(t testing.TB) string {
	t.Helper()
	base, err := usercache.Base()
	assert.NilError(t, err)
	python := filepath.Join(base, "cocotb", "bin", "python3")
	if _, err := os.Stat(python); err != nil {
		t.Fatalf("cocotb is missing: %v; install it with: scripts/setup", err)
	}
	return python
}
