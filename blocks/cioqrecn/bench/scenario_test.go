package bench

import (
	"fmt"
	"math/bits"
	"math/rand"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/blocks/cioqrecn/golden"
	recn "culprit/blocks/recn/bench"
	goldenrecn "culprit/blocks/recn/golden"
	"culprit/testbench/fault"
	"culprit/testbench/kit"
)

// treeTraffic is saturated traffic over few routes, so that flows are long and
// congestion trees overlap.
func treeTraffic(p golden.Params, seed int64) *recn.Traffic {
	rng := rand.New(rand.NewSource(seed))
	t := recn.NewTraffic(p.Link(), rng, []recn.Phase{
		{Cycles: 600, Load: 100, Returns: 60, Messages: 60},
		{Cycles: 300, Load: 10, Returns: 60, Messages: 20},
	})
	t.Choose(func(e int) (int, []int, bool) {
		exit := (e + 1 + rng.Intn(p.Ports-1)) % p.Ports
		if kit.Chance(rng, 50) {
			exit = p.Ports - 1
		}
		return exit, recn.RandomTurns(rng, p.Ports, rng.Intn(4), true), exit != e
	})
	return t
}

// TestOrder: no packet overtakes another of its flow, and it is the markers on both
// sides that see to it.
func TestOrder(t *testing.T) {
	const cycles = 10000
	p := golden.DefaultParams()
	v := block("cioq_recn_switch").Defaults()
	reordered := func(d device, seed int64) int {
		traffic := treeTraffic(p, seed)
		run(d, traffic, cycles, nil)
		assert.Equal(t, len(traffic.Board().Problems), 0, "seed %d: %v", seed, traffic.Board().Problems)
		assert.Assert(t, traffic.Board().Delivered > 1000, "seed %d: only %d packets", seed, traffic.Board().Delivered)
		return traffic.Board().Reordered
	}
	for seed := int64(1); seed <= 3; seed++ {
		assert.Equal(t, reordered(golden.NewSwitch(p), seed), 0, "seed %d", seed)
		assert.Equal(t, reordered(newEngineDevice(t, v, "", nil), seed), 0, "seed %d", seed)
		for _, side := range []string{"cioq_recn_input_port", "cioq_recn_output_port"} {
			n := reordered(newEngineDevice(t, v, side, fault.DropFirstTerm("saq_may_send", 0)), seed)
			t.Logf("seed %d: %d packets out of order with R ignored in %s", seed, n, side)
			assert.Assert(t, n > 0, "seed %d: nothing is out of order with R ignored in %s", seed, side)
		}
	}
}

// uniform is traffic without locality: every other port is as likely. load is in
// percent of the cycles in which a source that could start does.
func uniform(p golden.Params, load int, seed int64) *recn.Traffic {
	rng := rand.New(rand.NewSource(seed))
	t := recn.NewTraffic(p.Link(), rng, []recn.Phase{{Cycles: 1 << 30, Load: load, Returns: 100}})
	t.Choose(func(e int) (int, []int, bool) { return (e + 1 + rng.Intn(p.Ports-1)) % p.Ports, nil, true })
	return t
}

