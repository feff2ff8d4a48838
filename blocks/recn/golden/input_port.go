package golden

import (
	link "culprit.example/culprit/blocks/link/golden"
	packet "culprit.example/culprit/blocks/packet/golden"
)

// InputPortIn are the inputs of an input port.
type InputPortIn struct {
	InputPortPins
	GrantQueue Chosen `port:",optional"`
}

// InputPortPins are the inputs of an input port but for the queue of a grant.
type InputPortPins struct {
	RxValid, RxSop, RxEop bool
	RxBad                 bool
	RxData                packet.Word
	MyPort                int
	BusValid, BusXoff     bool   `port:",optional"`
	BusTp, BusMask        uint32 `port:",optional"`
	BusTarget, BusSource  int    `port:",optional"`
	GrantValid            bool

	// Leaves first.
	TreeTake              bool   `port:",optional"`
	HeardValid, HeardXoff bool   `port:",optional"`
	HeardTp, HeardMask    uint32 `port:",optional"`
	UpValid, UpXoff       bool   `port:",optional"`
	UpTp, UpMask          uint32 `port:",optional"`
}

// SetRx sets the beat on the link.
func (in *InputPortPins) SetRx(b packet.Beat) {
	in.RxValid, in.RxSop, in.RxEop, in.RxBad, in.RxData = b.Valid, b.Sop, b.Eop, b.Bad, b.Data
}

// InputPortOut are its outputs.
type InputPortOut struct {
	InputStatus
	QueueEmpty []bool
	QueueReady []bool
	QueuePort  []int  `valid:"QueueReady"`
	SaqXoff    []bool `port:",optional" valid:"StatSaqs"`
	BeatValid  bool
	BeatSop    bool        `valid:"BeatValid"`
	BeatEop    bool        `valid:"BeatValid"`
	BeatBad    bool        `valid:"BeatValid"`
	BeatData   packet.Word `valid:"BeatValid"`

	// Leaves first.
	TreeValid  bool   `port:",optional"`
	TreeXoff   bool   `port:",optional" valid:"TreeValid"`
	TreeTp     uint32 `port:",optional" valid:"TreeValid"`
	TreeMask   uint32 `port:",optional" valid:"TreeValid"`
	TreeTarget int    `port:",optional" valid:"TreeValid"`
	UpTake     bool   `port:",optional"`
	Error      []bool // of the guard
}

// queued is a packet in the memory of an input port.
type queued struct {
	packet.Queued
	header packet.Header
	port   int // output port of this switch
}

// InputPort is an input port: packets in Go queues, and the units that decide
// about them.
type InputPort struct {
	p      Params
	detect *CDU
	extend *NameExtend
	cam    *InCam
	rfcu   *RFCU
	leaf   *Leaf // leaves first only

	guard    *link.Guard   // behind the pins of the link
	told     NameExtendOut // the notification bus as seen from here, registered
	asked    CDUOut        // what the detection asks for, registered
	tooLate  bool          // a notification has taken the last line that the detection asked for
	arriving *queued       // its beats are coming in
	routed   *queued       // reaches the cold queue at the end of this cycle
	queue    [][]*queued
	noHead   []bool      // per SAQ, as a queue: its head has left in the cycle before, the next one is being read
	stages   Inspections // of the post-processing
	wanted   []bool      // per SAQ: the head in the last stage may go there
	free     int         // free slots

	leaving *queued     // its words are being read
	word    int         // the next one
	shown   packet.Beat // the word that the memory shows
	shownTo int         // output port of its packet
	beat    packet.Beat // the word at the crossbar: the memory showed it in the cycle before
	beatTo  int         // output port of its packet

	credits packet.Delay[bool]
	message packet.Delay[packet.Message]

	out    InputPortOut
	counts []int
	linked []bool
	events []Event
}

// NewInputPort makes the port after reset.
func NewInputPort(p Params) *InputPort {
	m := &InputPort{
		p:      p,
		detect: NewCDU(p.Ports, p.Detect), extend: NewNameExtend(p.Ports, p.Broadcast == 1),
		cam: NewInCam(p.SAQs, p.ReadyBit), rfcu: NewRFCU(p.SAQs, p.Xoff, p.Xon, false),
		queue: make([][]*queued, p.Queues()), free: p.Slots, noHead: make([]bool, p.Queues()), stages: NewInspections(p.SAQs),
		guard:   link.NewGuard(p.Ports, p.Slots),
		credits: packet.NewDelay[bool](p.LinkLatency - 1),
		message: packet.NewDelay[packet.Message](p.LinkLatency - 1 + p.LeafFirst),
		out: InputPortOut{
			QueueEmpty: make([]bool, p.Queues()), QueueReady: make([]bool, p.Queues()),
			QueuePort: make([]int, p.Queues()),
			SaqXoff:   make([]bool, p.SAQs), InputStatus: NewInputStatus(p.SAQs),
		},
		counts: make([]int, p.SAQs), linked: make([]bool, p.SAQs), wanted: make([]bool, p.SAQs),
	}
	if p.LeafFirst == 1 && p.SAQs > 0 {
		m.leaf = NewLeaf(p.Ports, p.SAQs, p.Timer)
	}
	return m
}

// Count is the length of a queue; 0 is the cold queue.
func (m *InputPort) Count(queue int) int { return len(m.queue[queue]) }

// Lines are the CAM lines in this cycle.
func (m *InputPort) Lines() InCamOut { return m.cam.Lines() }

