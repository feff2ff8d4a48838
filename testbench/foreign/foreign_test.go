package foreign

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/yosys"
)

// written writes a file of Verilog into a folder and returns its path.
func written(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "m.v")
	assert.NilError(t, os.WriteFile(path, []byte(text), 0o666))
	return path
}

// said is what the Verilog displays in Icarus Verilog.
func said(t *testing.T, files ...string) []string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "out.vvp")
	text, err := exec.Command("iverilog", append([]string{"-g2012", "-o", out}, files...)...).CombinedOutput()
	assert.NilError(t, err, "%s", text)
	text, err = exec.Command("vvp", "-n", out).CombinedOutput()
	assert.NilError(t, err, "%s", text)
	return strings.Fields(string(text))
}

// unaries and binaries are the operators of Verilog; dividing are those that a divisor of 0 makes x.
var (
	unaries  = []string{"+", "-", "~", "&", "|", "^", "~&", "~|", "~^", "!"}
	binaries = []string{"+", "-", "*", "&", "|", "^", "~^", "==", "!=", "===", "!==", "<", "<=", ">", ">=", "&&", "||",
		"<<", ">>", "<<<", ">>>", "/", "%"}
	dividing = map[string]bool{"/": true, "%": true}
)

// operatorModule is a module with an output for each operator, signedness and width of the result, and the
// names of the outputs with what they are.
func operatorModule(wa, wb int) (text string, outputs []string) {
	var ports, body strings.Builder
	add := func(w int, expression string) {
		name := fmt.Sprintf("y%d", len(outputs))
		outputs = append(outputs, fmt.Sprintf("%s = %s, %d bits", name, expression, w))
		fmt.Fprintf(&ports, ", output [%d:0] %s", w-1, name)
		fmt.Fprintf(&body, "assign %s = %s;\n", name, expression)
	}
	for _, sign := range []string{"u", "s"} {
		for _, w := range []int{1, max(wa, wb), wa + wb + 3} {
			for _, op := range unaries {
				add(w, op+"a"+sign)
			}
			for _, op := range binaries {
				b := "b" + sign
				if dividing[op] {
					b = "(" + b + " | 1)" // by 0 it is x
					if sign == "s" {
						b = "(b" + sign + " | 2'sd1)"
					}
				}
				add(w, "a"+sign+" "+op+" "+b)
			}
			add(w, fmt.Sprintf("bu[0] ? a%s : b%s", sign, sign))
		}
	}
	for lo := range wa {
		add(1, fmt.Sprintf("au[(bu + %d) %% %d]", lo, wa))
	}
	head := fmt.Sprintf(
		"module m (input [%d:0] a, input [%d:0] b%s);\nwire signed [%d:0] as = a; wire signed [%d:0] bs = b;\n"+
			"wire [%d:0] au = a; wire [%d:0] bu = b;\n", wa-1, wb-1, ports.String(), wa-1, wb-1, wa-1, wb-1)
	return head + body.String() + "endmodule\n", outputs
}

// TestOperators: each operator, on numbers with and without a sign and with results that are shorter and
// longer, has the values that Icarus Verilog gives it.
func TestOperators(t *testing.T) {
	tiers.Tools(t, "yosys", "icarus")
	t.Parallel()
	for _, widths := range [][2]int{{1, 1}, {3, 5}, {8, 8}, {7, 2}, {33, 6}, {65, 70}} {
		t.Run(fmt.Sprint(widths), func(t *testing.T) {
			t.Parallel()
			text, outputs := operatorModule(widths[0], widths[1])
			path := written(t, text)
			d, err := Read(context.Background(), Source{Files: []string{path}, Top: "m"})
			assert.NilError(t, err)

			rng := rand.New(rand.NewPCG(tiers.Seed(1), uint64(widths[0])))
			var bench strings.Builder
			fmt.Fprintf(&bench, "module tb; reg [%d:0] a; reg [%d:0] b;\n", widths[0]-1, widths[1]-1)
			for i, o := range d.Top.Outputs() {
				fmt.Fprintf(&bench, "wire [%d:0] y%d;\n", o.Width-1, i)
			}
			bench.WriteString("m m (.a(a), .b(b)")
			for i := range outputs {
				fmt.Fprintf(&bench, ", .y%d(y%d)", i, i)
			}
			bench.WriteString(");\ninitial begin\n")
			const cases = 40
			var inputs [][2]*big.Int
			for i := range cases {
				in := [2]*big.Int{someNumber(rng, widths[0], i), someNumber(rng, widths[1], i/2)}
				inputs = append(inputs, in)
				fmt.Fprintf(&bench, "a = %d'h%x; b = %d'h%x; #1;\n", widths[0], in[0], widths[1], in[1])
				for k := range outputs {
					fmt.Fprintf(&bench, "$display(\"%%h\", y%d);\n", k)
				}
			}
			bench.WriteString("end endmodule\n")
			want := said(t, path, written(t, bench.String()))
			assert.Equal(t, len(want), cases*len(outputs))
			for _, engine := range []string{"reference", cyclesim.DefaultEngine()} {
				e, err := cyclesim.New(d, cyclesim.Options{Engine: engine, Seed: 1})
				assert.NilError(t, err)
				for i, in := range inputs {
					e.SetInput(0, words(in[0], widths[0]))
					e.SetInput(1, words(in[1], widths[1]))
					e.Eval()
					for k := range outputs {
						w, ok := new(big.Int).SetString(want[i*len(outputs)+k], 16)
						assert.Assert(t, ok, "%s is %s in Icarus", outputs[k], want[i*len(outputs)+k])
						out := make([]uint64, (d.Top.Outputs()[k].Width+63)/64)
						e.Output(k, out)
						got := number(out)
						assert.Assert(t, got.Cmp(w) == 0, "%s: a = %x, b = %x: %x on %s, %x in Icarus", outputs[k], in[0], in[1], got,
							engine, w)
					}
				}
			}
		})
	}
}

