package golden

// InputPortIn are the inputs of an input port.
type InputPortIn struct {
	RxValid, RxSop, RxEop bool
	RxData                uint64
	MyPort                int
	BusValid, BusXoff     bool
	BusTp, BusMask        uint32
	BusTarget, BusSource  int
	GrantValid            bool
	GrantQueue            int
}

// InputPortOut are its outputs.
type InputPortOut struct {
	RxCredit    bool
	RxMsgValid  bool
	RxMsgXoff   bool   `valid:"RxMsgValid"`
	RxMsgTp     uint32 `valid:"RxMsgValid"`
	RxMsgMask   uint32 `valid:"RxMsgValid"`
	QueueEmpty  []bool
	QueueReady  []bool `valid:"QueueKnown"`
	QueuePort   []int  `valid:"QueueKnown"`
	QueueKnown  []bool `port:"-"`
	SaqXoff     []bool `valid:"StatSaqs"`
	BeatValid   bool
	BeatSop     bool   `valid:"BeatValid"`
	BeatEop     bool   `valid:"BeatValid"`
	BeatData    uint64 `valid:"BeatValid"`
	StatFree    int
	StatSaqs    []bool
	StatSent    []bool
	StatDetect  bool
	StatNoFree  bool
	StatDropped bool
}

// InputPortPlainIn are the inputs without SAQs.
type InputPortPlainIn struct {
	RxValid, RxSop, RxEop bool
	RxData                uint64
	MyPort                int
	GrantValid            bool
}

// InputPortPlainOut are the outputs without SAQs.
type InputPortPlainOut struct {
	RxCredit   bool
	QueueEmpty []bool
	QueueReady []bool `valid:"QueueKnown"`
	QueuePort  []int  `valid:"QueueKnown"`
	QueueKnown []bool `port:"-"`
	BeatValid  bool
	BeatSop    bool   `valid:"BeatValid"`
	BeatEop    bool   `valid:"BeatValid"`
	BeatData   uint64 `valid:"BeatValid"`
	StatFree   int
}

// beat is what a link carries in a cycle.
type beat struct {
	valid, sop, eop bool
	data            uint64
}

// packet is a packet in the memory of an input port.
type packet struct {
	words  []uint64 // those that have arrived
	header Header
	port   int  // output port of this switch
	ready  bool // RFS: for the scheduler
}

// InputPort is an input port: packets in Go queues, and the units that decide
// about them.
type InputPort struct {
	p      Params
	detect *CDU
	extend *NameExtend
	cam    *InCam
	rfcu   *RFCU

	rx       beat    // the link, registered
	arriving *packet // its beats are coming in
	routed   *packet // reaches the cold queue at the end of this cycle
	queue    [][]*packet
	scan     int // queue at which the post-processing goes on
	free     int // free slots

	leaving *packet // its words are being read
	word    int     // the next one
	beat    beat    // the word that has been read
	beatTo  int     // output port of its packet

	credit  bool // a slot was freed in the cycle before
	credits delay[bool]
	message delay[Message]

	out    InputPortOut
	counts []int
	linked []bool
	events []Event
}

// NewInputPort makes the port after reset.
func NewInputPort(p Params) *InputPort {
	return &InputPort{
		p:      p,
		detect: NewCDU(p.Ports, p.Detect), extend: NewNameExtend(p.Ports),
		cam: NewInCam(p.SAQs, p.ReadyBit), rfcu: NewRFCU(p.SAQs, p.Xoff, p.Xon),
		queue: make([][]*packet, p.Queues()), free: p.Slots,
		credits: newDelay[bool](p.LinkLatency - 1), message: newDelay[Message](p.LinkLatency - 1),
		out: InputPortOut{
			QueueEmpty: make([]bool, p.Queues()), QueueReady: make([]bool, p.Queues()),
			QueuePort: make([]int, p.Queues()), QueueKnown: make([]bool, p.Queues()),
			SaqXoff: make([]bool, p.SAQs), StatSaqs: make([]bool, p.SAQs), StatSent: make([]bool, p.SAQs),
		},
		counts: make([]int, p.SAQs), linked: make([]bool, p.SAQs),
	}
}

// Count is the length of a queue; 0 is the cold queue.
func (m *InputPort) Count(queue int) int { return len(m.queue[queue]) }

// Lines are the CAM lines in this cycle.
func (m *InputPort) Lines() InCamOut { return m.cam.Lines() }

