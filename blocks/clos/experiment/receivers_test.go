package experiment

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/clos"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/experiment/experimenttest"
	"culprit.example/culprit/testbench/experiment/hardware"
)

// TestReceiverTakesNothing lets a node take nothing for ever, and for some time, for ten
// periods of the watch: nothing is lost or out of order, the audit finds nothing, with
// reserved buffers the others get what they should, and what takes again gets its cells.
func TestReceiverTakesNothing(t *testing.T) {
	tiers.Long(t, "a receiver that takes nothing")
	t.Parallel()
	base := map[string]string{"schemes": "ir,rb", "loads": "0.3", "warmup": "3000", "measure": "8000", "blocked": "hot"}
	for _, c := range []struct {
		name    string
		given   map[string]string
		noticed string
	}{
		{"for ever", nil, "B1:never_blocked B2:no_reservation"},
		{"for some time", map[string]string{"blocked_to": "8000"}, "B3:always_blocked"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			given := maps.Clone(base)
			maps.Copy(given, c.given)
			e := withReceivers(hotspots)
			p := experimenttest.Plan(t, e, given)
			states, noticed := simulated(t, e, given)
			for id, state := range states {
				own := strings.HasPrefix(id, "B") || id == "order"
				assert.Equal(t, state, map[bool]string{true: experiment.Holds, false: experiment.NotCovered}[own], id)
			}
			assert.Equal(t, noticed, c.noticed)
			assert.Assert(t, !slices.ContainsFunc(p.Points,
				func(x experiment.Point) bool { return x.Stimulus.Inputs["block_end"] == 0 }))
		})
	}
}

// TestLongBlocks blocks a node for more cycles than 2^20, in which numbers and the watch
// wrap many times: its cells still have the latency that they had.
func TestLongBlocks(t *testing.T) {
	tiers.Long(t, "outputs blocked for long")
	t.Parallel()
	const from, length = 1000, 1<<20 + 50_000
	x := reserved(16, 1, map[string]int{"voq": 64}).blockedFor(from, from+length)
	results := experimenttest.Measure(t, hardware.New(clos.Blocks()), []experiment.Point{x.Plan()})
	r, ok := results.Of(x.Plan())
	assert.Assert(t, ok)
	assert.Equal(t, len(r.Violations), 0, "%v", r.Violations)
	assert.Equal(t, r.Errors(x.Plan()), uint64(0))
	longest := r.Counters["hot_latency_max"]
	assert.Assert(t, longest > length && longest < length+10_000, "latency of %d", longest)
	assert.Assert(t, r.Counters["latency_max"] < 10_000, "the others: %d", r.Counters["latency_max"])
	assert.Assert(t, r.Counters["stuck_flows"] > 0)
}

// blockedFor is the point with a block of the hot node, which gets few cells, measured
// until a while after it.
func (p Point) blockedFor(from, to int) Point {
	p.Load = 0.02
	p.Hot = 1
	p.Factor = 0.05
	p.Blocked = [2]int{from, to}
	p.Measure = to + 5000
	return p
}

// TestFlowNumbersWrap sends more cells in each flow than the adapters have numbers for, 14
// bits, than the tags, 8 bits, and than any of their counters of segments can hold, in and
// out of band.
func TestFlowNumbersWrap(t *testing.T) {
	t.Parallel()
	for _, scheme := range []int{1, inBandScheme} {
		x := reserved(16, 1, map[string]int{"scheme": scheme})
		x.Load, x.Own, x.Measure = 1, 1, 2<<14
		point := x.Plan()
		results := experimenttest.Measure(t, hardware.New(clos.Blocks()), []experiment.Point{point})
		r, ok := results.Of(point)
		assert.Assert(t, ok)
		assert.Equal(t, len(r.Violations), 0, "%v", r.Violations)
		assert.Equal(t, r.Errors(point), uint64(0))
		assert.Equal(t, r.Counters["stuck_flows"], uint64(0))
		assert.Assert(t, r.Counters["received"] > 16*(3<<13), "%d cells", r.Counters["received"])
	}
}

// TestWrongReceivers has the message about a block that ends before it begins.
func TestWrongReceivers(t *testing.T) {
	t.Parallel()
	e := withReceivers(beats)
	v, err := e.Resolve(map[string]string{"blocked": "hot", "blocked_from": "300", "blocked_to": "200"})
	assert.NilError(t, err)
	_, err = e.Plan(v, []uint32{1})
	assert.ErrorContains(t, err,
		"settings blocked_from=300 and blocked_to=200 leave no time in which nodes take nothing: give a later end, or auto")
}
