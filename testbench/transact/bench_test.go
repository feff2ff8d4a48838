package transact_test

import (
	"bytes"
	"math/rand"
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/transact"
)

// TestEngines: what the block has done on one engine is repeated on all others, and by the
// Verilog in external simulators.
func TestEngines(t *testing.T) {
	t.Parallel()
	o := testbench.Options{Seed: 5, Cycles: 1000, Engines: append(cyclesim.BuiltIn(), tiers.Outside("verilator", "icarus")...),
		WorkDir: t.TempDir()}
	r, err := testbench.Verify(swapBench, nil, o)
	assert.NilError(t, err)
	assert.Assert(t, r.Passed && r.Transactions > 50, "%v", r.Problems())
	assert.Assert(t, r.Cycles > o.Cycles && r.Resets > 1 && r.RecordedOn == cyclesim.DefaultEngine(), "%+v", r)
	again, err := testbench.Verify(swapBench, nil, testbench.Options{Seed: 5, Cycles: 1000, Engines: []string{"reference"}})
	assert.NilError(t, err)
	assert.Equal(t, again.Transactions, r.Transactions)
	assert.Equal(t, again.OutputsCompared, r.OutputsCompared)
}

// TestWave: the waveform has what was recorded, and ends with the first breach.
func TestWave(t *testing.T) {
	t.Parallel()
	var whole, short bytes.Buffer
	assert.NilError(t, testbench.WriteWave(&whole, swapBench, nil, testbench.Options{Seed: 1, Cycles: 500}))
	assert.Assert(t, strings.Contains(whole.String(), "$scope module recorded $end"))
	wrong := testbench.WithMutant(swapBench, swapBench.Mutants[1])
	assert.NilError(t, testbench.WriteWave(&short, wrong, nil, testbench.Options{Seed: 1, Cycles: 500}))
	assert.Assert(t, short.Len() < whole.Len()/4, "%d and %d bytes", short.Len(), whole.Len())
}

// TestTestbench: the Verilog testbench has the record of a sound block, and is refused with a
// breach.
func TestTestbench(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	o := testbench.Options{Seed: 1, Cycles: 300}
	assert.NilError(t, testbench.WriteTestbench(dir, swapBench, nil, o, verilog.DefaultOptions()))
	files, err := os.ReadDir(dir)
	assert.NilError(t, err)
	assert.Assert(t, len(files) >= 4)
	wrong := testbench.WithMutant(swapBench, swapBench.Mutants[1])
	err = testbench.WriteTestbench(t.TempDir(), wrong, nil, o, verilog.DefaultOptions())
	assert.ErrorContains(t, err, "block swap_case: cycle 5: m: transaction")
	assert.ErrorContains(t, err, "rtlgen verify swap_case --cycles 300 --seed 1")
}

// TestResets: mistakes in resets are noticed, too.
func TestResets(t *testing.T) {
	t.Parallel()
	b := swapBench
	b.AnyReset = map[string]string{"swap_case.data": "unknown while empty", "swap_case.last": "unknown while empty"}
	c, err := testbench.CheckResets(b, nil, nil, 0, testbench.Options{Seed: 1})
	assert.NilError(t, err)
	assert.Assert(t, c.Mutants > 3 && len(c.Missed) == 0 && len(c.Noticed) == 0, "%s", c)
}

// TestWrongRuns: a mistake in a bench is the error of the call.
func TestWrongRuns(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		want string
		make func() testbench.Case
	}{
		{"needs a Board", func() testbench.Case { return transact.New(SwapIn{}, SwapOut{}).Case() }},
		{"a Loop needs all of its functions", func() testbench.Case {
			return testbench.NewLoop(SwapIn{}, SwapOut{}, testbench.Loop[SwapIn, SwapOut]{})
		}},
		{"does not come to an end: 1048576 cycles after its run it is not idle", func() testbench.Case {
			return testbench.NewLoop(SwapIn{}, SwapOut{}, testbench.Loop[SwapIn, SwapOut]{
				Drive: func(int, bool) SwapIn { return SwapIn{} },
				Check: func(int, SwapIn, *SwapOut, func(string), func(testbench.Breach)) {},
				Idle:  func() bool { return false }, Passed: func() int { return 0 }, Err: func() error { return nil },
			})
		}},
	} {
		b := swapBench
		b.New = func(blocks.Values, *rand.Rand) testbench.Case { return c.make() }
		_, err := testbench.Verify(b, nil, testbench.Options{Cycles: 10})
		assert.ErrorContains(t, err, c.want)
	}
}

// TestNothingPasses: a run in which no transaction passes has not passed.
func TestNothingPasses(t *testing.T) {
	t.Parallel()
	b := swapBench
	b.CoverPoints = nil
	b.New = func(blocks.Values, *rand.Rand) testbench.Case {
		run := transact.New(SwapIn{}, SwapOut{})
		transact.NewBoard(run, transact.Rules[int, Packet]{Within: transact.Bound(1, 1)})
		return run.Case()
	}
	r, err := testbench.Verify(b, nil, testbench.Options{Engines: []string{"reference"}})
	assert.NilError(t, err)
	assert.Assert(t, !r.Passed)
	assert.Assert(t, strings.Contains(strings.Join(r.Problems(), "\n"), "no transaction has passed in 2200 cycles"),
		"%v", r.Problems())
}
