package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/link/golden"
	env "culprit.example/culprit/blocks/packet/bench"
	packet "culprit.example/culprit/blocks/packet/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var unitCoverPoints = append([]string{
	"comes up", "packet passes in", "packet passes out", "cut as the link goes down", "credit comes home while it is down",
}, golden.UnitCauseNames...)

func unitBench() testbench.Bench {
	small := map[string]int{"slots": 4, "credits": 4, "period": 16, "silence": 2}
	return testbench.Bench{
		Block: blocks.Of(rtl.Unit), MinCycles: 40000, Small: small, CoverPoints: unitCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(unitCoverPoints, kit.Cannot{
				"credit comes home while it is down": v["drain"] == 0, "overrun": v["slots"] > 64,
			})
		},
		AnyReset: map[string]string{
			"link_unit.heads_come":                             "the HELLO that takes the link up sets it",
			"link_unit.limit_q":                                "follows in each cycle, and is sent while the link is up only",
			"link_unit.packet_open":                            "counts behind a beat of the session, before which it follows",
			"link_unit.passing":                                "the head of a packet sets it",
			"link_unit.hello_due":                              "nothing is said while the unit listens",
			"link_unit.credit_due":                             "a LIMIT is due when the link comes up",
			"link_unit.own_epoch: all bits flipped in reset":   "the end of listening sets it",
			"link_unit.own_epoch: bit 7 flipped in reset":      "the end of listening sets it",
			"link_unit.heard_epoch: all bits flipped in reset": "the epoch after 255 is that after 0",
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.UnitParams](v)
			s := newUnitStimulus(p, rng)
			return testbench.NewCase(golden.UnitIn{}, s.near.unit.Registered(), s.step, s.drive, s.observe)
		},
	}
}

// unitStimulus joins the unit to a model of the other end over two wires with faults.
type unitStimulus struct {
	rng       *rand.Rand
	p         golden.UnitParams
	near, far *linkEnd
	there     *wire // to the far end
	here      *wire
	was       golden.UnitOut
	window    int // counts the times of one fault each
}

func newUnitStimulus(p golden.UnitParams, rng *rand.Rand) *unitStimulus {
	other := p
	other.Slots, other.Credits = p.Credits, p.Slots
	s := &unitStimulus{
		rng: rng, p: p,
		near: newLinkEnd(p, golden.NewUnit(p), rng), far: newLinkEnd(other, golden.NewUnit(other), rng),
		there: &wire{rng: rng, delay: 3}, here: &wire{rng: rng, delay: 3},
	}
	s.was = s.near.unit.Registered()
	return s
}

// drive sets faults, which last for a time, runs the far end, and makes the near end's inputs.
func (s *unitStimulus) drive(cycle int) golden.UnitIn {
	if window := max(700, 2*(s.p.Silence+2)*s.p.Period); cycle%window == 0 {
		s.near.stall, s.far.stall = 90*s.rng.Intn(2), 90*s.rng.Intn(2)
		s.here.fault(s.window)
		s.there.fault(s.window + s.window/faults)
		if s.here.heads > 0 {
			s.near.stall = 100 // so that its slots run out
		}
		s.window++
	}
	if s.rng.Intn(5000) == 0 {
		s.far.reset(golden.NewUnit(s.far.p))
	}
	in := s.near.inputs(s.was, s.here.out)
	s.disturb(&in)
	farIn := s.far.inputs(s.far.unit.Registered(), s.there.out)
	farIn.LineUp = true
	farOut := s.far.unit.Step(farIn)
	s.here.step(farOut, s.p.Messages > 0, s.p.Data)
	return in
}

