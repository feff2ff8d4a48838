package golden

import (
	"math"
	"testing"

	"gotest.tools/v3/assert"
)

// packets runs the sources of a network for some packet times. The result has, per
// node and packet time, the destination of the packet, -1 for none.
func packets(nodes, times int, traffic Traffic) [][]int {
	in := SourceIn{Traffic: traffic}
	made := make([][]int, nodes)
	for node := range made {
		s := NewSource(nodes)
		in.Node, in.Now, in.Enable = node, 0, true
		for len(made[node]) < times {
			out := s.Step(in)
			// The trial of the cycle before, once the random numbers are mixed.
			if in.Now > MixRounds+Beats && (in.Now-1)%Beats == uint32(node)%Beats {
				dst := -1
				if out.Make.Valid {
					dst = out.Make.Dst
				}
				made[node] = append(made[node], dst)
			}
			in.Now++
		}
	}
	return made
}

// offered has 1 for a packet and 0 for none.
func offered(destinations []int) []float64 {
	x := make([]float64, len(destinations))
	for i, dst := range destinations {
		if dst >= 0 {
			x[i] = 1
		}
	}
	return x
}

// correlation is that of two series of equal length.
func correlation(a, b []float64) float64 {
	var sa, sb, saa, sbb, sab float64
	for i := range a {
		sa, sb = sa+a[i], sb+b[i]
		saa, sbb, sab = saa+a[i]*a[i], sbb+b[i]*b[i], sab+a[i]*b[i]
	}
	n := float64(len(a))
	return (sab - sa*sb/n) / math.Sqrt((saa-sa*sa/n)*(sbb-sb*sb/n))
}

var testSeeds = []uint32{0, 1, 2, 3, 0x80000000, 0xffffffff, 12345}

// TestRate compares the number of packets with the load, for each node and for all
// together: 5 standard deviations.
func TestRate(t *testing.T) {
	const nodes, times = 64, 2000
	for _, load := range []int{0, 655, 6554, 32768, 58982, 65535, 65536} {
		for _, seed := range testSeeds {
			rate := float64(load) / 65536
			total := 0.0
			for node, dsts := range packets(nodes, times, Traffic{Seed: seed, Load: load}) {
				n := 0.0
				for _, x := range offered(dsts) {
					n += x
				}
				within(t, n, times, rate, "seed %d, load %d, node %d", seed, load, node)
				total += n
			}
			within(t, total, nodes*times, rate, "seed %d, load %d, all nodes", seed, load)
		}
	}
}

// within demands that n of trials is close to what the rate says.
func within(t *testing.T, n, trials, rate float64, format string, args ...any) {
	t.Helper()
	deviation := math.Sqrt(trials*rate*(1-rate)) + 1e-9
	if math.Abs(n-trials*rate) > 5*deviation+1 {
		t.Errorf(format, args...)
		t.Errorf("%v packets, expected %v, standard deviation %v", n, trials*rate, deviation)
	}
}

// TestUniformDestinations counts the packets of each pair of nodes: chi squared, 5
// standard deviations.
func TestUniformDestinations(t *testing.T) {
	for _, nodes := range []int{4, 16, 64, 256} {
		times := 40000 / nodes * 4
		for _, seed := range testSeeds {
			var chi, freedom float64
			for node, dsts := range packets(nodes, times, Traffic{Seed: seed, Load: 65536}) {
				count := make([]float64, nodes)
				for _, dst := range dsts {
					count[dst]++
				}
				assert.Equal(t, count[node], 0.0, "node %d sends to itself", node)
				expected := float64(times) / float64(nodes-1)
				for dst, n := range count {
					if dst != node {
						chi += (n - expected) * (n - expected) / expected
					}
				}
				freedom += float64(nodes - 2)
			}
			if math.Abs(chi-freedom) > 5*math.Sqrt(2*freedom) {
				t.Errorf("%d nodes, seed %d: chi squared is %.0f, expected %.0f", nodes, seed, chi, freedom)
			}
		}
	}
}

// TestHotSpot: the hot rate is a share of the packets, and moves no others.
func TestHotSpot(t *testing.T) {
	const nodes, times, hot = 16, 8000, 5
	in := Traffic{Seed: 9, Load: 52429, HotRate: 16384, HotNode: hot, HotStart: 0, HotEnd: 1<<32 - 1, Pattern: 3}
	for node, dsts := range packets(nodes, times, in) {
		var all, toHot float64
		for _, dst := range dsts {
			if dst < 0 {
				continue
			}
			all++
			if dst == hot {
				toHot++
			} else {
				assert.Equal(t, dst, (node+8)%16)
			}
		}
		switch node {
		case hot:
			assert.Equal(t, toHot, 0.0)
		case (hot + 8) % 16:
			assert.Equal(t, toHot, all)
		default:
			within(t, toHot, all, 0.25, "node %d", node)
		}
		within(t, all, times, 0.8, "node %d", node)
	}
}

