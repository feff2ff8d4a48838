package cli

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
)

// TestDump shows the way of a counter from netlist to C.
func TestDump(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	text := held(t, dir, "dump", "credit_counter", "-p", "max=3")
	for _, step := range []string{"netlist", "lowered", "known-bits", "early-edge", "c"} {
		assert.Assert(t, strings.Contains(text, ": "+step+"\n# "), "%s: %s", step, text)
	}
	assert.Equal(t, held(t, dir, "dump", "credit_counter", "-p", "max=3"), text)

	one := held(t, dir, "dump", "recn_switch", "--module", "recn_input_port", "--pass", "vectors")
	assert.Assert(t, strings.HasPrefix(one, "# recn_input_port.0, 8 lanes: vectors\n# the program for lanes"), one)
	assert.Assert(t, !strings.Contains(one, ": known-bits"), one)

	held(t, dir, "dump", "recn_switch", "--module", "recn_input_port", "--html", "-o", "port.html")
	page, err := os.ReadFile(filepath.Join(dir, "port.html"))
	assert.NilError(t, err)
	for _, part := range []string{`<h2 id="recn_input_port.1">`, "<b>known-bits</b>", "<b>vectors</b>, 8 lanes",
		"memory &#43;"} {
		assert.Assert(t, strings.Contains(string(page), part), "no %s", part)
	}
}

// TestDumpSteps: every step that has a text can be asked for by its name.
func TestDumpSteps(t *testing.T) {
	t.Parallel()
	text := held(t, t.TempDir(), "dump", "--steps")
	for _, step := range cyclesim.Steps() {
		assert.Assert(t, strings.Contains(text, "\n"+step.Name+" "), "%s: %s", step.Name, text)
	}
}

// TestDumpNative shows machine code beside the program that it is of, with the Go line.
func TestDumpNative(t *testing.T) {
	t.Parallel()
	if !slices.Contains(cyclesim.BuiltIn(), "native") {
		r := rtlgen(t, t.TempDir(), nil, "dump", "fifo", "--native")
		assert.Equal(t, r.status, statusWrongCall)
		assert.Assert(t, strings.HasPrefix(r.stderr, "rtlgen: engine native: "), r.stderr)
		t.Skip("there is no machine code here")
	}
	text := held(t, t.TempDir(), "dump", "recn_switch", "--module", "recn_input_port", "--native", "--pass", "encoding")
	line := regexp.MustCompile(`(?m)^ +[0-9a-f]+  ([0-9a-f]{2} )+ +vp\w+ [xyz]mm.* ; v\d+ = \w+ v\d+.* blocks/\w+/\w+\.go:\d+$`)
	assert.Assert(t, len(line.FindAllString(text, -1)) > 50, text)
	threads := held(t, t.TempDir(), "dump", "clos_network", "--native", "--no-checks", "--threads", "2", "--pass", "divided")
	assert.Assert(t, strings.Contains(threads, "of thread 2: divided\n"), threads)
	assert.Assert(t, strings.Contains(threads, "\nbarrier\n"), threads)
}

func TestWrongDumps(t *testing.T) {
	t.Parallel()
	for message, args := range map[string][]string{
		`--module: fifo_depth2 has no module "fif": did you mean fifo_depth2?; it has fifo_depth2`: {"dump", "fifo",
			"-p", "depth=2", "--module", "fif"},
		`--pass: the step "registers" has no text of its own: it is in the machine code`: {"dump", "fifo",
			"--pass", "registers"},
		"--threads is for --native":                        {"dump", "fifo", "--threads", "2"},
		"cannot use --threads -1: give a number from 1 to": {"dump", "fifo", "--native", "--threads", "-1"},
		`--pass: there is no step "known_bits": did you mean known-bits?; these kernels have netlist, `: {"dump", "fifo",
			"--pass", "known_bits"},
	} {
		r := rtlgen(t, t.TempDir(), nil, args...)
		assert.Equal(t, r.status, statusWrongCall)
		assert.Equal(t, r.stdout, "")
		assert.Assert(t, strings.HasPrefix(r.stderr, "rtlgen: "+message), r.stderr)
	}
}
