package testbench_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/benchtest"
)

// everyEngine is what a full verification runs.
var everyEngine = testbench.Engines()

func TestEveryEngineAgrees(t *testing.T) {
	tiers.Tools(t, "icarus")
	r := benchtest.RunBench(t, stashBench(), nil, testbench.Options{Seed: 5, Engines: everyEngine})
	assert.Equal(t, len(r.Engines), len(everyEngine))
	assert.Equal(t, r.Cycles, 400)
	assert.Assert(t, r.CoverPointsEnforced)
	assert.Equal(t, len(r.CoverPointsMissed), 0)
	// level and count are compared in all cycles, word from the first pop on; of
	// the lanes of count the known ones only.
	assert.Assert(t, r.OutputsCompared > 1000 && r.OutputsCompared < 1200, r.OutputsCompared)
	assert.Assert(t, r.BitsCompared < 400*(100+3+20), r.BitsCompared)
	assert.Equal(t, r.Engines[0].Covers[0].Name, "stash.was_full")
	assert.Assert(t, r.Engines[0].Covers[0].Count > 0)
}

// TestPortsOfManyWidths covers ports of one bit, of whole words, wider ones, and
// lanes that cross words. Icarus compiles fast enough for all of them.
func TestPortsOfManyWidths(t *testing.T) {
	tiers.Tools(t, "icarus")
	for _, given := range []map[string]int{
		{"width": 1, "depth": 2, "lanes": 1},
		{"width": 64, "depth": 8, "lanes": 13},
		{"width": 65, "depth": 3, "lanes": 64},
		{"width": 1000, "depth": 7, "lanes": 5},
	} {
		benchtest.RunBench(t, stashBench(), given, testbench.Options{Seed: 6, Engines: []string{"reference", "icarus"}})
	}
}

// TestFaultIsReportedByEveryEngine puts a mutant into the block and looks at the
// report: all engines must see the same difference in the same cycle.
func TestMutantIsReportedByEveryEngine(t *testing.T) {
	tiers.Tools(t, "icarus")
	b := mutantNamed(t, "limit_19")
	dir := t.TempDir()
	r, err := testbench.Verify(b, nil, testbench.Options{Seed: 3, Engines: everyEngine, WorkDir: dir})
	assert.NilError(t, err)
	assert.Assert(t, !r.Passed)
	for _, e := range r.Engines {
		d := e.Difference
		if d == nil || e.Passed {
			t.Fatalf("engine %s has not seen the mutant", e.Engine)
		}
		first := r.Engines[0].Difference
		assert.Equal(t, d.Cycle, first.Cycle)
		assert.Equal(t, d.Signal, "stash.count")
		assert.Assert(t, d.Expected == first.Expected && d.Got == first.Got && d.Expected != d.Got, "%+v", d)
		assert.Assert(t, strings.Contains(d.Diff, `"count": `), d.Diff)
		assert.Equal(t, d.Repeat, "rtlgen verify stash --engine "+e.Engine+" --cycles 400 --seed 3")
		text, err := os.ReadFile(d.VCD)
		assert.NilError(t, err)
		for _, want := range []string{"$scope module golden $end", "$scope module stash $end",
			fmt.Sprintf("#%d\n", 10*d.Cycle)} {
			assert.Assert(t, strings.Contains(string(text), want), want)
		}
		assert.Assert(t, !strings.Contains(string(text), fmt.Sprintf("#%d\n", 10*(d.Cycle+2))),
			"the waveform goes on after the difference")
	}
	assert.Equal(t, len(r.Problems()), len(everyEngine))
}