// TestRestOfTheNodes: while nodes are hot each of them gets its share of the hot
// packets, and the rest goes to the other nodes alike: 5 standard deviations.
func TestRestOfTheNodes(t *testing.T) {
	const nodes, times, hot = 16, 8000, 5
	for count := range 3 {
		hotNodes := 1 << count
		isHot := func(n int) bool { return (n+nodes-hot)%(nodes/hotNodes) == 0 }
		in := Traffic{Seed: 4, Load: 65536, HotRate: 16384, HotNode: hot, HotCount: count, HotEnd: 1<<32 - 1}
		for node, dsts := range packets(nodes, times, in) {
			got := make([]float64, nodes)
			for _, dst := range dsts {
				got[dst]++
			}
			for dst, n := range got {
				rate := 0.75 / float64(nodes-hotNodes-1)
				switch {
				case dst == node:
					rate = 0
				case isHot(node):
					rate = 1.0 / (nodes - 1)
				case isHot(dst):
					rate = 0.25 / float64(hotNodes)
				}
				within(t, n, times, rate, "%d hot nodes, from %d to %d", hotNodes, node, dst)
			}
		}
	}
}

// TestIndependence correlates what nodes do with each other, with themselves some
// time before, and with the same node under another seed.
func TestIndependence(t *testing.T) {
	const nodes, times = 64, 2500
	limit := 5 / math.Sqrt(times)
	demand := func(c float64, format string, args ...any) {
		t.Helper()
		if math.Abs(c) > limit {
			t.Errorf(format, args...)
			t.Errorf("correlation %v, more than %v", c, limit)
		}
	}
	var before [][]float64
	for _, seed := range testSeeds {
		series := make([][]float64, nodes)
		for node, dsts := range packets(nodes, times, Traffic{Seed: seed, Load: 32768}) {
			series[node] = offered(dsts)
		}
		for a := range nodes {
			for b := range a {
				demand(correlation(series[a], series[b]), "seed %d, nodes %d and %d", seed, a, b)
			}
			for lag := 1; lag <= 16; lag++ {
				demand(correlation(series[a][lag:], series[a][:times-lag]), "seed %d, node %d, %d packet times before", seed, a,
					lag)
			}
			if before != nil {
				demand(correlation(series[a], before[a]), "seed %d and the one before, node %d", seed, a)
			}
		}
		before = series
	}
}

// TestNoLinearRelation: the step is linear over bits, so that without the carries
// of the mixing the sum of the states of four nodes whose numbers add up to 0 would
// be 0 for ever. Half of its bits must be 1.
func TestNoLinearRelation(t *testing.T) {
	mixed := func(seed uint32, node int) uint64 {
		x := Start(seed, node)
		for range MixRounds {
			x = Mixed(x)
		}
		return x
	}
	ones, all := 0.0, 0.0
	count := func(sum uint64) {
		for ; sum != 0; sum &= sum - 1 {
			ones++
		}
		all += 64
	}
	for seed := range uint32(300) {
		for i := 1; i < 128; i *= 2 {
			count(mixed(seed, 0) ^ mixed(seed, i) ^ mixed(seed, 2*i) ^ mixed(seed, 3*i))
			count(mixed(seed, i) ^ mixed(seed, 0) ^ mixed(seed^1, i) ^ mixed(seed^1, 0))
			count(mixed(seed, i) ^ mixed(seed, 0))
		}
	}
	within(t, ones, all, 0.5, "bits of sums of states")
}

// TestNeverZero goes back from 0, the state without a way out, through the mixing:
// the start that would lead there is none of ours.
func TestNeverZero(t *testing.T) {
	x := uint64(0)
	for range MixRounds {
		x = previous(x - 0x9e3779b97f4a7c15)
	}
	check := x
	for range MixRounds {
		check = Mixed(check)
	}
	assert.Equal(t, check, uint64(0))
	assert.Assert(t, x>>8&0xffffff != 0x243f6a, "seed %#x, node %d lead to 0", x>>32, x&0xff)
	assert.Assert(t, Next(1) != 0 && previous(0) == 0)
}

// previous is the state before x.
func previous(x uint64) uint64 {
	undo := func(x uint64, shift func(uint64) uint64) uint64 {
		y := x
		for range 64 {
			y = x ^ shift(y)
		}
		return y
	}
	x = undo(x, func(y uint64) uint64 { return y << 17 })
	x = undo(x, func(y uint64) uint64 { return y >> 7 })
	return undo(x, func(y uint64) uint64 { return y << 13 })
}