// words is a number of w bits as the engines take it, number the other way round.
func words(v *big.Int, w int) []uint64 {
	list := make([]uint64, (w+63)/64)
	for i := range list {
		part := new(big.Int).Rsh(v, uint(64*i))
		list[i] = part.And(part, ir.Ones(64)).Uint64()
	}
	return list
}

func number(list []uint64) *big.Int {
	v := new(big.Int)
	for i := len(list) - 1; i >= 0; i-- {
		v.Or(v.Lsh(v, 64), new(big.Int).SetUint64(list[i]))
	}
	return v
}

// someNumber is a number of w bits: often one at the ends.
func someNumber(rng *rand.Rand, w, i int) *big.Int {
	switch i % 5 {
	case 0:
		return ir.Ones(w)
	case 1:
		return new(big.Int).Lsh(big.NewInt(1), uint(w-1))
	case 2:
		return big.NewInt(rng.Int64N(1 << min(w, 4)))
	}
	v := new(big.Int)
	for range w {
		v.Lsh(v, 1)
		v.SetBit(v, 0, uint(rng.IntN(2)))
	}
	return v
}

// TestRefused: what a design cannot have is refused with its name and its place.
func TestRefused(t *testing.T) {
	tiers.Tools(t, "yosys")
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"second clock", "module m (input c, input d, input x, output reg y, output reg z);\nalways @(posedge c) y <= x;\nalways @(posedge d) z <= y;\nendmodule",
			"has the clock c, and other state of the module d: a design has one clock"},
		{"falling", "module m (input c, input x, output reg y);\nalways @(negedge c) y <= x;\nendmodule",
			"m.v:2: register y changes at the falling edge of c"},
		{"gated", "module m (input c, input e, input x, output reg y);\nwire g = c & e;\nalways @(posedge g) y <= x;\nendmodule",
			"module m has the clock g, which is no input"},
		{"latch", "module m (input e, input x, output reg y);\nalways @* if (e) y = x;\nendmodule",
			"m.v:2: register y: a latch"},
		{"tri-state", "module m (input e, input x, output y);\nassign y = e ? x : 1'bz;\nendmodule", "m.v:2: y: a tri-state"},
		{"loop", "module m (input x, output y, output z);\nassign y = x & ~z;\nassign z = y | x;\nendmodule",
			"combinational loop: "},
		{"inout", "module m (inout x, output y);\nassign y = x;\nendmodule", "port x is inout"},
		{"no module", "module m (input x, output y);\nother o (.x(x), .y(y));\nendmodule", "other"},
		{"wrong Verilog", "module m (input x, output y);\nassign y = ;\nendmodule", "m.v:2"},
		{"power", "module m (input [3:0] x, output [7:0] y);\nassign y = 3 ** x;\nendmodule", "($pow): a power"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			_, err := Read(context.Background(), Source{Files: []string{written(t, c.text)}, Top: "m"})
			assert.ErrorContains(t, err, c.want)
		})
	}
}

