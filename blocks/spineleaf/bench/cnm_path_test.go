package bench_test

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/benchtest"
)

// cnmDelay runs four servers that send to one until a congestion point demands its
// first CNM, and returns how long that takes to an adapter, and the slots in which CNMs
// crossed the fabric.
func cnmDelay(t *testing.T, held map[string]int) (delay, crossed int) {
	s := benchtest.Simulate(t, spineleaf.Blocks(), "qcn_network", nil, nil)
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
