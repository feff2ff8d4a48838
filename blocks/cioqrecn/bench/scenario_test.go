package bench

import (
	"fmt"
	"math/bits"
	"math/rand"
	"testing"

	"gotest.tools/v3/assert"

	rtl "culprit.example/culprit/blocks/cioqrecn"
	"culprit.example/culprit/blocks/cioqrecn/golden"
	env "culprit.example/culprit/blocks/packet/bench"
	packet "culprit.example/culprit/blocks/packet/golden"
	recn "culprit.example/culprit/blocks/recn/bench"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench/kit"
	"culprit.example/culprit/testbench/mutant"
)

// TestOrder: no packet overtakes another of its flow, and it is the markers on both
// sides that see to it.
func TestOrder(t *testing.T) {
	tiers.Long(t, "order over all queues")
	const cycles = 10000
	p := golden.DefaultParams()
	v := blocks.Of(rtl.Switch).Defaults()
	reordered := func(d recn.Device, seed int64) int {
		traffic := env.Trees(recn.Links(p.Link()), seed)
		recn.Run(d, traffic, cycles, nil)
		assert.Equal(t, len(traffic.Board.Problems), 0, "seed %d: %v", seed, traffic.Board.Problems)
		assert.Assert(t, traffic.Board.Delivered > 1000, "seed %d: only %d packets", seed, traffic.Board.Delivered)
		return traffic.Board.Reordered
	}
	for seed := int64(1); seed <= 3; seed++ {
		assert.Equal(t, reordered(golden.NewSwitch(p), seed), 0, "seed %d", seed)
		assert.Equal(t, reordered(onEngine(t, v), seed), 0, "seed %d", seed)
		for _, side := range []string{"cioq_recn_input_port", "cioq_recn_output_port"} {
			n := reordered(onEngine(t, v, kit.In("marker_ignored", side, mutant.DropFirstTerm("saq_may_send", 0))), seed)
			t.Logf("seed %d: %d packets out of order with R ignored in %s", seed, n, side)
			assert.Assert(t, n > 0, "seed %d: nothing is out of order with R ignored in %s", seed, side)
		}
	}
}

// throughput is the part of the cycles in which an output sends, from a full load.
func throughput(d recn.Device, t *env.Traffic, outputs []int) float64 {
	const warmUp, cycles = 3000, 15000
	busy := 0
	recn.Run(d, t, cycles, func(cycle int, out golden.SwitchOut) {
		for _, o := range outputs {
			if cycle >= warmUp && out.TxValid[o] {
				busy++
			}
		}
	})
	return float64(busy) / float64((cycles-warmUp)*len(outputs))
}

// TestFullThroughput: with a queue per output at the inputs and twice the speed
// inside, uniform traffic fills the links.
func TestFullThroughput(t *testing.T) {
	p := golden.DefaultParams()
	v := blocks.Of(rtl.Switch).Defaults()
	got := throughput(onEngine(t, v), env.Uniform(recn.Links(p.Link()), 100, 20), []int{0, 1, 2, 3, 4, 5, 6, 7})
	t.Logf("throughput %.3f", got)
	assert.Assert(t, got > 0.98)
}

// TestQuietWithoutCongestion: at an offered load of 0.3 no SAQ is allocated.
func TestQuietWithoutCongestion(t *testing.T) {
	const cycles = 30000
	p := golden.DefaultParams()
	traffic := env.Uniform(recn.Links(p.Link()), 5, 17)
	saqs := 0
	recn.Run(onEngine(t, blocks.Of(rtl.Switch).Defaults()), traffic, cycles, func(_ int, out golden.SwitchOut) {
		saqs += kit.Count(out.StatSaqs) + kit.Count(out.StatLines) + kit.Count(out.StatDetect)
	})
	offered := float64(traffic.Sent*8) / float64(cycles*p.Ports)
	assert.Assert(t, offered > 0.28 && offered < 0.32, "offered load %.3f", offered)
	assert.Equal(t, saqs, 0)
}

