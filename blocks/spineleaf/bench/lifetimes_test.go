package bench_test

import (
	"context"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/blocks/spineleaf"
	"culprit.example/culprit/blocks/spineleaf/golden"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/benchtest"
	"culprit.example/culprit/testbench/mutant"
)

// Tests that run well past the end of what counts, times out or wraps.

// TestSequenceNumbersWrap sends 120,000 frames of a flow, whose numbers have 16 bits: the
// sink finds them in order.
func TestSequenceNumbersWrap(t *testing.T) {
	t.Parallel()
	b := newBed(t, nil, nil)
	for name, x := range map[string]int{"valid": 1, "flow": 0, "dst": 3, "length": 64, "rate": 1000, "start": 100,
		"stop": 1<<32 - 1} {
		b.Set("set_"+name, x)
	}
	b.run(1)
	b.Set("set_valid", 0)
	b.run(500_000)
	sent := b.ofFlow(0, golden.FlowSent)
	assert.Assert(t, sent > 110_000, "%d frames", sent)
	assert.Equal(t, b.get("error"), 0)
	b.IsSound()
}

// TestTimeWraps lets the time of a network wrap, which has 32 bits, as do the stamps of
// frames. A flow is active again from its start on, latencies stay what they were, nothing
// is lost, and a server that is blocked up to the end is free until its start.
func TestTimeWraps(t *testing.T) {
	t.Parallel()
	const begin, flowStart = 1<<32 - 20_000, 3000
	s := benchtest.Simulate(t, spineleaf.Blocks(), "qcn_network", map[string]int{"dos": 0, "windows": 1, "blockable": 1},
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
				s := benchtest.Simulate(t, spineleaf.Blocks(), "qcn_network", map[string]int{"dos": 0, "windows": 1}, mistake)
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
			benchtest.Wraps(t, count, c.module, name, c.bits, c.least)
		})
	}
}
