package bench

import (
	"fmt"
	"math/big"
	"math/rand"
	"testing"

	"gotest.tools/v3/assert"

	rtl "culprit.example/culprit/blocks/adapter"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/benchtest"
	"culprit.example/culprit/testbench/mutant"
)

// grant is what an arbiter has granted, or what it is asked for, in which cycle.
type grant struct{ cycle, node, count int }

// output is an arbiter in RTL. A request waits for its time, and for those before it.
type output struct {
	*benchtest.Simulation
	cycle int
	asks  []grant
}

func newOutput(t *testing.T, params map[string]int, mistake func(*ir.Design) error) *output {
	t.Helper()
	o := &output{Simulation: benchtest.Simulate(t, rtl.Blocks(), "reqgrant_arbiter", params, mistake)}
	o.Set("tick", 1)
	o.Set("grant_rate", 16)
	return o
}

// step is a cycle; released are credits of both buffers that come back in it.
func (o *output) step(released int) (grant, bool) {
	o.Set("req_valid", 0)
	if len(o.asks) > 0 && o.asks[0].cycle <= o.cycle {
		o.Set("req_valid", 1)
		o.Set("req_node", o.asks[0].node)
		o.Set("req_count", o.asks[0].count)
		o.asks = o.asks[1:]
	}
	o.Set("released", released)
	o.Set("arrived", released)
	o.Engine.Eval()
	g := grant{o.cycle, o.Get("gnt_node"), o.Get("gnt_count")}
	valid := o.Get("gnt_valid") == 1
	o.Engine.Step()
	o.cycle++
	return g, valid
}

// grantsOf are the grants that requests get in the given number of cycles.
func grantsOf(t *testing.T, mistake func(*ir.Design) error, asks []grant, cycles int) []grant {
	t.Helper()
	o := newOutput(t, map[string]int{"nodes": 4, "g": 16, "b_reasm": 64, "fc_init": 64, "max_p": 1}, mistake)
	o.asks = asks
	var list []grant
	for range cycles {
		if g, ok := o.step(0); ok {
			list = append(list, g)
		}
	}
	return list
}

func inArbiter(m mutant.Mutation) func(*ir.Design) error {
	return mutant.InModule("reqgrant_arbiter", m)
}

// shortIdle is idle for a segment less than is granted.
var shortIdle = inArbiter(mutant.Rewrite("timer_q", "taken", func(taken *ir.Node, read func(string) *ir.Node) *ir.Node {
	one := &ir.Node{Op: ir.OpZext, Width: taken.Width, Args: []*ir.Node{read("fire")}}
	return &ir.Node{Op: ir.OpSub, Width: taken.Width, Args: []*ir.Node{taken, one}}
}))

// TestGrantSpacing is row G12, Figure 2a: after a grant of n segments the next one comes
// in exactly n segment times.
func TestGrantSpacing(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name       string
		mistake    func(*ir.Design) error
		asks, want []int // segments of adapter 1, 2, 3; distances of the grants
	}{
		{"5 and 4", nil, []int{5, 4, 2}, []int{5, 4}},
		{"1", nil, []int{1, 1}, []int{1}},
		{"16 and 2", nil, []int{16, 2, 3}, []int{16, 2}},
		{"idle for a segment less", shortIdle, []int{5, 4, 2}, []int{4, 3}},
		{"never idle", inArbiter(mutant.FlipOp("timer_q", ir.OpAdd, ir.OpSub, 0)), []int{5, 4}, []int{1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			var asks []grant
			for i, n := range c.asks {
				asks = append(asks, grant{10, i + 1, n})
			}
			list := grantsOf(t, c.mistake, asks, 60)
			assert.Equal(t, len(list), len(asks))
			for i, g := range list {
				assert.Equal(t, g.node, i+1)
				assert.Equal(t, g.count, c.asks[i])
				if i > 0 {
					assert.Equal(t, g.cycle-list[i-1].cycle, c.want[i-1], "from grant %d to the next", i-1)
				}
			}
		})
	}
}

