package trees

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/testbench/experiment"
)

// TestLinkShare counts by hand. Under a reversal of the bits the nodes of a switch use
// one link upward: of 16 nodes 3 of each 4, since one is its own destination.
func TestLinkShare(t *testing.T) {
	for _, nodes := range []int{16, 64, 256} {
		assert.Equal(t, linkShare(nodes, permutations["complement"]), 1.0)
		assert.Equal(t, linkShare(nodes, permutations["half"]), 1.0)
		assert.Equal(t, linkShare(nodes, func(node, _ int) int { return node }), 0.0, "nobody sends")
	}
	assert.Equal(t, linkShare(16, permutations["reversal"]), 12/3/16.0)
	near(t, linkShare(16, func(int, int) int { return 5 }), 1/16.0, 1e-9) // all to one
	assert.Equal(t, linkShare(16, func(node, _ int) int { return node ^ 1 }), 1.0, "to the neighbour, below one switch")
}

// middleRun has median latencies of 8 but in some intervals.
func middleRun(high ...int) run {
	p := Point{Network: network(64, 4), Hot: Hot{Percent: 10, Start: 16000, Cycles: 8000}, Interval: 1000, Total: 8000}
	r := Result{}
	w := Window{Histogram: make([]uint64, LatencyBins)}
	for i := range p.Total / p.Interval {
		bin := 7
		for _, k := range high {
			if i == k {
				bin = 40
			}
		}
		w = Window{Received: w.Received + 10, LatencySum: w.LatencySum + 800,
			Histogram: append([]uint64(nil), w.Histogram...)}
		w.Histogram[bin] += 10
		r.Intervals = append(r.Intervals, w)
	}
	return run{p, r}
}

// TestRecovery: the hot phase is the third interval.
func TestRecovery(t *testing.T) {
	for _, c := range []struct {
		high []int
		want float64
	}{{nil, 0}, {[]int{2}, 0}, {[]int{2, 3}, 1}, {[]int{4}, 2}, {[]int{2, 3, 4, 5, 6, 7}, 5}} {
		r := middleRun(c.high...)
		assert.Equal(t, r.recovery(), c.want, "%v", c.high)
		assert.Equal(t, r.mean(r.latencies(), before), 10.0)
		assert.Equal(t, r.mean(r.medians(), before), 7.5, "the middle of the bin")
	}
}

// TestTreesSettings: settings that do not go together.
func TestTreesSettings(t *testing.T) {
	e := experiment.Find(Experiments(), "recn-trees")
	v, err := e.Resolve(map[string]string{"total": "19000"})
	assert.NilError(t, err)
	_, err = e.Plan(v, []uint32{1})
	assert.ErrorContains(t, err,
		"total=19000 packet times is too short to see what comes after the hot phase: give at least total=20000")
	for name, want := range map[string]int{"permutations": 15, "hot-nodes": 20, "middle": 5, "memory": 8, "queue": 3,
		"cioq": 10, "order": 12, "ports": 15} {
		assert.Equal(t, len(plan(t, "recn-trees", map[string]string{"scenarios": name}, 1).Points), want, name)
	}
}

// TestLatencyOverTime: the sampled counters are those of the whole run at its end.
func TestLatencyOverTime(t *testing.T) {
	p := Point{Network: network(16, 4), Seed: 3, Load: 0.5, Measure: 4000, Total: 4000, Interval: 1000, Latency: true,
		Hot: Hot{Percent: 40, Node: 6, Start: 8000, Cycles: 8000}}
	r := measure(t, newLab().NewMachine(), p)
	each := r.Each()
	assert.Equal(t, len(each), 4)
	received := uint64(0)
	for _, w := range each {
		near(t, float64(sum(w.Histogram)), float64(w.Received), 16*10) // of each node read some 70 cycles apart
		received += w.Received
	}
	near(t, float64(received), float64(r.Received), 16*1100/8)
	assert.Assert(t, each[1].Latency() > 3*each[0].Latency(), "%v, %v", each[1].Latency(), each[0].Latency())
	assert.Assert(t, each[0].Median() < 16)
}
