package foreign

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/yosys"
	"culprit.example/culprit/testbench/simulate"
)

// ran runs Verilog with random inputs on all engines and on external simulators, which have the files.
func ran(t *testing.T, s Source, outside ...string) *ir.Design {
	t.Helper()
	ctx := context.Background()
	d, part, err := Both(ctx, s)
	assert.NilError(t, err)
	in := simulate.NewInputs(d)
	in.Random()
	r, err := simulate.Run(ctx, simulate.Options{Design: d, Outside: part, Inputs: in, Cycles: 2000, Seed: tiers.Seed(1),
		ResetFirst: s.Reset.Input != "",
		Engines:    append(append([]string{"reference"}, cyclesim.BuiltIn()...), outside...)})
	assert.NilError(t, err)
	for _, e := range r.Engines {
		assert.Equal(t, e.Difference, "", "%s on engine %s", s.Top, e.Engine)
	}
	return d
}

// memories have first contents, lanes, clocked and transparent reads.
const memories = `module m (input clk, input rst, input we, input [3:0] be, input [5:0] a, input [5:0] b, input [31:0] d,
  output reg [31:0] old, output [31:0] now, output reg [31:0] through, output [7:0] table_q, output reg [7:0] kept);
reg [31:0] ram [0:63];
reg [7:0] rom [0:15];
reg [31:0] other [0:36];
integer i;
initial begin
  for (i = 0; i < 64; i = i + 1) ram[i] = i < 9 ? 0 : i * 32'h01010101;
  for (i = 0; i < 16; i = i + 1) rom[i] = i * 13;
  for (i = 4; i < 20; i = i + 1) other[i] = ~i;
  kept = 8'ha5;
end
always @(posedge clk) begin
  for (i = 0; i < 4; i = i + 1) if (we && be[i]) ram[a][8*i +: 8] <= d[8*i +: 8];
  old <= ram[b];
  if (we && a < 37) other[a] <= d;
  through <= (we && a == b && a < 37) ? d : b < 37 ? other[b] : 0;
  if (!rst) kept <= kept ^ table_q;
end
assign now = ram[b];
assign table_q = rom[a[3:0]];
endmodule
`

// system has what only SystemVerilog has: a package, packed structs, an interface, an enumeration.
const system = `package p;
  typedef enum logic [1:0] {IDLE, RUN, STOP} state_t;
  typedef struct packed { logic [5:0] value; logic valid; } item_t;
endpackage
interface link; p::item_t item; logic ready; modport out (output item, input ready); modport in (input item, output ready);
endinterface
module stage import p::*; #(parameter int N = 1) (input logic clk, input logic rst, link.in from, link.out to);
  state_t state;
  item_t held;
  always_ff @(posedge clk or posedge rst)
    if (rst) begin state <= IDLE; held <= '0; end
    else unique case (state)
      IDLE: if (from.item.valid) begin held <= '{value: from.item.value + 6'(N), valid: 1'b1}; state <= RUN; end
      RUN: if (to.ready) begin held.valid <= 1'b0; state <= STOP; end
      default: state <= IDLE;
    endcase
  assign from.ready = state == IDLE;
  assign to.item = held;
endmodule
module m import p::*; (input logic clk, input logic rst, input item_t a, output logic ready, output item_t q, input logic go);
  link l[3] ();
  assign l[0].item = a;
  assign ready = l[0].ready;
  assign q = l[2].item;
  assign l[2].ready = go;
  for (genvar i = 0; i < 2; i++) begin : g
    stage #(.N(i + 1)) s (.clk, .rst, .from(l[i]), .to(l[i + 1]));
  end
  initial $display("%m");
endmodule
`

