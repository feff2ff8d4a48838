package verilog_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/verilog"
)

// svNote has a field whose name is a word of SystemVerilog.
type svNote[D rtlgen.Direction] struct {
	Type D `width:"2" doc:"its kind"`
	Name D `width:"5" lanes:"2" doc:"names"`
}

// svLink goes both ways.
type svLink[F, B rtlgen.Direction] struct {
	Data F         `width:"4" doc:"a beat"`
	Note svNote[B] `doc:"what comes back"`
	Full B         `lanes:"2" doc:"queues that are full"`
}

// svHost has lanes of its own below split ones.
type svHost[F, B rtlgen.Direction] struct {
	Beat  F `width:"3" lanes:"2" doc:"two beats"`
	Taken B `doc:"they are taken"`
}

type svPorts struct {
	_       rtlgen.Unit                   `name:"structs" doc:"ports of all shapes" params:"n"`
	Rx      svLink[rtlgen.In, rtlgen.Out] `lanes:"3" doc:"links in"`
	Tx      svLink[rtlgen.Out, rtlgen.In] `lanes:"3" doc:"links out"`
	Host    svHost[rtlgen.In, rtlgen.Out] `lanes:"2,split" doc:"hosts"`
	Sum     rtlgen.Out                    `width:"3" lanes:"4" doc:"beats of the hosts, host 0 first"`
	Taken   rtlgen.In                     `width:"2" doc:"hosts whose beats are taken"`
	Single  svNote[rtlgen.In]             `lanes:"1" doc:"a struct of one lane"`
	Only    rtlgen.Out                    `width:"2" lanes:"2,split" doc:"halves of taken"`
	RxI     rtlgen.In                     `name:"rx_i" doc:"a name that the wrapper would choose"`
	Copy    rtlgen.Out                    `name:"copy" doc:"rx_i and the one lane"`
	Delayed rtlgen.Out                    `doc:"rx_i, a cycle later"`
}

type svParams struct {
	N int `param:"n" default:"3" min:"1" max:"9" doc:"not used"`
}

// structs passes all on, so that each bit of a port has one place in another.
func structs() *rtlgen.Module {
	m, io := rtlgen.New[svPorts](svParams{N: 3})
	rtlgen.Connect(io.Tx, io.Rx)
	var beats []rtlgen.Value
	for i := range 2 {
		h := rtlgen.Lane(io.Host, i)
		beats = append(beats, h.Beat.Value)
		h.Taken.Drive(io.Taken.Bit(i))
	}
	io.Sum.Drive(rtlgen.LanesOf(beats))
	io.Only.Drive(rtlgen.LanesOf([]rtlgen.Value{io.Taken.Value, io.Taken.Not()}))
	io.Copy.Drive(io.RxI.And(io.Single.Type.Bit(0)).Xor(io.Single.Name.Bit(7)).Xor(io.Single.Name.Any().And(io.Single.Type.Bit(1))))
	io.Delayed.Drive(m.Next("late", io.RxI, 0))
	return m.Module
}