// busyBehindStop is in how many of the last 4000 cycles a link is busy behind which
// the packets through one point are stopped for good, one packet in five of what
// three sources send there. The sources hold back what an Xoff stops.
func busyBehindStop(t *testing.T, d recn.Device) int {
	const output, cycles, stop, window = 5, 12000, 500, 4000
	p := golden.DefaultParams()
	beyond := env.Route{2}
	point := beyond.Name(p.Ports)
	rng := rand.New(rand.NewSource(4))
	traffic := env.NewTraffic(recn.Links(p.Link()), rng, []env.Phase{{Cycles: 1 << 30, Load: 100, Returns: 100}})
	stopped := map[int]bool{}
	traffic.Choose = func(e int) (int, env.Route, bool) {
		if kit.Chance(rng, 20) && !stopped[e] {
			return output, beyond, e < 3
		}
		return output, env.Route{4}, e < 3
	}
	busy := 0
	for cycle := range cycles {
		in := recn.Inputs(traffic.Drive()[0])
		in.SetTxMsg(output, packet.Message{Valid: cycle == stop, Xoff: true, Name: point})
		out := d.Step(in)
		traffic.See(recn.Outputs(out))
		for e := range 3 {
			if out.RxMsgValid[e] && turnsOf(out.RxMsgMask[e]) == 2 {
				stopped[e] = out.RxMsgXoff[e]
			}
		}
		if cycle >= cycles-window && out.TxValid[output] {
			busy++
		}
	}
	assert.Equal(t, len(traffic.Board.Problems), 0, "%v", traffic.Board.Problems)
	t.Logf("the link is busy in %d of %d cycles", busy, window)
	return busy
}

// turnsOf is the number of turns of 3 bits in a mask.
func turnsOf(mask uint32) int { return bits.OnesCount32(mask) / 3 }

// TestNoHeadOfLineBlocking: packets that are stopped do not keep the link from the
// others. They would, if the input sides did not hear of them: then they fill the
// memory of the output side.
func TestNoHeadOfLineBlocking(t *testing.T) {
	v := blocks.Of(rtl.Switch).Defaults()
	assert.Equal(t, busyBehindStop(t, onEngine(t, v)), 4000)
	assert.Equal(t, busyBehindStop(t, onEngine(t, v,
		kit.In("deaf", "cioq_recn_input_port", mutant.StuckBit("note", 0, 0)))), 0)
}

// Figure 1 of the RECN-IQ paper, told for this switch: output P5 of switch 1 is
// oversubscribed by its inputs P0 and P2; P2 is fed by output P6 of switch 0, which
// gets its packets at P1.
func figure1(p golden.Params, first, second recn.Device, cycles, stop int,
	each func(cycle int, out [2]golden.SwitchOut)) *env.Scoreboard {
	links := recn.Links(p.Link())
	links.Linked = []int{portUp, portDown}
	traffic := env.NewTraffic(links, rand.New(rand.NewSource(1)), []env.Phase{
		{Cycles: stop, Load: 100, Returns: 100},
		{Cycles: 1 << 30, Returns: 100},
	})
	traffic.Choose = func(e int) (int, env.Route, bool) { return p.Ports + 5, nil, e == 1 || e == p.Ports }
	runChain([2]recn.Device{first, second}, traffic, cycles, each)
	return traffic.Board
}

