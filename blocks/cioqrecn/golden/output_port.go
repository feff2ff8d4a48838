package golden

import (
	"slices"

	link "culprit.example/culprit/blocks/link/golden"
	packet "culprit.example/culprit/blocks/packet/golden"
	prim "culprit.example/culprit/blocks/prim/golden"
	recn "culprit.example/culprit/blocks/recn/golden"
)

// OutputPortIn are the inputs of an output side.
type OutputPortIn struct {
	PairValid, PairSop bool
	PairBad            bool
	PairData           []packet.Word // even beat, odd beat
	PairSource         int
	recn.OutputControl
}

// OutputPortOut are its outputs.
type OutputPortOut struct {
	recn.OutputStatus
	Room bool
}

// OutputPort is an output side: a standard queue, SAQs, and the sending end of the
// link.
type OutputPort struct {
	side
	p        Params
	notifier *Notifier
	arbiter  *prim.RRArbiter

	crossing OutputPortIn // the crossbar, registered
	arriving *queued
	mapping  [2]*queued // view registered, looked up

	leaving *queued
	word    int // of the leaving packet, to be read next
	granted int // queue of the grant in this cycle, -1 for none
	read    packet.Beat
	tx      packet.Delay[packet.Beat]

	wrong      link.Sent // at the pins
	unreserved int
	credits    int
	returned   bool           // tx_credit, registered
	message    packet.Message // tx_msg, registered
	out        OutputPortOut
}

// NewOutputPort makes the side of a port after reset.
func NewOutputPort(p Params, port int) *OutputPort {
	m := &OutputPort{
		side: newSide(p.Slots, p.SAQs, 1), p: p,
		notifier: NewNotifier(p.SAQs, p.DetectOut, p.Xoff, p.Xon), arbiter: prim.NewRRArbiter(p.OutputQueues()),
		tx: packet.NewDelay[packet.Beat](p.LinkLatency), unreserved: p.Slots, credits: p.Slots, granted: -1,
	}
	m.out.StatLines = make([]bool, p.SAQs)
	m.journal.port, m.journal.output = port, true
	return m
}

// Registered are the outputs that do not depend on the inputs of the cycle: all but
// StatCamFull.
func (m *OutputPort) Registered() OutputPortOut {
	out := m.out
	out.SetBeat(m.tx.End(packet.Beat{}))
	out.Error = []bool{m.wrong.NoCredit, m.wrong.NoName}
	out.Room, out.StatCredit = m.unreserved > 0, m.credits
	out.NoteOut = m.notifier.Registered().NoteOut
	for k, l := range m.cam.line {
		out.StatLines[k] = l.valid
	}
	return out
}

// Step is one clock cycle.
func (m *OutputPort) Step(in OutputPortIn) OutputPortOut {
	m.journal.events = m.journal.events[:0]
	out := m.Registered()
	m.tx.Shift(m.read)

	arrived := m.mapping[1]
	grant := m.granted
	surplus := m.returned && grant < 0 && m.credits == m.p.Slots
	m.granted = m.schedule()
	cam := m.control(in, arrived)
	out.StatCamFull = cam.Refused
	ready := m.marked()
	freed := m.readWord()
	if grant >= 0 {
		m.leaving, m.word = m.pop(grant), 0
		m.credits--
	}
	m.ready = ready
	if arrived != nil {
		m.push(arrived, cam)
	}
	m.mark(cam)
	m.receive()
	if freed {
		m.free++
		m.unreserved++
	}
	if in.Start {
		m.unreserved--
	}
	if m.returned && !surplus {
		m.credits++
	}
	m.register(in)
	m.wrong.NoCredit = surplus
	return out
}

// register is what passes one register on the way in.
func (m *OutputPort) register(in OutputPortIn) {
	m.returned = in.TxCredit
	m.message = in.Message()
	m.wrong.NoName = m.message.Valid && !m.message.Name.Proper(packet.TurnBits(m.p.Ports))
	m.message.Valid = m.message.Valid && !m.wrong.NoName
	m.crossing = OutputPortIn{PairValid: in.PairValid, PairSop: in.PairSop, PairBad: in.PairBad, PairSource: in.PairSource,
		PairData: append([]packet.Word(nil), in.PairData...)}
}