// svBench is written by hand from the ports above: it knows nothing of how the wrapper is made.
const svBench = `
module bench;
    import structs_pkg::*;
    logic clk = 0, rst = 0, rx_i = 0, delayed, copy;
    rx_i_t [2:0] rx_in; rx_o_t [2:0] rx_out;
    tx_i_t [2:0] tx_in; tx_o_t [2:0] tx_out;
    host_i_t [1:0] host_in; host_o_t [1:0] host_out;
    single_i_t [0:0] single_in;
    logic [3:0][2:0] sum;
    logic [1:0][1:0] only;
    logic [1:0] taken;
    structs_sv dut (.clk, .rst, .rx_i_(rx_in), .rx_o(rx_out), .tx_i(tx_in), .tx_o(tx_out), .host_i(host_in),
        .host_o(host_out), .single_i(single_in), .sum, .only, .taken, .rx_i, .copy, .delayed);
    int errors = 0;
    int cycles = 0;
    logic last = 0;
    always #1 clk = ~clk;
    task check(input bit ok, input string what);
        if (!ok) begin
            errors++;
            if (errors <= 5) $display("WRONG: %s", what);
        end
    endtask
    always @(posedge clk) begin
        for (int i = 0; i < 3; i++) begin
            rx_in[i].data <= 4'($urandom);
            tx_in[i].note.type_ <= 2'($urandom);
            tx_in[i].note.name[0] <= 5'($urandom);
            tx_in[i].note.name[1] <= 5'($urandom);
            tx_in[i].full <= 2'($urandom);
        end
        for (int h = 0; h < 2; h++) for (int b = 0; b < 2; b++) host_in[h].beat[b] <= 3'($urandom);
        taken <= 2'($urandom);
        single_in[0].type_ <= 2'($urandom);
        single_in[0].name <= 10'($urandom);
        rx_i <= 1'($urandom);
        last <= rx_i;
    end
    always @(negedge clk) begin
        for (int i = 0; i < 3; i++) begin
            check(tx_out[i].data == rx_in[i].data, "data");
            check(dut.core.rx_data[4*i +: 4] == rx_in[i].data, "rx_data of the core");
            check(rx_out[i].note.type_ == tx_in[i].note.type_, "type");
            check(rx_out[i].note.name[0] == tx_in[i].note.name[0], "name 0");
            check(rx_out[i].note.name[1] == tx_in[i].note.name[1], "name 1");
            check(dut.core.tx_note_name[10*i +: 5] == tx_in[i].note.name[0], "tx_note_name of the core");
            check(rx_out[i].full == tx_in[i].full, "full");
            check(dut.core.tx_full[2*i + 1] == tx_in[i].full[1], "tx_full of the core");
        end
        for (int h = 0; h < 2; h++) begin
            check(host_out[h].taken == taken[h], "taken");
            for (int b = 0; b < 2; b++) check(sum[2*h + b] == host_in[h].beat[b], "beat");
        end
        check(dut.core.host1_beat == host_in[1].beat, "host1_beat of the core");
        check(only[0] == taken && only[1] == ~taken, "only");
        check(copy == ((rx_i & single_in[0].type_[0]) ^ single_in[0].name[1][2]
            ^ (|single_in[0].name & single_in[0].type_[1])), "single");
        check(delayed == last, "delayed");
        cycles++;
        if (cycles == 200) begin
            if (errors == 0) $display("ALL RIGHT");
            $finish;
        end
    end
endmodule
`

// TestSystemVerilogWrapper has a bench in SystemVerilog look at every bit through the structs of the wrapper, in
// Verilator, and the wrapper of a wrong netlist fails it.
func TestSystemVerilogWrapper(t *testing.T) {
	t.Parallel()
	out := emit(t, elaborate(t, structs()), verilog.Options{SystemVerilog: true})
	for _, name := range []string{"structs_pkg.sv", "structs_sv.sv"} {
		golden.Assert(t, string(out.File(name)), name)
	}
	dir := t.TempDir()
	assert.NilError(t, out.WriteDir(dir))
	quiet(t, dir, "verilator", "--lint-only", "-Wall", "-F", "structs_sv.f", "--top-module", "structs_sv")
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "bench.sv"), []byte(svBench), 0o666))
	simulate := func() string {
		run(t, dir, "verilator", "--binary", "-F", "structs_sv.f", "bench.sv", "--top-module", "bench",
			"--Mdir", "obj")
		return run(t, dir, filepath.Join(dir, "obj", "Vbench"))
	}
	said := simulate()
	assert.Assert(t, strings.Contains(said, "ALL RIGHT"), said)

	wrapper := string(out.File("structs_sv.sv"))
	wrong := strings.Replace(wrapper, "rx_data[lane_0*4 +: 4]", "rx_data[(2 - lane_0)*4 +: 4]", 1)
	assert.Assert(t, wrong != wrapper)
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "structs_sv.sv"), []byte(wrong), 0o666))
	said = simulate()
	assert.Assert(t, strings.Contains(said, "WRONG: rx_data of the core") && !strings.Contains(said, "ALL RIGHT"), said)
}

// TestSystemVerilogNames has a module of the design called as the wrapper would be.
func TestSystemVerilogNames(t *testing.T) {
	t.Parallel()
	child := rtlgen.NewModule("outer_sv")
	child.Output("q", child.Input("d", 1))
	m := rtlgen.NewModule("outer")
	in := m.Instance("inner", child)
	in.In("d", m.Input("d", 1))
	m.Output("q", in.Out("q"))
	_, err := verilog.Emit(elaborate(t, m), verilog.Options{SystemVerilog: true})
	assert.Error(t, err, "the SystemVerilog of outer needs the name outer_sv, which a module of it has: rename it")
}
