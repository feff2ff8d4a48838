package bench_test

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/blocks/qcn"
	"culprit/internal/tiers"
	"culprit/testbench/benchtest"
)

// cnmDelay runs four servers that send to one until a congestion point demands its
// first CNM, and returns how long that takes to an adapter, and the slots in which CNMs
// crossed the fabric.
func cnmDelay(t *testing.T, held map[string]int) (delay, crossed int) {
	s := benchtest.Simulate(t, qcn.Blocks(), "qcn_network", nil, nil)
	s.Set("seed", 7)
	for name, x := range held {
		s.Set(name, x)
	}
	for server := range 4 {
		for name, x := range map[string]int{"valid": 1, "server": server, "flow": 0, "dst": 6, "length": 1522, "rate": 1000,
			"start": 100, "stop": 1<<32 - 1} {
			s.Set("set_"+name, x)
		}
		s.Engine.Step()
	}
	s.Set("set_valid", 0)
	triggers := s.Probe("triggers")
	var notified, cells []func() int
	for i := range 7 {
		notified = append(notified, s.Probe(fmt.Sprintf("server_%d.adapter.cnm_comes", i)))
		cells = append(cells, s.Probe(fmt.Sprintf("leaf_%d.port_in_0.cnm_slot_q", i)))
	}
	first := -1
	for cycle := range 20_000 {
		s.Engine.Eval()
		if first < 0 && triggers() > 0 {
			first = cycle
		}
		for i := range notified {
			crossed += cells[i]()
			if notified[i]() == 1 {
				s.IsSound()
				return cycle - first, crossed
			}
		}
		s.Engine.Step()
	}
	t.Fatal("no CNM in 20000 cycles")
	return 0, 0
}

// TestCNMPath: a CNM of a congestion point at an input goes back on the same port. It
// never crosses the fabric, and is there earlier than one that does, by more than two
// slots, the least time in which a cell crosses. The search of random sampling takes
// time of its own.
func TestCNMPath(t *testing.T) {
	tiers.Long(t, "notifications through a network")
	t.Parallel()
	slow, crossed := cnmDelay(t, map[string]int{"cp_out": 1})
	assert.Assert(t, crossed > 0)
	for policy := range 3 {
		fast, crossed := cnmDelay(t, map[string]int{"cp_in": 1, "policy": policy})
		assert.Equal(t, crossed, 0, "policy %d", policy)
		assert.Assert(t, policy == qcn.PolicyROS || slow-fast >= 8, "policy %d: %d cycles, through the fabric %d", policy,
			fast, slow)
	}
}

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
