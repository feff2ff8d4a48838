package library_test

import (
	"context"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/library"
	"culprit.example/culprit/testbench/benchtest"
)

// TestBrokenPackets: a packet with a gap between its beats, and one whose turn leads
// nowhere or back, break an assumption of the switch that gets them; others do not.
func TestBrokenPackets(t *testing.T) {
	t.Parallel()
	const header = 31 + 5
	for block, params := range map[string]map[string]int{
		"recn_switch":      {"ports": 6, "slots": 16},
		"voqsw_switch":     {"ports": 6, "slots": 16},
		"voqnet_switch":    {"ports": 4},
		"cioq_recn_switch": {"ports": 6, "slots": 16},
	} {
		ports := uint64(params["ports"])
		turnBits := map[uint64]int{4: 2, 6: 3}[ports]
		for _, c := range []struct {
			name   string
			turn   uint64
			gap    int
			broken string
		}{
			{"sound", 0, 0, ""},
			{"last turn", ports - 2, 0, ""},
			{"gap", 0, 1, "no_gap"},
			{"long gap", 0, 20, "no_gap"},
			{"back", ports - 1, 0, "turn_is_legal"},
			{"nowhere", 1<<turnBits - 1, 0, "turn_is_legal"},
		} {
			t.Run(block+"/"+c.name, func(t *testing.T) {
				t.Parallel()
				s := benchtest.Simulate(t, library.Blocks(), block, params, nil)
				run := func(n int) { assert.NilError(t, s.Engine.Run(context.Background(), n)) }
				run(100)
				turnpool := c.turn<<(31-turnBits) | (1<<(31-turnBits) - 1)
				for beat := range 8 {
					data := uint64(beat)
					if beat == 0 {
						data = (turnpool<<5 | 30) << (64 - header)
					}
					set := func(valid, sop, eop bool, data uint64) {
						for name, on := range map[string]bool{"rx_valid": valid, "rx_sop": sop, "rx_eop": eop} {
							s.Set(name, 0)
							if on {
								s.Set(name, 1)
							}
						}
						words := make([]uint64, ports)
						words[0] = data
						s.SetWords("rx_data", words...)
						run(1)
					}
					set(true, beat == 0, beat == 7, data)
					for range c.gap {
						set(false, false, false, 0)
					}
				}
				s.Set("rx_valid", 0)
				s.Set("rx_eop", 0)
				run(50)
				failures := s.Engine.Failures()
				if c.broken == "" {
					assert.Equal(t, len(failures), 0, "%v", failures)
					return
				}
				assert.Assert(t, len(failures) > 0)
				assert.Assert(t, strings.HasSuffix(failures[0].Path, c.broken), "%v", failures)
			})
		}
	}
}
