package bench

import (
	"testing"

	"gotest.tools/v3/assert"

	rtl "culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/internal/tiers"
)

// TestSoak runs 64 nodes under a hot-spot with every assertion on, stops the
// traffic, and wants every packet back, once, whole and in order, and every slot,
// credit, SAQ and CAM line where it was. `make soak` runs 10^8 switch-cycles.
func TestSoak(t *testing.T) {
	cycles := tiers.Cycles(6000)
	x := open(t, build(t, func(p *rtl.Params) { p.Levels = 3 }), true)
	before := x.rest()
	// The hot node is asked for 1.6 times what it can take: little enough for the
	// nodes' queues to hold what waits for it, so that the rest never stops.
	for name, value := range map[string]int{
		"load": fullLoad * 9 / 10, "seed": 11, "hot_node": 6, "hot_rate": fullLoad / 40, "hot_end": 1<<32 - 1, "measure": 1,
		"enable": 1,
	} {
		x.set(name, value)
	}
	const parts = 100
	for i := range parts {
		x.run(cycles*(i+1)/parts - cycles*i/parts)
		x.isSound()
		if i%10 == 9 {
			t.Logf("%d %% on engine %s: sound", i+1, cyclesim.DefaultEngine())
		}
	}
	x.drain()
	x.isSound()
	assert.DeepEqual(t, x.rest(), before)
	n := x.sum(made) - x.sum(refused)
	t.Logf("%d cycles of %d switches under traffic: %d packets", cycles, x.p.Switches(), n)
	assert.Assert(t, n > cycles*x.p.Nodes()*7/(10*beats))
	assert.Equal(t, x.sum(received), n)
	assert.Equal(t, x.get("delivered"), n)
}
