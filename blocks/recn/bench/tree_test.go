package bench

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	env "culprit.example/culprit/blocks/packet/bench"
	packet "culprit.example/culprit/blocks/packet/golden"
	rtl "culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/recn/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/benchtest"
	"culprit.example/culprit/testbench/kit"
)

// The life of a congestion tree: Figure 1 of the RECN-IQ paper (R18, R19) and
// the distributed deallocation (D2 to D4).

// scenario verifies a block with stimulus and golden model of its own.
func scenario(t *testing.T, name string, given map[string]int, cycles int,
	newCase func(v blocks.Values) testbench.Case) {
	t.Helper()
	i := slices.IndexFunc(Benches(), func(b testbench.Bench) bool { return b.Block.Name == name })
	b := Benches()[i]
	b.New = func(v blocks.Values, _ *rand.Rand) testbench.Case { return newCase(v) }
	b.Scripted = true
	// Fewer cycles than a full run: its cover points are not asked for.
	benchtest.RunBench(t, b, given, testbench.Options{Seed: 1, Cycles: cycles, WorkDir: t.TempDir()})
}

// logged is an event of one of the two switches of a pair.
type logged struct {
	cycle int
	text  string
}

// firstOf is the first occurrence of every line in a log, in order.
func firstOf(log []logged) []logged {
	seen := map[string]bool{}
	var first []logged
	for _, e := range log {
		if !seen[e.text] {
			seen[e.text] = true
			first = append(first, e)
		}
	}
	return first
}

// Figure 1: port P6 of switch 1 is linked to port P2 of switch 2, whose output P5
// two inputs oversubscribe; one of them is fed by P1 of switch 1. Our switches
// count from 0.
const (
	sourceAtSwitch1 = 1
	sourceAtSwitch2 = 8 + 0
	culprit         = 8 + 5
	stopCycle       = 3000
)

// figure1 runs the pair of Figure 1; the oversubscription stops at stopCycle.
func figure1(p golden.Params) (r *pairRun, log *[]logged) {
	r = newPairRun(p, rand.New(rand.NewSource(1)), []env.Phase{
		{Cycles: stopCycle, Load: 100, Returns: 100},
		{Cycles: 1 << 30, Returns: 100},
	})
	r.Traffic.Choose = func(e int) (int, env.Route, bool) {
		return culprit, nil, e == sourceAtSwitch1 || e == sourceAtSwitch2
	}
	log = new([]logged)
	r.listener = func(cycle int, _ [2]golden.SwitchOut) {
		for s := range 2 {
			for _, e := range r.model.Switch(s).Events() {
				if e.Kind != golden.Granted {
					*log = append(*log, logged{cycle, fmt.Sprintf("switch %d %v", s+1, e)})
				}
			}
		}
	}
	return r, log
}

// z is the congested point as the ports of both switches call it.
var (
	zAtSwitch2 = env.Route{packet.Turn(8, 2, 5)}.Name(8)
	zAtSwitch1 = env.Route{packet.Turn(8, 1, 6), packet.Turn(8, 2, 5)}.Name(8)
)

func TestR18Figure1(t *testing.T) {
	p := golden.DefaultParams()
	var log *[]logged
	scenario(t, "recn_pair", nil, stopCycle, func(blocks.Values) testbench.Case {
		var r *pairRun
		r, log = figure1(p)
		return r.testCase()
	})
	at2 := fmt.Sprintf("[0] %08x/%08x", zAtSwitch2.Tp, zAtSwitch2.Mask)
	at1 := fmt.Sprintf("[0] %08x/%08x", zAtSwitch1.Tp, zAtSwitch1.Mask)
	want := []string{
		"switch 2 P2: detected " + at2,
		"switch 2 P2: set aside " + at2,
		"switch 2 P2: Xoff sent " + at2,
		"switch 1 P6: line made " + at2, // copied from downstream
		"switch 1 P1: notified " + at1,  // one turn longer
		"switch 1 P1: set aside " + at1,
		"switch 1 P1: Xoff sent " + at1,
	}
	var got []string
	for _, e := range firstOf(*log) {
		t.Logf("%5d %s", e.cycle, e.text)
		// The other input of switch 2 does the same for itself. A packet that was asked for
		// before the first notification may bring another one.
		if !strings.HasPrefix(e.text, "switch 2 P0") && !strings.Contains(e.text, ": blocked ") {
			got = append(got, e.text)
		}
		if len(got) == len(want) {
			break
		}
	}
	assert.DeepEqual(t, got, want)
}