// TestBrokenAssertionIsReportedByEveryEngine uses a mutant that breaks an
// assertion, and looks at what is said about it.
func TestBrokenAssertionIsReportedByEveryEngine(t *testing.T) {
	tiers.Tools(t, "icarus")
	b := mutantNamed(t, "pop_without_word")
	r, err := testbench.Verify(b, nil, testbench.Options{Seed: 3, Engines: everyEngine, WorkDir: t.TempDir()})
	assert.NilError(t, err)
	first := r.Engines[0].Failures
	assert.Equal(t, len(first), 1)
	assert.Equal(t, first[0].Name, "stash.level_in_range")
	assert.Equal(t, first[0].Kind, "assert")
	for _, e := range r.Engines[1:] {
		assert.DeepEqual(t, e.Failures, first, cmpopts.IgnoreFields(testbench.PropertyFailure{}, "VCD", "Count"))
	}
}

// TestUnknownIsNotCompared lets the golden model know everything: its values
// for what is unknown are wrong on purpose, so that must fail.
func TestUnknownIsNotCompared(t *testing.T) {
	tiers.Tools(t, "icarus")
	b := stashBench()
	b.New = func(v blocks.Values, rng *rand.Rand) testbench.Case {
		g, drive := newStash(v, rng)
		all := func(in stashIn) stashOut {
			out := g.Step(in)
			for i := range out.CountKnown {
				out.CountKnown[i] = true
			}
			return out
		}
		return testbench.NewCase(stashPrototypeIn(v), stashPrototypeOut(v), all, drive, nil)
	}
	b.CoverPoints = nil
	r, err := testbench.Verify(b, nil, testbench.Options{Seed: 5, Engines: []string{"reference", "icarus"},
		WorkDir: t.TempDir()})
	assert.NilError(t, err)
	for _, e := range r.Engines {
		assert.Assert(t, e.Difference != nil && e.Difference.Signal == "stash.count", e.Engine)
	}
}

// TestWordNeverWrittenIsCaught is about a golden model that claims to know the
// output of the memory before anything was read.
func TestWordNeverWrittenIsCaught(t *testing.T) {
	tiers.Tools(t, "icarus")
	b := stashBench()
	b.New = func(v blocks.Values, rng *rand.Rand) testbench.Case {
		g, drive := newStash(v, rng)
		always := func(in stashIn) stashOut {
			out := g.Step(in)
			out.WordKnown = true
			return out
		}
		return testbench.NewCase(stashPrototypeIn(v), stashPrototypeOut(v), always, drive, nil)
	}
	b.CoverPoints = nil
	r, err := testbench.Verify(b, nil, testbench.Options{Seed: 5, Engines: everyEngine, WorkDir: t.TempDir()})
	assert.NilError(t, err)
	got := map[string]bool{}
	for _, e := range r.Engines {
		d := e.Difference
		assert.Assert(t, d != nil && d.Cycle == 0 && d.Signal == "stash.word", e.Engine)
		got[d.Got] = true
	}
	assert.Assert(t, len(got) > 1, "all engines start with the same contents: %v", got)
}

func TestCoverPoints(t *testing.T) {
	b := stashBench()
	b.CoverPoints = append(b.CoverPoints, "impossible")
	r, err := testbench.Verify(b, nil, testbench.Options{Seed: 5})
	assert.NilError(t, err)
	assert.Assert(t, !r.Passed && r.Engines[0].Passed)
	assert.DeepEqual(t, r.CoverPointsMissed, []string{"impossible"})
	assert.DeepEqual(t, r.Problems(), []string{"cover points not reached in 400 cycles from seed 5: impossible"})

	r, err = testbench.Verify(b, nil, testbench.Options{Seed: 5, Cycles: 399})
	assert.NilError(t, err)
	assert.Assert(t, r.Passed && !r.CoverPointsEnforced, "a shorter run reports cover points and does not demand them")
	assert.DeepEqual(t, r.CoverPointsMissed, []string{"impossible"})

	b.CoverPointsFor = func(blocks.Values) []string { return []string{"full", "empty"} }
	r = benchtest.RunBench(t, b, nil, testbench.Options{Seed: 5})
	assert.Equal(t, len(r.CoverPoints), 2)
}