// Registered are the outputs that do not depend on the inputs of the cycle:
// all but StatDetect, StatNoFree and StatDropped.
func (m *InputPort) Registered() InputPortOut {
	out := &m.out
	for q, queue := range m.queue {
		out.QueueEmpty[q], out.QueueKnown[q] = len(queue) == 0, len(queue) > 0
		out.QueueReady[q], out.QueuePort[q] = false, 0
		if len(queue) > 0 {
			out.QueueReady[q], out.QueuePort[q] = queue[0].ready, queue[0].port
		}
	}
	lines := m.cam.Lines()
	copy(out.StatSaqs, lines.LineValid)
	copy(out.SaqXoff, lines.LineXoff)
	for k, sent := range lines.LineSent {
		out.StatSent[k] = lines.LineValid[k] && sent
	}
	out.RxCredit = m.credits.end(m.credit)
	message := m.message.end(m.rfcu.Message())
	out.RxMsgValid, out.RxMsgXoff = message.Valid, message.Xoff
	out.RxMsgTp, out.RxMsgMask = message.Name.Tp, message.Name.Mask
	out.BeatValid, out.BeatSop, out.BeatEop, out.BeatData = m.beat.valid, m.beat.sop, m.beat.eop, m.beat.data
	out.StatFree = m.free
	out.StatDetect, out.StatNoFree, out.StatDropped = false, false, false
	return *out
}

// Events are what happened in the last Step. They are good until the next one.
func (m *InputPort) Events() []Event { return m.events }

// Step is one clock cycle.
func (m *InputPort) Step(in InputPortIn) InputPortOut {
	out := m.Registered()
	m.events = m.events[:0]
	m.credits.shift(m.credit)
	m.message.shift(m.rfcu.Message())

	granted := -1
	if in.GrantValid {
		granted = in.GrantQueue
		m.note(in.MyPort, Granted, granted-1, Name{})
	}
	move := m.inspect(granted)
	if m.p.SAQs > 0 {
		m.control(in, granted, move, &out)
	}
	freed := m.read()
	if granted >= 0 {
		m.leaving, m.word = m.pop(granted), 0
	}
	m.apply(move, in.MyPort)
	m.receive(in.MyPort)
	if freed {
		m.free++
	}
	m.credit = freed
	m.rx = beat{valid: in.RxValid, sop: in.RxSop, eop: in.RxEop, data: in.RxData}
	return out
}

// StepPlain is one clock cycle of a port without SAQs.
func (m *InputPort) StepPlain(in InputPortPlainIn) InputPortPlainOut {
	out := m.Step(InputPortIn{
		RxValid: in.RxValid, RxSop: in.RxSop, RxEop: in.RxEop, RxData: in.RxData,
		MyPort: in.MyPort, GrantValid: in.GrantValid,
	})
	return InputPortPlainOut{
		RxCredit:   out.RxCredit,
		QueueEmpty: out.QueueEmpty, QueueReady: out.QueueReady, QueuePort: out.QueuePort, QueueKnown: out.QueueKnown,
		BeatValid: out.BeatValid, BeatSop: out.BeatSop, BeatEop: out.BeatEop, BeatData: out.BeatData,
		StatFree: out.StatFree,
	}
}

// receive takes the registered beat into the memory and moves an earlier
// packet, whose route is now known, to the cold queue.
func (m *InputPort) receive(myPort int) {
	if m.routed != nil {
		m.queue[0] = append(m.queue[0], m.routed)
		m.routed = nil
	}
	if !m.rx.valid {
		return
	}
	if m.rx.sop {
		header := HeaderOf(m.rx.data)
		turn := FirstTurn(header.Aligned(), TurnBits(m.p.Ports))
		m.arriving = &packet{
			words: make([]uint64, 0, Beats), header: header,
			port:  OutPort(m.p.Ports, myPort, turn),
			ready: m.p.SAQs == 0,
		}
		m.routed = m.arriving
		m.free--
	}
	m.arriving.words = append(m.arriving.words, m.rx.data)
}

// read reads a word of the packet that is leaving; with the last one its slot
// is free again.
func (m *InputPort) read() (freed bool) {
	m.beat = beat{}
	if m.leaving == nil {
		return false
	}
	last := m.word == Beats-1
	m.beat = beat{valid: true, sop: m.word == 0, eop: last, data: m.leaving.words[m.word]}
	m.beatTo = m.leaving.port
	m.word++
	if last {
		m.leaving = nil
	}
	return last
}

// pop takes the head of a queue.
func (m *InputPort) pop(q int) *packet {
	head := m.queue[q][0]
	m.queue[q] = m.queue[q][1:]
	return head
}

func (m *InputPort) note(port int, kind EventKind, queue int, name Name) {
	m.events = append(m.events, Event{Kind: kind, Port: port, Queue: queue, Name: name})
}
