package golden

import (
	link "culprit.example/culprit/blocks/link/golden"
	packet "culprit.example/culprit/blocks/packet/golden"
	recn "culprit.example/culprit/blocks/recn/golden"
)

// InputPortIn are the inputs of an input side: those of a RECN-IQ input port.
type InputPortIn struct {
	recn.InputPortPins
	GrantQueue int
}

// InputPortOut are its outputs.
type InputPortOut struct {
	recn.InputStatus
	QueueEligible []bool
	SaqPort       []int `valid:"StatSaqs"`
	PairValid     bool
	PairSop       bool          `valid:"PairValid"`
	PairBad       bool          `valid:"PairValid"`
	PairData      []packet.Word `valid:"PairValid"` // even beat, odd beat
	Error         []bool        // of the guard
}

// inputEvent is what the CAM is told.
type inputEvent struct {
	cam     CAMIn
	note    packet.Name // of the bus
	isNote  bool        // else it is a detection
	asked   bool        // it is the request of an output side
	tooLong bool        // an Xoff for this port has a name without room for its turn
}

// InputPort is an input side: detection queues and SAQs.
type InputPort struct {
	side
	p      Params
	myPort int
	detect *Detection
	extend *recn.NameExtend
	rfcu   *recn.RFCU

	guard    *link.Guard // behind the pins of the link
	arriving *queued
	mapping  [2]*queued // view registered, looked up
	event    inputEvent // registered

	leaving *queued
	pair    int       // of the leaving packet, to be read next
	shown   shownPair // what the memory shows
	passing shownPair // at the crossbar: the memory showed it in the cycle before

	credits packet.Delay[bool]
	message packet.Delay[packet.Message]
	out     InputPortOut
}

// NewInputPort makes the side of a port after reset.
func NewInputPort(p Params, myPort int) *InputPort {
	m := &InputPort{
		side: newSide(p.Slots, p.SAQs, p.Ports), p: p, myPort: myPort,
		detect: NewDetection(p.Ports, p.Detect), extend: recn.NewNameExtend(p.Ports, true),
		guard:   link.NewGuard(p.Ports, p.Slots),
		rfcu:    recn.NewRFCU(p.SAQs, p.Xoff, p.Xon, true),
		credits: packet.NewDelay[bool](p.LinkLatency - 1), message: packet.NewDelay[packet.Message](p.LinkLatency - 1),
		out: InputPortOut{
			InputStatus:   recn.NewInputStatus(p.SAQs),
			QueueEligible: make([]bool, p.InputQueues()), SaqPort: make([]int, p.SAQs), PairData: make([]packet.Word, 2),
		},
	}
	m.journal.port = myPort
	return m
}

// Registered are the outputs, but for StatDropped.
func (m *InputPort) Registered() InputPortOut {
	out := m.out
	for q := range m.queue {
		out.QueueEligible[q] = m.maySend(q)
	}
	copy(out.SaqPort, m.linePorts())
	for k, l := range m.cam.line {
		out.StatSaqs[k], out.StatSent[k] = l.valid, l.valid && l.sent
	}
	out.RxCredit, out.Error = m.credits.End(m.guard.Registered().Credit), m.guard.Registered().Error
	out.SetMessage(m.message.End(m.rfcu.Message()))
	out.PairValid, out.PairSop, out.PairBad = m.passing.valid, m.passing.sop, m.passing.bad
	copy(out.PairData, m.passing.words)
	out.StatFree = m.free
	out.StatDetect = m.cam.born >= 0 && !m.cam.line[m.cam.born].blocked
	out.StatNoFree = m.detection().NoFree
	out.StatDropped = false
	return out
}

// Step is one clock cycle.
func (m *InputPort) Step(in InputPortIn) InputPortOut {
	m.journal.events = m.journal.events[:0]
	out := m.Registered()
	m.credits.Shift(m.guard.Registered().Credit)
	m.message.Shift(m.rfcu.Message())

	arrived := m.mapping[1]
	cam := m.control(in, arrived, &out)
	ready := m.marked()
	freed := m.readPair()
	if in.GrantValid {
		m.leaving, m.pair = m.pop(in.GrantQueue), 0
	}
	m.ready = ready
	if arrived != nil {
		m.push(arrived, cam)
	}
	m.mark(cam)
	m.receive()
	if freed {
		m.free++
	}
	m.guard.Step(link.GuardIn{
		Rx:    packet.Beat{Valid: in.RxValid, Sop: in.RxSop, Eop: in.RxEop, Bad: in.RxBad, Data: in.RxData},
		Freed: freed,
	})
	return out
}

// Detecting reports whether the congestion detection asks for a SAQ.
func (m *InputPort) Detecting() bool { return m.detection().AllocValid }

// detection is what the congestion detection asks for.
func (m *InputPort) detection() DetectionOut {
	return m.detect.Alloc(m.myPort, m.cam.Lines().LineValid)
}

// detectNext shows the queues of this cycle to the congestion detection.
func (m *InputPort) detectNext(lines CAMOut) {
	counts := make([]int, m.p.Ports)
	for o := range counts {
		counts[o] = m.Count(o)
	}
	m.detect.Step(DetectionIn{
		Count: counts, MyPort: m.myPort, LineValid: lines.LineValid, LinePort: m.linePorts(), LineMask: lines.LineMask,
	})
}

