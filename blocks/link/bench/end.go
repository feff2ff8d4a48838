package bench

import (
	"math/big"
	"math/rand"

	rtl "culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/link/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var endCoverPoints = []string{
	"comes up", "packet passes in", "packet passes out", "word damaged", "sent again", "line down", "goes down",
	"flits wait for the line", "queue is full", "head waits for its end", "head given up", "restart",
}

func endBench() testbench.Bench {
	small := map[string]int{"slots": 3, "credits": 2, "period": 32, "silence": 8, "queue": 16, "depth": 32, "round_trip": 6,
		"tries": 2, "error_bits": 4}
	return testbench.Bench{
		Block: blocks.Of(rtl.End), MinCycles: 60000, Small: small, Resets: 1, CoverPoints: endCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			return kit.Without(endCoverPoints, kit.Cannot{"queue is full": v["queue"] > 64})
		},
		Equivalent: map[string]string{
			"link_end stage.out_ready operator: or becomes xor": "the line takes flits only while it is up",
			"link_end packet_is_cut operator: or becomes xor":   "without a beat there is no sop",
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := newEndStimulus(kit.ParamsOf[golden.EndParams](v), rng)
			return testbench.NewCase(golden.EndIn{}, s.model.Registered(), s.step, s.drive, s.observe)
		},
	}
}

// endStimulus joins the end to a model of the other one over a line with faults in both directions.
type endStimulus struct {
	rng        *rand.Rand
	p          golden.EndParams
	model      *golden.End
	other      *golden.End
	near, far  *linkEnd // the switches behind them
	there      *line
	here       *line
	phase      int // cycles left
	kind       int // of the phase
	restarts   int // chances per 10,000
	restarted  bool
	disordered bool
	long       int // beats still to come of a packet that is too long
	short      int // packets of one beat still to come behind it
}

func newEndStimulus(p golden.EndParams, rng *rand.Rand) *endStimulus {
	q := p
	q.Slots, q.Credits = p.Credits, p.Slots
	q.Queue = max(q.Queue, 8*q.Credits)
	s := &endStimulus{rng: rng, p: p, model: golden.NewEnd(p), other: golden.NewEnd(q)}
	s.other.Unit.SetEpochs(uint8(1+rng.Intn(255)), 0)
	unit := golden.UnitParams{Slots: p.Slots, Credits: p.Credits, Messages: p.Messages}
	s.near = newLinkEnd(unit, nil, rng)
	unit.Slots, unit.Credits = p.Credits, p.Slots
	s.far = newLinkEnd(unit, nil, rng)
	bits := golden.ReplayFormat{Width: golden.UnitFlitBits(p.Messages > 0), Depth: p.Depth, Epoch: 8}.Bits()
	delay := rng.Intn(p.RoundTrip + 1)
	s.there, s.here = newLine(rng, bits, delay), newLine(rng, bits, p.RoundTrip-delay)
	return s
}

// begin chooses what happens in the next cycles.
func (s *endStimulus) begin() {
	s.phase = 500 + s.rng.Intn(1500)
	if s.kind = (s.kind + 1) % 9; !s.model.Unit.Registered().Up {
		s.phase += 2 * s.bringUp()
	}
	s.there.faults, s.here.faults, s.restarts, s.disordered = lineFaults{}, lineFaults{}, 0, false
	s.near.load, s.far.load = kit.Pick(s.rng, []int{10, 60, 100}), kit.Pick(s.rng, []int{10, 60, 100})
	s.near.stall, s.far.stall = 90*s.rng.Intn(2), 90*s.rng.Intn(2)
	noise := lineFaults{flip: 100, burst: 50, lose: 50, double: 50, invent: 50}
	heavy := lineFaults{flip: 2000, burst: 500, lose: 500}
	if s.p.Silence <= 8 && !s.restarted { // so often that epochs have all their bits
		s.restarted, s.phase, s.restarts = true, 30000, 150
		return
	}
	switch s.kind {
	case 1:
		s.there.faults, s.here.faults = noise, noise
	case 2:
		s.there.faults, s.here.faults = heavy, noise
		s.near.load = 100
	case 3:
		s.here.faults = heavy
	case 4, 6: // unplugged, one way at least
		s.here.faults.dead, s.there.faults.dead = true, s.rng.Intn(2) == 0
	case 8:
		s.restarts = 100
	case 5: // the other switch sends beats that belong to no packet
		s.disordered = true
	}
}

