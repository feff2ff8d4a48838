package bench_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/testbench/benchtest"
)

// TestCap lets a queue stand far above its equilibrium: with the cap any 100 frames that
// are received one after the other hold one trigger at most, without it more.
func TestCap(t *testing.T) {
	t.Parallel()
	nearest := func(limited int) int {
		s := benchtest.Simulate(t, qcn.Blocks(), "qcn_cp", nil, nil)
		s.Set("enable", 1)
		s.Set("cap", limited)
		s.Set("seed", 3)
		s.Set("number", 1)
		trigger := s.Probe("trigger_valid")
		const frames = 5000
		last, least := -1, frames
		for frame, cycle := 0, 0; frame < frames; cycle++ {
			arrives := cycle%24 == 0
			for name, on := range map[string]bool{"arrival_valid": arrives, "departure_valid": arrives && frame > 90} {
				x := int(0)
				if on {
					x = 1
				}
				s.Set(name, x)
			}
			s.Set("arrival_length", 1522)
			s.Set("departure_length", 1522)
			s.Engine.Eval()
			if trigger() == 1 {
				if last >= 0 {
					least = min(least, frame-last)
				}
				last = frame
			}
			s.Engine.Step()
			if arrives {
				frame++
			}
		}
		assert.Assert(t, last > 0, "no trigger")
		return least
	}
	with, without := nearest(1), nearest(0)
	assert.Assert(t, with >= 100, "two triggers %d frames apart", with)
	assert.Assert(t, without < 100, "without the cap two triggers %d frames apart at least", without)
}
