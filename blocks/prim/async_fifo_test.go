package prim_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/child"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
)

// instant is what async_fifo has, before the edges in it, where an edge is.
type instant struct {
	at                                   int // ps
	wrClk, push, full, rdClk, pop, empty bool
	wdata, rdata                         uint64
}

// queue looks whether words are lost, doubled or out of order.
type queue struct {
	words        []uint64
	moved        int // words that have come out
	wasted, held int // edges at which a word was wanted and none was there, or one could not be taken
}

func (q *queue) see(t *testing.T, i instant) {
	t.Helper()
	if i.rdClk && i.pop {
		if i.empty {
			q.wasted++
		} else {
			assert.Assert(t, len(q.words) > 0, "%d ps: a word comes that was not pushed", i.at)
			assert.Equal(t, i.rdata, q.words[0], "%d ps: word %d", i.at, q.moved)
			q.words, q.moved = q.words[1:], q.moved+1
		}
	}
	if i.wrClk && i.push {
		if i.full {
			q.held++
		} else {
			q.words = append(q.words, i.wdata)
		}
	}
}

func asyncFIFO(t *testing.T, depth, stages int) *ir.Design {
	t.Helper()
	d, err := rtlgen.Elaborate(prim.AsyncFIFO(prim.AsyncFIFOParams{Width: 32, Depth: depth, Stages: stages}).Module)
	assert.NilError(t, err)
	return d
}

// asyncFIFOEngine is the netlist in an engine.
type asyncFIFOEngine struct{ cyclesim.Engine }

// step makes the edges of an instant, and returns it with the outputs before them.
func (e asyncFIFOEngine) step(i instant) instant {
	for port, x := range []uint64{bit(i.wrClk), bit(i.push), i.wdata, bit(i.rdClk), bit(i.pop)} {
		e.SetInput(port, []uint64{x})
	}
	e.Eval()
	out := func(port int) uint64 {
		var x [1]uint64
		e.Output(port, x[:])
		return x[0]
	}
	i.full, i.rdata, i.empty = out(0) == 1, out(1), out(2) == 1
	e.Step()
	return i
}

func bit(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// TestAsyncFIFOUncertain: where synchronizers are late by an instant now and then, each bit for itself, no word is
// lost, doubled or out of order, and no property fails.
func TestAsyncFIFOUncertain(t *testing.T) {
	t.Parallel()
	for _, p := range [][2]int{{16, 2}, {2, 2}, {4, 3}} {
		d := asyncFIFO(t, p[0], p[1])
		for seed := range uint64(8) {
			e, err := cyclesim.New(d, cyclesim.Options{Seed: seed, Uncertain: true})
			assert.NilError(t, err)
			r, q := rand.New(rand.NewPCG(seed, 1)), queue{}
			wr, rd, push, pop := 1+r.IntN(7), 1+r.IntN(7), 1+r.IntN(4), 1+r.IntN(4)
			for cycle := range 3000 {
				q.see(t, asyncFIFOEngine{e}.step(instant{at: cycle, wrClk: r.IntN(wr) == 0, rdClk: r.IntN(rd) == 0,
					push: r.IntN(push) == 0, pop: r.IntN(pop) == 0, wdata: r.Uint64N(1 << 32)}))
			}
			assert.Equal(t, len(e.Failures()), 0, "seed %d: %v", seed, e.Failures())
			assert.Assert(t, q.moved > 50, "seed %d: %d words", seed, q.moved)
			assert.Assert(t, len(q.words) <= p[0]+1)
		}
	}
}

// traffic is two clocks, by half periods in ps, and what passes between them.
type traffic struct{ wr, rd, jitter, push, pop int }

// traffics are clocks with ratios from 1:7 to 7:1, such as drift past each other, and such as jitter.
var traffics = []traffic{
	{500, 3500, 0, 100, 100}, {500, 1500, 0, 100, 100}, {500, 1000, 0, 60, 100}, {700, 900, 0, 100, 100},
	{500, 500, 0, 100, 100}, {500, 501, 0, 100, 100}, {503, 500, 0, 100, 100}, {500, 507, 0, 40, 40},
	{500, 500, 300, 100, 100}, {800, 500, 700, 70, 100}, {1000, 500, 0, 100, 60}, {1500, 500, 0, 100, 100},
	{3500, 500, 0, 100, 100}, {3500, 500, 3000, 80, 30}, {500, 3500, 900, 100, 90},
}

// TestAsyncFIFOClocks: in Icarus Verilog and Verilator, with clocks that are two, the Verilog does at each edge what
// the netlist does in that instant; no word is lost, doubled or out of order; and one passes at each edge of the
// slower clock, if there is room for the words on the way.
func TestAsyncFIFOClocks(t *testing.T) {
	tiers.Tools(t, "icarus", "verilator")
	t.Parallel()
	for _, c := range []struct {
		tool          string
		depth, stages int
	}{{"icarus", 16, 2}, {"icarus", 4, 3}, {"icarus", 2, 4}, {"verilator", 16, 2}} {
		t.Run(fmt.Sprintf("%s_%d_%d", c.tool, c.depth, c.stages), func(t *testing.T) {
			t.Parallel()
			d := asyncFIFO(t, c.depth, c.stages)
			simulate := compiled(t, c.tool, d)
			for _, k := range traffics {
				ends := 600 * max(k.wr, k.rd)
				q := replayed(t, d, instants(t, simulate(k, ends)))
				assert.Assert(t, q.moved > 20, "%+v: %d words", k, q.moved)
				if c.depth >= 16 && k.jitter == 0 && k.push == 100 && k.pop == 100 {
					most := 2*c.stages + 6 // edges until the first word has come, and until the first room is known
					assert.Assert(t, k.wr > k.rd || q.wasted <= most, "%+v: %d edges without a word", k, q.wasted)
					assert.Assert(t, k.wr < k.rd || q.held <= most, "%+v: %d edges without room", k, q.held)
				}
			}
		})
	}
}

// compiled makes a simulation of the Verilog, and returns what runs it for a number of ps.
func compiled(t *testing.T, tool string, d *ir.Design) func(k traffic, ends int) string {
	t.Helper()
	out, err := verilog.Emit(d, verilog.DefaultOptions())
	assert.NilError(t, err)
	dir := t.TempDir()
	assert.NilError(t, out.WriteDir(dir))
	bench, err := os.ReadFile(filepath.Join("testdata", "async_fifo_tb.v"))
	assert.NilError(t, err)
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "async_fifo_tb.v"), bench, 0o666))
	run := func(tool string, args ...string) string {
		cmd := child.New(context.Background(), tool, args...)
		cmd.Dir = dir
		said, err := cmd.Said()
		assert.NilError(t, err, "%s %v:\n%s", tool, args, said)
		return string(said)
	}
	args := []string{"-DDUT=" + d.Top.Name, "-DRTLGEN_ASSERT", "async_fifo_tb.v", d.Top.Name + ".v"}
	if tool == "icarus" {
		run("iverilog", append([]string{"-g2005", "-Wall", "-o", "sim"}, args...)...)
	} else {
		flags := []string{"--binary", "--top-module", "async_fifo_tb", "-CFLAGS", "-O0", "-o", "sim", "--Mdir", "."}
		run("verilator", append(flags, args...)...)
	}
	return func(k traffic, ends int) string {
		reset := 5*max(k.wr, k.rd) + 2*k.jitter // two edges of each clock, or more; then one of them begins
		args := strings.Fields(fmt.Sprintf("+wr_half=%d +rd_half=%d +jitter=%d +push=%d +pop=%d +wr_start=%d +rd_start=%d",
			k.wr, k.rd, k.jitter, k.push, k.pop, reset+7*max(0, k.wr-k.rd), reset+7*max(0, k.rd-k.wr)))
		args = append(args, fmt.Sprintf("+ends=%d", ends))
		if tool == "icarus" {
			return run("vvp", append([]string{"-n", "sim"}, args...)...)
		}
		return run("./sim", args...)
	}
}

