package speed_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/speed"
)

func options(names ...string) speed.Options {
	o := speed.Options{Loads: []float64{0.25}, Cycles: 2_000_000, BuildLimit: 5 * time.Minute, Worker: worker}
	for _, name := range names {
		o.Subjects = append(o.Subjects, speed.Find(toys, name))
	}
	return o
}

// TestRow measures a toy with the real Verilator.
func TestRow(t *testing.T) {
	tiers.Tools(t, "make", "verilator")
	o := options("toy")
	o.Models = []string{"default", "O3"}
	o.Engines = []string{"compiled", "reference"}
	o.Loads = []float64{0.25, 0.5}
	var stages []string
	o.Progress = func(_ int, stage string, done, total int) {
		assert.Assert(t, done >= 0 && done <= total)
		if len(stages) == 0 || stages[len(stages)-1] != stage {
			stages = append(stages, stage)
		}
	}
	r, err := speed.Run(context.Background(), o)
	assert.NilError(t, err)
	assert.Assert(t, r.Passed())
	assert.DeepEqual(t, stages, []string{"elaborating", "verilator", "verilator -O3", "load 0.25", "load 0.5"})
	assert.Equal(t, len(r.Rows), 2)
	for i, row := range r.Rows {
		assert.Equal(t, row.Load, o.Loads[i])
		assert.Equal(t, row.Cycles, o.Cycles)
		// One packet in this number of cycles, in all cycles since reset.
		all := float64(row.WarmUp + row.Cycles + 1)
		assert.Equal(t, row.Delivered, uint64(all*row.Load/2))
		assert.Assert(t, row.Digest != 0)
		consistent(t, row)
	}
	assert.Assert(t, r.Rows[0].Digest != r.Rows[1].Digest)
	for _, tool := range []string{"verilator", "make", "go"} {
		assert.Assert(t, r.Tools[tool] != "", tool)
	}
	assert.Assert(t, r.Tools["clang++"] != "" || r.Tools["g++"] != "" || os.Getenv("CXX") != "")
}

// consistent checks what must hold between the numbers of a row.
func consistent(t *testing.T, row *speed.Row) {
	t.Helper()
	v := row.Verilator
	assert.Equal(t, len(row.Engines), 2)
	assert.Equal(t, row.Engines[0].Name, "compiled")
	assert.Equal(t, row.Engines[1].Name, "reference")
	for _, s := range append(row.Engines, v) {
		x := s.CyclesPerSecond
		assert.Assert(t, x.Low > 1000 && x.Low <= x.Median && x.Median <= x.High && x.High < 1e10, "%v", s)
		assert.Assert(t, s.FirstCycleSeconds > 0 && s.FirstCycleWallSeconds > 0, "%v", s)
		assert.Assert(t, s.PeakBytes > 1<<18 && s.PeakBytes < 1<<32, "%v", s)
		assert.Equal(t, s.PeakBytesPerSwitch, s.PeakBytes/int64(row.Switches))
		assert.Equal(t, len(s.Totals), 4)
		for i, total := range s.Totals {
			assert.Equal(t, total, speed.Total{Cycles: []float64{1e4, 1e5, 1e6, 1e7}[i],
				Seconds: s.FirstCycleSeconds + total.Cycles/x.Median})
		}
	}
	for _, e := range row.Engines {
		// The turns of the extremes can differ between the sides, their order cannot.
		assert.Assert(t, e.Ratio.Low <= e.Ratio.Median && e.Ratio.Median <= e.Ratio.High)
		assert.Assert(t, e.Ratio.High <= e.CyclesPerSecond.High/v.CyclesPerSecond.Low+1e-9 &&
			e.Ratio.Low >= e.CyclesPerSecond.Low/v.CyclesPerSecond.High-1e-9)
	}
	assert.Assert(t, v.Ratio == nil)
	assert.Equal(t, len(row.Builds), 2)
	best := 0.0
	for _, b := range row.Builds {
		assert.Assert(t, !b.LimitHit && b.Seconds > 0.1 && b.PeakBytes > 1<<20, "%v", b)
		assert.Assert(t, strings.HasPrefix(b.Flags, "verilator --noassert") && strings.Contains(b.Flags, "-march=native"),
			b.Flags)
		best = max(best, b.CyclesPerSecond.Median)
		if b.Name == v.Name {
			assert.Assert(t, v.FirstCycleSeconds > b.Seconds)
		}
	}
	assert.Equal(t, best, v.CyclesPerSecond.Median)
}

// TestParts: Verilator gets the Verilog of parts that others wrote.
func TestParts(t *testing.T) {
	tiers.Tools(t, "make", "verilator")
	o := options("part")
	o.Models, o.Cycles, o.MakeFlags = []string{"default"}, 20000, []string{"OPT_FAST=-O0"}
	r, err := speed.Run(context.Background(), o)
	assert.NilError(t, err)
	assert.Assert(t, r.Passed())
	assert.Equal(t, r.Rows[0].Delivered, uint64(r.Rows[0].WarmUp+r.Rows[0].Cycles+1))
}

// TestProblems: the two sides differ, or the design says that something is wrong.
func TestProblems(t *testing.T) {
	tiers.Tools(t, "make", "verilator")
	for _, c := range []struct{ subject, want string }{
		{"other", "the sides differ: " + cyclesim.DefaultEngine() + ": after 2001 cycles delivered=32784384"},
		{"wrong", "the traffic has found a mistake of the design: " + cyclesim.DefaultEngine() +
			": after 2001 cycles delivered=250"},
	} {
		o := options(c.subject)
		o.Models = []string{"default"}
		o.MakeFlags = []string{"OPT_FAST=-O0", "OPT_GLOBAL=-O0"}
		if c.subject == "wrong" { // both sides say so: one is enough
			o.BuildLimit = time.Nanosecond
		}
		r, err := speed.Run(context.Background(), o)
		assert.NilError(t, err)
		assert.Assert(t, !r.Passed())
		assert.Equal(t, len(r.Rows), 1)
		row := r.Rows[0]
		assert.Assert(t, strings.HasPrefix(row.Problem, c.want), row.Problem)
		assert.Assert(t, len(row.Engines) == 0 && row.Verilator == nil)
	}
}

