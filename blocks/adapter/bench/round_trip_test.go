package bench

import (
	"fmt"
	"math/rand"
	"testing"

	"gotest.tools/v3/assert"

	rtl "culprit.example/culprit/blocks/adapter"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/benchtest"
	"culprit.example/culprit/testbench/mutant"
)

// cellTime is the time of 40 bytes on the external line, in fabric cycles: a cycle is 8
// bytes on the fabric, which is 1.1 times as fast.
const cellTime = 5.5

// loop is an adapter of beat mode in RTL that sends to itself, over a fabric without
// contention that takes some time. So its requests, grants and segments take the ways
// that they take between two adapters.
type loop struct {
	*benchtest.Simulation
	cycle int
	wire  []message // by cycle, modulo
	room  []int     // credits on their way
	phase int       // of the line's clock enable
	ticks int       // enabled cycles
	now   beat
}

// message is what is on the fabric in a cycle.
type message struct {
	valid, head, tail int
	data              [2]uint64
}

// beat is what leaves on the line.
type beat struct{ first, last bool }

// newLoop makes a loop with the given number of cycles from the adapter's pins back to them.
func newLoop(t *testing.T, params map[string]int, delay int, mistake func(*ir.Design) error) *loop {
	t.Helper()
	all := map[string]int{"nodes": 4, "paths": 2, "b_reasm": 2048, "fc_init": 2048, "b_in": 255, "voq": 1024, "max_p": 36,
		"watch": 20}
	for name, x := range params {
		all[name] = x
	}
	l := &loop{Simulation: benchtest.Simulate(t, rtl.Blocks(), "reqgrant_beat_adapter", all, mistake),
		wire: make([]message, delay), room: make([]int, delay)}
	l.Set("reserve", 1)
	l.Set("grant_rate", 160)
	for range 20 {
		l.step(0, 0)
	}
	return l
}

// step is a cycle, with a packet of length beats if that is not 0. It reports whether
// the packet is taken, and a beat leaves.
func (l *loop) step(length, tag int) (taken, leaves bool) {
	l.Set("pkt_valid", min(length, 1))
	l.Set("pkt_len", length)
	l.Set("pkt_tag", tag)
	at := l.cycle % len(l.wire)
	w := l.wire[at]
	for name, x := range map[string]int{"rx_valid": w.valid, "rx_head": w.head, "rx_tail": w.tail,
		"tx_credit": l.room[at]} {
		l.Set(name, x)
	}
	l.SetWords("rx_data", w.data[:]...)
	l.phase += 10 // of 11 cycles
	enabled, tick := 0, 0
	if l.phase >= 11 {
		l.phase -= 11
		enabled = 1
		if l.ticks++; l.ticks%32 == 0 {
			tick = 1
		}
	}
	l.Set("line_en", enabled)
	l.Set("tick", tick)
	l.Engine.Eval()
	next := message{valid: l.Get("tx_valid"), head: l.Get("tx_head"), tail: l.Get("tx_tail")}
	l.GetWords("tx_data", next.data[:])
	l.wire[at] = next
	l.room[at] = next.valid & next.tail
	leaves = l.Get("line_valid") == 1
	l.now = beat{l.Get("line_first") == 1, l.Get("line_last") == 1}
	taken = length > 0 && l.Get("pkt_drop") == 0
	l.Engine.Step()
	l.cycle++
	return taken, leaves
}

// lineUse is the part of the line's time that is used by a flow that always has packets,
// of 40 bytes, or of 9000 with a probability in percent.
func lineUse(t *testing.T, g, long int, trip float64, mistake func(*ir.Design) error) float64 {
	t.Helper()
	rng := rand.New(rand.NewSource(1))
	l := newLoop(t, map[string]int{"g": g}, int(trip*cellTime/2), mistake)
	const warmup, cycles = 30_000, 200_000
	begin, beats, length := 0, 0, 5
	for cycle := range cycles {
		if cycle == warmup {
			begin = l.ticks
		}
		taken, leaves := l.step(length, cycle)
		if leaves && cycle >= warmup {
			beats++
		}
		if taken {
			length = 5
			if rng.Intn(100) < long {
				length = 1125
			}
		}
	}
	if mistake == nil {
		l.IsSound()
	}
	use := float64(beats) / float64(l.ticks-begin)
	t.Logf("%.3f of the line's time", use)
	return use
}

// TestGrantsCoverTheRoundTrip is row G32: with G of the longest packet only, a lone flow
// of long and short packets leaves its line idle for times; segments for a round-trip
// time more cure that. Where every other packet is long it loses less than where few
// are: the short ones then share the last segment of a long one.
func TestGrantsCoverTheRoundTrip(t *testing.T) {
	tiers.Long(t, "grants over many round trips")
	t.Parallel()
	for _, c := range []struct {
		g, long     int     // long packets, percent
		trip        float64 // of request and grant, cell times
		least, most float64
		mistake     func(*ir.Design) error
	}{
		{36, 5, 230, 0.6, 0.7, nil},
		{36, 50, 230, 0.9, 0.95, nil},
		{73, 5, 230, 0.985, 1, nil},
		{73, 50, 230, 0.985, 1, nil},
		{36, 50, 55, 0.985, 1, nil},
		{36, 50, 230, 0, 0.4, heldCount},
	} {
		t.Run(fmt.Sprintf("G=%d long=%d trip=%.0f sound=%t", c.g, c.long, c.trip, c.mistake == nil), func(t *testing.T) {
			t.Parallel()
			use := lineUse(t, c.g, c.long, c.trip, c.mistake)
			assert.Assert(t, use >= c.least && use <= c.most, "%.3f of the line's time", use)
		})
	}
}

// heldCount bounds the grants held together with the requests: pr + g <= G.
var heldCount = mutant.InModule("reqgrant_beat_ingress",
	mutant.Rewrite("room", "sub(6'36, flow_pending_q)", func(room *ir.Node, read func(string) *ir.Node) *ir.Node {
		held := read("flow_held_q")
		wide := &ir.Node{Op: ir.OpZext, Width: held.Width, Args: []*ir.Node{room}}
		few := &ir.Node{Op: ir.OpLt, Width: 1, Args: []*ir.Node{held, wide}}
		rest := &ir.Node{Op: ir.OpSlice, Width: room.Width,
			Args: []*ir.Node{{Op: ir.OpSub, Width: held.Width, Args: []*ir.Node{wide, held}}}}
		return &ir.Node{Op: ir.OpMux, Width: room.Width, Args: []*ir.Node{few, rest, constant(room.Width, 0)}}
	}))

// TestJumboDelay is row G19: a packet of 9000 bytes takes 280 cell times in an empty
// network, from its last bit in to its first bit out.
func TestJumboDelay(t *testing.T) {
	t.Parallel()
	l := newLoop(t, map[string]int{"g": 50}, int(26*cellTime), nil) // four links with their elements
	sum, packets := 0, 0
	for packet := range 5 {
		from := l.cycle
		taken, _ := l.step(1125, packet)
		assert.Assert(t, taken)
		for l.cycle < from+4000 {
			if _, leaves := l.step(0, 0); leaves && l.now.first {
				sum += l.cycle - 1 - from
				packets++
			}
		}
	}
	l.IsSound()
	assert.Equal(t, packets, 5)
	mean := float64(sum) / 5 / cellTime
	t.Logf("%.1f cell times", mean)
	assert.Assert(t, mean >= 252 && mean <= 308, "%.1f cell times", mean)
}
