package bench

import (
	"math/rand"
	"slices"

	rtl "culprit.example/culprit/blocks/cioqrecn"
	"culprit.example/culprit/blocks/cioqrecn/golden"
	env "culprit.example/culprit/blocks/packet/bench"
	packet "culprit.example/culprit/blocks/packet/golden"
	recn "culprit.example/culprit/blocks/recn/bench"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

var inputPortCoverPoints = []string{
	"no slot left", "all slots free again", "packet granted as soon as may be", "packets granted back to back",
	"detection queue granted", "SAQ granted",
	"input SAQ by detection", "input SAQ by an output's request", "input SAQ by notification", "no SAQ free",
	"note refused", "name too long",
	"input SAQ blocked", "input SAQ unblocked", "Xoff over the link", "Xon over the link", "input SAQ freed",
	"packet set aside at an input",
	"marker delays an input SAQ", "marker reaches the head", "SAQ born in the cycle in which a packet is looked up",
	"packet comes in the cycle in which its SAQ would die", "request for another port in the cycle of a detection",
	"packet is looked up in the cycle in which a SAQ for it is born",
}

func inputPortBench() testbench.Bench {
	return testbench.Bench{
		Block: blocks.Of(rtl.InputPort), MinCycles: 16000,
		AnyReset: map[string]string{
			"cioq_recn_input_port.pair_bad_q":  "counts in a cycle with its valid only",
			"cioq_recn_input_port.read_last_q": "the end of a packet counts in a cycle with its valid only",
			"cioq_recn_input_port.arrives":     "set by the first packet, before any slot is read",
			"cioq_recn_input_port.pair_sop_q":  "counts in a cycle with its valid only",
			"cioq_recn_input_port.read_sop_q":  "counts in a cycle with its valid only",
			"cioq_recn_input_port.tx_word":     "set with every grant",
		},
		CoverPoints: inputPortCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			large := v["slots"] > 64 || v["ports"] > 8 // by luck only
			few := v["ports"] == 2                     // names, of which the SAQs serve most
			never := v["detect"] > 5 || few            // a queue for one output seldom gets longer here
			silent := v["xoff"] > 10 || v["xoff"] >= v["slots"]/2
			return kit.Without(inputPortCoverPoints, kit.Cannot{
				"no slot left": large, "all slots free again": large, "input SAQ by detection": never || large,
				"no SAQ free":        never || large || v["saqs"] >= v["ports"]-1,
				"Xoff over the link": silent, "Xon over the link": silent,
				"note refused": v["saqs"] > 4, "request for another port in the cycle of a detection": never || large,
				"packet comes in the cycle in which its SAQ would die": few, "input SAQ by an output's request": few,
			})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			s := newInputPortStimulus(kit.ParamsOf[golden.Params](v), rng)
			return testbench.NewCase(golden.InputPortIn{}, s.model.Registered(), s.step, s.drive, s.observe)
		},
	}
}

// lookedUp is how many cycles after its first beat a packet is looked up.
const lookedUp = 2

// inputPortStimulus plays the link, the scheduler and the notification bus. It fills
// the memory and empties it, again and again.
type inputPortStimulus struct {
	rng        *rand.Rand
	p          golden.Params
	myPort     int
	model      *golden.InputPort
	pool       []packet.Name // names at this port; routes go through them
	credits    int
	link       env.Sender
	sinceGrant int
	sinceSop   int
	draining   bool
	memory     env.Filling
	arriving   packet.Header
	disturbed  bool      // a detection has met a note
	tooLong    bool      // the note of the cycle before had no room for another turn
	detecting  bool      // a detection asks for a SAQ
	eligible   [2][]bool // queues that could send one cycle and two cycles before
	dying      []bool    // SAQs that nothing but a packet can save in this cycle
}

func newInputPortStimulus(p golden.Params, rng *rand.Rand) *inputPortStimulus {
	myPort := rng.Intn(p.Ports)
	return &inputPortStimulus{rng: rng, p: p, myPort: myPort, model: golden.NewInputPort(p, myPort), credits: p.Slots,
		sinceGrant: golden.Pairs, dying: make([]bool, p.SAQs)}
}

func (s *inputPortStimulus) drive(cycle int) golden.InputPortIn {
	rng := s.rng
	if cycle%1000 == 0 || s.pool == nil {
		s.pool = env.NestedNames(rng, s.p.Ports, s.p.SAQs+3)
	}
	free := s.model.Registered().StatFree
	if !s.draining && free == 0 && s.credits == 0 && kit.Chance(rng, 5) {
		s.draining = true
	} else if s.draining && s.credits == s.p.Slots && kit.Chance(rng, 2) {
		s.draining = false
	}
	in := golden.InputPortIn{}
	in.MyPort = s.myPort
	s.send(cycle, &in)
	s.grant(cycle, &in)
	s.notify(cycle, &in)
	return in
}