// excess is the most that is granted in any time above what the rate allows for it, in
// 1/16 segment: the running maximum over all windows that end with a grant.
func excess(t *testing.T, mistake func(*ir.Design) error, g, rate, ticks int, seed int64) int {
	t.Helper()
	rng := rand.New(rand.NewSource(seed))
	o := newOutput(t, map[string]int{"nodes": 8, "g": g, "b_reasm": 16000, "fc_init": 16000, "max_p": 1}, mistake)
	o.Set("grant_rate", rate)
	now, most := 0, 0
	pending, granted, all := make([]int, 8), 0, 0
	for cycle := range 20000 {
		tick := 0
		if rng.Intn(100) < ticks {
			tick = 1
		}
		o.Set("tick", tick)
		busy := cycle/500%2 == 0 // else the output is idle, and must not save that up
		if node := rng.Intn(8); busy && cycle > 20 && pending[node] < g {
			n := 1 + rng.Intn(g-pending[node])
			pending[node] += n
			o.asks = append(o.asks, grant{cycle, node, n})
		}
		back := min(granted, 1) // what is granted comes back at once
		granted -= back
		if x, ok := o.step(back); ok {
			pending[x.node] -= x.count
			granted += x.count
			all += x.count
			now += 16 * x.count
			most = max(most, now)
		}
		now = max(0, now-tick*rate)
	}
	assert.Assert(t, all > 500, "%d segments are granted", all)
	if mistake == nil {
		o.IsSound()
	}
	return most
}

// TestGrantRate is row G13: in no time T are more than L_G T + G segments granted. What
// is left of a tick is kept, so that the rate is exact: where L_G is no whole number of
// segments per tick, that may be granted on top.
func TestGrantRate(t *testing.T) {
	t.Parallel()
	for seed, c := range []struct{ g, rate, ticks int }{{16, 16, 100}, {16, 16, 83}, {5, 8, 70}, {50, 160, 90},
		{1, 16, 100}, {12, 24, 100}} {
		t.Run(fmt.Sprint(c), func(t *testing.T) {
			t.Parallel()
			left := 0
			if c.rate > 16 {
				left = c.rate - 1
			}
			most := excess(t, nil, c.g, c.rate, c.ticks, int64(seed))
			assert.Assert(t, most <= 16*c.g+left, "seed %d: %d/16 segments above the rate, G = %d", seed, most, c.g)
		})
	}
	for name, mistake := range map[string]func(*ir.Design) error{
		"idle for a segment less": shortIdle,
		"never idle":              inArbiter(mutant.FlipOp("timer_q", ir.OpAdd, ir.OpSub, 0)),
		"idle time is saved up":   inArbiter(mutant.DropTerm("rest", 0)),
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			most := excess(t, mistake, 16, 16, 100, 1)
			assert.Assert(t, most > 2*16*16, "%d/16 segments above the rate", most)
		})
	}
}

// difference400 are 400 ns, in segments of 256 bytes at 100 Gb/s: 5 KB.
const difference400 = 400 * 100 / 8 / 256

// backlog is the longest queue at an output without contention elsewhere: inputs send
// what they are granted, a segment per cycle, and it is there a round trip after the
// grant.
func backlog(t *testing.T, mistake func(*ir.Design) error, trips []int, count int) int {
	t.Helper()
	var asks []grant
	for node := range trips {
		asks = append(asks, grant{10, node, count})
	}
	arrivals := map[int]int{}
	for _, g := range grantsOf(t, mistake, asks, 200) {
		for k := range g.count {
			arrivals[g.cycle+trips[g.node]+k]++
		}
	}
	queue, most, all := 0, 0, 0
	for cycle := range 400 {
		queue += arrivals[cycle]
		all += arrivals[cycle]
		queue = max(0, queue-1) // one leaves
		most = max(most, queue)
	}
	assert.Equal(t, all, len(trips)*count)
	return most
}

// TestLemma1 is row G14, Lemma 1 and Figure 3: without contention the backlog of an
// output is at most the difference of the round-trip times, in segments.
func TestLemma1(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		mistake func(*ir.Design) error
		trips   []int
		count   int // segments of a grant
		want    int
	}{
		{"times become shorter", nil, []int{20, 19, 18, 16}, 4, 4},
		{"larger grants", nil, []int{20, 19, 18, 16}, 16, 4},
		{"times become longer", nil, []int{16, 18, 19, 20}, 4, 0},
		{"equal times", nil, []int{20, 20, 20, 20}, 4, 0},
		{"single segments", nil, []int{20, 19, 18, 16}, 1, 2},
		// Row G15: segments of 256 bytes at 100 Gb/s, times that differ by 400 ns.
		{"400 ns", nil, []int{40 + difference400, 40 + difference400, 40, 40}, 16, difference400},
		{"idle for a segment less", shortIdle, []int{20, 19, 18, 16}, 4, 7},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, backlog(t, c.mistake, c.trips, c.count), c.want)
		})
	}
}

