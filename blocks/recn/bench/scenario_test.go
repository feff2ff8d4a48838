package bench

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	env "culprit.example/culprit/blocks/packet/bench"
	packet "culprit.example/culprit/blocks/packet/golden"
	rtl "culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/recn/golden"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/kit"
	"culprit.example/culprit/testbench/mutant"
)

// The scenarios of the RECN-IQ paper that one switch can show. Their numbers
// (R15 to R20, D6) are those of the list of the papers' claims.

// module elaborates a block and finds a module in it.
func module(t *testing.T, name string, given map[string]int) *ir.Module {
	t.Helper()
	b := blocks.Find(rtl.Blocks(), name)
	v, err := b.Resolve(given)
	assert.NilError(t, err)
	d, err := rtlgen.Elaborate(b.Build(v))
	assert.NilError(t, err)
	return d.Top
}

func memory(t *testing.T, m *ir.Module, name string) *ir.Memory {
	t.Helper()
	for _, mem := range m.Memories {
		if mem.Name == name {
			return mem
		}
	}
	t.Fatalf("module %s has no memory %s", m.Name, name)
	return nil
}

// stateBits counts the bits of the registers and arrays that are built, by name.
func stateBits(m *ir.Module) (total int, byName map[string]int) {
	byName = map[string]int{}
	for _, s := range m.Signals {
		if s.Kind == ir.Reg && !s.VerificationOnly {
			byName[s.Name] = s.Width
		}
	}
	for _, a := range m.Arrays {
		if !a.VerificationOnly {
			byName[a.Name] = a.Width * a.Depth
		}
	}
	for _, bits := range byName {
		total += bits
	}
	return total, byName
}

// TestR15Structure: the sizes that section 3 of the paper gives, and where ours differ:
// turns are stored aligned, without the turn pointer (31 bits of 36); a request is a
// port as wide as it must be (3 bits of 6), and its seventh bit, RFS, is a bit per
// queue beside the heads.
func TestR15Structure(t *testing.T) {
	mmu := module(t, "recn_mmu", nil)
	ram := memory(t, mmu, "packet_ram")
	assert.Equal(t, ram.Width*ram.Depth, 32*1024, "32 Kbit of packets")
	assert.Equal(t, ram.Depth/packet.Beats, 64, "slots")
	prf := memory(t, mmu, "prf")
	assert.Equal(t, [2]int{prf.Depth, prf.Width}, [2]int{64, 6}, "a pointer per slot")

	ru := module(t, "recn_ru", nil)
	rim, rrf := memory(t, ru, "rim"), memory(t, ru, "rrf")
	assert.Equal(t, [2]int{rim.Depth, rim.Width}, [2]int{64, 31})
	assert.Equal(t, [2]int{rrf.Depth, rrf.Width}, [2]int{64, 3})

	total, state := stateBits(module(t, "recn_mu", nil))
	assert.Equal(t, total-state["head_valid_q"], 6+6+1+7, "head, tail, empty, number of packets: %v", state)

	_, state = stateBits(module(t, "recn_ppu", nil))
	assert.Equal(t, state["head_q"]+state["tail_q"]+state["empty_q"]+state["count_q"], 4*(6+6+1+7),
		"the same four for every SAQ: %v", state)
	assert.Equal(t, state["ready_q"], 5, "RFS of every queue")
}

// TestD6BitsPerLine: 65 control bits per CAM line, of which the mask has 31; ours has
// a bit per turn, 10. The ready bit of the distributed deallocation and its guard come
// on top, and a bit for each two lines: which is longer; one of all lines: one is born.
func TestD6BitsPerLine(t *testing.T) {
	for _, saqs := range []int{1, 4, 8} {
		total, state := stateBits(module(t, "recn_in_cam", map[string]int{"saqs": saqs}))
		for name, bits := range map[string]int{"valid_q": 1, "xoff_q": 1, "sent_q": 1, "tp_q": 31, "mask_q": 10} {
			assert.Equal(t, state[name], bits*saqs, name)
		}
		guard := state["ready_q"] + state["inspected_once"]
		assert.Equal(t, total-guard-state["longer_q"]-state["line_born_q"], (65-21)*saqs, "%v", state)
		assert.Equal(t, guard, 2*saqs)
	}
}

