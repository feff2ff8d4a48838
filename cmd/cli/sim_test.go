package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
)

const counterNetlist = `module counter
  input up 1
  output n 4
  reg n_q 4 reset 3
  if up
    n_q = add(n_q, 4'1)
  n = n_q
end
`

// TestSim runs a netlist with each kind of input, and writes its outputs and a waveform.
func TestSim(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"counter.nl": counterNetlist, "up.txt": "2: up=1\n4: up=0\n", "up.csv": "up\n1\n1\n0\n",
	} {
		assert.NilError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	for args, want := range map[string]string{
		"sim counter.nl --engine reference --cycles 9":                                    "n  4'h3",
		"sim counter.nl --engine reference --set up=1 --cycles 4":                         "n  4'h6",
		"sim counter.nl --engine builtin --stimulus up.txt --cycles 9":                    "n  4'h5",
		"sim counter.nl --engine reference --vectors up.csv":                              "counter: 3 cycles, seed 1\n  n  4'h5",
		"sim counter.nl --engine builtin --random --seed 5 --json":                        `"digest": "`,
		"sim counter.nl --engine reference --vectors up.csv --outputs o.txt --wave w.vcd": "digest",
	} {
		said := held(t, dir, strings.Fields(args)...)
		assert.Assert(t, strings.Contains(said, want), "%s:\n%s", args, said)
	}
	outputs, err := os.ReadFile(filepath.Join(dir, "o.txt"))
	assert.NilError(t, err)
	assert.Equal(t, string(outputs), "n\n0x3\n0x4\n0x5\n")
	wave, err := os.ReadFile(filepath.Join(dir, "w.vcd"))
	assert.NilError(t, err)
	assert.Assert(t, strings.Contains(string(wave), " n_q "), string(wave))
}

// TestSimVerilog runs files of Verilog on engines and on simulators of others.
func TestSimVerilog(t *testing.T) {
	tiers.Tools(t, "yosys", "icarus", "verilator")
	t.Parallel()
	dir := t.TempDir()
	text := "module count #(parameter W = 4) (input clk, input rst, output reg [W-1:0] n);\n" +
		"always @(posedge clk) if (rst) n <= 1; else n <= n + 1;\nendmodule\n"
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "count.v"), []byte(text), 0o666))
	said := held(t, dir,
		strings.Fields("sim count.v --top count -p W=6 --engine native,icarus,verilator --random --cycles 100")...)
	assert.Equal(t, strings.Count(said, "the same outputs"), 2, said)
	said = held(t, dir, strings.Fields(
		"sim count.v --top count --reset rst --engine native,icarus,verilator --cycles 20")...)
	assert.Assert(t, strings.Contains(said, "n  4'h4") && strings.Count(said, "the same outputs") == 2, said)
}

// TestWrongSims: the mistakes of a call.
func TestWrongSims(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for name, text := range map[string]string{"counter.nl": counterNetlist, "bad.nl": "module x\n",
		"bad.txt": "1: down=1\n"} {
		assert.NilError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	for args, want := range map[string]string{
		"sim":                                     "sim needs a block, a netlist or files of Verilog",
		"sim none.nl":                             "cannot read the netlist: open none.nl: no such file or directory",
		"sim bad.nl":                              "bad.nl:1: ",
		"sim counter.nl other.nl":                 `sim runs one netlist, not also "other.nl"`,
		"sim counter.nl --top counter":            "--top is for Verilog, and counter.nl is a netlist",
		"sim counter.nl --set up":                 `cannot read "up" of --set: write INPUT=VALUE`,
		"sim counter.nl --set up=2":               "--set up=2: 2 is too large for input up, which has a width of 1",
		"sim counter.nl --stimulus bad.txt":       "bad.txt:1: there is no input down; there are: up",
		"sim counter.nl --vectors none.csv":       "cannot read the vectors: open none.csv",
		"sim counter.nl --engine verilator":       "external simulators compare with an engine that is built in",
		"sim counter.nl --cycles 0":               "cannot run --cycles 0",
		"sim counter.nl --scope x":                "--scope is about --wave FILE.vcd, which is missing",
		"sim counter.nl --wave w.vcd --scope x":   "x",
		"sim counter.v":                           "sim needs the name of the top module: --top NAME",
		"sim counter.v --top c --reader verific":  "cannot read the Verilog",
		"sim counter.nl --wave out/of/reach.vcd":  "out/of",
		"sim counter.nl --wave w.vcd --engine no": "no",
	} {
		refused(t, rtlgen(t, dir, nil, strings.Fields(args)...), want)
	}
	left, err := os.ReadDir(dir)
	assert.NilError(t, err)
	assert.Equal(t, len(left), 3)
}
