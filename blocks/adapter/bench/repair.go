package bench

import (
	"math/rand"

	rtl "culprit.example/culprit/blocks/adapter"
	"culprit.example/culprit/blocks/adapter/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

func repairBench() testbench.Bench {
	return testbench.Bench{
		Block:     blocks.Of(rtl.Repair),
		MinCycles: 120000,
		CoverPoints: []string{
			"request made again", "credits given back", "acknowledgement made again", "nothing to mend", "audit too early",
			"audit during another", "grants are owed",
			"request passes first", "departure passes first", "segment passes first", "lost ones are known", "flow is settled",
			"settling ends last",
		},
		CoverPointsFor: func(v blocks.Values) []string { // of four flows there is seldom another one that has room
			return kit.Without(repairBench().CoverPoints,
				kit.Cannot{"request passes first": v["nodes"] == 4, "departure passes first": v["nodes"] == 4})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			s := &repairStimulus{rng: rng, p: p, model: golden.NewRepair(p), flows: make([]repairFlow, p.Nodes)}
			for o := 1; o < p.Nodes; o += 2 { // muted at first: these requests were lost before
				s.flows[o].pending = 1
			}
			return testbench.NewCase(golden.RepairIn{}, golden.RepairOut{}, s.model.Step, s.drive, s.observe)
		},
	}
}

// repairFlow is what both ends of a flow have.
type repairFlow struct {
	pending     int  // at the source: requested and not granted
	requested   int  // of these, known to the arbiter
	held        int  // granted, not sent
	out         int  // granted, not arrived
	waits, here bool // for an acknowledgement; the unsolicited segment is here
}

// repairStimulus is flows of which requests, grants, segments and acknowledgements get
// lost.
type repairStimulus struct {
	rng      *rand.Rand
	p        golden.Params
	model    *golden.Repair
	flows    []repairFlow
	cycle    int
	busy     int // percent
	lose     int
	grant    int // of the busy cycles
	leave    int
	few      int
	change   int // cycle from which on another flow is muted
	settling int // cycles in which the flow is still settled
	muted    int // nothing happens to this flow, but audits
}

func (s *repairStimulus) drive(int) golden.RepairIn {
	rng, p := s.rng, s.p
	s.begin()
	s.cycle++
	in := golden.RepairIn{Tick: kit.Chance(rng, 90)}
	if s.cycle <= p.Nodes {
		return in
	}
	busy, leave := s.busy, s.busy*s.leave/100
	if s.model.Busy() && kit.Chance(rng, 50) {
		busy, leave = 100, 100
	}
	s.request(&in, busy)
	s.grants(&in)
	s.segment(&in)
	s.departure(&in, leave)
	if kit.Chance(rng, s.busy) {
		in.Released = rng.Intn(p.MaxP + 1)
	}
	s.audit(&in)
	in.OwedSome = kit.Chance(rng, 10)
	in.Arrived = in.SegValid && !in.SegUnsol
	if !in.Arrived && kit.Chance(rng, s.busy) { // the egress returns a credit
		in.Arrived, in.Released = true, 1
	}
	s.settles(&in)
	return in
}

// begin chooses how busy the flows are, and which of them are muted.
func (s *repairStimulus) begin() {
	rng, p := s.rng, s.p
	if s.cycle >= s.change && !s.model.Busy() {
		s.change = s.cycle + 4<<p.Watch
		s.muted = 1 - s.muted
		for o := range s.flows { // the others forget what got lost, and these lose what they hold
			if f := &s.flows[o]; o%2 != s.muted {
				f.pending, f.waits = f.requested, f.here
			} else {
				f.held = 0
			}
		}
	}
	if s.cycle%(1<<p.Watch) == 0 {
		s.grant, s.leave = kit.Pick(rng, []int{0, 100}), kit.Pick(rng, []int{0, 100})
		s.busy, s.lose = kit.Pick(rng, []int{0, 1, 10, 30}), kit.Pick(rng, []int{0, 30, 30})
		s.few = kit.Pick(rng, []int{2, p.Nodes, p.Nodes})
	}
}

func (s *repairStimulus) lost() bool { return kit.Chance(s.rng, s.lose) }

// node is a flow that is not muted.
func (s *repairStimulus) node() (int, *repairFlow) {
	o := s.rng.Intn(s.few)
	if o%2 == s.muted {
		o ^= 1
	}
	return o, &s.flows[o]
}

// nodeThat is a flow that is not muted and has the property, if there is any nearby.
func (s *repairStimulus) nodeThat(has func(f *repairFlow) bool) (int, *repairFlow) {
	o, f := s.node()
	for range s.p.Nodes / 2 {
		if !has(f) {
			o = (o + 2) % s.p.Nodes
			f = &s.flows[o]
		}
	}
	return o, f
}

func (s *repairStimulus) request(in *golden.RepairIn, busy int) {
	o, f := s.nodeThat(func(f *repairFlow) bool { return f.pending != s.p.G })
	if f.requested == 0 && f.pending == s.p.G && o != s.model.Node() { // all lost: it forgets
		f.pending = 0
	}
	room := s.p.G - f.pending
	if room <= 0 || !kit.Chance(s.rng, busy) {
		return
	}
	n := 1 + s.rng.Intn(room)
	f.pending += n
	if !s.lost() {
		in.ReqValid, in.ReqNode, in.ReqCount = true, o, n
		f.requested += n
	}
}

func (s *repairStimulus) grants(in *golden.RepairIn) {
	o, f := s.node()
	if f.requested == 0 || f.out+f.requested > s.p.BReasm || !kit.Chance(s.rng, s.busy*s.grant/100) {
		return
	}
	in.GntValid, in.GntNode, in.GntCount = true, o, f.requested
	if !s.lost() {
		f.held += f.requested
		f.pending -= f.requested
	}
	f.out += f.requested
	f.requested = 0
}

func (s *repairStimulus) segment(in *golden.RepairIn) {
	o, f := s.node()
	if f.held > 0 && kit.Chance(s.rng, s.busy) {
		f.held--
		if !s.lost() {
			in.SegValid, in.SegSrc = true, o
			f.out--
		}
	} else if !f.waits && kit.Chance(s.rng, s.busy+5) {
		f.waits = true
		if !s.lost() {
			in.SegValid, in.SegSrc, in.SegUnsol = true, o, true
			f.here = true
		}
	}
}

func (s *repairStimulus) departure(in *golden.RepairIn, leave int) {
	o, f := s.nodeThat(func(f *repairFlow) bool { return f.here })
	if f.here && !(in.SegValid && in.SegSrc == o) && kit.Chance(s.rng, leave) {
		in.LeftValid, in.LeftNode = true, o
		f.here = false
		f.waits = s.lost()
	}
}

func (s *repairStimulus) audit(in *golden.RepairIn) {
	o, f := s.node()
	if kit.Chance(s.rng, 70) {
		o = s.rng.Intn(s.p.Nodes/2)*2 + s.muted
		f = &s.flows[o]
	}
	in.AuditValid = f.held == 0 && (f.pending > 0 || f.waits) && kit.Chance(s.rng, 20)
	in.AuditNode, in.AuditPending, in.AuditUnsol = o, f.pending, f.waits
}

// settles is what the parser and the egress do with what they are told: it takes some cycles. A
// segment may tell that others of its flow got lost.
func (s *repairStimulus) settles(in *golden.RepairIn) {
	in.AuditSeq = s.rng.Intn(1 << 14)
	if s.settling > 0 {
		s.settling--
		in.Settling = true
	}
	if f := &s.flows[in.SegSrc]; in.SegValid && f.out > f.held && in.SegSrc != s.model.Node() && kit.Chance(s.rng, 30) {
		in.SegGap = min(1+s.rng.Intn(f.out-f.held), s.p.BReasm)
		f.out -= in.SegGap
	}
}

func (s *repairStimulus) observe(in golden.RepairIn, out golden.RepairOut, hit func(string)) {
	kit.Reached{
		"request made again": out.Fixed&1 > 0, "credits given back": out.Fixed&2 > 0,
		"acknowledgement made again": out.Fixed&4 > 0, "nothing to mend": out.Fixed == 8,
		"audit too early": out.Noisy && !in.OwedSome, "audit during another": out.Busy && in.AuditValid,
		"grants are owed":      out.Noisy && in.OwedSome,
		"request passes first": out.Mends&1 > 0 && in.ReqValid, "departure passes first": out.Mends&4 > 0 && in.LeftValid,
		"segment passes first": out.Mends&2 > 0 && in.SegValid && !in.SegUnsol,
		"lost ones are known":  in.SegValid && in.SegGap > 0, "flow is settled": out.SettleValid,
		"settling ends last": out.Busy && !out.Noisy && out.Fixed == 0 && out.Mends == 0 && in.Settling,
	}.Report(hit)
	if out.ReqOutValid && !in.ReqValid {
		s.flows[out.ReqOutNode].requested += out.ReqOutCount
	}
	if out.LostValid {
		s.flows[out.OwedNode].out--
	}
	if out.SettleValid {
		s.settling = 1 + s.rng.Intn(30)
	}
	if out.LeftOutValid && !in.LeftValid {
		s.flows[out.LeftOutNode].waits = false
	}
}