// disturb takes the link down now and then, often in cycles in which something else does so, too.
// What is not valid is whatever, and after its reset the unit hears of epochs it may have had.
func (s *unitStimulus) disturb(in *golden.UnitIn) {
	one := func(of int) bool { return s.rng.Intn(of) == 0 }
	in.LineUp, in.Restart = true, false
	if !s.here.unplugged { // else silence is to take it down
		in.LineUp, in.Restart = !one(2000), one(4000)
	}
	switch {
	case s.near.unit.Overdue():
		in.LineUp, in.Restart = !one(4), one(4)
	case in.FlitRxValid && s.here.out.Kind == golden.HelloControl:
		in.LineUp, in.Restart = !one(60), one(30)
	case !in.LineUp:
		in.Restart = one(2)
	}
	if !in.Tx.Valid {
		in.Tx.Sop, in.Tx.Eop, in.Tx.Bad, in.Tx.Data = one(2), one(2), one(2), env.RandomWord(s.rng, s.p.Data)
	}
	if in.FlitRxValid {
		return
	}
	f := golden.UnitFlit{Epoch: uint8(s.rng.Intn(256)), Kind: golden.HelloControl, Value: uint16(1<<12 | s.p.Credits)}
	f.Seen = kit.Pick(s.rng, []uint8{0, 252, 254, 255, f.Epoch})
	f.Beat = packet.Beat{Valid: true, Sop: one(2), Data: env.RandomWord(s.rng, s.p.Data)}
	in.FlitRxValid = s.near.unit.Listens() && one(20)
	if !in.FlitRxValid && s.here.last != nil && one(2) {
		f = *s.here.last
	}
	in.FlitRx = f.Word(s.p.Messages > 0, s.p.Data)
}

func (s *unitStimulus) step(in golden.UnitIn) golden.UnitOut {
	out := s.near.unit.Step(in)
	s.was = s.near.unit.Registered()
	s.there.step(out, s.p.Messages > 0, s.p.Data)
	return out
}

func (s *unitStimulus) observe(in golden.UnitIn, out golden.UnitOut, hit func(string)) {
	for c, told := range out.Error {
		if told {
			hit(golden.UnitCauseNames[c])
		}
	}
	kit.Reached{
		"comes up":                           out.CameUp,
		"packet passes in":                   out.Rx.Valid && out.Rx.Eop,
		"packet passes out":                  out.FlitTxValid && golden.UnitFlitOf(out.FlitTx, s.p.Messages > 0, s.p.Data).Beat.Eop,
		"cut as the link goes down":          out.WentDown && in.Tx.Valid && !in.Tx.Sop,
		"credit comes home while it is down": !out.Up && out.TxCredit,
	}.Report(hit)
}

// linkEnd is what stands behind a unit: a sender with credits, slots that are given back.
type linkEnd struct {
	p       golden.UnitParams
	unit    *golden.Unit
	rng     *rand.Rand
	credits int
	taken   int                   // slots
	beat    int                   // of the packet that is sent, 0 between packets
	stall   int                   // percent of the time in which no slot is given back
	load    int                   // percent of the cycles with a credit in which a packet starts
	queue   func(word int) uint64 // data of the packet's beats, nil: random
}

func newLinkEnd(p golden.UnitParams, unit *golden.Unit, rng *rand.Rand) *linkEnd {
	return &linkEnd{p: p, unit: unit, rng: rng, credits: p.Credits, load: 60}
}

// reset is that of the end with all that is in it.
func (e *linkEnd) reset(unit *golden.Unit) {
	e.unit, e.credits, e.taken, e.beat = unit, e.p.Credits, 0, 0
}

// inputs are those of this cycle, given the unit's outputs in it.
func (e *linkEnd) inputs(out golden.UnitOut, f *golden.UnitFlit) golden.UnitIn {
	in := golden.UnitIn{}
	if e.beat > 0 || e.credits > 0 && kit.Chance(e.rng, e.load) {
		if e.beat == 0 {
			e.credits--
		}
		in.Tx = packet.Beat{Valid: true, Sop: e.beat == 0, Eop: e.beat == packet.Beats-1,
			Data: env.RandomWord(e.rng, e.p.Data)}
		in.Tx.Bad = in.Tx.Eop && kit.Chance(e.rng, 10)
		if e.queue != nil {
			in.Tx.Data[0], in.Tx.Bad = e.queue(e.beat), false
		}
		e.beat = (e.beat + 1) % packet.Beats
	}
	if out.TxCredit {
		e.credits++
	}
	if e.taken > 0 && !kit.Chance(e.rng, e.stall) && e.rng.Intn(6) == 0 {
		in.RxCredit = true
		e.taken--
	}
	if out.Rx.Valid && out.Rx.Sop {
		e.taken++
	}
	in.RxMsgValid, in.RxMsgXoff = kit.Chance(e.rng, 10), kit.Chance(e.rng, 50)
	in.RxMsgTp, in.RxMsgMask = e.rng.Uint32()>>1, e.rng.Uint32()>>1
	if f != nil {
		in.FlitRxValid, in.FlitRx = true, f.Word(e.p.Messages > 0, e.p.Data)
	}
	return in
}

