package bench

import (
	"math/rand"

	env "culprit.example/culprit/blocks/packet/bench"
	packet "culprit.example/culprit/blocks/packet/golden"
	"culprit.example/culprit/blocks/recn/golden"
	"culprit.example/culprit/testbench/kit"
)

// inputPortStimulus plays the link, the scheduler and the notification bus. It
// fills the memory and empties it; whenever it is empty it first makes a false
// detection (the trap) and then lets packets into a SAQ just as it runs empty
// (the duet), which random traffic does too rarely.
type inputPortStimulus struct {
	rng        *rand.Rand
	p          golden.Params
	model      *golden.InputPort
	in         golden.InputPortIn
	before     golden.InputPortIn // in the cycle before
	myPort     int
	credits    int
	link       env.Sender
	pool       []packet.Name // names at this port; routes go through them
	sinceGrant int
	eligible   [4][]bool // per queue: it might ask for its output, in this cycle and in those before
	detected   bool      // in the cycle before
	unused     []bool    // SAQs that no packet has come to
	dying      []bool    // SAQs that nothing but a packet can save in this cycle
	sinceSop   int
	draining   bool
	trap       int // packets of a false detection in the making; -1 if there is none
	duet       int // cycles left in which one SAQ gets and loses packets one by one
	duetName   packet.Name
	memory     env.Filling
}

func newInputPortStimulus(p golden.Params, rng *rand.Rand) *inputPortStimulus {
	return &inputPortStimulus{
		rng: rng, p: p, model: golden.NewInputPort(p), myPort: rng.Intn(p.Ports),
		credits: p.Slots, sinceGrant: packet.Beats,
		eligible: [4][]bool{make([]bool, p.Queues()), make([]bool, p.Queues()), make([]bool, p.Queues()),
			make([]bool, p.Queues())},
		unused: make([]bool, p.SAQs), dying: make([]bool, p.SAQs),
	}
}

// duetCycles is how long a SAQ gets its packets one by one.
const duetCycles = 250

// detects reports whether the cold queue can get long enough.
func (s *inputPortStimulus) detects() bool { return s.p.SAQs > 0 && s.p.Detect < s.p.Slots }

func (s *inputPortStimulus) drive(cycle int) golden.InputPortIn {
	rng := s.rng
	if cycle%1000 == 0 || s.pool == nil {
		s.pool = env.NestedNames(rng, s.p.Ports, s.p.SAQs+3)
	}
	if !s.draining && s.model.Registered().StatFree == 0 && s.credits == 0 && kit.Chance(rng, 5) {
		s.draining = true
	} else if s.draining && s.credits == s.p.Slots && kit.Chance(rng, 2) {
		s.draining = false
		s.trap = 0
	}
	if s.trap >= 0 && (s.detected || !s.detects()) {
		s.trap = -1
		s.duet, s.duetName = duetCycles, s.pool[1] // which has at least two turns
	}
	s.duet = max(0, s.duet-1)
	s.in = golden.InputPortIn{InputPortPins: golden.InputPortPins{MyPort: s.myPort}}
	s.send(cycle)
	s.grant(cycle)
	if s.p.SAQs > 0 {
		s.notify(cycle)
	}
	if s.p.SAQs > 0 && s.p.LeafFirst == 1 {
		s.reports(cycle)
	}
	return s.in
}

// reports plays the bus to the output ports and the output port of the same number.
func (s *inputPortStimulus) reports(cycle int) {
	rng := s.rng
	s.in.TreeTake = s.model.Registered().TreeValid && kit.Chance(rng, []int{80, 20}[cycle/300%2])
	heard, up := kit.Pick(rng, s.pool), kit.Pick(rng, s.pool)
	if lines := s.model.Lines(); kit.Chance(rng, 70) {
		heard = packet.Named(lines.LineTp, lines.LineMask, rng.Intn(s.p.SAQs))
	}
	s.in.HeardValid, s.in.HeardXoff = kit.Chance(rng, 10), kit.Chance(rng, 20)
	s.in.HeardTp, s.in.HeardMask = heard.Tp, heard.Mask
	s.in.UpValid, s.in.UpXoff, s.in.UpTp, s.in.UpMask = kit.Chance(rng, 10), kit.Chance(rng, 50), up.Tp, up.Mask
}

// send is a source that fills the memory, lets it run empty, and so on.
func (s *inputPortStimulus) send(cycle int) {
	rng := s.rng
	load := []int{100, 30, 100, 5, 90, 50}[cycle/500%6]
	if s.draining {
		load = 0
	} else if s.trap >= 0 {
		load = 100
	} else if s.duet > 0 {
		load = 20
	}
	s.sinceSop++
	idle := env.Noise(rng, s.p.Data)
	if s.link.Idle() && s.credits > 0 && kit.Chance(rng, load) {
		s.sinceSop = 0
		s.link.Start(env.RandomBeats(rng, s.header(), s.p.Data))
		s.credits--
	}
	s.in.SetRx(s.link.Next(idle))
}

