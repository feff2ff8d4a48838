package trees

import (
	"context"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/experiment/hardware"
)

// network is the papers' RECN-IQ network of that size.
func network(nodes, saqs int) Network {
	return Network{Nodes: nodes, Ports: switchPorts, Scheme: RECNIQ, SAQs: saqs, Slots: 64, Detect: 5, Xoff: 10, Xon: 5,
		LinkLatency: 2, Rule: ruleDD, Queue: 4096}
}

// newLab simulates fabrics.
func newLab() *hardware.Lab { return hardware.New(fabric.Blocks(compared())) }

func measure(t *testing.T, m experiment.Machine, p Point) Result {
	t.Helper()
	r, err := m.Run(context.Background(), p.point(), func(float64) {})
	assert.NilError(t, err)
	return resultOf(r)
}

func sum(list []uint64) uint64 {
	var n uint64
	for _, x := range list {
		n += x
	}
	return n
}

// TestCountersAgree compares what different counters say about the same packets.
func TestCountersAgree(t *testing.T) {
	const warmup, window = 400, 800
	for _, load := range []float64{0.1, 0.7, 1} {
		p := Point{Network: network(16, 4), Seed: 3, Load: load, Warmup: warmup, Measure: window, Total: warmup + window,
			Interval: warmup}
		r := measure(t, newLab().NewMachine(), p)
		assert.Equal(t, r.Errors(), uint64(0))
		assert.Equal(t, sum(r.LatencyHistogram), r.Received)
		assert.Equal(t, len(r.Delivered), 3)
		near(t, float64(r.Delivered[2]-r.Delivered[0]), float64(r.Received), 16) // counted a few cycles later
		near(t, float64(r.Made), load*float64(p.Nodes)*window, 0.1*load*float64(p.Nodes)*window)
		near(t, float64(r.Sent), float64(r.Received), 1000) // packets in the network
		assert.Assert(t, r.Latency() >= r.NetworkLatency())
		assert.Assert(t, r.NetworkLatency() >= 2 && r.Latency() < window)
		assert.Assert(t, r.Percentile(1) >= r.Percentile(0.5))
		looks := sum(r.AllLevels().SAQHistogram)
		assert.Equal(t, looks, uint64(8*8*window), "each of 8 monitors looks at a port in each cycle")
		assert.Equal(t, r.Allocations() > 0, load > 0.5)
	}
}

func near(t *testing.T, got, want, within float64) {
	t.Helper()
	assert.Assert(t, got >= want-within && got <= want+within, "%v is not within %v of %v", got, within, want)
}

// TestMachinesAgree runs a point on a new machine, and on one that ran other
// points of this and another network before.
func TestMachinesAgree(t *testing.T) {
	point := func(saqs int, seed uint32) Point {
		return Point{Network: network(16, saqs), Seed: seed, Load: 1, Hot: Hot{Percent: 10, Node: 6, Cycles: 2000},
			Warmup: 50, Measure: 150, Total: 300, Interval: 40}
	}
	lab := newLab()
	want := measure(t, lab.NewMachine(), point(2, 5))
	assert.Equal(t, len(want.Delivered), 7)
	old := lab.NewMachine()
	other := measure(t, old, point(2, 6))
	assert.Assert(t, other.Digest != want.Digest, "another seed is another run")
	assert.DeepEqual(t, measure(t, old, point(2, 5)), want)
	measure(t, old, point(0, 5))
	assert.DeepEqual(t, measure(t, old, point(2, 5)), want)
}

// TestHotTraffic shows that the hot phase is where and how it was asked for: the
// hot node takes a packet in each packet time, and none of the others starves.
func TestHotTraffic(t *testing.T) {
	p := Point{Network: network(16, 4), Seed: 1, Load: 0.5, Measure: 1000, Total: 1000}
	even := measure(t, newLab().NewMachine(), p)
	p.Hot = Hot{Percent: 50, Node: 6, Cycles: 8000}
	hot := measure(t, newLab().NewMachine(), p)
	near(t, even.Throughput(p), 0.5, 0.02)
	// 15 nodes send 0.25 each to the hot one, which takes 1; all send 0.25 to others,
	// the hot one 0.5.
	near(t, hot.Throughput(p)*16, 1+15*0.25+0.5, 0.5)
	assert.Assert(t, hot.Latency() > 5*even.Latency(), "%v against %v", hot.Latency(), even.Latency())
}

// TestVersions gives each netlist its own version, and the same one always the
// same.
func TestVersions(t *testing.T) {
	lab := newLab()
	seen := map[string]Network{}
	for _, n := range []Network{network(16, 0), network(16, 2), network(16, 4), network(64, 4)} {
		v, err := lab.Version(Point{Network: n}.point())
		assert.NilError(t, err)
		old, twice := seen[v]
		assert.Assert(t, !twice, "%v and %v", old, n)
		seen[v] = n
		again, err := newLab().Version(Point{Network: n}.point())
		assert.NilError(t, err)
		assert.Equal(t, again, v)
	}
}

func TestNetworkThatIsNone(t *testing.T) {
	n := network(16, 8)
	n.Slots = 10
	_, err := newLab().Version(Point{Network: n}.point())
	assert.ErrorContains(t, err, "slots=10 is too few for saqs=8")
	_, err = newLab().NewMachine().Run(context.Background(), Point{Network: n}.point(), func(float64) {})
	assert.ErrorContains(t, err, "slots=10 is too few for saqs=8")
}

func TestStoppedRun(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	p := Point{Network: network(16, 0), Seed: 1, Load: 1, Measure: 1_000_000, Total: 1_000_000}
	_, err := newLab().NewMachine().Run(ctx, p.point(), func(float64) { cancel() })
	assert.ErrorIs(t, err, context.Canceled)
}
