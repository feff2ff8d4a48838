package cyclesim_test

import (
	"context"
	"io"
	"math"
	"regexp"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/ir"
)

// TestWrongCalls: each gives one message with the line of the call, and none panics.
func TestWrongCalls(t *testing.T) {
	d := build(t, "pair", pair)
	var none context.Context
	for name, c := range map[string]struct {
		call func(sim cyclesim.Engine) error
		want string
	}{
		"new without design": {func(cyclesim.Engine) error { _, err := cyclesim.New(nil, cyclesim.Options{}); return err },
			"cyclesim.New has no design"},
		"new of no top": {func(cyclesim.Engine) error {
			_, err := cyclesim.New(&ir.Design{}, cyclesim.Options{})
			return err
		}, "cyclesim.New has no design"},
		"stages without design": {func(cyclesim.Engine) error {
			_, err := cyclesim.Stages(nil, cyclesim.Options{})
			return err
		}, "cyclesim.Stages has no design"},
		"few failures": {func(cyclesim.Engine) error {
			_, err := cyclesim.New(d, cyclesim.Options{MaxFailures: -1})
			return err
		}, "MaxFailures is -1: give 0"},
		"run without context": {func(sim cyclesim.Engine) error { return sim.Run(none, 3) }, "Run has no context"},
		"run backwards": {func(sim cyclesim.Engine) error { return sim.Run(context.Background(), -5) },
			"Run of -5 cycles: give 0 or more"},
		"input too high": {func(sim cyclesim.Engine) error { sim.SetInput(9, nil); return sim.Err() },
			`SetInput\(9, ...\): design pair has the inputs 0 to 1`},
		"negative input": {func(sim cyclesim.Engine) error { sim.SetInput(-1, nil); return sim.Err() },
			`SetInput\(-1, ...\)`},
		"huge input": {func(sim cyclesim.Engine) error { sim.SetInput(math.MaxInt, nil); return sim.Err() },
			`SetInput\(9223372036854775807, ...\)`},
		"output too high": {func(sim cyclesim.Engine) error { sim.Output(9, make([]uint64, 1)); return sim.Err() },
			`Output\(9, ...\): design pair has the outputs 0 to 2`},
		"negative output": {func(sim cyclesim.Engine) error { sim.Output(-1, nil); return sim.Err() }, `Output\(-1, ...\)`},
		"no sampler":      {func(sim cyclesim.Engine) error { sim.Attach(nil); return sim.Err() }, "Attach has no sampler"},
		"nil sampler": {func(sim cyclesim.Engine) error { sim.Attach((*cyclesim.VCD)(nil)); return sim.Err() },
			"Attach has no sampler"},
		"waveform to nowhere": {func(sim cyclesim.Engine) error {
			_, err := cyclesim.NewVCD(nil, sim, cyclesim.VCDOptions{})
			return err
		}, "needs a writer"},
		"waveform of nothing": {func(cyclesim.Engine) error {
			_, err := cyclesim.NewVCD(io.Discard, nil, cyclesim.VCDOptions{})
			return err
		}, "needs an engine"},
		"negative elements": {func(sim cyclesim.Engine) error {
			_, err := cyclesim.NewVCD(io.Discard, sim, cyclesim.VCDOptions{MaxElements: -1})
			return err
		}, "MaxElements -1"},
		"negative words": {func(sim cyclesim.Engine) error {
			_, err := cyclesim.NewVCD(io.Discard, sim, cyclesim.VCDOptions{MaxWords: -1})
			return err
		}, "MaxWords -1"},
	} {
		err := c.call(newEngine(t, d))
		assert.Assert(t, err != nil, "%s: no error", name)
		assert.Assert(t, regexp.MustCompile(`^cyclesim/mistake_test\.go:\d+: [^\n]*`+c.want+`[^\n]*$`).
			MatchString(err.Error()), "%s: %v", name, err)
	}
}

// TestWrongCallStays: the first wrong call is what later methods with an error return;
// the simulation goes on as if it had not been made.
func TestWrongCallStays(t *testing.T) {
	sim := newEngine(t, build(t, "pair", pair))
	state := sim.Save()
	assert.NilError(t, sim.Err())
	dst := []uint64{5, 5}
	sim.Output(7, dst)
	sim.SetInput(8, dst)
	assert.DeepEqual(t, dst, []uint64{0, 0})
	sim.Step()
	assert.Equal(t, sim.Cycle(), uint64(1))
	want := sim.Err()
	assert.ErrorContains(t, want, "Output(7, ...)")
	assert.Equal(t, sim.Run(context.Background(), 3), want)
	_, err := sim.Peek("x")
	assert.Equal(t, err, want)
	assert.Equal(t, sim.Restore(state), want)
	sim.Reset()
	assert.Equal(t, sim.Err(), want)
}

// TestShortSlices: what is too short for a value takes its low words; the zero Value is 0.
func TestShortSlices(t *testing.T) {
	sim := newEngine(t, build(t, "pair", pair))
	sim.SetInput(1, []uint64{7, 1})
	sim.Eval()
	p, err := sim.Probe("x")
	assert.NilError(t, err)
	short := make([]uint64, 1)
	p.Read(short)
	assert.Equal(t, short[0], uint64(7))
	p.Read(nil)
	sim.Output(1, short)
	sim.Output(1, nil)
	assert.NilError(t, sim.Err())
	assert.Equal(t, cyclesim.Value{}.Uint64(), uint64(0))
	assert.Equal(t, cyclesim.Value{}.String(), "0'h0")
}
