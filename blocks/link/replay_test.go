package link_test

import (
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/rtlgen"
)

// TestReplayDepth: the example of the contract, and what cannot be.
func TestReplayDepth(t *testing.T) {
	depth, roundTrip, err := link.ReplayDepth(100e9, 512, 300*time.Nanosecond)
	assert.NilError(t, err)
	assert.Equal(t, depth, 128)
	assert.Equal(t, roundTrip, 59)
	depth, roundTrip, err = link.ReplayDepth(1e9, 64, 0)
	assert.NilError(t, err)
	assert.Equal(t, depth, 32)
	assert.Equal(t, roundTrip, 0)

	for _, c := range []struct {
		rate float64
		flit int
		time time.Duration
		want string
	}{
		{0, 64, 0, "a line of 0 bit/s carries nothing: give a rate above 0"},
		{1e9, 0, 0, "a flit of 0 bits cannot be: give 1 or more"},
		{1e9, 64, -1, "a time of flight of -1ns cannot be: give 0 or more"},
		{100e9, 64, time.Millisecond, "1ms are 1562500 flits of 64 bits at 1e+11 bit/s, and a replay buffer is for up to 4000: give wider flits"},
	} {
		_, _, err := link.ReplayDepth(c.rate, c.flit, c.time)
		assert.Error(t, err, c.want)
	}
}

// TestReplayParams: a buffer that is too small for the line, or no power of two, is refused.
func TestReplayParams(t *testing.T) {
	for _, c := range []struct {
		depth, roundTrip int
		want             string
	}{
		{48, 0, "depth=48 is not a power of two: give 64"},
		{64, 47, "depth=64 is too small for round_trip=47, which needs 65 flits: give depth=128 or more"},
	} {
		p := rtlgen.Default[link.ReplayParams]()
		p.Depth, p.RoundTrip = c.depth, c.roundTrip
		_, err := rtlgen.Elaborate(link.Replay(p))
		assert.ErrorContains(t, err, c.want)
	}
	p := rtlgen.Default[link.ReplayParams]()
	p.RoundTrip = 46
	_, err := rtlgen.Elaborate(link.Replay(p))
	assert.NilError(t, err)
}
