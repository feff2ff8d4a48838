package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
)

// TestLint is silent about a clean block, and reads it in all its forms.
func TestLint(t *testing.T) {
	tiers.Tools(t, "verilator", "icarus", "yosys")
	assert.Equal(t, held(t, t.TempDir(), "lint", "fifo", "-p", "depth=3"), "")
	assert.Equal(t, held(t, t.TempDir(), "lint", "ternary_line", "hysteresis"), "")
}

// TestLintFindings replaces Icarus Verilog by a program that always warns.
func TestLintFindings(t *testing.T) {
	tiers.Tools(t, "verilator", "yosys")
	dir := t.TempDir()
	fake := filepath.Join(dir, "iverilog")
	script := "#!/bin/sh\n[ \"$1\" = -V ] && { echo 'Icarus Verilog version 12.0'; exit; }\necho 'careful!'\nexit 3\n"
	assert.NilError(t, os.WriteFile(fake, []byte(script), 0o777))
	r := rtlgen(t, t.TempDir(), []string{"CULPRIT_IVERILOG=" + fake}, "lint", "fifo", "-p", "depth=3")
	assert.Equal(t, r.status, statusFailed, r.stderr)
	assert.Equal(t, r.stderr, "rtlgen: 3 findings in 3 forms of 1 block\n")
	for _, form := range []string{"fifo depth=3", "fifo depth=3 async reset active low", "fifo depth=3 with assertions"} {
		assert.Assert(t, strings.Contains(r.stdout, form+": iverilog says:\ncareful!\n(exit status 3)\n"), r.stdout)
	}
}