// TestWrongSources: the mistakes of a call.
func TestWrongSources(t *testing.T) {
	t.Parallel()
	file := written(t, "module m (input x, output y); assign y = x; endmodule")
	for _, c := range []struct {
		s    Source
		want string
	}{
		{Source{Top: "m"}, "no file of Verilog was given"},
		{Source{Files: []string{file}}, `"" is no name of a module`},
		{Source{Files: []string{file + "x"}, Top: "m"}, "cannot read the Verilog: stat "},
		{Source{Files: []string{file}, Top: "m", Defines: []Pair{{"A;", ""}}},
			"define A;=: give a name and a number or a word"},
		{Source{Files: []string{file}, Top: "m", Params: []Pair{{"A", "1; exec"}}}, "parameter A=1; exec: give a name"},
		{Source{Files: []string{file}, Top: "m", Include: []string{"a b"}}, "yosys takes no blanks"},
		{Source{Files: []string{file}, Top: "m", Include: []string{"/nowhere"}}, "cannot read the folder of included files: stat /nowhere"},
		{Source{Files: []string{file}, Top: "m", Include: []string{file}}, "it is a file, and -I takes a folder"},
	} {
		_, err := Read(context.Background(), c.s)
		assert.ErrorContains(t, err, c.want)
	}
}

// TestClockThrough: a clock that instances pass on as it is, is the clock, and a module that is a wire of
// the clock goes; what else a module does stays.
func TestClockThrough(t *testing.T) {
	tiers.Tools(t, "yosys")
	t.Parallel()
	const gates = `
module gate (input c, input en, output g);
assign g = c;
endmodule
module around (input c, input en, output g);
wire inner;
gate deep (.c(c), .en(en), .g(inner));
assign g = inner;
endmodule
module tree (input c, input [1:0] x, output g, output [1:0] n);
assign g = c;
assign n = ~x;
endmodule
module leaf (input c, input x, output reg y);
always @(posedge c) y <= x;
endmodule
`
	for _, c := range []struct{ name, body, want string }{
		{"wire", "gate u (.c(c), .en(x[0]), .g(g));", ""},
		{"wire in a module", "around u (.c(c), .en(x[0]), .g(g));", ""},
		{"two in a row", "wire h;\ngate u (.c(c), .en(x[0]), .g(h));\ngate v (.c(h), .en(x[0]), .g(g));", ""},
		{"beside other logic", "wire [1:0] n;\ntree u (.c(c), .x(x), .g(g), .n(n));\nassign z = n;", "tree"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			text := gates + "module m (input c, input [1:0] x, output reg y, output w, output [1:0] z);\nwire g;\n" + c.body +
				"\nalways @(posedge g) y <= x[0];\nleaf l (.c(c), .x(x[1]), .y(w));\nendmodule"
			n, err := Source{Files: []string{written(t, text)}, Top: "m"}.read(context.Background())
			assert.NilError(t, err)
			assert.Equal(t, n.Clock, "c")
			var names []string
			for _, m := range n.Design.Modules {
				names = append(names, m.Name)
			}
			want := []string{"leaf", "m"}
			if c.want != "" {
				want = []string{"leaf", c.want, "m"}
			}
			slices.Sort(names)
			slices.Sort(want)
			assert.DeepEqual(t, names, want)
		})
	}
}

// TestReset: with a reset the registers have reset values, without one their first values.
func TestReset(t *testing.T) {
	tiers.Tools(t, "yosys")
	t.Parallel()
	file := written(t, `module m (input clk, input rst_n, input [3:0] d, output reg [3:0] q, output reg [3:0] p);
reg [3:0] first = 7;
reg [3:0] words [0:2];
integer i;
always @(posedge clk) begin
  first <= first + 1;
  p <= first;
  if (!rst_n) begin q <= 9; for (i = 0; i < 3; i = i + 1) words[i] <= i; end
  else begin q <= words[d[1:0]]; words[d[3:2]] <= d; end
end
endmodule`)
	without, err := Read(context.Background(), Source{Files: []string{file}, Top: "m"})
	assert.NilError(t, err)
	assert.Equal(t, len(without.Top.Inputs()), 2)
	assert.Assert(t, strings.Contains(ir.Text(without), "reg first 4 reset 7\n"), ir.Text(without))
	with, err := Read(context.Background(),
		Source{Files: []string{file}, Top: "m", Reset: yosys.Reset{Input: "rst_n", Low: true}, Arbitrary: true})
	assert.NilError(t, err)
	assert.Equal(t, len(with.Top.Inputs()), 1)
	for _, line := range []string{"reg q_reg 4 reset 9\n", "array words 3 x 4 reset 0,1,2\n"} {
		assert.Assert(t, strings.Contains(ir.Text(with), line), ir.Text(with))
	}
}