// instants reads what the test bench prints: edges at one time are one instant. A side in reset has no edges.
func instants(t *testing.T, text string) (list []instant) {
	t.Helper()
	for _, line := range strings.Split(text, "\n") {
		w := strings.Fields(line)
		if len(w) != 6 || w[0] != "W" && w[0] != "R" {
			assert.Assert(t, line == "" || strings.Contains(line, "$finish"), "unexpected: %s", line)
			continue
		}
		at, err := strconv.Atoi(w[1])
		assert.NilError(t, err)
		if w[2] == "1" {
			continue
		}
		if len(list) == 0 || list[len(list)-1].at != at {
			list = append(list, instant{at: at})
		}
		i := &list[len(list)-1]
		if w[0] == "W" {
			i.wrClk, i.push, i.wdata, i.full = true, w[3] == "1", hexadecimal(t, w[4]), w[5] == "1"
		} else if i.rdClk, i.pop, i.empty = true, w[3] == "1", w[4] == "1"; !i.empty {
			i.rdata = hexadecimal(t, w[5])
		}
	}
	return list
}

func hexadecimal(t *testing.T, text string) uint64 {
	t.Helper()
	x, err := strconv.ParseUint(text, 16, 64)
	assert.NilError(t, err)
	return x
}

// replayed has an engine make the same edges, compares what each side sees at its own, and looks at the words.
func replayed(t *testing.T, d *ir.Design, list []instant) (q queue) {
	t.Helper()
	e, err := cyclesim.New(d, cyclesim.Options{Engine: "reference"})
	assert.NilError(t, err)
	for _, i := range list {
		n := asyncFIFOEngine{e}.step(i)
		assert.Assert(t, !i.wrClk || n.full == i.full, "%d ps: full is %t, in the netlist %t", i.at, i.full, n.full)
		assert.Assert(t, !i.rdClk || n.empty == i.empty, "%d ps: empty is %t, in the netlist %t", i.at, i.empty, n.empty)
		assert.Assert(t, !i.rdClk || i.empty || n.rdata == i.rdata, "%d ps: rdata is %x, in the netlist %x", i.at, i.rdata,
			n.rdata)
		q.see(t, i)
	}
	assert.Equal(t, len(e.Failures()), 0, "%v", e.Failures())
	return q
}

// TestAsyncFIFODepth: a depth that is no power of two is refused.
func TestAsyncFIFODepth(t *testing.T) {
	_, err := blocks.Of(prim.AsyncFIFO).Resolve(map[string]int{"depth": 6})
	assert.Error(t, err, "block async_fifo: depth=6 is no power of two, which the counts in Gray code need: give 4 or 8")
}
