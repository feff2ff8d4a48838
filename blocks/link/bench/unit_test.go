package bench

import (
	"fmt"
	"math/rand"
	"testing"

	"gotest.tools/v3/assert"

	rtl "culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/link/golden"
	packet "culprit.example/culprit/blocks/packet/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
)

// hardEnd is one end: the unit as hardware, a sender in front of it, a guard and slots behind it.
type hardEnd struct {
	t        *testing.T
	p        golden.UnitParams
	device   *testbench.Device[golden.UnitIn, golden.UnitOut]
	switched *linkEnd
	guard    *golden.Guard
	waiting  []int // slots with packets: cycles until they are given back
	number   uint64
	out      golden.UnitOut
	restart  bool // in the next cycle
	sessions int

	packet  []uint64 // that comes in
	newest  uint64   // number of the last whole packet
	arrived int
}

func newHardEnd(t *testing.T, p golden.UnitParams, rng *rand.Rand) *hardEnd {
	e := &hardEnd{t: t, p: p, number: 1}
	e.switched = newLinkEnd(p, nil, rng)
	e.switched.queue = func(word int) uint64 {
		if word == 0 {
			e.number++
		}
		return e.number<<8 | uint64(word)
	}
	device, err := testbench.NewDevice(blocks.Of(rtl.Unit), blocks.Values{
		"slots": p.Slots, "credits": p.Credits, "messages": 0, "drain": p.Drain, "period": p.Period, "silence": p.Silence,
	}, golden.UnitIn{}, golden.UnitOut{Error: make([]bool, golden.UnitCauses)})
	assert.NilError(t, err)
	e.device = device
	e.reset()
	return e
}

// reset is that of the unit, and of the switch with all that is in it.
func (e *hardEnd) reset() {
	e.device.Reset()
	e.guard, e.waiting, e.packet = golden.NewGuard(0, e.p.Slots), nil, nil
	e.switched.reset(nil)
	e.out = golden.NewUnit(e.p).Registered()
}

// step is a cycle, given the flit at the pins; quiet ends send nothing.
func (e *hardEnd) step(f *golden.UnitFlit, quiet bool) golden.UnitOut {
	sender := e.switched
	in := golden.UnitIn{}
	if sender.beat > 0 || !quiet {
		in = sender.inputs(golden.UnitOut{}, f)
	} else if f != nil {
		in.FlitRxValid, in.FlitRx = true, f.Word(false, 0)
	}
	in.RxMsgValid, in.LineUp, in.Restart = false, true, e.restart
	e.restart = false
	if e.out.TxCredit { // of the cycle before
		sender.credits++
	}
	assert.Assert(e.t, sender.credits <= e.p.Credits, "a credit is invented")
	freed := len(e.waiting) > 0 && e.waiting[0] <= 0
	if freed {
		e.waiting = e.waiting[1:]
	}
	for i := range e.waiting {
		e.waiting[i]--
	}
	in.RxCredit = e.guard.Registered().Credit
	e.out = e.device.Step(in)
	if e.out.CameUp {
		e.sessions++
	}
	e.take(e.guard.Step(golden.GuardIn{Rx: e.out.Rx, Freed: freed}))
	return e.out
}

// take looks at what leaves the guard: whole packets come once and in order.
func (e *hardEnd) take(out golden.GuardOut) {
	for _, cause := range []int{golden.NoHead, golden.NoRoom} {
		assert.Assert(e.t, !out.Error[cause], "the unit lets %s through", golden.CauseNames[cause])
	}
	if out.OutEnd && !out.OutBad || out.OutEnd && len(e.packet) > 0 {
		if out.OutValid && !out.OutStart {
			e.packet = append(e.packet, out.OutData[0])
		}
		e.end(out.OutBad)
	} else if out.OutValid && !out.OutStart {
		e.packet = append(e.packet, out.OutData[0])
	}
	if out.OutStart {
		e.packet = append([]uint64(nil), out.OutData[0])
		e.waiting = append(e.waiting, 20)
	}
}

func (e *hardEnd) end(bad bool) {
	words := e.packet
	e.packet = nil
	if bad {
		return
	}
	assert.Equal(e.t, len(words), packet.Beats)
	for i, w := range words {
		assert.Equal(e.t, w, words[0]>>8<<8|uint64(i), "a packet is not whole")
	}
	number := words[0] >> 8
	assert.Assert(e.t, number > e.newest, "packet %d after %d", number, e.newest)
	e.newest = number
	e.arrived++
}

// flitBits is the width of a flit without a message.
const flitBits = 118

// unitPair is two units over two wires.
type unitPair struct {
	ends  [2]*hardEnd
	wires [2]*wire // from an end to the other one
}