func TestCoverPointThatIsNotListed(t *testing.T) {
	b := stashBench()
	b.CoverPoints = b.CoverPoints[1:]
	_, err := testbench.Verify(b, nil, testbench.Options{Seed: 5})
	assert.Error(t, err, `the bench of block stash reaches cover point "full", which is not in its list`)
}

// TestNeverComparedOutput is about a golden model that never knows an output.
func TestNeverComparedOutput(t *testing.T) {
	b := stashBench()
	b.New = func(v blocks.Values, rng *rand.Rand) testbench.Case {
		g, drive := newStash(v, rng)
		blind := func(in stashIn) stashOut {
			out := g.Step(in)
			out.WordKnown = false
			return out
		}
		return testbench.NewCase(stashPrototypeIn(v), stashPrototypeOut(v), blind, drive, nil)
	}
	b.CoverPoints = nil
	r, err := testbench.Verify(b, nil, testbench.Options{Seed: 5})
	assert.NilError(t, err)
	assert.DeepEqual(t, r.NeverCompared, []string{"word"})
	assert.Assert(t, !r.Passed && r.Engines[0].Passed)
}

func TestSameSeedSameReport(t *testing.T) {
	run := func(seed uint64) *testbench.Report {
		return benchtest.RunBench(t, stashBench(), nil, testbench.Options{Seed: seed})
	}
	seconds := cmp.FilterPath(func(p cmp.Path) bool { return strings.HasSuffix(p.Last().String(), "Seconds") },
		cmp.Ignore())
	unexported := cmpopts.IgnoreUnexported(testbench.Report{})
	assert.DeepEqual(t, run(8), run(8), seconds, unexported)
	assert.Assert(t, !cmp.Equal(run(8), run(9), seconds, unexported))
}

func TestReportAsJSON(t *testing.T) {
	r := benchtest.RunBench(t, stashBench(), map[string]int{"depth": 4}, testbench.Options{Seed: 5, Cycles: 400})
	text, err := json.Marshal(r)
	assert.NilError(t, err)
	var fields map[string]any
	assert.NilError(t, json.Unmarshal(text, &fields))
	for _, name := range []string{
		"block", "params", "seed", "cycles", "resets", "outputs_compared", "bits_compared", "golden_seconds", "cover_points",
		"cover_points_missed",
		"never_compared", "cover_points_enforced", "engines", "passed",
	} {
		assert.Assert(t, fields[name] != nil, name)
		delete(fields, name)
	}
	assert.Equal(t, len(fields), 0, fields)
}

func TestWrongCalls(t *testing.T) {
	for _, c := range []struct {
		given map[string]int
		o     testbench.Options
		want  string
	}{
		{nil, testbench.Options{Engines: []string{"modelsim"}},
			`no engine "modelsim": choose from ` + strings.Join(everyEngine, ", ")},
		{nil, testbench.Options{Cycles: -1}, "block stash: cannot run -1 cycles: give at least 1"},
		{nil, testbench.Options{Cycles: 1 << 40}, "too many to record: give at most"},
		{map[string]int{"depht": 3}, testbench.Options{}, `block stash has no parameter "depht"`},
	} {
		_, err := testbench.Verify(stashBench(), c.given, c.o)
		assert.ErrorContains(t, err, c.want)
	}
}

func TestProgress(t *testing.T) {
	last := map[string]int{}
	o := testbench.Options{Seed: 5, Cycles: 10000, Progress: func(stage string, done, total int) {
		assert.Assert(t, done >= last[stage] && total == 10000)
		last[stage] = done
	}}
	benchtest.RunBench(t, stashBench(), nil, o)
	want := map[string]int{"golden": 10000}
	for _, engine := range cyclesim.BuiltIn() {
		want[engine] = 10000
	}
	assert.DeepEqual(t, last, want)
}