func (s *inputPortStimulus) send(cycle int, in *golden.InputPortIn) {
	rng := s.rng
	load := []int{100, 30, 100, 5, 90, 50}[cycle/500%6]
	if s.draining {
		load = 0
	}
	s.sinceSop++
	idle := env.Noise(rng, s.p.Data)
	if s.link.Idle() && s.credits > 0 && kit.Chance(rng, load) {
		s.sinceSop = 0
		s.arriving = s.header()
		s.link.Start(env.RandomBeats(rng, s.arriving, s.p.Data))
		s.credits--
	}
	in.SetRx(s.link.Next(idle))
}

// header is the header of the next packet: through names of the pool or of the
// lines that there are, mostly.
func (s *inputPortStimulus) header() packet.Header {
	rng, ports := s.rng, s.p.Ports
	lines, k, percent := s.model.Lines(), rng.Intn(s.p.SAQs), 40
	for j := range s.p.SAQs { // one that may run empty, rather
		if lines.LineValid[j] && !lines.LineBlocked[j] && s.model.Count(s.p.Ports+j) == 1 {
			k, percent = j, 70
		}
	}
	if kit.Chance(rng, percent) {
		if lines.LineValid[k] {
			return env.HeaderTo(rng, ports, packet.Named(lines.LineTp, lines.LineMask, k))
		}
	}
	if kit.Chance(rng, 70) {
		return env.HeaderTo(rng, ports, kit.Pick(rng, s.pool))
	}
	return env.RandomHeader(rng, ports, true)
}

// grant grants what the scheduler may grant: a queue that could send two cycles before.
func (s *inputPortStimulus) grant(cycle int, in *golden.InputPortIn) {
	s.sinceGrant++
	percent := []int{2, 60, 3, 100, 100, 100}[cycle/500%6]
	if s.draining {
		percent = 90
	}
	var eligible []int
	last := -1 // a SAQ that the next packet reaches just when its last one has left
	lines := s.model.Lines()
	asked := s.eligible[1]
	s.eligible = [2][]bool{slices.Clone(s.model.Registered().QueueEligible), s.eligible[0]}
	for q, ok := range asked {
		if !ok || s.model.Count(q) == 0 {
			continue
		}
		eligible = append(eligible, q)
		if k := q - s.p.Ports; k >= 0 && s.sinceSop <= lookedUp && s.model.Count(q) == 1 &&
			packet.Named(lines.LineTp, lines.LineMask, k).Matches(s.arriving.Aligned()) {
			last = q
		}
	}
	in.GrantQueue = s.rng.Intn(s.p.InputQueues())
	if last >= 0 && s.sinceGrant >= golden.Pairs && kit.Chance(s.rng, 70) {
		in.GrantValid, in.GrantQueue = s.sinceSop == lookedUp, last
		return
	}
	if len(eligible) > 0 && s.sinceGrant >= golden.Pairs && kit.Chance(s.rng, percent) {
		in.GrantValid, in.GrantQueue = true, kit.Pick(s.rng, eligible)
	}
}