// run runs both ends for that number of cycles; quiet ends begin no packet.
func (p *unitPair) run(cycles int, quiet bool) {
	for range cycles {
		f := [2]*golden.UnitFlit{p.wires[1].out, p.wires[0].out}
		for i, e := range p.ends {
			p.wires[i].step(e.step(f[i], quiet), false, 0)
		}
	}
}

// load sets how often a packet starts, in percent.
func (p *unitPair) load(percent int) {
	for _, e := range p.ends {
		e.switched.load = percent
	}
}

// unitFaults are what may happen to a pair, at once or from now on.
var unitFaults = []struct {
	name string
	anew bool // both ends go down and come up
	set  func(p *unitPair, rng *rand.Rand)
}{
	{"reset", true, func(p *unitPair, rng *rand.Rand) { p.ends[rng.Intn(2)].reset() }},
	{"both reset", true, func(p *unitPair, _ *rand.Rand) { p.ends[0].reset(); p.ends[1].reset() }},
	{"restarted", true, func(p *unitPair, rng *rand.Rand) { p.ends[rng.Intn(2)].restart = true }},
	{"unplugged", false, func(p *unitPair, _ *rand.Rand) { p.wires[0].unplugged, p.wires[1].unplugged = true, true }},
	{"one wire", false, func(p *unitPair, rng *rand.Rand) { p.wires[rng.Intn(2)].unplugged = true }},
	{"unplugged and reset", true, func(p *unitPair, rng *rand.Rand) {
		p.wires[rng.Intn(2)].unplugged = true
		p.ends[rng.Intn(2)].reset()
	}},
	{"lost", false, func(p *unitPair, _ *rand.Rand) { p.wires[0].lose, p.wires[1].lose = 10, 10 }},
	{"damaged", false, func(p *unitPair, _ *rand.Rand) { p.wires[0].flip, p.wires[1].flip = 10, 10 }},
	{"doubled", false, func(p *unitPair, _ *rand.Rand) { p.wires[0].double, p.wires[1].double = 3, 3 }},
	{"invented", false, func(p *unitPair, _ *rand.Rand) { p.wires[0].invent, p.wires[1].invent = 30, 30 }},
	{"late", false, func(p *unitPair, _ *rand.Rand) { p.wires[0].late, p.wires[1].late = 20, 20 }},
}

// TestEitherEndMayFail resets and unplugs two joined units, and disturbs their wires, from any
// moment on and for any time. Whole packets come once and in order all the time. In the time
// that README.md states after the last fault everything flows at full rate, and all credits
// come home.
func TestEitherEndMayFail(t *testing.T) {
	t.Parallel()
	for _, fault := range unitFaults {
		for drain := range 2 {
			t.Run(fmt.Sprintf("%s, drain=%d", fault.name, drain), func(t *testing.T) {
				t.Parallel()
				rng := rand.New(rand.NewSource(int64(drain)))
				p := golden.UnitParams{Slots: 12, Credits: 12, Drain: drain, Period: 24, Silence: 3}
				pair := &unitPair{ends: [2]*hardEnd{newHardEnd(t, p, rng), newHardEnd(t, p, rng)},
					wires: [2]*wire{{rng: rng, delay: 2}, {rng: rng, delay: 5}}}
				for _, w := range pair.wires {
					w.check = golden.NewCheck(flitBits)
				}
				const roundTrip = 2 + 5 + 4
				for range 100 { // 200 of each fault with both ways to drain
					pair.load(60)
					sessions := [2]int{pair.ends[0].sessions, pair.ends[1].sessions}
					fault.set(pair, rng)
					pair.run(1+rng.Intn(150), false)
					for _, w := range pair.wires {
						w.fault(0)
					}
					pair.run((p.Silence+3)*p.Period+2*roundTrip, false)
					for i, e := range pair.ends {
						assert.Assert(t, !fault.anew || e.sessions > sessions[i], "end %d did not begin anew", i)
					}
					checkRecovered(t, pair)
				}
			})
		}
	}
}

// checkRecovered sends at full rate for some time, and then nothing.
func checkRecovered(t *testing.T, pair *unitPair) {
	t.Helper()
	for i, e := range pair.ends {
		assert.Assert(t, e.out.Up, "end %d is not up", i)
	}
	pair.load(100)
	pair.run(100, false) // the wires are full
	var before [2]int
	for i, e := range pair.ends {
		before[i] = e.arrived
	}
	const packets = 16
	pair.run(packets*packet.Beats, false)
	for i, e := range pair.ends {
		got := e.arrived - before[i]
		assert.Assert(t, got >= packets-1, "end %d got %d packets of %d", i, got, packets)
	}
	pair.run(80, true)
	for i, e := range pair.ends {
		assert.NilError(t, e.device.Err())
		assert.Equal(t, e.switched.credits, e.p.Credits, "credits of end %d", i)
	}
}
