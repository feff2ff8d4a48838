package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/testbench/synth"
)

// TestSynth prints a row per module, and the same as JSON.
func TestSynth(t *testing.T) {
	dir := t.TempDir()
	lines := strings.Split(held(t, dir, "synth", "fifo", "-p", "depth=64"), "\n")
	assert.DeepEqual(t, strings.Fields(lines[0]), strings.Fields("MODULE CELLS FLIP-FLOPS MEMORY BITS LUT4 LEVELS MEMORIES"))
	row := strings.Fields(lines[1])
	assert.Equal(t, row[0], "fifo_depth64")
	assert.Equal(t, row[len(row)-1], "64x8")

	var r synth.Report
	assert.NilError(t, json.Unmarshal([]byte(held(t, dir, "synth", "fifo", "-p", "depth=64", "--json")), &r))
	assert.Assert(t, r.Passed && len(r.Problems) == 0)
	assert.Equal(t, len(r.Modules), 1)
	c := r.Modules[0]
	assert.Equal(t, c.Module, "fifo_depth64")
	assert.DeepEqual(t, c.Memories, map[string]int{"64x8": 1})
	assert.Equal(t, c.MemoryBits, 512)
	assert.Equal(t, c.Cells, c.LUTs+c.FlipFlops+1)
	assert.Assert(t, c.Levels > 0 && c.FlipFlops > 0)
}

// TestSynthProblems replaces Yosys by a program that fails.
func TestSynthProblems(t *testing.T) {
	fake := filepath.Join(t.TempDir(), "yosys")
	script := "#!/bin/sh\n[ \"$1\" = -V ] && { echo 'Yosys 0.33'; exit; }\necho 'ERROR: a latch'\nexit 1\n"
	assert.NilError(t, os.WriteFile(fake, []byte(script), 0o777))
	env := []string{"CULPRIT_YOSYS=" + fake}
	r := rtlgen(t, t.TempDir(), env, "synth", "fifo", "damq")
	assert.Equal(t, r.status, statusFailed, r.stderr)
	assert.Equal(t, r.stderr, "rtlgen: 2 of 2 blocks failed\n")
	for _, block := range []string{"fifo", "damq"} {
		assert.Assert(t, strings.Contains(r.stdout, "module "+block+": yosys: exit status 1\nERROR: a latch\n"), r.stdout)
	}
	r = rtlgen(t, t.TempDir(), env, "synth", "fifo", "--json")
	assert.Equal(t, r.status, statusFailed, r.stderr)
	assert.Assert(t, strings.Contains(r.stdout, `"passed": false`), r.stdout)
}