// TestBuildLimit: without Verilator there is a row all the same.
func TestBuildLimit(t *testing.T) {
	tiers.Tools(t, "make", "verilator")
	o := options("toy")
	o.Models = []string{"default", "O3"}
	o.BuildLimit = 10 * time.Millisecond
	r, err := speed.Run(context.Background(), o)
	assert.NilError(t, err)
	assert.Assert(t, r.Passed())
	row := r.Rows[0]
	assert.Assert(t, row.Engines[0].Ratio == nil && row.Verilator == nil)
	assert.Assert(t, row.Engines[0].CyclesPerSecond.Low > 1000)
	for _, b := range row.Builds {
		assert.Assert(t, b.LimitHit && b.WallSeconds < 60, "%v", b)
	}
	assert.Equal(t, len(row.Engines[0].Totals), 4)
}

// TestEnd: the end of the context ends all.
func TestEnd(t *testing.T) {
	tiers.Tools(t, "make", "verilator")
	ctx, cancel := context.WithCancel(context.Background())
	o := options("toy")
	o.Models = []string{"default"}
	o.Progress = func(_ int, stage string, _, _ int) {
		if stage == "verilator" {
			time.AfterFunc(50*time.Millisecond, cancel)
		}
	}
	start := time.Now()
	_, err := speed.Run(ctx, o)
	assert.Assert(t, errors.Is(err, context.Canceled), err)
	assert.Assert(t, time.Since(start) < 30*time.Second)
}

// TestThreads: a side for each number of threads, where there can be several.
func TestThreads(t *testing.T) {
	tiers.Tools(t, "make", "verilator")
	o := options("toy")
	o.Models, o.Loads, o.Cycles = []string{}, []float64{0.5}, 200_000
	o.Engines, o.Threads = []string{"native", "compiled"}, []int{1, 2}
	r, err := speed.Run(context.Background(), o)
	assert.NilError(t, err)
	assert.Assert(t, r.Passed())
	row := r.Rows[0]
	var names []string
	for _, side := range row.Engines {
		names = append(names, side.Name)
	}
	assert.DeepEqual(t, names, []string{"native", "native, 2 threads", "compiled"})
	assert.Equal(t, row.Verilator.Name, "verilator --threads 2")
	assert.Assert(t, row.ByClock)
}

func TestWorkerFails(t *testing.T) {
	tiers.Tools(t, "make", "verilator")
	o := options("toy")
	o.Models = []string{"default"}
	o.BuildLimit = time.Nanosecond
	for _, c := range []struct{ program, want string }{
		{"echo surprise; cat", `cannot understand "surprise"`},
		{"echo out of memory >&2; exit 1", cyclesim.DefaultEngine() + " has ended: out of memory"},
		{"exit 1", cyclesim.DefaultEngine() + " has ended: EOF"},
		{"echo ready 1 1 1 1 1; while read x n; do echo ran 1 0 0 1 1 1 0; done",
			"so few cycles take no measurable time: give more with --cycles"},
	} {
		o.Worker = func(string, speed.Engine, float64) speed.Worker {
			return speed.Worker{Path: "sh", Args: []string{"-c", c.program}}
		}
		_, err := speed.Run(context.Background(), o)
		assert.ErrorContains(t, err, c.want)
	}
}

// TestWithout: an engine is compared with itself less a step, without Verilator.
func TestWithout(t *testing.T) {
	if !slices.Contains(cyclesim.BuiltIn(), "native") {
		t.Skip("there is no machine code here")
	}
	o := options("toy")
	o.Engines, o.Without, o.Models = []string{"native", "compiled"}, []string{"pairs", "threads"}, []string{}
	r, err := speed.Run(context.Background(), o)
	assert.NilError(t, err)
	assert.Assert(t, r.Passed() && r.Compared())
	var names []string
	for i, side := range r.Rows[0].Engines {
		names = append(names, side.Name)
		assert.Equal(t, side.Relative == nil, i == 0)
	}
	assert.DeepEqual(t, names, []string{"native", "native without pairs", "compiled"})
	table := r.WorthTable()
	assert.Assert(t, strings.HasPrefix(table,
		"| design | load | native without pairs | compiled |\n|---|---:|---:|---:|\n| toy | 0.25 | "),
		table)
}

// TestServe speaks the protocol.
func TestServe(t *testing.T) {
	var out bytes.Buffer
	compiled := speed.Engine{Name: "compiled", Threads: 1}
	err := speed.Serve(context.Background(), speed.Find(toys, "toy"), compiled, 0.5,
		strings.NewReader("run 3\nrun 4\n"), &out)
	assert.NilError(t, err)
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	assert.Equal(t, len(lines), 3)
	assert.Assert(t, strings.HasPrefix(lines[0], "ready "))
	assert.Assert(t, strings.HasPrefix(lines[1], "ran 4 "))
	assert.Assert(t, strings.HasPrefix(lines[2], "ran 8 "))
	err = speed.Serve(context.Background(), speed.Find(toys, "toy"), compiled, 0.5, strings.NewReader("walk 3\n"),
		&out)
	assert.Error(t, err, `cannot understand the command "walk 3": it must be: run CYCLES`)
}