// notify puts notifications of other outputs on the bus: names of the pool without
// their first turn, requests, and anything else.
func (s *inputPortStimulus) notify(cycle int, in *golden.InputPortIn) {
	rng, n, bits := s.rng, s.p.Ports, packet.TurnBits(s.p.Ports)
	in.BusValid = kit.Chance(rng, []int{8, 3, 20}[cycle/700%3])
	in.BusXoff, in.BusSource, in.BusTarget = kit.Chance(rng, 55), rng.Intn(n), rng.Intn(n)
	longest := packet.MaxTurns(s.p.Ports)
	name := env.RandomRoute(rng, n, longest-rng.Intn(3)/2, true).Name(n)
	in.BusTp, in.BusMask = name.Tp, name.Mask
	switch known := kit.Pick(rng, s.pool); {
	case kit.Chance(rng, 15): // a request
		in.BusXoff, in.BusTp, in.BusMask = true, 0, 0
	case known.Length() > bits && kit.Chance(rng, 90):
		recn.Point(&in.InputPortPins, s.p.Ports, known)
	}
	if kit.Chance(rng, 60) {
		in.BusTarget = s.myPort
	}
	if s.draining {
		lines := s.model.Lines()
		recn.Release(&in.InputPortPins, s.p.Ports, lines.LineValid, lines.LineBlocked, lines.LineTp, lines.LineMask)
	}
	if known := kit.Pick(rng, s.pool); s.sinceSop == lookedUp-1 && known.Length() > bits &&
		known.Matches(s.arriving.Aligned()) && kit.Chance(rng, 50) {
		in.BusValid, in.BusXoff, in.BusTarget = true, true, s.myPort // its event comes just as its packet is looked up
		recn.Point(&in.InputPortPins, s.p.Ports, known)
	}
	if host, ok := s.nestedHost(); ok && kit.Chance(rng, 5) {
		in.BusValid, in.BusXoff, in.BusTarget = true, true, s.myPort
		recn.Point(&in.InputPortPins, s.p.Ports, host)
	}
	detecting := s.model.Detecting()
	// that is none of this port's business
	if detecting && !s.disturbed || !in.BusValid && kit.Chance(rng, map[bool]int{false: 20, true: 60}[detecting]) {
		s.disturbed = s.disturbed || detecting
		in.BusValid, in.BusXoff, in.BusTp, in.BusMask = true, true, 0, 0
		in.BusTarget = (s.myPort + 1 + rng.Intn(n-1)) % n
	}
}

// nestedHost is a name behind a SAQ with packets that has the name of another SAQ
// before its own: the longer of the two hosts the marker.
func (s *inputPortStimulus) nestedHost() (name packet.Name, ok bool) {
	lines := s.model.Lines()
	for k, valid := range lines.LineValid {
		host := packet.Named(lines.LineTp, lines.LineMask, k)
		for j := range lines.LineValid {
			shorter := packet.Named(lines.LineTp, lines.LineMask, j)
			if valid && lines.LineValid[j] && shorter.Length() < host.Length() && shorter.Matches(host.Tp) &&
				s.model.Count(s.p.Ports+k) > 0 {
				return env.Longer(s.rng, s.p.Ports, host)
			}
		}
	}
	return name, false
}

func (s *inputPortStimulus) step(in golden.InputPortIn) golden.InputPortOut {
	if in.MyPort != s.myPort { // from reset on: it is constant
		s.myPort, s.model = in.MyPort, golden.NewInputPort(s.p, in.MyPort)
	}
	s.detecting = s.model.Detecting()
	lines := s.model.Lines()
	for k := range s.dying {
		s.dying[k] = lines.LineValid[k] && !lines.LineBlocked[k] && !lines.LineSent[k] && s.model.Dry(k)
	}
	out := s.model.Step(in)
	if out.RxCredit {
		s.credits++
	}
	return out
}

func (s *inputPortStimulus) observe(in golden.InputPortIn, out golden.InputPortOut, hit func(string)) {
	born := false
	tooLong := s.tooLong
	s.tooLong = in.BusMask&(1<<packet.TurnBits(s.p.Ports)-1) != 0
	for _, event := range s.model.Events() {
		switch event.Kind {
		case golden.Ready:
			hit("marker reaches the head")
		case golden.Detected, golden.Born, golden.Requested:
			born = true
		case golden.SetAside:
			if s.dying[event.Queue] {
				hit("packet comes in the cycle in which its SAQ would die")
			}
		}
		if event.Kind == golden.Born && s.sinceSop == lookedUp && event.Name.Matches(s.arriving.Aligned()) {
			hit("packet is looked up in the cycle in which a SAQ for it is born")
		}
		coverPoint, ok := coverPointsOf[false][event.Kind]
		if event.Kind == golden.Refused && tooLong {
			coverPoint = "name too long"
		}
		if ok {
			hit(coverPoint)
		}
	}
	if born && s.sinceSop == lookedUp {
		hit("SAQ born in the cycle in which a packet is looked up")
	}
	if s.detecting && in.BusValid && in.BusMask == 0 && in.BusTarget != s.myPort {
		hit("request for another port in the cycle of a detection")
	}
	for k := range s.p.SAQs {
		if s.model.Held(k) {
			hit("marker delays an input SAQ")
		}
	}
	s.memory.Observe(out.StatFree, s.p.Slots, hit)
	if !in.GrantValid {
		return
	}
	if s.sinceSop == lookedUp+4 && s.model.Count(in.GrantQueue) == 0 {
		hit("packet granted as soon as may be")
	}
	if s.sinceGrant == golden.Pairs {
		hit("packets granted back to back")
	}
	s.sinceGrant = 0
	hit(map[bool]string{true: "detection queue granted", false: "SAQ granted"}[in.GrantQueue < s.p.Ports])
}
