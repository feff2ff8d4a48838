package workload

import (
	"math"
	"slices"
	"testing"

	"gotest.tools/v3/assert"
)

// messages are those of a workload for 16 nodes, 10,000 packet times.
func messages(t *testing.T, text string, seed uint32) []message {
	t.Helper()
	return parsed(t, text).trace(seed, 16, 8, 80_000).messages
}

// partners are the destinations of each node.
func partners(list []message) (to [16][]int) {
	for _, m := range list {
		if !slices.Contains(to[m.src], m.dst) {
			to[m.src] = append(to[m.src], m.dst)
		}
	}
	for i := range to {
		slices.Sort(to[i])
	}
	return to
}

// TestPermutations: examples by hand.
func TestPermutations(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]map[int][]int{
		"bit-complement": {0: {15}, 5: {10}},
		"bit-reverse":    {1: {8}, 3: {12}, 6: nil, 13: {11}},
		"transpose":      {1: {4}, 7: {13}, 5: nil},
		"shuffle":        {1: {2}, 9: {3}, 15: nil},
		"tornado":        {0: {4}, 14: {2}},
	} {
		to := partners(messages(t, name+" load=0.5", 1))
		for src, dst := range want {
			assert.DeepEqual(t, to[src], dst)
		}
	}
	one, other := partners(messages(t, "permutation load=0.5", 1)), partners(messages(t, "permutation load=0.5", 2))
	assert.Assert(t, !slices.EqualFunc(one[:], other[:], slices.Equal), "the seed draws the permutation")
	seen := map[int]bool{}
	for src, list := range one {
		assert.Equal(t, len(list), 1)
		assert.Assert(t, list[0] != src && !seen[list[0]])
		seen[list[0]] = true
	}
}

// TestLoad: as much is offered as the line says, by messages of one size and of many.
func TestLoad(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text   string
		within float64
	}{
		{"uniform load=0.5", 0.01}, {"uniform load=1", 0.01}, {"uniform load=0.25 bytes=1000", 0.02},
		{"uniform load=0.3 sizes=rpc cut=4096", 0.05}, {"bit-complement load=0.7", 0.01},
	} {
		w := parsed(t, c.text)
		packets := 0
		for _, m := range w.trace(3, 16, 8, 800_000).messages {
			assert.Assert(t, m.open && len(m.after) == 0)
			packets += m.packets
		}
		got := float64(packets) / 16 / 100_000
		assert.Assert(t, math.Abs(got/w.parts[0].numbers[keyLoad]-1) < c.within, "%s: %v", c.text, got)
	}
}

// TestLinesAreIndependent: another line changes nothing of what a line sends.
func TestLinesAreIndependent(t *testing.T) {
	t.Parallel()
	alone := messages(t, "uniform load=0.5", 1)
	both := messages(t, "uniform load=0.5\nincast degree=3 bytes=640", 1)
	assert.Equal(t, len(both), len(alone)+3)
	for i, m := range alone {
		assert.DeepEqual(t, both[i].at, m.at)
		assert.DeepEqual(t, both[i].dst, m.dst)
	}
}

func TestHotSpot(t *testing.T) {
	t.Parallel()
	w := parsed(t, "hot-spot load=0.5 node=6 percent=50 from=1000 to=2000")
	tr := w.trace(1, 16, 8, 80_000)
	assert.Equal(t, tr.pulse, uint64(16_000))
	assert.Assert(t, tr.hot[6] && !tr.hot[5])
	hot, all := 0, 0
	for _, m := range tr.messages {
		if in := m.at >= 8_000 && m.at < 16_000; in && m.src != 6 {
			all++
			if m.dst == 6 {
				hot++
			}
		}
	}
	// One half, and a fifteenth of the other.
	assert.Assert(t, math.Abs(float64(hot)/float64(all)-(0.5+0.5/15)) < 0.02, "%d of %d", hot, all)
}

func TestIncast(t *testing.T) {
	t.Parallel()
	list := messages(t, "incast to=3 degree=5 bytes=100 at=10 spread=4", 1)
	assert.Equal(t, len(list), 5)
	seen := map[int]bool{3: true}
	for _, m := range list {
		assert.Assert(t, !seen[m.src], "a node sends once, and not to itself")
		seen[m.src] = true
		assert.Assert(t, m.dst == 3 && m.packets == 2 && m.at >= 80 && m.at <= 112 && !m.open, "%+v", m)
	}
}