// bringUp is how long a unit listens after its reset, and a little more.
func (s *endStimulus) bringUp() int { return (s.p.Silence + 3) * s.p.Period }

func (s *endStimulus) drive(int) golden.EndIn {
	if s.phase == 0 {
		s.begin()
	}
	s.phase--
	if s.rng.Intn(20*s.bringUp()) == 0 { // a reset of the other end and of what is behind it
		s.other = golden.NewEnd(s.other.Params())
		s.far.reset(nil)
	}
	far := s.inputs(s.far, s.other.Registered())
	s.disorder(&far)
	in := s.inputs(s.near, s.model.Registered())
	in.Restart = s.rng.Intn(10000) < s.restarts
	in.LineClear = s.rng.Intn(4000) == 0
	comes := s.there.pass(s.model.Registered().LineTx)
	far.LineRxValid, far.LineRx = comes != nil, comes
	in.LineRx = s.here.pass(s.other.Step(far).LineTx)
	if in.LineRxValid = in.LineRx != nil; !in.LineRxValid {
		in.LineRx = new(big.Int).SetUint64(s.rng.Uint64())
	}
	return in
}

// disorder makes some packets of the other switch longer than a packet can be, with packets of one beat behind them,
// and of others it takes the head.
func (s *endStimulus) disorder(in *golden.EndIn) {
	sop := in.Tx.Valid && in.Tx.Sop
	if s.long > 0 || s.short > 0 {
		if sop {
			s.far.credits++ // this packet is not sent
		}
		in.Tx.Valid, in.Tx.Sop, in.Tx.Eop = true, false, false
		if s.long > 0 {
			s.long--
			return
		}
		if s.short--; s.far.credits > 0 {
			in.Tx.Sop, in.Tx.Eop = true, s.rng.Intn(8) > 0
			s.far.credits--
		}
		return
	}
	if !sop || !s.disordered {
		return
	}
	switch s.rng.Intn(4) {
	case 0, 1:
		s.long, s.short = 3+s.rng.Intn(30), s.rng.Intn(20)
	case 2:
		in.Tx.Sop = false
		s.far.credits++
	}
}

// inputs are those that the switch behind an end gives it, which are those of a unit.
func (s *endStimulus) inputs(sw *linkEnd, out golden.EndOut) golden.EndIn {
	in := sw.inputs(golden.UnitOut{SwitchOut: out.SwitchOut}, nil)
	if !in.Tx.Valid {
		in.Tx.Data[0] = s.rng.Uint64()
	}
	return golden.EndIn{SwitchIn: in.SwitchIn}
}

func (s *endStimulus) step(in golden.EndIn) golden.EndOut { return s.model.Step(in) }

func (s *endStimulus) observe(in golden.EndIn, out golden.EndOut, hit func(string)) {
	kit.Reached{
		"comes up": out.CameUp, "goes down": out.WentDown, "packet passes in": out.Rx.Valid && out.Rx.Eop,
		"packet passes out": in.Tx.Valid && in.Tx.Eop && out.Up, "word damaged": s.model.Replay.Events[golden.Damaged],
		"sent again": s.model.Replay.Events[golden.Replayed], "line down": s.model.Replay.Events[golden.WentDown],
		"flits wait for the line": s.model.Waiting() > 1, "queue is full": out.Error[golden.NoQueue],
		"head waits for its end": s.model.Held() > 3, "head given up": s.model.Given, "restart": in.Restart && out.Up,
	}.Report(hit)
}
