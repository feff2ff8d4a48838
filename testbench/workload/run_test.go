package workload

import (
	"maps"
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/testbench/experiment"
)

// setup is a network of 16 nodes, leaves of 4.
var setup = Setup{Seed: 1, Nodes: 16, Warm: 100, Measure: 1000, Drain: 2000, Leaf: 4, Latency: 2, Sample: 50}

// TestAlone: a message that nothing disturbs has a slowdown of 1 and whatever its node waits for its
// cycle.
func TestAlone(t *testing.T) {
	t.Parallel()
	// To node 0 from a node of another leaf: 4 links of 2 cycles.
	w := parsed(t, "incast degree=1 bytes=6400")
	r := w.Ideal(setup, 8)
	m := w.trace(1, 16, 8, 100).messages[0]
	ideal := uint64(100*8 + setup.links(m.src, 0)*2)
	phase := w.Start(setup, experiment.Hosted{Nodes: 16, Interval: 8, Queue: 100}).Phase(m.src)
	assert.Equal(t, r.Lists["part_last_done"][0]-r.Lists["part_first"][0], ideal+uint64(phase))
	assert.Equal(t, r.Counters["impossible"], uint64(0))
	assert.Equal(t, setup.links(4, 0), 4)
	assert.Equal(t, setup.links(1, 0), 2)
	deep := setup
	deep.Nodes = 64
	assert.Equal(t, deep.links(63, 0), 6)
}

// TestConservation: what is given arrives, in a network that is full, too.
func TestConservation(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"uniform load=1", "incast degree=15 bytes=4096\nuniform load=0.5 bytes=300",
		"moe tokens=8 bytes=256 zipf=2", "ring-all-reduce bytes=8192", "all-to-all bytes=1024"} {
		r := parsed(t, text).Ideal(setup, 8)
		c := r.Counters
		assert.Equal(t, c["unfinished"], uint64(0), text)
		assert.Equal(t, c["strays"]+c["impossible"], uint64(0), text)
		assert.Equal(t, c["accepted_rest"]+c["accepted_hot"], c["packets"], text)
		messages := uint64(0)
		for _, g := range Groups() {
			d := Pool([][]uint64{r.Lists["slowdown_"+g]}, 0, SlowdownUnit)
			messages += d.Count()
		}
		assert.Equal(t, messages, c["messages"], text)
	}
}

// TestIncastIsServed: the link of the receiver is never idle.
func TestIncastIsServed(t *testing.T) {
	t.Parallel()
	r := parsed(t, "incast degree=15 bytes=6400").Ideal(setup, 8)
	took := r.Lists["part_last_done"][0] - r.Lists["part_first"][0]
	assert.Assert(t, took >= 15*100*8 && took <= 15*100*8+2*8+8, "%d", took)
	assert.Equal(t, r.Lists["part_done"][0], uint64(15))
	assert.Equal(t, r.Lists["part_closed"][0], uint64(15))
}

// TestUnfinished counts what has not arrived at the end.
func TestUnfinished(t *testing.T) {
	t.Parallel()
	s := setup
	s.Drain = 0
	r := parsed(t, "incast degree=15 bytes=64000").Ideal(s, 8)
	assert.Equal(t, r.Counters["unfinished"], uint64(15))
	assert.Equal(t, r.Counters["unfinished_hot"], uint64(15))
	assert.Equal(t, r.Counters["cycles"], uint64(8*1100))
}

// TestRoom: a node that has no room for a destination goes on with messages to others.
func TestRoom(t *testing.T) {
	t.Parallel()
	open := false
	r := parsed(t, "incast degree=15 bytes=640\nuniform load=0.5").Start(setup, experiment.Hosted{Nodes: 16, Interval: 8,
		Queue: 100, Room: func(_, dst int) bool { return open || dst != 0 }})
	given := map[bool]int{}
	for now := uint64(0); now < 8*400; now += 8 {
		open = now >= 8*200
		give := make([]int, 16)
		r.Step(now, nil, make([]int, 16), give)
		for _, dst := range give {
			if dst >= 0 {
				assert.Assert(t, open || dst != 0)
				given[dst == 0]++
			}
		}
	}
	assert.Assert(t, given[false] > 1000 && given[true] > 150, "%v", given)
}

