package native

import (
	"fmt"
	"os"
	"testing"

	"culprit.example/culprit/internal/usercache"
)

// TestMain gives the tests a cache of their own: what they compile is compiled.
func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "culprit-cache-")
	if err == nil {
		err = os.Setenv(usercache.Variable, dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}