// header is the header of the next packet: through names of the pool or of the
// lines that there are, mostly.
func (s *inputPortStimulus) header() packet.Header {
	rng, ports := s.rng, s.p.Ports
	if s.trap >= 0 { // only the first one wants its output
		s.trap++
		return env.Route{min(s.trap-1, 1, ports-2)}.Header(ports, 0)
	}
	if s.duet > 0 {
		return env.HeaderTo(rng, ports, s.duetName)
	}
	if lines := s.model.Lines(); s.p.SAQs > 0 && kit.Chance(rng, 40) {
		if k := rng.Intn(s.p.SAQs); lines.LineValid[k] {
			return env.HeaderTo(rng, ports, packet.Named(lines.LineTp, lines.LineMask, k))
		}
	}
	if kit.Chance(rng, 70) {
		return env.HeaderTo(rng, ports, kit.Pick(rng, s.pool))
	}
	return env.RandomHeader(rng, ports, true)
}

// decision is how long the scheduler takes from the ask to the grant, in cycles.
const decision = 2

// grant grants what the scheduler may grant: what was eligible when it asked.
func (s *inputPortStimulus) grant(cycle int) {
	s.sinceGrant++
	percent := []int{1, 60, 5, 100, 100, 100}[cycle/500%6]
	if s.draining {
		percent = 90
	}
	s.in.GrantQueue = make(golden.Chosen, s.p.Queues())
	r := s.model.Registered()
	now := s.eligible[len(s.eligible)-1]
	copy(s.eligible[1:], s.eligible[:])
	s.eligible[0] = now
	var eligible []int
	only := 0 // a SAQ with one packet
	for q, ready := range r.QueueReady {
		now[q] = ready && !r.QueueEmpty[q] && (q == 0 || !r.SaqXoff[q-1])
		if s.eligible[decision][q] {
			eligible = append(eligible, q)
			if q > 0 && s.model.Count(q) == 1 {
				only = q
			}
		}
	}
	if len(eligible) == 0 || s.sinceGrant < packet.Beats { // the head that asked is still there
		return
	}
	q := kit.Pick(s.rng, eligible)
	switch {
	case s.detected && eligible[0] == 0 && kit.Chance(s.rng, 60):
		s.grantTo(0) // the culprit gets away: a false detection
	case s.trap >= 0:
	case only > 0 && (s.sinceSop == 2 || s.sinceSop == 3):
		s.grantTo(only) // the next packet comes just in time
	case only > 0 && s.duet > 0: // wait for that
	case s.duet > 0:
		s.grantTo(q)
	case kit.Chance(s.rng, percent):
		s.grantTo(q)
	}
}

// grantTo grants a queue.
func (s *inputPortStimulus) grantTo(queue int) {
	s.in.GrantValid = true
	s.in.GrantQueue.Set(queue)
}

// notify puts notifications of other outputs on the bus: names of the pool
// without their first turn, and anything else.
func (s *inputPortStimulus) notify(cycle int) {
	rng, n, bits := s.rng, s.p.Ports, packet.TurnBits(s.p.Ports)
	longest := packet.MaxTurns(s.p.Ports)
	s.in.BusXoff, s.in.BusSource, s.in.BusTarget = kit.Chance(rng, 50), rng.Intn(n), rng.Intn(n)
	if s.duet > 0 {
		s.in.BusTarget = s.myPort
		Point(&s.in.InputPortPins, s.p.Ports, s.duetName)
		s.in.BusXoff = s.duet == duetCycles-20
		s.in.BusValid = s.in.BusXoff || s.duetBegins()
		return
	}
	name := env.RandomRoute(rng, n, longest-rng.Intn(3)/2, true).Name(n)
	s.in.BusTp, s.in.BusMask = name.Tp, name.Mask
	if known := kit.Pick(rng, s.pool); known.Length() > bits && kit.Chance(rng, 90) {
		Point(&s.in.InputPortPins, s.p.Ports, known)
	}
	if kit.Chance(rng, 70) {
		s.in.BusTarget = s.myPort
	}
	s.in.BusValid = s.trap < 0 && kit.Chance(rng, []int{8, 3, 20}[cycle/700%3])
	if s.draining {
		lines := s.model.Lines()
		Release(&s.in.InputPortPins, s.p.Ports, lines.LineValid, lines.LineXoff, lines.LineTp, lines.LineMask)
	}
}

// duetBegins reports whether the stopped SAQ of the duet has a packet: it may go now.
func (s *inputPortStimulus) duetBegins() bool {
	lines := s.model.Lines()
	for k, valid := range lines.LineValid {
		if valid && lines.LineXoff[k] && s.duetName.Equal(packet.Named(lines.LineTp, lines.LineMask, k)) {
			return s.model.Count(1+k) > 0
		}
	}
	return false
}