// throughput is the part of the cycles in which an output sends, from a full load.
func throughput(d device, t *recn.Traffic, outputs []int) float64 {
	const warmUp, cycles = 3000, 15000
	busy := 0
	run(d, t, cycles, func(cycle int, out golden.SwitchOut) {
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
	v := block("cioq_recn_switch").Defaults()
	got := throughput(newEngineDevice(t, v, "", nil), uniform(p, 100, 20), []int{0, 1, 2, 3, 4, 5, 6, 7})
	t.Logf("throughput %.3f", got)
	assert.Assert(t, got > 0.98)
}

// TestQuietWithoutCongestion: at an offered load of 0.3 no SAQ is allocated.
func TestQuietWithoutCongestion(t *testing.T) {
	const cycles = 30000
	p := golden.DefaultParams()
	traffic := uniform(p, 5, 17)
	saqs := 0
	run(newEngineDevice(t, block("cioq_recn_switch").Defaults(), "", nil), traffic, cycles, func(_ int, out golden.SwitchOut) {
		saqs += kit.Count(out.StatSaqs) + kit.Count(out.StatLines) + kit.Count(out.StatDetect)
	})
	offered := float64(traffic.Sent()*8) / float64(cycles*p.Ports)
	assert.Assert(t, offered > 0.28 && offered < 0.32, "offered load %.3f", offered)
	assert.Equal(t, saqs, 0)
}

// busyBehindStop is in how many of the last 4000 cycles a link is busy behind which
// the packets through one point are stopped for good, one packet in five of what
// three sources send there. The sources hold back what an Xoff stops.
func busyBehindStop(t *testing.T, d device) int {
	const output, cycles, stop, window = 5, 12000, 500, 4000
	p := golden.DefaultParams()
	beyond := 2
	point := recn.RouteName(p.Ports, beyond)
	rng := rand.New(rand.NewSource(4))
	traffic := recn.NewTraffic(p.Link(), rng, []recn.Phase{{Cycles: 1 << 30, Load: 100, Returns: 100}})
	stopped := map[int]bool{}
	traffic.Choose(func(e int) (int, []int, bool) {
		if kit.Chance(rng, 20) && !stopped[e] {
			return output, []int{beyond}, e < 3
		}
		return output, []int{4}, e < 3
	})
	busy := 0
	for cycle := range cycles {
		in := traffic.Drive()
		in.TxMsgValid[output], in.TxMsgXoff[output] = cycle == stop, true
		in.TxMsgTp[output], in.TxMsgMask[output] = point.Tp, point.Mask
		out := d.Step(in)
		traffic.See(out)
		for e := range 3 {
			if out.RxMsgValid[e] && turnsOf(out.RxMsgMask[e]) == 2 {
				stopped[e] = out.RxMsgXoff[e]
			}
		}
		if cycle >= cycles-window && out.TxValid[output] {
			busy++
		}
	}
	assert.Equal(t, len(traffic.Board().Problems), 0, "%v", traffic.Board().Problems)
	t.Logf("the link is busy in %d of %d cycles", busy, window)
	return busy
}

// turnsOf is the number of turns of 3 bits in a mask.
func turnsOf(mask uint32) int { return bits.OnesCount32(mask) / 3 }

// TestNoHeadOfLineBlocking: packets that are stopped do not keep the link from the
// others. They would, if the input sides did not hear of them: then they fill the
// memory of the output side.
func TestNoHeadOfLineBlocking(t *testing.T) {
	v := block("cioq_recn_switch").Defaults()
	assert.Equal(t, busyBehindStop(t, newEngineDevice(t, v, "", nil)), 4000)
	assert.Equal(t, busyBehindStop(t, newEngineDevice(t, v, "cioq_recn_input_port", fault.StuckBit("note", 0, 0))), 0)
}

// Figure 1 of the RECN-IQ paper, told for this switch: output P5 of switch 1 is
// oversubscribed by its inputs P0 and P2; P2 is fed by output P6 of switch 0, which
// gets its packets at P1.
func figure1(p golden.Params, first, second device, cycles, stop int, each func(cycle int, out [2]golden.SwitchOut)) *recn.Scoreboard {
	board := recn.NewScoreboard(p.Ports)
	far := recn.RouteName(p.Ports, goldenrecn.Turn(p.Ports, 1, portUp), goldenrecn.Turn(p.Ports, portDown, 5))
	near := recn.RouteName(p.Ports, goldenrecn.Turn(p.Ports, 0, 5))
	type source struct {
		sw, port, hops int
		header         golden.Header
		credits        int
		beats          []uint64
	}
	sources := []*source{
		{sw: 0, port: 1, hops: 2, header: goldenrecn.MakeHeader(far.Tp|^far.Mask&(1<<31-1), 30), credits: p.Slots},
		{sw: 1, port: 0, hops: 1, header: goldenrecn.MakeHeader(near.Tp|^near.Mask&(1<<31-1), 30), credits: p.Slots},
	}
	c := newChain(p, first, second)
	in := [2]golden.SwitchIn{goldenrecn.NewSwitchIn(p.Ports), goldenrecn.NewSwitchIn(p.Ports)}
	taken := false
	for cycle := range cycles {
		for _, s := range sources {
			if len(s.beats) == 0 && s.credits > 0 && cycle < stop {
				s.beats = board.Enter(s.sw*p.Ports+s.port, p.Ports+5, s.hops, s.header, 0, [6]uint64{})
				s.credits--
			}
			lanes := in[s.sw]
			n := len(s.beats)
			lanes.RxValid[s.port], lanes.RxSop[s.port], lanes.RxEop[s.port] = n > 0, n == 8, n == 1
			if n > 0 {
				lanes.RxData[s.port], s.beats = s.beats[0], s.beats[1:]
			}
		}
		in[1].TxCredit[5] = taken
		out := c.step(in)
		for _, s := range sources {
			if out[s.sw].RxCredit[s.port] {
				s.credits++
			}
		}
		taken = board.Leave(p.Ports+5, out[1].TxValid[5], out[1].TxSop[5], out[1].TxEop[5], out[1].TxData[5])
		each(cycle, out)
	}
	return board
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

	root := recn.RouteName(p.Ports, goldenrecn.Turn(p.Ports, portDown, 5))
	above := recn.RouteName(p.Ports, goldenrecn.Turn(p.Ports, 1, portUp), goldenrecn.Turn(p.Ports, portDown, 5))
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
	v := block("cioq_recn_switch").Defaults()
	trace := func(first, second device) []string {
		var lines []string
		figure1(p, first, second, cycles, stop, func(_ int, out [2]golden.SwitchOut) {
			for _, o := range out {
				lines = append(lines, fmt.Sprint(o.StatSaqs, o.StatLines, o.StatSent, o.StatFree, o.StatCredit, o.StatDetect))
			}
		})
		return lines
	}
	want := trace(golden.NewSwitch(p), golden.NewSwitch(p))
	got := trace(newEngineDevice(t, v, "", nil), newEngineDevice(t, v, "", nil))
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