// TestTurns: messages of a node take turns, packet by packet.
func TestTurns(t *testing.T) {
	t.Parallel()
	w := parsed(t, "all-to-all bytes=192\nall-to-all bytes=192")
	r := w.Start(setup, experiment.Hosted{Nodes: 16, Interval: 8, Queue: 100})
	var from []int
	give := make([]int, 16)
	for now := uint64(0); now < 6*8; now += 8 {
		r.Step(now, nil, make([]int, 16), give)
		from = append(from, r.pairs[1].list[len(r.pairs[1].list)-1]) // both go from node 0 to node 1
	}
	a, b := from[0], from[1]
	assert.DeepEqual(t, from, []int{a, b, a, b, a, b})
}

// TestFullNode: a node whose hardware is full gets nothing, and what waits in front of it is counted.
func TestFullNode(t *testing.T) {
	t.Parallel()
	w := parsed(t, "incast degree=15 bytes=640")
	r := w.Start(setup, experiment.Hosted{Nodes: 16, Interval: 8, Queue: 4})
	waiting, give := slices.Repeat([]int{3}, 16), make([]int, 16)
	r.Step(0, nil, waiting, give)
	assert.DeepEqual(t, give, slices.Repeat([]int{-1}, 16))
	c, _ := r.Counters()
	assert.Equal(t, c["peak_backlog"], uint64(15*10+16*3))
	waiting[5] = 2
	r.Step(8, nil, waiting, give)
	assert.Equal(t, give[5], 0)
}

// TestStrays: a packet that nobody sent is counted.
func TestStrays(t *testing.T) {
	t.Parallel()
	r := parsed(t, "incast degree=1 bytes=64 at=50").Start(setup, experiment.Hosted{Nodes: 16, Interval: 8, Queue: 4})
	r.Step(0, []experiment.Arrival{{Node: 3, Source: 2}}, make([]int, 16), make([]int, 16))
	c, _ := r.Counters()
	assert.Equal(t, c["strays"], uint64(1))
}

// TestSame: equal texts, equal runs; another seed is another run.
func TestSame(t *testing.T) {
	t.Parallel()
	w := parsed(t, "uniform load=0.5 sizes=rpc cut=2000")
	a, b := w.Ideal(setup, 8), parsed(t, w.Text()).Ideal(setup, 8)
	assert.DeepEqual(t, a, b)
	other := setup
	other.Seed = 2
	assert.Assert(t, !maps.Equal(w.Ideal(other, 8).Counters, a.Counters))
	assert.Assert(t, w.Host(setup).Text != w.Host(other).Text)
}

func TestDistribution(t *testing.T) {
	t.Parallel()
	h := histogram{}
	for x := range uint64(100_000) {
		h.add(x)
	}
	for bin := range h {
		low, next := binValue(bin), binValue(bin+1)
		assert.Assert(t, low < next && float64(next-low) <= max(1, float64(low)/64), "%d: %d to %d", bin, low, next)
		assert.Assert(t, bin == slices.Max(slices.Collect(maps.Keys(h))) || h[bin] == next-low, "%d", bin)
	}
	d := Pool([][]uint64{h.list(), h.list()}, 0, 100)
	x, ok := d.Percentile(0.5)
	assert.Assert(t, ok && x > 490 && x <= 500, "%v", x)
	x, ok = d.Percentile(0.999)
	assert.Assert(t, ok && x > 980 && x <= 999, "%v", x)
	assert.Assert(t, d.Mean() > 490 && d.Mean() < 500)
	few := Pool([][]uint64{{5, 999}}, 0, 1)
	_, ok = few.Percentile(0.99)
	assert.Assert(t, !ok, "999 values do not say what 1 % of them exceeds")
	late := Pool([][]uint64{{5, 9_000}}, 1_000, 1)
	_, ok = late.Percentile(0.99)
	assert.Assert(t, !ok && !late.Reached(0.99) && late.Reached(0.9) && late.Missing() == 1_000)
}
