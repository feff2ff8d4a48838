package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
)

// TestImport reads Verilog with a parameter, a macro and an included file as a netlist.
func TestImport(t *testing.T) {
	tiers.Tools(t, "yosys")
	t.Parallel()
	dir := t.TempDir()
	assert.NilError(t, os.Mkdir(filepath.Join(dir, "inc"), 0o777))
	for name, text := range map[string]string{
		"inc/step.vh": "localparam STEP = `BY;\n",
		"count.v": "module count #(parameter W = 4) (input clk, input rst_n, output reg [W-1:0] n);\n`include \"step.vh\"\n" +
			"always @(posedge clk) if (!rst_n) n <= 1; else n <= n + STEP;\nendmodule\n",
	} {
		assert.NilError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	args := strings.Fields("import count.v -I inc -D BY=3 -p W=6 --top count")
	said := held(t, dir, append(args, "--reset", "rst_n", "--reset-polarity", "low")...)
	d, err := ir.Parse("count.nl", said)
	assert.NilError(t, err)
	assert.Equal(t, len(d.Top.Ports), 1)
	assert.Assert(t, strings.Contains(said, "reg n_reg 6 reset 1 @ count.v:3\n"), said)
	assert.Assert(t, strings.Contains(said, "add(n_reg, 6'3)"), said)
	held(t, dir, append(args, "-o", "count.nl")...)
	text, err := os.ReadFile(filepath.Join(dir, "count.nl"))
	assert.NilError(t, err)
	assert.Assert(t, strings.Contains(string(text), "input rst_n 1 "), string(text))
}

// TestWrongImports: the mistakes of a call.
func TestWrongImports(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"import":                                  "import needs files of Verilog",
		"import a.v":                              "import needs the name of the top module: --top NAME",
		"import a.v --top a -p W":                 `cannot read "W" of --param: write name=value`,
		"import a.v --top a --reset-polarity up":  "cannot use --reset-polarity up: choose high or low",
		"import a.v --top a --reset-polarity low": "--reset-polarity is about --reset PORT, which is missing",
		"import a.v --top a":                      "cannot read the Verilog: stat a.v: no such file or directory",
		"import a.v --top a;b":                    `"a;b" is no name of a module`,
		"import a.v --top a -D 1=2 --include x":   "define 1=2: give a name and a number or a word",
	} {
		refused(t, rtlgen(t, t.TempDir(), nil, strings.Fields(args)...), want)
	}
}

// anotherFIFO is a design of the user's with the ports of the block fifo, wrong if the macro WRONG is defined.
const anotherFIFO = `module my_fifo #(parameter DEPTH = 4, W = 8) (input clk, input rst, input push, input pop, input [W-1:0] wdata,
  output full, output empty, output [W-1:0] rdata, output [$clog2(DEPTH):0] count);
  reg [W-1:0] words [0:DEPTH-1];
  reg [$clog2(DEPTH)-1:0] head, tail;
  reg [$clog2(DEPTH):0] n;
  wire in = push && !full, out = pop && !empty;
  assign full = n == DEPTH, empty = n == 0, rdata = words[head], count = n;
  always @(posedge clk) begin
    if (in) words[tail] <= wdata
` + "`ifdef WRONG" + `
      ^ 1
` + "`endif" + `
    ;
    if (rst) begin n <= 0; head <= 0; tail <= 0; end
    else begin
      n <= n + in - out;
      head <= head + out;
      tail <= tail + in;
    end
    if (in) $display("%d", wdata);
  end
endmodule
`

