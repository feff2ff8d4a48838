package bench_test

import (
	"context"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/blocks/qcn"
	"culprit/blocks/qcn/golden"
	"culprit/rtlgen"
	"culprit/rtlgen/ir"
	"culprit/testbench/benchtest"
	"culprit/testbench/mutant"
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
			waits, stops, gaps, said := 0, 0, 0, false
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

// TestSequenceNumbersWrap sends 120,000 frames of a flow, whose numbers have 16 bits: the
// sink finds them in order.
func TestSequenceNumbersWrap(t *testing.T) {
	t.Parallel()
	b := newBed(t, rtlgen.Default[qcn.ReactionParams](), nil)
	for name, x := range map[string]int{"valid": 1, "flow": 0, "dst": 3, "length": 64, "rate": 1000, "start": 100,
		"stop": 1<<32 - 1} {
		b.set("set_"+name, uint64(x))
	}
	b.run(1)
	b.set("set_valid", 0)
	b.run(500_000)
	sent := b.ofFlow(0, golden.FlowSent)
	assert.Assert(t, sent > 110_000, "%d frames", sent)
	assert.Equal(t, b.get("error"), uint64(0))
	assert.Equal(t, len(b.engine.Failures()), 0, "%v", b.engine.Failures())
}

// TestTimeWraps lets the time of a network wrap, which has 32 bits, as do the stamps of
// frames. A flow is active again from its start on, latencies stay what they were, nothing
// is lost, and a server that is blocked up to the end is free until its start.
func TestTimeWraps(t *testing.T) {
	t.Parallel()
	const begin, flowStart = 1<<32 - 20_000, 3000
	s := benchtest.Simulate(t, qcn.Blocks(), "qcn_network", map[string]int{"dos": 0, "windows": 1, "blockable": 1},
		mutant.InModule("qcn_network", mutant.ResetValue("now_q", begin)))
	run := func(cycles int) { assert.NilError(t, s.Engine.Run(context.Background(), cycles)) }
	read := func(unit, address int) int {
		s.Set("read_unit", unit)
		s.Set("read_address", address)
		run(4)
		s.Engine.Eval()
		return s.Get("read_data")
	}
	const fabric = 7
	s.Set("pause", 1)
	run(2000) // now counts from when the fabric is ready on, and the test from before the wrap
	for i := range 3 {
		for name, x := range map[string]int{"valid": 1, "server": i, "flow": 0, "dst": 6, "length": 1522, "rate": 300,
			"start": flowStart, "stop": 1<<32 - 1} {
			s.Set("set_"+name, x)
		}
		run(1)
	}
	s.Set("set_valid", 0)
	s.Set("block_server", 5)
	s.Set("block_start", 10_000)
	s.Set("block_stop", 1<<32-1)
	run(15_000)
	before, slowest := read(6, 0), read(6, 2)
	assert.Assert(t, before > 300, "%d frames before", before)
	stopped := s.Probe("leaf_5.management_0.pause_rx.paused_q")
	assert.Equal(t, stopped(), 3, "server 5 is blocked")
	for now := s.Probe("now_q"); now() >= begin; {
		run(50)
	}
	run(2000)
	assert.Equal(t, stopped(), 0, "and free after the wrap")
	wrapped := read(6, 0)
	run(30_000)
	after := read(6, 0)
	assert.Assert(t, after > wrapped+900, "%d frames in 30,000 cycles after the wrap", after-wrapped)
	assert.Equal(t, stopped(), 3)
	assert.Assert(t, read(6, 2) < 2*slowest, "latency of up to %d, %d before", read(6, 2), slowest)
	assert.Equal(t, read(fabric, 0), 0, "dropped")
	s.Engine.Eval()
	assert.Equal(t, s.Get("error"), 0)
	s.IsSound()
}

// TestCountersWrap lets counters of 32 bits, and those of 40 in the servers' sinks, wrap:
// they go on from 0.
func TestCountersWrap(t *testing.T) {
	t.Parallel()
	const fabric, hotServer, flow = 7, 6, golden.PageFlows << 14
	for name, c := range map[string]struct {
		module                     string
		bits, unit, address, least int
	}{
		"dropped":     {"qcn_network", 32, fabric, 0, 50},
		"triggers":    {"qcn_network", 32, fabric, 1, 10},
		"sent":        {"qcn_server", 32, 0, flow | golden.FlowSent, 200},
		"cnms":        {"qcn_server", 32, 0, flow | golden.FlowCNMs, 3},
		"frames":      {"qcn_sink", 40, hotServer, golden.SinkFrames, 200},
		"latency_sum": {"qcn_sink", 40, hotServer, golden.SinkLatency, 10_000},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			count := func(mistake func(*ir.Design) error) int {
				s := benchtest.Simulate(t, qcn.Blocks(), "qcn_network", map[string]int{"dos": 0, "windows": 1}, mistake)
				for name, x := range map[string]int{"cp_in": 1, "policy": qcn.PolicyArrival, "seed": 1} {
					s.Set(name, x)
				}
				for i := range 4 {
					for name, x := range map[string]int{"valid": 1, "server": i, "flow": 0, "dst": hotServer, "length": 1522,
						"rate": 1000, "start": 100, "stop": 1<<32 - 1} {
						s.Set("set_"+name, x)
					}
					assert.NilError(t, s.Engine.Run(context.Background(), 1))
				}
				s.Set("set_valid", 0)
				s.Set("read_unit", c.unit)
				s.Set("read_address", c.address)
				assert.NilError(t, s.Engine.Run(context.Background(), 12_000))
				s.Engine.Eval()
				return s.Get("read_data")
			}
			wraps(t, count, c.module, name, c.bits, c.least)
		})
	}
}

// TestSearchCountersWrap does the same with the counters of the CulpritArray.
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
			wraps(t, count, "qcn_culprit_engine", name, 32, 50)
		})
	}
}

// wraps starts a counter, a register that starts at 0, a little in front of its end:
// what it counts must be less by that.
func wraps(t *testing.T, count func(mistake func(*ir.Design) error) int, module, register string, bits, least int) {
	t.Helper()
	all := count(nil)
	assert.Assert(t, all > least, "%d", all)
	start := uint64(1)<<bits - uint64(least)
	assert.Equal(t, count(mutant.InModule(module, mutant.ResetValue(register, start))), all-least)
}
