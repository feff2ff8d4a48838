package bench

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/clos"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/benchtest"
)

// simulate starts a network with these inputs; mistake, if not nil, changes its netlist.
func simulate(t *testing.T, params, inputs map[string]int, mistake func(*ir.Design) error) *benchtest.Simulation {
	t.Helper()
	s := benchtest.Simulate(t, clos.Blocks(), "clos_network", params, mistake)
	for name, x := range inputs {
		s.Set(name, x)
	}
	return s
}

// TestReassemblySoak is row G25: all inputs send long packets to one output whose
// reassembly buffer holds two of the largest grants. Packets leave in every 10,000
// cycles, no flow is stuck and no assertion fails. `make soak-reassembly` runs 10^7
// cycles.
func TestReassemblySoak(t *testing.T) {
	tiers.Long(t, "a soak test")
	t.Parallel()
	cycles := tiers.Cycles(40_000)
	for _, p := range []map[string]int{
		{"ports": 2, "scheme": 2, "g": 80, "max_p": 64, "b_reasm": 160, "watch": 13},
		{"ports": 4, "scheme": 2, "g": 80, "max_p": 64, "b_reasm": 160, "watch": 13},
		{"ports": 4, "scheme": 1, "g": 7, "max_p": 3, "b_reasm": 14, "watch": 13},
	} {
		t.Run(fmt.Sprint(p), func(t *testing.T) {
			t.Parallel()
			given := map[string]int{"lf": 110, "voq": 16, "fc_init": 200, "slots_out": 232}
			for name, x := range p {
				given[name] = x
			}
			s := simulate(t, given, map[string]int{
				"seed": 5, "start": 1 << 20, "stop": 1 << 20, "hot_rate": 1 << 15, "enable": 1, "reserve": 1, "grant_rate": 160,
				"measure": 1,
			}, nil)
			leaves, stuck := s.Probe("node_0.nic.line_valid"), s.Probe("node_0.nic.stuck_valid")
			const window = 10_000
			left, least := 0, window
			for cycle := range cycles {
				s.Engine.Eval()
				left += leaves()
				assert.Equal(t, stuck(), 0, "cycle %d", cycle)
				s.Engine.Step()
				if cycle%window == window-1 {
					s.IsSound()
					assert.Assert(t, left > 0, "nothing has left in the 10,000 cycles before cycle %d", cycle)
					left, least = 0, min(least, left)
				}
			}
			t.Logf("%d cycles, %d cells or more in 10,000 of them", cycles, least)
		})
	}
}