// TestVerilogOfOthers: a design of the user's is compared with the golden model of a block, checked by the
// linters, and synthesized.
func TestVerilogOfOthers(t *testing.T) {
	tiers.Tools(t, "yosys", "icarus", "verilator", "yowasp")
	t.Parallel()
	dir := t.TempDir()
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "my.v"), []byte(anotherFIFO), 0o666))
	verify := strings.Fields(
		"verify fifo -p depth=8 --verilog my.v --top my_fifo --top-param DEPTH=8 --reset rst --engine native,icarus,verilator")
	said := held(t, dir, verify...)
	assert.Equal(t, strings.Count(said, "passed"), 3, said)
	wrong := rtlgen(t, dir, nil, append(verify, "-D", "WRONG")...)
	assert.Equal(t, wrong.status, 1)
	assert.Equal(t, strings.Count(wrong.stdout, "FAILED"), 3, wrong.stdout)

	findings := rtlgen(t, dir, nil, strings.Fields("lint --verilog my.v --top my_fifo")...)
	assert.Equal(t, findings.status, 1)
	assert.Assert(t, strings.Contains(findings.stdout, "my_fifo: verilator says:"), findings.stdout)
	said = held(t, dir, strings.Fields("synth --verilog my.v --top my_fifo -p DEPTH=8 -D FAST --reset rst --no-place")...)
	assert.Assert(t, strings.Contains(said, "my_fifo: deepest path"), said)
}

// TestWrongVerilogOfOthers: the mistakes of such calls.
func TestWrongVerilogOfOthers(t *testing.T) {
	t.Parallel()
	for args, want := range map[string]string{
		"verify fifo --top x":                        "--top is about --verilog FILE, which is missing",
		"verify all --verilog a.v --top x":           "--verilog stands in for one block: name it in place of all",
		"verify fifo --verilog a.v":                  "verify needs the name of the top module: --top NAME",
		"verify fifo --verilog a.v --top x":          "cannot read the Verilog: stat a.v",
		"lint --verilog a.v":                         "--verilog and --top need each other",
		"lint fifo --verilog a.v --top x":            `lint takes the block "fifo" or --verilog FILE --top NAME, not both`,
		"lint --verilog a.v --top x -p A=1":          "leave -p and --corners out",
		"lint --verilog a.v --top x":                 "cannot check the Verilog: stat a.v",
		"synth --verilog a.v --top x --reader abc":   "",
		"synth --verilog a.v --top x -D A --seeds 1": "cannot read the Verilog: stat a.v",
	} {
		refused(t, rtlgen(t, t.TempDir(), nil, strings.Fields(args)...), want)
	}
}

// TestBenchVerilog measures copies of a design of the user's, by turns with Verilator, which has the file.
func TestBenchVerilog(t *testing.T) {
	tiers.Tools(t, "yosys", "verilator")
	t.Parallel()
	dir := t.TempDir()
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "my.v"), []byte(anotherFIFO), 0o666))
	for _, more := range []string{"--random", "--copies 17 --set push=1 --set wdata=200"} {
		said := held(t, dir,
			strings.Fields("bench --verilog my.v --top my_fifo --reset rst --engines compiled,reference --cycles 1000 "+
				"--models default "+more)...)
		assert.Assert(t, strings.Contains(said, "my_fifo"), said)
	}
	for args, want := range map[string]string{
		"bench switch --verilog my.v --top my_fifo":           `bench takes the design "switch" or --verilog FILE --top NAME, not both`,
		"bench --verilog my.v":                                "bench needs the name of the top module: --top NAME",
		"bench --verilog my.v --top my_fifo --copies x":       "cannot use --copies x: give a whole number from 1 on",
		"bench --verilog my.v --top my_fifo --copies 0":       "0 copies of my_fifo cannot be measured: give 1 to 4096",
		"bench --verilog my.v --top my_fifo --set a=1":        "my_fifo has no input a",
		"bench --verilog my.v --top my_fifo --set push":       `cannot read "push" of --set: write INPUT=VALUE`,
		"bench --verilog my.v --top my_fifo --set wdata=256":  "256 is too large for input wdata of my_fifo, which has a width of 8",
		"bench --verilog other.v --top my_fifo --set wdata=1": "cannot read the Verilog: stat other.v",
	} {
		refused(t, rtlgen(t, dir, nil, strings.Fields(args)...), want)
	}
}