// schedule picks the queue that is granted in the next cycle, -1 if none is.
func (m *OutputPort) schedule() int {
	requests := make([]bool, m.p.OutputQueues())
	linkFree := m.granted < 0 && (m.leaving == nil || m.word >= packet.Beats-2)
	for q := range requests {
		requests[q] = linkFree && m.credits > 0 && m.maySend(q)
	}
	grant := m.arbiter.Step(prim.RRArbiterIn{Req: requests, Advance: true})
	if !grant.Valid {
		return -1
	}
	return grant.Index
}

// control runs the CAM and the notifications for a cycle.
func (m *OutputPort) control(in OutputPortIn, arrived *queued) CAMOut {
	lines := m.cam.Lines()
	before := append([]line(nil), m.cam.line...)
	event := CAMIn{
		EventValid: m.message.Valid, EventBlock: m.message.Xoff, EventAllocate: m.message.Xoff,
		EventTp: m.message.Name.Tp, EventMask: m.message.Name.Mask,
	}
	note := NotifierIn{
		StandardCount: m.Count(0), Count: m.counts, LineValid: lines.LineValid, LineBlocked: lines.LineBlocked,
		LineSent:  lines.LineSent,
		LineReady: m.ready, LineHosting: make([]bool, m.p.SAQs), LineTp: lines.LineTp, LineMask: lines.LineMask,
		NoteTake: in.NoteTake,
	}
	if coming := m.mapping[0]; coming != nil {
		event.LookupTurns = coming.aligned
	}
	if arrived != nil {
		note.EnqValid, note.EnqSource, note.EnqQueue = true, arrived.source, slices.Clone(lines.LookupQueue)
	}
	for k := range m.counts {
		m.counts[k], note.LineHosting[k] = m.Count(1+k), m.hosting(1+k)
	}
	asked := m.notifier.Requested()
	told := m.notifier.Step(note)
	if asked && !m.notifier.Requested() {
		m.journal.note(Asked, -1, packet.Name{})
	}
	event.Dealloc, event.SentSet, event.SentClear = told.Dealloc, told.SentSet, told.SentClear
	cam := m.cam.Step(event)
	if cam.Refused {
		m.journal.note(Refused, -1, m.message.Name)
	}
	m.journal.lines(before, m.cam.line, Detected)
	for k := range m.cam.line {
		if told.SentSet[k] {
			m.journal.note(XoffSent, k, before[k].name)
		}
		if told.SentClear[k] {
			m.journal.note(XonSent, k, before[k].name)
		}
	}
	return cam
}

// receive takes the registered pair into the memory, with the turn pointer moved on
// in the first beat.
func (m *OutputPort) receive() {
	m.mapping[1], m.mapping[0] = m.mapping[0], nil
	if !m.crossing.PairValid {
		return
	}
	words := m.crossing.PairData
	if m.crossing.PairSop {
		moved := packet.HeaderOf(words[0]).Moved(packet.TurnBits(m.p.Ports))
		words[0] = moved.In(words[0])
		m.arriving = &queued{aligned: moved.Aligned(), source: m.crossing.PairSource}
		m.mapping[0] = m.arriving
		m.free--
	}
	m.arriving.Words = append(m.arriving.Words, words...)
	m.arriving.Ended = len(m.arriving.Words) == packet.Beats
	m.arriving.Bad = m.arriving.Ended && m.crossing.PairBad
}

// readWord reads a word of the packet that is leaving; with the last one its slot
// is free again.
func (m *OutputPort) readWord() (freed bool) {
	m.read = packet.Beat{}
	if m.leaving == nil {
		return false
	}
	m.read = m.leaving.Beat(m.word)
	m.word++
	if m.read.Eop {
		m.leaving = nil
	}
	return m.read.Eop
}

// Idle says that there is no packet on this side and none on its way to it.
func (m *OutputPort) Idle() bool { return m.unreserved == m.p.Slots }

// Note is the notification that waits for the bus.
func (m *OutputPort) Note() (note recn.Note, valid bool) { return m.notifier.Note() }