// TestR18Thresholds: detection with 6 packets in the cold queue, Xoff with 11 in the
// SAQ, Xon with 4: one more than detect and xoff, one less than xon.
func TestR18Thresholds(t *testing.T) {
	p := golden.DefaultParams()
	r, _ := figure1(p)
	const input = 2 // of switch 2
	hot := r.model.Switch(1).Input(input)
	lengths := map[golden.EventKind][]int{}
	before, earlier := make([]int, p.Queues()), make([]int, p.Queues()) // lengths one cycle ago, two cycles ago
	r.listener = func(int, [2]golden.SwitchOut) {
		for _, e := range r.model.Switch(1).Events() {
			switch {
			case e.Port != input:
			case e.Kind == golden.Detected:
				lengths[e.Kind] = append(lengths[e.Kind], earlier[0])
			case e.Kind == golden.XoffSent || e.Kind == golden.XonSent:
				lengths[e.Kind] = append(lengths[e.Kind], earlier[1+e.Queue])
			}
		}
		copy(earlier, before)
		for q := range before {
			before[q] = hot.Count(q)
		}
	}
	for range stopCycle + 4000 {
		r.step(r.drive())
		r.see()
	}
	for kind, want := range map[golden.EventKind]int{golden.Detected: p.Detect + 1, golden.XoffSent: p.Xoff + 1,
		golden.XonSent: p.Xon - 1} {
		t.Logf("%s: %v", kind, lengths[kind])
		assert.Assert(t, len(lengths[kind]) > 0, "%s", kind)
		for _, n := range lengths[kind] {
			assert.Equal(t, n, want, "%s", kind)
		}
	}
}

func TestR19EverythingIsFreed(t *testing.T) {
	const packetTime = packet.Beats
	p := golden.DefaultParams()
	var log *[]logged
	var r *pairRun
	empty, freed := 0, 0
	scenario(t, "recn_pair", nil, stopCycle+4000, func(blocks.Values) testbench.Case {
		r, log = figure1(p)
		listen := r.listener
		r.listener = func(cycle int, out [2]golden.SwitchOut) {
			listen(cycle, out)
			if r.Traffic.Board.Inside() > 0 {
				empty = cycle + 1
			}
			for s := range 2 {
				if kit.Count(out[s].StatSaqs)+kit.Count(out[s].StatLines) > 0 {
					freed = cycle + 1
				}
			}
		}
		return r.testCase()
	})
	t.Logf("the last packet left in cycle %d, the last line was freed in cycle %d", empty, freed)
	assert.Assert(t, empty > stopCycle && empty < stopCycle+4000)
	assert.Assert(t, freed < empty+200*packetTime)
	assert.Equal(t, r.Traffic.Board.Inside(), 0)

	var after []string
	for _, e := range *log {
		if e.cycle >= stopCycle && !strings.Contains(e.text, "set aside") {
			after = append(after, e.text)
		}
	}
	for _, step := range []string{
		"switch 2 P2: Xon sent", "switch 1 P6: line freed", "switch 1 P1: unblocked", "switch 2 P2: deallocated",
		"switch 1 P1: deallocated",
	} {
		assert.Assert(t, strings.Contains(strings.Join(after, "\n"), step), "%s is missing in:\n%s", step,
			strings.Join(after, "\n"))
	}
}

// TestD2AnyOrderOfDeallocation: the SAQs of a tree are freed on local grounds
// alone, so that the root can go before a leaf and a leaf before the root.
func TestD2AnyOrderOfDeallocation(t *testing.T) {
	p := golden.DefaultParams()
	bits := packet.TurnBits(p.Ports)
	rootFirst, leafFirst := 0, 0
	for seed := int64(1); seed <= 3; seed++ {
		r := newPairRun(p, rand.New(rand.NewSource(seed)), endurance(p))
		for range 15000 {
			r.step(r.drive())
			r.see()
			for s := range 2 {
				here, there := p.LinkPort(s), p.LinkPort(1-s)
				for _, e := range r.model.Switch(s).Events() {
					if e.Kind != golden.Deallocated {
						continue
					}
					if e.Port == here && leafOf(r.model.Switch(1-s), p, there, e.Name) {
						rootFirst++
					}
					atRoot := e.Name.Rest(bits)
					towardsLink := packet.FirstTurn(e.Name.Tp, bits) == packet.Turn(p.Ports, e.Port, here)
					if atRoot.Mask != 0 && towardsLink && lineOf(r.model.Switch(1-s).Input(there).Lines(), atRoot) >= 0 {
						leafFirst++
					}
				}
			}
		}
	}
	t.Logf("root before leaf %d times, leaf before root %d times", rootFirst, leafFirst)
	assert.Assert(t, rootFirst > 0)
	assert.Assert(t, leafFirst > 0)
}

