package bench

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	rtl "culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/mutant"
)

// TestEverythingArrives runs trees at several loads, stops the traffic, and counts
// packets, slots, credits, SAQs and CAM lines.
func TestEverythingArrives(t *testing.T) {
	tiers.Long(t, "traffic through all fabrics")
	for _, c := range []struct{ scheme, saqs, load, pattern, seed int }{
		{recnIQ, 4, fullLoad / 10, 0, 1},
		{recnIQ, 4, fullLoad / 2, 1, 2},
		{recnIQ, 4, fullLoad, 0, 3},
		{recnIQ, 2, fullLoad, 2, 4},
		{recnIQ, 0, fullLoad, 0, 5},
		{recnIQ, 0, fullLoad / 2, 3, 6},
		{voqSw, 0, fullLoad, 0, 7},
		{voqNet, 0, fullLoad, 0, 8},
		{recnCIOQ, 4, fullLoad, 0, 9},
	} {
		t.Run(fmt.Sprintf("%+v", c), func(t *testing.T) {
			x := open(t, build(t, func(p *rtl.Params) { p.Scheme, p.SAQs, p.Queue = c.scheme, c.saqs, 256 }), true)
			before := x.rest()
			x.set("load", c.load)
			x.set("pattern", c.pattern)
			x.set("seed", c.seed)
			x.set("hot_node", 6)
			x.set("hot_rate", fullLoad/8)
			x.set("hot_start", 1000)
			x.set("hot_end", 2000)
			x.set("measure", 1)
			x.set("enable", 1)
			x.run(4000)
			x.drain()
			x.isSound()
			assert.DeepEqual(t, x.rest(), before)
			assert.Equal(t, x.sum(waiting), 0)
			n := x.sum(made) - x.sum(refused)
			t.Logf("%d packets, %d refused", n, x.sum(refused))
			assert.Assert(t, n > 100)
			assert.Equal(t, x.sum(sent), n)
			assert.Equal(t, x.sum(received), n)
			assert.Equal(t, x.get("delivered"), n)
		})
	}
}

// throughput is what 16 nodes get per packet time and node, from cycle from on.
func throughput(x *experiment, from, cycles int) float64 {
	x.set("enable", 1)
	x.run(from)
	before := x.get("delivered")
	x.run(cycles)
	nodes := x.p.Nodes() * x.p.Copies
	return float64((x.get("delivered")-before)*beats) / float64(nodes*cycles)
}

// TestHotSpot: with set-aside queues a hot node does not slow down the others.
func TestHotSpot(t *testing.T) {
	results := map[int]float64{}
	for _, saqs := range []int{0, 4} {
		x := open(t, build(t, func(p *rtl.Params) { p.SAQs = saqs }), false)
		x.set("load", fullLoad)
		x.set("hot_node", 5)
		x.set("hot_rate", fullLoad/4)
		x.set("hot_end", 1<<30)
		x.set("seed", 7)
		results[saqs] = throughput(x, 8000, 16000)
		assert.Equal(t, x.get("error"), 0)
	}
	t.Logf("throughput %.3f without SAQs, %.3f with", results[0], results[4])
	assert.Assert(t, results[4] > 2*results[0])
}

// TestMutatedFabricIsNoticed: what a mutated part does to packets reaches the
// error output, with no assertion to help.
func TestMutantyFabricIsNoticed(t *testing.T) {
	for _, c := range []struct {
		name, module string
		mutate       func(*ir.Module) error
	}{
		{"packets overtake each other", "recn_ppu", mutant.FlipOp("longer", ir.OpTranspose, ir.OpZext, 0)},
		{"packets take another way", "tree_route", mutant.AddConst("across_0", 0, 1)},
		{"data are damaged", "recn_mmu", mutant.StuckBit("packet_ram", 3, 1)},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := open(t, build(t, func(*rtl.Params) {}).change(t, c.module, c.mutate), false)
			x.set("load", fullLoad)
			x.set("enable", 1)
			for range 20 {
				if x.run(1000); x.get("error") == 1 {
					return
				}
			}
			t.Error("no error after 20000 cycles")
		})
	}
}

// TestPacketsThatGoAstray: a packet that climbs beyond the top is lost without a
// trace at the nodes; an assertion tells.
func TestPacketsThatGoAstray(t *testing.T) {
	x := open(t, build(t, func(*rtl.Params) {}).change(t, "tree_route", mutant.AddConst("across_1", 0, 1)), true)
	x.set("load", fullLoad/4)
	x.set("enable", 1)
	x.run(400)
	found := false
	for _, f := range x.sim.Failures() {
		found = found || f.Path == "no_packet_leaves_the_top"
	}
	assert.Assert(t, found, "%v", x.sim.Failures())
}

// TestCopies: copies are trees of their own with seeds of their own.
func TestCopies(t *testing.T) {
	run := func(copies, seed int) *experiment {
		x := open(t, build(t, func(p *rtl.Params) { p.Copies = copies }), false)
		x.set("load", fullLoad/2)
		x.set("seed", seed)
		x.set("measure", 1)
		x.set("enable", 1)
		x.run(2000)
		x.set("measure", 0)
		return x
	}
	both, first, second := run(2, 10), run(1, 10), run(1, 11)
	assert.Equal(t, both.get("delivered"), first.get("delivered")+second.get("delivered"))
	assert.Equal(t, both.get("digest"), first.get("digest")^second.get("digest"))
	assert.Equal(t, both.counter(16+3, received), second.counter(3, received))
	assert.Equal(t, both.counter(256+8+5, 0), second.counter(256+5, 0))
}
