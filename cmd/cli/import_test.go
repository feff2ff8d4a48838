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