// linePorts are the outputs to which the first turns of the lines lead.
func (m *InputPort) linePorts() []int {
	ports := make([]int, m.p.SAQs)
	for k, l := range m.cam.line {
		turn := packet.FirstTurn(l.name.Tp, packet.TurnBits(m.p.Ports))
		ports[k] = packet.OutPort(m.p.Ports, m.myPort, turn)
	}
	return ports
}

// control runs detection, flow control and the CAM for a cycle.
func (m *InputPort) control(in InputPortIn, arrived *queued, out *InputPortOut) CAMOut {
	lines := m.cam.Lines()
	before := append([]line(nil), m.cam.line...)
	event := m.event
	m.event = m.nextEvent(in)
	m.detectNext(lines)
	if coming := m.mapping[0]; coming != nil {
		event.cam.LookupTurns, event.cam.LookupStandard = coming.aligned, coming.port
	}
	mayDie := make([]bool, m.p.SAQs)
	for k := range mayDie {
		q := m.p.Ports + k
		m.counts[k], m.linked[k] = m.Count(q), arrived != nil
		mayDie[k] = m.ready[k] && !m.hosting(q)
	}
	flow := m.rfcu.Step(recn.RFCUIn{
		Count: m.counts, LineValid: lines.LineValid, LineXoff: lines.LineBlocked, LineSent: lines.LineSent,
		LineReady: mayDie, LineTp: lines.LineTp, LineMask: lines.LineMask, Linked: m.linked,
	})
	event.cam.Dealloc, event.cam.SentSet, event.cam.SentClear = flow.Dealloc, flow.SentSet, flow.SentClear
	cam := m.cam.Step(event.cam)
	out.StatDropped = cam.Refused && event.isNote || event.tooLong

	if out.StatNoFree {
		m.journal.note(NoFree, -1, packet.Name{})
	}
	if out.StatDropped {
		m.journal.note(Refused, -1, event.note)
	}
	kind := Detected
	if event.asked {
		kind = Requested
	}
	m.journal.lines(before, m.cam.line, kind)
	for k := range m.cam.line {
		if flow.SentSet[k] {
			m.journal.note(XoffSent, k, before[k].name)
		}
		if flow.SentClear[k] {
			m.journal.note(XonSent, k, before[k].name)
		}
	}
	return cam
}

// nextEvent is what the CAM is told in the next cycle: a note of the bus, or a
// detection.
func (m *InputPort) nextEvent(in InputPortIn) inputEvent {
	forMe := in.BusXoff && in.BusTarget == m.myPort
	request := in.BusMask == 0
	extended := m.extend.Step(recn.NameExtendIn{
		// as for an Xon: for everybody
		BusValid: in.BusValid, BusTp: in.BusTp, BusMask: in.BusMask, BusSource: in.BusSource, MyPort: m.myPort,
	})
	note := packet.Name{Tp: extended.NoteTp, Mask: extended.NoteMask}
	if extended.NoteValid && (!request || forMe) {
		return inputEvent{cam: CAMIn{
			EventValid: true, EventBlock: in.BusXoff && !request, EventAllocate: forMe,
			EventTp: note.Tp, EventMask: note.Mask, EventStandard: in.BusSource,
		}, note: note, isNote: true, asked: request}
	}
	detection := m.detection()
	return inputEvent{cam: CAMIn{
		EventValid: detection.AllocValid, EventAllocate: true,
		EventTp: detection.AllocTp, EventMask: detection.AllocMask, EventStandard: detection.AllocPort,
	}, note: note, tooLong: extended.Overflow && forMe}
}

// receive takes the registered beat into the memory; the mapping of earlier packets
// goes one step on.
func (m *InputPort) receive() {
	m.mapping[1], m.mapping[0] = m.mapping[0], nil
	rx := m.guard.Registered()
	if rx.OutEnd { // the packet of the beats so far, even if the next one begins
		m.arriving.Ended, m.arriving.Bad = true, rx.OutBad
	}
	if rx.OutStart {
		header := packet.HeaderOf(rx.OutData)
		m.arriving = &queued{aligned: header.Aligned(), source: m.myPort, port: header.Wanted(m.p.Ports, m.myPort)}
		m.mapping[0] = m.arriving
		m.free--
	}
	if rx.OutValid {
		m.arriving.Words = append(m.arriving.Words, rx.OutData)
	}
}

// shownPair is a pair of beats that was read.
type shownPair struct {
	valid, sop bool
	bad        bool
	words      []packet.Word
	to         int // output port of its packet
}

// readPair reads two words of the packet that is leaving; with the last ones its
// slot is free again. The pair that was read before goes to the crossbar.
func (m *InputPort) readPair() (freed bool) {
	m.passing, m.shown = m.shown, shownPair{}
	if m.leaving == nil {
		return false
	}
	even, odd := m.leaving.Beat(2*m.pair), m.leaving.Beat(2*m.pair+1)
	m.shown = shownPair{valid: true, sop: even.Sop, bad: odd.Bad, words: []packet.Word{even.Data, odd.Data},
		to: m.leaving.port}
	m.pair++
	if m.pair < Pairs {
		return false
	}
	m.leaving = nil
	return true
}