// Registered are the outputs that do not depend on the inputs of the cycle:
// all but StatDetect, StatNoFree, StatDropped, TreeTarget and UpTake.
func (m *InputPort) Registered() InputPortOut {
	out := &m.out
	for q, queue := range m.queue {
		out.QueueEmpty[q], out.QueueReady[q], out.QueuePort[q] = len(queue) == 0, false, 0
		if m.p.SAQs == 0 && len(queue) > 0 || m.stages.head[q] == headReady {
			out.QueueReady[q], out.QueuePort[q] = true, queue[0].port
		}
	}
	lines := m.cam.Lines()
	copy(out.StatSaqs, lines.LineValid)
	copy(out.SaqXoff, lines.LineXoff)
	for k, sent := range lines.LineSent {
		out.StatSent[k] = lines.LineValid[k] && sent
	}
	out.RxCredit, out.Error = m.credits.End(m.guard.Registered().Credit), m.guard.Registered().Error
	out.SetMessage(m.message.End(m.rfcu.Message()))
	out.BeatValid, out.BeatSop, out.BeatEop, out.BeatData = m.beat.Valid, m.beat.Sop, m.beat.Eop, m.beat.Data
	out.BeatBad = m.beat.Bad
	out.StatFree = m.free
	out.StatDetect, out.StatNoFree, out.StatDropped = false, false, false
	if m.leaf != nil {
		report := m.leaf.Report(lines.LineTp, lines.LineMask)
		rest := report.Name.Rest(packet.TurnBits(m.p.Ports))
		out.TreeValid, out.TreeXoff, out.TreeTp, out.TreeMask = report.Valid, report.Made, rest.Tp, rest.Mask
	}
	return *out
}

// TooLate reports whether a request of the detection found no line any more in the last Step.
func (m *InputPort) TooLate() bool { return m.tooLate }

// Events are what happened in the last Step. They are good until the next one.
func (m *InputPort) Events() []Event { return m.events }

// Step is one clock cycle.
func (m *InputPort) Step(in InputPortIn) InputPortOut {
	out := m.Registered()
	m.events = m.events[:0]
	m.credits.Shift(m.guard.Registered().Credit)
	m.message.Shift(m.sends(in, &out))

	granted := -1
	if in.GrantValid {
		granted = max(0, in.GrantQueue.Queue()) // without SAQs there is only the cold queue
		m.note(in.MyPort, Granted, granted-1, packet.Name{})
	}
	move := m.inspect(granted)
	if m.p.SAQs > 0 {
		looked := m.look()
		m.control(in, granted, move, &out)
		m.advance(move.finding, looked)
	}
	clear(m.noHead)
	freed := m.read()
	if granted >= 0 {
		m.leaving, m.word = m.pop(granted), 0
	}
	m.apply(move, in.MyPort)
	m.receive(in.MyPort)
	if freed {
		m.free++
	}
	m.guard.Step(link.GuardIn{
		Rx:    packet.Beat{Valid: in.RxValid, Sop: in.RxSop, Eop: in.RxEop, Bad: in.RxBad, Data: in.RxData},
		Freed: freed,
	})
	return out
}

// receive takes the registered beat into the memory and moves an earlier
// packet, whose route is now known, to the cold queue.
func (m *InputPort) receive(myPort int) {
	if m.routed != nil {
		m.queue[0] = append(m.queue[0], m.routed)
		m.routed = nil
	}
	rx := m.guard.Registered()
	if rx.OutEnd { // the packet of the beats so far, even if the next one begins
		m.arriving.Ended, m.arriving.Bad = true, rx.OutBad
	}
	if rx.OutStart {
		header := packet.HeaderOf(rx.OutData)
		m.arriving = &queued{header: header, port: header.Wanted(m.p.Ports, myPort)}
		m.routed = m.arriving
		m.free--
	}
	if rx.OutValid {
		m.arriving.Words = append(m.arriving.Words, rx.OutData)
	}
}

// read reads a word of the packet that is leaving; with the last one its slot
// is free again. The word that was read before goes to the crossbar.
func (m *InputPort) read() (freed bool) {
	m.beat, m.beatTo = m.shown, m.shownTo
	m.shown = packet.Beat{}
	if m.leaving == nil {
		return false
	}
	m.shown = m.leaving.Beat(m.word)
	m.shownTo = m.leaving.port
	m.word++
	if m.shown.Eop {
		m.leaving = nil
	}
	return m.shown.Eop
}

// pop takes the head of a queue. The one behind it is a head one cycle later.
func (m *InputPort) pop(q int) *queued {
	head := m.queue[q][0]
	m.queue[q] = m.queue[q][1:]
	m.noHead[q] = len(m.queue[q]) > 0
	return head
}

func (m *InputPort) note(port int, kind EventKind, queue int, name packet.Name) {
	m.events = append(m.events, Event{Kind: kind, Port: port, Queue: queue, Name: name})
}

// sends is the message that goes to the link in this cycle: that of the flow control,
// else a report, which the last bit of the mask tells apart.
func (m *InputPort) sends(in InputPortIn, out *InputPortOut) packet.Message {
	own := m.rfcu.Message()
	if m.leaf == nil || own.Valid || !in.UpValid {
		return own
	}
	out.UpTake = true
	return packet.Message{Valid: true, Xoff: in.UpXoff, Name: packet.Name{Tp: in.UpTp, Mask: in.UpMask | 1}}
}