func TestWave(t *testing.T) {
	write := func(cycles int) string {
		var b strings.Builder
		assert.NilError(t, testbench.WriteWave(&b, stashBench(), nil, testbench.Options{Seed: 5, Cycles: cycles}))
		return b.String()
	}
	text := write(70)
	for _, want := range []string{"$scope module stash $end", "$scope module golden $end", "word_known", "#0\n",
		"#690\n"} {
		assert.Assert(t, strings.Contains(text, want), want)
	}
	assert.Equal(t, text, write(70))
	assert.Assert(t, len(write(71)) > len(text))
}

// TestWaveWindow: a part of a run is drawn as in the whole waveform.
func TestWaveWindow(t *testing.T) {
	t.Parallel()
	write := func(w testbench.WaveOptions) string {
		var b strings.Builder
		assert.NilError(t, testbench.WriteWave(&b, stashBench(), nil, testbench.Options{Seed: 5, Cycles: 70, Wave: w}))
		return b.String()
	}
	part := write(testbench.WaveOptions{From: 20, Until: 31})
	_, changes, _ := strings.Cut(part, "$enddefinitions $end\n")
	assert.Assert(t, strings.HasPrefix(changes, "#200\n$dumpvars\n"), changes)
	assert.Assert(t, strings.HasSuffix(changes, "#305\n0!\n#310\n"), changes)
	_, same, _ := strings.Cut(changes, "#210\n")
	assert.Assert(t, strings.Contains(write(testbench.WaveOptions{}), same))
	assert.Equal(t, write(testbench.WaveOptions{Until: 70}), write(testbench.WaveOptions{}))

	for want, w := range map[string]testbench.WaveOptions{
		"cannot begin at cycle -1: the run has the cycles 0 to 69":   {From: -1},
		"cannot begin at cycle 70: the run has the cycles 0 to 69":   {From: 70},
		"cannot end with cycle 70: the run has the cycles 0 to 69":   {Until: 71},
		"cannot end with cycle -3":                                   {Until: -2},
		"cannot begin at cycle 9 and end with cycle 8":               {From: 9, Until: 9},
		`no waveform of "stsh": module stash has no instance "stsh"`: {VCD: cyclesim.VCDOptions{Scope: "stsh"}},
		"no waveform with memories of design stash: they have 5 words, and the limit is 4": {VCD: cyclesim.VCDOptions{Memories: true,
			MaxWords: 4}},
		"a waveform with MaxElements -2 and MaxWords 0: give 0, for the default, or more": {VCD: cyclesim.VCDOptions{MaxElements: -2}},
	} {
		err := testbench.WriteWave(io.Discard, stashBench(), nil, testbench.Options{Cycles: 70, Wave: w})
		assert.ErrorContains(t, err, want)
	}
}

// TestWaveEnds: an error of the writer, and the end of the context, end the run at once.
func TestWaveEnds(t *testing.T) {
	t.Parallel()
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	assert.NilError(t, err)
	defer full.Close()
	drawn := 0
	o := testbench.Options{Cycles: 40000, Progress: func(stage string, done, _ int) {
		if stage == "wave" {
			drawn = done
		}
	}}
	assert.ErrorContains(t, testbench.WriteWave(full, stashBench(), nil, o),
		"writing the waveform: write /dev/full: no space left on device")
	assert.Equal(t, drawn, 0, "cycles are drawn after the error")

	for _, stage := range []string{"golden", "wave"} {
		ctx, cancel := context.WithCancel(context.Background())
		stopped := testbench.Options{Cycles: 40000, Context: ctx, Progress: func(s string, done, _ int) {
			if s == stage && done > 0 {
				drawn = done
				cancel()
			}
		}}
		assert.Assert(t, errors.Is(testbench.WriteWave(io.Discard, stashBench(), nil, stopped), context.Canceled))
		assert.Equal(t, drawn, 4096)
	}
}