// TestR16Order: no packet overtakes another of its flow, and it is shortest-first
// that sees to it.
func TestR16Order(t *testing.T) {
	const cycles = 6000
	p := golden.DefaultParams()
	v := blocks.Of(rtl.Switch).Defaults()
	reordered := func(d Device, seed int64) int {
		traffic := env.Trees(Links(p), seed)
		Run(d, traffic, cycles, nil)
		assert.Equal(t, len(traffic.Board.Problems), 0, "seed %d: %v", seed, traffic.Board.Problems)
		assert.Assert(t, traffic.Board.Delivered > 1000, "seed %d: only %d packets", seed, traffic.Board.Delivered)
		return traffic.Board.Reordered
	}
	for seed := int64(1); seed <= 3; seed++ {
		assert.Equal(t, reordered(golden.NewSwitch(p), seed), 0)
		assert.Equal(t, reordered(onEngine(t, v), seed), 0)
		longestFirst := onEngine(t, v, kit.In("longest_first", "recn_ppu",
			mutant.FlipOp("longer", ir.OpTranspose, ir.OpZext, 0)))
		n := reordered(longestFirst, seed)
		t.Logf("seed %d: %d packets out of order with longest-first", seed, n)
		assert.Assert(t, n > 0)
	}
}

// TestR17QuietWithoutCongestion: at an offered load of 0.3 nothing is detected.
func TestR17QuietWithoutCongestion(t *testing.T) {
	p := golden.DefaultParams()
	for name, c := range map[string]struct {
		device Device
		cycles int
	}{
		"golden":    {golden.NewSwitch(p), 50000},
		"reference": {onEngine(t, blocks.Of(rtl.Switch).Defaults()), 5000},
	} {
		t.Run(name, func(t *testing.T) {
			// 8 beats and, with 5 percent, 19 idle cycles on average.
			traffic := env.Uniform(Links(p), 5, 17)
			detected := 0
			Run(c.device, traffic, c.cycles, func(_ int, out golden.SwitchOut) { detected += kit.Count(out.StatDetect) })
			offered := float64(traffic.Sent*packet.Beats) / float64(c.cycles*p.Ports)
			assert.Assert(t, offered > 0.28 && offered < 0.32, "offered load %.3f", offered)
			assert.Equal(t, detected, 0)
		})
	}
}

// TestR20FIFOInputs: a switch with one FIFO per input saturates near the limit
// that head-of-line blocking sets.
func TestR20FIFOInputs(t *testing.T) {
	for _, c := range []struct {
		ports   int
		engine  bool
		atLeast float64
		atMost  float64
	}{
		{8, false, 0.60, 0.65}, {16, false, 0.58, 0.63}, {8, true, 0.60, 0.65},
	} {
		t.Run(fmt.Sprintf("%d ports, engine %t", c.ports, c.engine), func(t *testing.T) {
			p := golden.DefaultParams()
			p.Ports, p.SAQs = c.ports, 0
			v, err := blocks.Of(rtl.Switch).Resolve(blocks.Values{"ports": c.ports, "saqs": 0})
			assert.NilError(t, err)
			device, cycles := Device(golden.NewSwitch(p)), 40000
			if c.engine {
				device, cycles = onEngine(t, v), 8000
			}
			traffic := env.Uniform(Links(p), 100, 20)
			const warmUp = 1500
			busy := 0
			Run(device, traffic, cycles, func(cycle int, out golden.SwitchOut) {
				if cycle >= warmUp {
					busy += kit.Count(out.TxValid)
				}
			})
			throughput := float64(busy) / float64((cycles-warmUp)*p.Ports)
			t.Logf("throughput %.3f", throughput)
			assert.Assert(t, throughput >= c.atLeast && throughput <= c.atMost, "throughput %.3f", throughput)
		})
	}
}