// leafOf reports whether an input of the upstream switch has a SAQ for a point
// behind its output.
func leafOf(upstream *golden.Switch, p golden.Params, output int, point packet.Name) bool {
	for i := range p.Ports {
		name, fits := point.Extended(packet.Turn(p.Ports, i, output), packet.TurnBits(p.Ports))
		if i != output && fits && lineOf(upstream.Input(i).Lines(), name) >= 0 {
			return true
		}
	}
	return false
}

// TestD3BornBlocked: a SAQ that a notification made is empty all its life; it is
// there as long as it is blocked, and no longer.
func TestD3BornBlocked(t *testing.T) {
	const (
		xoffAt, packetAt, xonAt = 300, 350, 2000
		input, output           = 3, 6
	)
	p := golden.DefaultParams()
	point := env.Route{2}.Name(p.Ports) // behind the output
	var born, unblocked, freed []int
	moved := 0
	scenario(t, "recn_switch", nil, 3000, func(blocks.Values) testbench.Case {
		r, model := newSwitchRun(p, rand.New(rand.NewSource(1)), []env.Phase{{Cycles: 1 << 30, Load: 20, Returns: 100}})
		told := false
		r.Traffic.Choose = func(e int) (int, env.Route, bool) {
			if e != input {
				return 0, nil, false
			}
			if r.Cycle > packetAt && !told { // the one packet through the point
				told = true
				return output, env.Route{2}, true
			}
			return output, env.Route{4}, true
		}
		r.Script = func(cycle int, in golden.SwitchIn) {
			in.SetTxMsg(output, packet.Message{Valid: cycle == xoffAt || cycle == xonAt, Xoff: cycle == xoffAt, Name: point})
		}
		r.Listener = func(cycle int, _ golden.SwitchOut) {
			for _, e := range model.Events() {
				switch e.Kind {
				case golden.Notified:
					born = append(born, cycle)
				case golden.Unblocked:
					unblocked = append(unblocked, cycle)
				case golden.Deallocated:
					freed = append(freed, cycle)
				case golden.SetAside:
					moved++
				}
			}
		}
		return r.Case()
	})
	assert.Equal(t, len(born), 1)
	assert.Equal(t, moved, 0, "it stays empty")
	// The message passes a register, the line, the FIFO, the decision of the bus, the bus, a register and the CAM.
	assert.DeepEqual(t, unblocked, []int{xonAt + 6})
	assert.DeepEqual(t, freed, []int{xonAt + 7})
	assert.Assert(t, born[0] > packetAt && born[0] < xonAt-1000,
		"the Xoff goes to the input with the first matching packet, not before: born in cycle %d", born[0])
}

