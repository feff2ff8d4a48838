package prim_test

import (
	"context"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/verilog"
)

// TestLint runs the tools that users run over the Verilog of every block, at the
// defaults and at the edges. No tool may say anything; no warning is waived.
func TestLint(t *testing.T) {
	tiers.Tools(t, "verilator", "icarus", "yosys")
	for _, tool := range []string{"verilator", "iverilog", "yosys"} {
		_, err := child.LookPath(tool)
		assert.NilError(t, err, "%s is missing: apt-get install %s", tool, tool)
	}
	for _, b := range prim.Blocks() {
		t.Run(b.Name, func(t *testing.T) {
			dir := t.TempDir()
			for i, v := range parameterSets(t, b) {
				d, err := rtlgen.Elaborate(b.Build(v))
				assert.NilError(t, err)
				out, err := verilog.Emit(d, verilog.DefaultOptions())
				assert.NilError(t, err)
				assert.NilError(t, out.WriteDir(dir))
				lint(t, dir, d.Top.Name, i == 0)
			}
		})
	}
}

func lint(t *testing.T, dir, top string, defaults bool) {
	t.Helper()
	file := top + ".v"
	silent(t, dir, "verilator", "--lint-only", "-Wall", "--top-module", top, file)
	silent(t, dir, "iverilog", "-g2005", "-Wall", "-t", "null", "-DRTLGEN_ASSERT", "-DRTLGEN_MEM_SEED=1", file)
	if !defaults { // the rest does not depend on widths, and is slow for large arrays
		return
	}
	silent(t, dir, "verilator", "--lint-only", "-Wall", "-DRTLGEN_ASSERT", "-DRTLGEN_MEM_SEED=1", "--top-module", top,
		file)
	silent(t, dir, "iverilog", "-g2005", "-Wall", "-t", "null", file)
	for _, flag := range []string{"", "-formal"} {
		silent(t, dir, "yosys", "-q", "-p", "read_verilog "+flag+" "+file+"; hierarchy -check -top "+top+
			"; proc; check -assert")
	}
}

func silent(t *testing.T, dir, tool string, args ...string) {
	t.Helper()
	cmd := child.New(context.Background(), tool, args...)
	cmd.Dir = dir
	out, err := cmd.Said()
	assert.NilError(t, err, "%s %v in %s:\n%s", tool, args, filepath.Base(dir), out)
	assert.Equal(t, string(out), "", "%s %v", tool, args)
}