// TestRuns: what is read does what the files do in simulators of others.
func TestRuns(t *testing.T) {
	tiers.Tools(t, "yosys", "icarus", "verilator", "yowasp")
	t.Parallel()
	ring := `module node (input clk, input rst, input [7:0] a, input [7:0] id, output reg [7:0] q, output [7:0] sum);
assign sum = a + id;
always @(posedge clk) if (rst) q <= 8'h11; else q <= q ^ (a + 1);
endmodule
module m (input clk, input rst, input [7:0] x, output [7:0] y, output [7:0] z);
wire [7:0] l [0:20], c [0:20];
assign l[0] = x;
assign c[0] = x;
genvar i;
generate for (i = 0; i < 20; i = i + 1) begin : g
  node n (.clk(clk), .rst(rst), .a(l[i]), .id(i), .q(l[i + 1]), .sum());
  node chained (.clk(clk), .rst(rst), .a(c[i]), .id(8'd3), .q(), .sum(c[i + 1]));
end endgenerate
assign y = l[20];
assign z = c[20];
endmodule
`
	numbered := `module router #(parameter X = 0, Y = 0, parameter [7:0] SALT = 0) (input clk, input rst, input [7:0] dst, input v,
  output reg [7:0] hits, output reg [1:0] dir);
always @(posedge clk)
  if (rst) begin hits <= 0; dir <= 0; end
  else if (v) begin
    if (dst[3:0] == X && dst[7:4] == Y) hits <= hits + 1 + SALT;
    dir <= dst[3:0] < X ? 1 : dst[3:0] > X ? 2 : 0;
  end
endmodule
module tile #(parameter N = 0) (input clk, input rst, input [7:0] dst, input v, output [7:0] hits, output [1:0] dir);
router #(.X(N / 4), .Y(N % 4), .SALT(N * 7)) r (.clk(clk), .rst(rst), .dst(dst + 8'd1), .v(v), .hits(hits), .dir(dir));
endmodule
module m (input clk, input rst, input [7:0] dst, input v, output [127:0] hits, output [31:0] dirs);
genvar i;
generate for (i = 0; i < 16; i = i + 1) begin : g
  tile #(i) t (.clk(clk), .rst(rst), .dst(dst ^ i), .v(v), .hits(hits[8*i +: 8]), .dir(dirs[2*i +: 2]));
end endgenerate
endmodule
`
	resets := `module count #(parameter FIRST = 5) (input clk, input reset_n, input up, output reg [7:0] n);
always @(posedge clk or negedge reset_n) if (!reset_n) n <= FIRST; else if (up) n <= n + 1;
endmodule
module clears (input clk, input clear, input up, output reg [7:0] n);
always @(posedge clk) if (clear) n <= 9; else if (up) n <= n + 1;
endmodule
module m (input clk, input rst, input again, input up, output [7:0] a, output [7:0] b, output [7:0] c, output [7:0] d);
wire late;
reg [1:0] later;
always @(posedge clk or posedge rst) if (rst) later <= 3; else later <= {later[0], 1'b0};
assign late = later[1];
wire n = ~rst;
count of_inverse (.clk(clk), .reset_n(n), .up(up), .n(a));
clears of_both (.clk(clk), .clear(rst | again), .up(up), .n(b));
clears of_late (.clk(clk), .clear(late), .up(up), .n(c));
count #(77) of_nothing (.clk(clk), .reset_n(!rst), .up(1'b1), .n(d));
endmodule
`
	for _, c := range []struct {
		name, text string
		reset      yosys.Reset
		has        string // in the netlist
	}{
		{"memories", memories, yosys.Reset{}, "memory ram 64 x 32 old = 0*9,151587081,"},
		{"memories reset", memories, yosys.Reset{Input: "rst"}, "rom rom 16 x 8 = 0,13,26,"},
		{"SystemVerilog", system, yosys.Reset{}, "reg held"},
		{"SystemVerilog reset", system, yosys.Reset{Input: "rst"}, "reg state"},
		{"resets of instances", resets, yosys.Reset{Input: "rst"}, "reg n_reg 8 reset 77"},
		{"resets of instances, held", resets, yosys.Reset{}, "reg n_reg 8 reset 0"},
		{"reset of some instances", someReset, yosys.Reset{Input: "rst"}, "reg q_reg 1 reset 1"},
		{"numbered", numbered, yosys.Reset{}, "instance g_t[16] tile"},
		{"array", ring, yosys.Reset{}, "instance g_n[20] node"},
		{"array apart", ring, yosys.Reset{Input: "rst"}, "instance g_19_chained node"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			name := "m.v"
			if strings.HasPrefix(c.name, "System") {
				name = "m.sv"
			}
			file := filepath.Join(t.TempDir(), name)
			assert.NilError(t, os.WriteFile(file, []byte(c.text), 0o666))
			source := Source{Files: []string{file}, Top: "m", Reset: c.reset}
			if strings.HasPrefix(c.name, "System") {
				source.Reader = Slang
			}
			d := ran(t, source, outsideOf(c.name)...)
			assert.Assert(t, strings.Contains(ir.Text(d), c.has), ir.Text(d))
		})
	}
}

// someReset has a unit with its reset, one without, and both a level below.
const someReset = `module ff(input clk, input rst, input d, output reg q);
  initial q = 0;
  always @(posedge clk) if (rst) q <= 1'b1; else q <= d;
endmodule
module two(input clk, input rst, input d, output p, output q);
  ff a(clk, rst, d, p);
  ff b(clk, 1'b0, d, q);
endmodule
module m(input clk, input rst, input d, output [3:0] q);
  two a(clk, rst, d, q[0], q[1]);
  two b(clk, 1'b0, d, q[2], q[3]);
endmodule
`

// outsideOf are the simulators that run a case: Icarus Verilog 11 has no packages with enumerations in structs.
func outsideOf(name string) []string {
	if strings.HasPrefix(name, "System") {
		return []string{"verilator"}
	}
	return []string{"icarus", "verilator"}
}

// TestSameModules: modules that a front end makes of each instance are one.
func TestSameModules(t *testing.T) {
	tiers.Tools(t, "yowasp")
	t.Parallel()
	text := strings.Replace(system, "#(.N(i + 1))", "#(.N(1))", 1)
	file := filepath.Join(t.TempDir(), "m.sv")
	assert.NilError(t, os.WriteFile(file, []byte(text), 0o666))
	d, err := Read(context.Background(), Source{Files: []string{file}, Top: "m", Reader: Slang})
	assert.NilError(t, err)
	assert.Equal(t, len(d.Modules), 2)
}

// TestDiffers: a part whose files do something else than the netlist is noticed by both simulators.
func TestDiffers(t *testing.T) {
	tiers.Tools(t, "yosys", "icarus", "verilator")
	t.Parallel()
	file := written(t, "module m (input clk, input [3:0] d, output reg [3:0] q); always @(posedge clk) q <= d + 1; endmodule")
	ctx := context.Background()
	d, part, err := Both(ctx, Source{Files: []string{file}, Top: "m"})
	assert.NilError(t, err)
	part.Top.Part.Source.Files[0] = written(t,
		"module m (input clk, input [3:0] d, output reg [3:0] q); always @(posedge clk) q <= d + 2; endmodule")
	in := simulate.NewInputs(d)
	in.Random()
	r, err := simulate.Run(ctx, simulate.Options{Design: d, Outside: part, Inputs: in, Cycles: 20, Seed: 1,
		Engines: []string{"reference", "icarus", "verilator"}})
	assert.NilError(t, err)
	assert.Equal(t, r.Passed(), false)
	for _, e := range r.Engines[1:] {
		assert.Assert(t, strings.HasPrefix(e.Difference, "in cycle 1 output q is "), e.Difference)
	}
}