// TestD4Guard: a detection turns out to be false, as the head leaves in the next
// cycle. With the ready bit the empty SAQ lives until the cold queue has been
// inspected twice: its next head is there in the cycle after the grant, and inspected in
// three. Without it, it lives until a packet could have come.
func TestD4Guard(t *testing.T) {
	for _, c := range []struct{ readyBit, lives int }{{1, 6}, {0, 4}} {
		t.Run(fmt.Sprintf("ready_bit %d", c.readyBit), func(t *testing.T) {
			p := golden.DefaultParams()
			p.ReadyBit = c.readyBit
			lives, detections := 0, 0
			scenario(t, "recn_input_port", map[string]int{"ready_bit": c.readyBit}, 400, func(blocks.Values) testbench.Case {
				model := golden.NewInputPort(p)
				detected := false
				lives, detections = 0, 0 // those since the last reset
				step := func(in golden.InputPortIn) golden.InputPortOut {
					out := model.Step(in)
					detected = out.StatDetect
					detections += kit.Count([]bool{detected})
					lives += kit.Count(out.StatSaqs)
					return out
				}
				drive := func(cycle int) golden.InputPortIn {
					in := golden.InputPortIn{GrantQueue: make(golden.Chosen, p.Queues())}
					in.GrantValid, in.GrantQueue[0] = detected, detected
					if n := cycle / packet.Beats; n < 6 {
						// The first of six packets takes another output than the rest.
						header := env.Route{min(n, 1)}.Header(p.Ports, 0)
						in.RxValid, in.RxSop, in.RxEop = true, cycle%packet.Beats == 0, cycle%packet.Beats == packet.Beats-1
						in.RxData[0] = uint64(cycle)
						if in.RxSop {
							in.RxData[0] = uint64(header) << 28
						}
					}
					return in
				}
				return testbench.NewCase(golden.InputPortIn{GrantQueue: make(golden.Chosen, p.Queues())}, model.Registered(), step,
					drive, nil)
			})
			assert.Equal(t, detections, 1)
			assert.Equal(t, lives, c.lives)
		})
	}
}

// TestD4AllocationsWithoutReadyBit: without the guard SAQs are freed before
// their packets come, and allocated again: the detection has its request ready when such a
// line is freed.
func TestD4AllocationsWithoutReadyBit(t *testing.T) {
	allocations := func(readyBit, cycles int, netlist bool) int {
		p := golden.DefaultParams()
		p.ReadyBit = readyBit
		d := Device(golden.NewSwitch(p))
		if netlist {
			v := blocks.Of(rtl.Switch).Defaults()
			v["ready_bit"] = readyBit
			d = onEngine(t, v)
		}
		n := 0
		Run(d, env.Uniform(Links(p), 100, 4), cycles, func(_ int, out golden.SwitchOut) { n += kit.Count(out.StatDetect) })
		return n
	}
	with, without := allocations(1, 40000, false), allocations(0, 40000, false)
	t.Logf("%d allocations with the ready bit, %d without", with, without)
	assert.Assert(t, with > 0 && 2*without >= 3*with, "%d with, %d without", with, without)
	assert.Equal(t, allocations(1, 4000, true), allocations(1, 4000, false))
}

// TestLastLineTaken: a notification takes the last line in the cycle in which the
// detection asks for it. The request, which comes to the CAM a cycle later, is void.
func TestLastLineTaken(t *testing.T) {
	p := golden.DefaultParams()
	p.SAQs = 1
	run := func(busAt int) (detected []int, late int) {
		scenario(t, "recn_input_port", map[string]int{"saqs": 1}, 300, func(blocks.Values) testbench.Case {
			model := golden.NewInputPort(p)
			detected, late = nil, 0
			cycle := 0
			step := func(in golden.InputPortIn) golden.InputPortOut {
				out := model.Step(in)
				if out.StatDetect {
					detected = append(detected, cycle)
				}
				late += kit.Count([]bool{model.TooLate()})
				cycle++
				return out
			}
			drive := func(cycle int) golden.InputPortIn {
				in := golden.InputPortIn{GrantQueue: make(golden.Chosen, p.Queues())}
				if n := cycle / packet.Beats; n <= p.Detect+1 {
					in.RxValid, in.RxSop, in.RxEop = true, cycle%packet.Beats == 0, cycle%packet.Beats == packet.Beats-1
					in.RxData[0] = uint64(cycle)
					if in.RxSop {
						in.RxData[0] = uint64(env.Route{1}.Header(p.Ports, 0)) << 28
					}
				}
				name := env.Route{2}.Name(p.Ports)
				in.BusValid = cycle == busAt
				in.BusXoff = true
				in.BusTp = name.Tp
				in.BusMask = name.Mask
				in.BusSource = 5
				return in
			}
			return testbench.NewCase(golden.InputPortIn{GrantQueue: make(golden.Chosen, p.Queues())}, model.Registered(), step,
				drive, nil)
		})
		return detected, late
	}
	alone, late := run(-1)
	assert.Equal(t, len(alone), 1)
	assert.Equal(t, late, 0)
	// The bus, the CAM, and a cycle later the request.
	detected, late := run(alone[0] - 2)
	assert.Equal(t, len(detected), 0)
	assert.Equal(t, late, 1)
}