// TestRing: 2(N-1) steps, and no node sends what it has not got.
func TestRing(t *testing.T) {
	t.Parallel()
	list := messages(t, "ring-all-reduce bytes=2048 at=2", 1)
	assert.Equal(t, len(list), 30*16)
	for i, m := range list {
		assert.Assert(t, m.dst == (m.src+1)%16 && m.packets == 2 && m.at == 16)
		if i < 16 {
			assert.Equal(t, len(m.after), 0)
			continue
		}
		before := m.after[0]
		assert.Assert(t, len(m.after) == 1 && before/16 == i/16-1 && list[before].dst == m.src, "%d after %d", i, before)
	}
}

func TestAllToAll(t *testing.T) {
	t.Parallel()
	list := messages(t, "all-to-all bytes=64", 1)
	to := partners(list)
	for src := range 16 {
		assert.Equal(t, len(to[src]), 15)
	}
	for i, m := range list {
		if len(m.after) > 0 {
			assert.Assert(t, m.after[0] == i-1 && list[i-1].src == m.src && list[i-1].dst == (m.dst+15)%16)
		} else {
			assert.Equal(t, m.dst, (m.src+1)%16)
		}
	}
}

// TestExperts: what goes out comes back, after all has come in, and popular experts get more.
func TestExperts(t *testing.T) {
	t.Parallel()
	spread := func(text string) int {
		list := messages(t, text, 1)
		out, in := map[[2]int]int{}, [16]int{}
		for i, m := range list {
			if len(m.after) == 0 {
				out[[2]int{m.src, m.dst}] = m.packets
				in[m.dst] += m.packets
				continue
			}
			assert.Equal(t, m.packets, 2*out[[2]int{m.dst, m.src}], "back is twice as large")
			for _, before := range m.after {
				assert.Assert(t, before < i && list[before].dst == m.src)
			}
		}
		assert.Equal(t, len(list), 2*len(out))
		return slices.Max(in[:]) - slices.Min(in[:])
	}
	even, uneven := spread("moe tokens=64 bytes=64 back=128 top=2"), spread("moe tokens=64 bytes=64 back=128 top=2 zipf=1")
	assert.Assert(t, uneven > 2*even, "%d and %d", even, uneven)
}

// TestSizes: the mean of many messages is that of the distribution, and none is larger than the cut.
func TestSizes(t *testing.T) {
	t.Parallel()
	for name, d := range distributions {
		assert.Assert(t, d.source != "")
		assert.Equal(t, d.points[0].share, uint64(0), name)
		assert.Equal(t, d.points[len(d.points)-1].share, uint64(10_000), name)
		for _, cut := range []uint64{1 << 30, 65_536, 1_000, 10} {
			d := d.upTo(cut)
			r, sum, largest := newRandom(1, 7), 0.0, 0
			const n = 400_000
			for range n {
				x := d.draw(r)
				sum += float64(x)
				largest = max(largest, x)
			}
			assert.Assert(t, largest <= packets(cut), "%s %d", name, cut)
			within := 0.02
			if cut == 1<<30 {
				within = 0.1 // few large messages make the mean
			}
			assert.Assert(t, math.Abs(sum/n/d.mean()-1) < within, "%s to %d: %v and %v", name, cut, sum/n, d.mean())
		}
	}
	// The published means, in packets: WebSearch 1,711,250 bytes, Hadoop 120,421, storage 40,870.
	for name, bytes := range map[string]float64{"websearch": 1_711_250, "hadoop": 120_421, "storage": 40_870} {
		mean := distributions[name].mean()
		assert.Assert(t, mean >= bytes/64 && mean <= bytes/64+1, "%s: %v", name, mean)
	}
}

// TestRandom: the first numbers of splitmix64 from 0, as its authors' program prints them.
func TestRandom(t *testing.T) {
	t.Parallel()
	r := &random{}
	for _, want := range []uint64{0xe220a8397b1dcdaf, 0x6e789e6aa1b965f4, 0x06c45d188009454f} {
		assert.Equal(t, r.next(), want)
	}
	counts := [3]int{}
	for range 30_000 {
		counts[r.below(3)]++
	}
	for _, n := range counts {
		assert.Assert(t, n > 9_500 && n < 10_500)
	}
}