// TestTreeGrowsAndVanishes: the root is recognised at the hot output, the tree
// follows the packets upstream through both sides of both switches, and when the
// packets end it is gone, all on local grounds.
func TestTreeGrowsAndVanishes(t *testing.T) {
	const stop, cycles = 4000, 9000
	p := golden.DefaultParams()
	first, second := golden.NewSwitch(p), golden.NewSwitch(p)
	var log []string
	seen := map[string]bool{}
	freed, empty := 0, 0
	board := figure1(p, first, second, cycles, stop, func(cycle int, out [2]golden.SwitchOut) {
		for s, sw := range []*golden.Switch{first, second} {
			for _, e := range sw.Events() {
				line := fmt.Sprintf("switch %d %v", s, e)
				if e.Kind == golden.Granted || seen[line] {
					continue
				}
				seen[line] = true
				log = append(log, line)
				t.Logf("%5d %s", cycle, line)
			}
			if kit.Count(out[s].StatSaqs)+kit.Count(out[s].StatLines) > 0 {
				freed = cycle + 1
			}
		}
		if out[1].TxValid[5] {
			empty = cycle + 1
		}
	})
	assert.Equal(t, len(board.Problems), 0, "%v", board.Problems)
	assert.Equal(t, board.Inside(), 0)
	assert.Equal(t, board.Reordered, 0)
	t.Logf("the last beat left in cycle %d, the last SAQ was freed in cycle %d", empty, freed)
	assert.Assert(t, empty > stop && freed < empty+200*8)

	root := env.Route{packet.Turn(p.Ports, portDown, 5)}.Name(p.Ports)
	above := env.Route{packet.Turn(p.Ports, 1, portUp), packet.Turn(p.Ports, portDown, 5)}.Name(p.Ports)
	inOrder(t, log, []string{
		"switch 1 P5 out: asked",
		fmt.Sprintf("switch 1 P2 in: set aside [0] %08x/%08x", root.Tp, root.Mask),
		fmt.Sprintf("switch 1 P2 in: Xoff sent [0] %08x/%08x", root.Tp, root.Mask),
		fmt.Sprintf("switch 0 P6 out: born [0] %08x/%08x", root.Tp, root.Mask), // copied from downstream
		fmt.Sprintf("switch 0 P6 out: set aside [0] %08x/%08x", root.Tp, root.Mask),
		fmt.Sprintf("switch 0 P6 out: Xoff sent [0] %08x/%08x", root.Tp, root.Mask),
		fmt.Sprintf("switch 0 P1 in: born [0] %08x/%08x", above.Tp, above.Mask), // one turn longer
		fmt.Sprintf("switch 0 P1 in: set aside [0] %08x/%08x", above.Tp, above.Mask),
		fmt.Sprintf("switch 0 P1 in: Xoff sent [0] %08x/%08x", above.Tp, above.Mask),
	})
	for _, line := range []string{
		fmt.Sprintf("switch 1 P2 in: deallocated [0] %08x/%08x", root.Tp, root.Mask),
		fmt.Sprintf("switch 0 P6 out: deallocated [0] %08x/%08x", root.Tp, root.Mask),
		fmt.Sprintf("switch 0 P1 in: deallocated [0] %08x/%08x", above.Tp, above.Mask),
	} {
		assert.Assert(t, seen[line], "%s is missing", line)
	}
}

// TestTreeOnTheNetlist: the netlist's tree is the golden model's, cycle by cycle.
func TestTreeOnTheNetlist(t *testing.T) {
	const stop, cycles = 1500, 4000
	p := golden.DefaultParams()
	v := blocks.Of(rtl.Switch).Defaults()
	trace := func(first, second recn.Device) []string {
		var lines []string
		figure1(p, first, second, cycles, stop, func(_ int, out [2]golden.SwitchOut) {
			for _, o := range out {
				lines = append(lines, fmt.Sprint(o.StatSaqs, o.StatLines, o.StatSent, o.StatFree, o.StatCredit, o.StatDetect))
			}
		})
		return lines
	}
	want := trace(golden.NewSwitch(p), golden.NewSwitch(p))
	got := trace(onEngine(t, v), onEngine(t, v))
	assert.Equal(t, len(got), len(want))
	for i := range want {
		assert.Equal(t, got[i], want[i], "cycle %d, switch %d", i/2, i%2)
	}
}

// inOrder states that the lines are in the log in this order, among others.
func inOrder(t *testing.T, log, want []string) {
	t.Helper()
	at := 0
	for _, line := range want {
		for at < len(log) && log[at] != line {
			at++
		}
		assert.Assert(t, at < len(log), "%q does not come after what precedes it", line)
	}
}