// wire carries flits, with faults in some of them.
type wire struct {
	rng                         *rand.Rand
	delay                       int
	inside                      []*golden.UnitFlit
	out                         *golden.UnitFlit // at its end
	unplugged                   bool
	lose, damage, double, heads int           // one event in this number is hit; 0: none
	invent, late, flip          int           // the same
	check                       *golden.Check // finds flits with bits that were inverted
	beat                        int           // of an invented packet, 0 between such packets
	last                        *golden.UnitFlit
}

// faults are the kinds of faults, no fault among them.
const faults = 6

// fault sets the fault of the next time, by turns; 0 is none.
func (w *wire) fault(kind int) {
	w.unplugged, w.lose, w.damage, w.double, w.heads = false, 0, 0, 0, 0
	w.invent, w.late, w.flip = 0, 0, 0
	switch kind % faults {
	case 1:
		w.unplugged = true
	case 2:
		w.damage = 20
	case 3:
		w.heads = 3
	case 4:
		w.lose = 20
	case 5:
		w.double = 10
	}
}

func (w *wire) one(in int) bool { return in > 0 && w.rng.Intn(in) == 0 }

// step takes what a unit shows in this cycle.
func (w *wire) step(out golden.UnitOut, messages bool, data int) {
	var f *golden.UnitFlit
	if out.FlitTxValid {
		g := golden.UnitFlitOf(out.FlitTx, messages, data)
		f = &g
	}
	if w.one(w.double) && f == nil && w.last != nil {
		g := *w.last
		f = &g
	}
	if w.last != nil && (w.beat > 0 || w.one(w.invent)) {
		f = w.strange()
	} else if f != nil {
		w.last = f
		switch {
		case w.unplugged || w.one(w.lose):
			f = nil
		case w.one(w.damage) || f.Kind == golden.HelloControl && w.damage > 0 && w.one(2):
			f = w.damaged(*f)
		case w.one(w.flip):
			f = w.checked(*f, messages, data)
		}
	}
	if f != nil && w.one(w.heads) { // a head from nowhere
		g := *f
		g.Beat.Valid, g.Beat.Sop = true, true
		f = &g
	}
	if w.one(w.late) {
		w.inside = append(w.inside, nil)
	}
	if f != nil || w.late > 0 || len(w.inside) <= w.delay { // else what is late catches up
		w.inside = append(w.inside, f)
	}
	w.out = nil
	if len(w.inside) > w.delay {
		w.out, w.inside = w.inside[0], w.inside[1:]
	}
}

// checked is what becomes of a flit with a CRC, of which some bits are inverted.
func (w *wire) checked(f golden.UnitFlit, messages bool, data int) *golden.UnitFlit {
	word := w.check.Word(f.Word(messages, data))
	for range 1 + w.rng.Intn(20) {
		word = flipped(word, w.rng.Intn(word.BitLen()))
	}
	w.check.Step(golden.CheckIn{LineRxValid: true, LineRx: word})
	w.check.Step(golden.CheckIn{})
	out := w.check.Registered()
	if !out.FlitRxValid {
		return nil
	}
	f = golden.UnitFlitOf(out.FlitRx, messages, data)
	return &f
}

// strange is a flit of an epoch that the sender does not have, with the next beat of a packet.
func (w *wire) strange() *golden.UnitFlit {
	f := *w.last
	f.Epoch += uint8(1 + w.rng.Intn(200))
	f.Kind, f.Seen, f.Sent = uint8(w.rng.Intn(3)), 0, uint16(w.rng.Uint32())
	f.Beat = packet.Beat{Valid: true, Sop: w.beat == 0, Eop: w.beat == packet.Beats-1, Data: packet.Word{uint64(w.beat)}}
	w.beat = (w.beat + 1) % packet.Beats
	return &f
}

// damaged is a flit of which a bit of control is another one.
func (w *wire) damaged(f golden.UnitFlit) *golden.UnitFlit {
	field := w.rng.Intn(6)
	if f.Kind == golden.HelloControl {
		field = kit.Pick(w.rng, []int{0, 3, 4})
	}
	switch field {
	case 0:
		f.Epoch ^= 1 << w.rng.Intn(8)
	case 1:
		f.Kind = uint8(w.rng.Intn(3))
	case 2:
		f.Sent ^= 1 << w.rng.Intn(16)
	case 3:
		f.Value ^= 1 << w.rng.Intn(16)
	case 4:
		f.Seen ^= 1 << w.rng.Intn(8)
	case 5:
		f.Beat.Sop = !f.Beat.Sop
	}
	return &f
}