// fitting are the grants that an output makes before a segment of them has left its
// buffers, with the paper's sizes: G = 50 and b = 240 segments, B as given. All adapters
// ask for full grants, again and again.
func fitting(t *testing.T, mistake func(*ir.Design) error, buffered, reserve int) (grants int) {
	t.Helper()
	const full = 50
	o := newOutput(t, map[string]int{"nodes": 8, "g": full, "b_reasm": buffered, "fc_init": 240, "max_p": 1}, mistake)
	o.Set("grant_rate", 160)
	o.Set("reserve", reserve)
	for node := range 8 {
		o.asks = append(o.asks, grant{20, node, full})
	}
	for cycle := range 3000 {
		g, ok := o.step(0)
		if !ok {
			continue
		}
		assert.Equal(t, g.count, full)
		grants++
		o.asks = append(o.asks, grant{cycle, g.node, full})
	}
	return grants
}

// TestGrantsThatFit is row G28: the buffers hold whole grants only, and all that are
// made without an answer have room.
func TestGrantsThatFit(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name              string
		mistake           func(*ir.Design) error
		buffered, reserve int
		want              int
	}{
		{"in the fabric's buffer", nil, 2048, 1, 240 / 50},
		{"in the reassembly buffer", nil, 2048, 0, 2048 / 50},
		{"in two grants of it", nil, 2 * 50, 0, 2},
		{"in less than two", nil, 2*50 - 1, 0, 1},
		// The counter of credits goes below zero.
		{"with room for a grant less a segment", inArbiter(mutant.AddConst("fire", 0, -1)), 2*50 - 1, 0, 4},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			assert.Equal(t, fitting(t, c.mistake, c.buffered, c.reserve), c.want)
		})
	}
}

// share is the part of what an output grants that an adapter gets that asks for 40
// segments, beside 20 that ask for 2. All ask again as soon as they are granted, and the
// buffer, which is what is scarce, gives back a segment per cycle.
func share(t *testing.T, mistake func(*ir.Design) error) float64 {
	t.Helper()
	const small, large, way = 20, 40, 60 // way: from a grant until its segments leave
	o := newOutput(t, map[string]int{"nodes": 32, "g": 50, "b_reasm": 100, "fc_init": 16000, "max_p": 1}, mistake)
	o.Set("grant_rate", 255)
	for node := range small + 1 {
		n := 2
		if node == small {
			n = large
		}
		o.asks = append(o.asks, grant{40, node, n})
	}
	leaves := make([]int, way) // by cycle, modulo
	inside, taken, all := 0, 0, 0
	for cycle := range 60000 {
		inside += leaves[cycle%way]
		leaves[cycle%way] = 0
		back := min(inside, 1)
		inside -= back
		g, ok := o.step(back)
		if !ok {
			continue
		}
		leaves[cycle%way] += g.count
		o.asks = append(o.asks, grant{cycle, g.node, g.count})
		if cycle > 10000 {
			all += g.count
			if g.node == small {
				taken += g.count
			}
		}
	}
	assert.Assert(t, all > 40000, "%d segments are granted in 50000 cycles", all)
	return float64(taken) / float64(all)
}

// TestFairGrants is row G26: the condition that there is room for the largest grant is
// fair. With room for the grant itself, oc >= r[i], the large request starves.
func TestFairGrants(t *testing.T) {
	t.Parallel()
	s := share(t, nil)
	assert.Assert(t, s > 0.9/21 && s < 1.1/21, "share of the adapter that asks for 40: %.4f", s)
	s = share(t, func(d *ir.Design) error {
		// Any credits do for a request of 2, and that of 40 takes part if there are 40.
		if err := inArbiter(mutant.AddConst("fire", 0, 2-50))(d); err != nil {
			return err
		}
		return inArbiter(mutant.Rewrite("pending_stays", "pending_q",
			func(pending *ir.Node, read func(string) *ir.Node) *ir.Node {
				oc := read("oc_q")
				enough := &ir.Node{Op: ir.OpGe, Width: 1, Args: []*ir.Node{oc, constant(oc.Width, 40)}}
				return &ir.Node{Op: ir.OpAnd, Width: pending.Width, Args: []*ir.Node{pending,
					{Op: ir.OpMux, Width: pending.Width,
						Args: []*ir.Node{enough, constant(pending.Width, 1<<32-1), constant(pending.Width, 1<<32-1-1<<20)}}}}
			}))(d)
	})
	assert.Assert(t, s <= 0.001, "share with room for the grant itself: %.4f", s)
}

func constant(width int, x int64) *ir.Node {
	return &ir.Node{Op: ir.OpConst, Width: width, Const: big.NewInt(x)}
}
