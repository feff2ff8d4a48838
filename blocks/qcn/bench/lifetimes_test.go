package bench_test

import (
	"context"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/benchtest"
)

// Tests that run well past the end of what counts, times out or wraps.

// TestStopOutlivesQuanta joins qcn_pause to qcn_pause_rx: what is said is obeyed without a
// gap for several times the quanta, in which the receiver's time wraps, too, also if the
// transmitter is held up for as long as the contract allows; and GO ends it at once. Held up
// for longer, the STOP ends.
func TestStopOutlivesQuanta(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name      string
		params    map[string]int
		held      int // cycles that every second frame waits for the transmitter
		cycles    int
		stops     int
		interrupt bool
	}{
		{"defaults", map[string]int{}, 0, 140_000, 3, false},
		{"held up", map[string]int{}, 1021, 140_000, 3, false},
		{"least distance", map[string]int{"quanta": 12, "reaction": 10}, 0, 5000, 2499, false},
		{"small quanta", map[string]int{"quanta": 300, "reaction": 50}, 0, 70_000, 280, false},
		{"small quanta, held up", map[string]int{"quanta": 300, "reaction": 50}, 47, 70_000, 280, false},
		{"held up too long", map[string]int{"quanta": 300, "reaction": 50}, 300, 5000, 0, true},
		{"refresh", map[string]int{"quanta": 300, "reaction": 50, "refresh": 100}, 0, 70_000, 700, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			c.params["prios"] = 1
			say := benchtest.Simulate(t, qcn.Blocks(), "qcn_pause", c.params, nil)
			obey := benchtest.Simulate(t, qcn.Blocks(), "qcn_pause_rx", map[string]int{"prios": 1}, nil)
			say.Set("enable", 1)
			say.Set("occupancy", 500)
			data := make([]uint64, 2)
			waits := 0
			stops := 0
			gaps := 0
			said := false
			step := func() int {
				say.Engine.Eval()
				sends := 0
				if say.Get("tx_valid") == 1 && (stops%2 == 0 || waits >= c.held) {
					sends = 1
				}
				say.GetWords("tx_data", data)
				for _, pin := range []string{"rx_valid", "rx_head", "rx_tail"} {
					obey.Set(pin, sends)
				}
				obey.SetWords("rx_data", data...)
				say.Set("tx_ready", sends)
				obey.Engine.Eval()
				paused := obey.Get("paused")
				if waits++; sends == 1 || say.Get("tx_valid") == 0 {
					waits = 0
				}
				if said && paused == 0 {
					gaps++
				}
				said = said || paused == 1
				stops += sends
				say.Engine.Step()
				obey.Engine.Step()
				return paused
			}
			for range c.cycles {
				step()
			}
			assert.Equal(t, gaps > 0, c.interrupt, "%d cycles without STOP", gaps)
			if !c.interrupt {
				assert.Equal(t, stops, c.stops)
			}
			say.Set("occupancy", 100)
			for range c.held + 4 {
				step()
			}
			assert.Equal(t, step(), 0, "GO")
		})
	}
}

// TestSearchCountersWrap lets the counters of the CulpritArray, of 32 bits, wrap: they go on
// from 0.
func TestSearchCountersWrap(t *testing.T) {
	t.Parallel()
	for name, address := range map[string]int{"reads_q": 10, "probes_q": 11, "fallbacks_q": 12} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			count := func(mistake func(*ir.Design) error) int {
				s := benchtest.Simulate(t, qcn.Blocks(), "qcn_culprit_testbed",
					map[string]int{"units": 272, "probes_fast": 2, "probes_strict": 3}, mistake)
				for name, x := range map[string]int{"seed": 1, "contents": qcn.CulpritSingle, "searches": 100,
					"read_address": address} {
					s.Set(name, x)
				}
				for done := false; !done; done = s.Get("done") == 1 {
					assert.NilError(t, s.Engine.Run(context.Background(), 1000))
					s.Engine.Eval()
				}
				return s.Get("read_data")
			}
			benchtest.Wraps(t, count, "qcn_culprit_engine", name, 32, 50)
		})
	}
}
