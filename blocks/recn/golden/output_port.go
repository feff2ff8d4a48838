package golden

// OutputPortIn are the inputs of an output port.
type OutputPortIn struct {
	BeatValid, BeatSop, BeatEop bool
	BeatData                    uint64
	BeatSource                  int
	Start                       bool
	TxCredit                    bool
	TxMsgValid, TxMsgXoff       bool
	TxMsgTp, TxMsgMask          uint32
	NoteTake                    bool
}

// OutputPortOut are its outputs.
type OutputPortOut struct {
	TxValid, TxSop, TxEop bool
	TxData                uint64
	CreditAvailable       bool
	StatCredit            int
	NoteValid             bool
	NoteXoff              bool   `valid:"NoteValid"`
	NoteTp                uint32 `valid:"NoteValid"`
	NoteMask              uint32 `valid:"NoteValid"`
	NoteTarget            int    `valid:"NoteTargetKnown"`
	NoteTargetKnown       bool   `port:"-"`
	StatLines             []bool
	StatCamFull           bool
}

// OutputPortPlainIn are the inputs without SAQs.
type OutputPortPlainIn struct {
	BeatValid, BeatSop, BeatEop bool
	BeatData                    uint64
	Start                       bool
	TxCredit                    bool
}

// OutputPortPlainOut are the outputs without SAQs.
type OutputPortPlainOut struct {
	TxValid, TxSop, TxEop bool
	TxData                uint64
	CreditAvailable       bool
	StatCredit            int
}

// OutputPort is an output port: credits, the turn pointer's move, the CAM, and
// the registers of the link.
type OutputPort struct {
	turnBits int
	saqs     int
	credits  int
	returned bool    // tx_credit, registered
	message  Message // tx_msg, registered
	tx       delay[beat]
	cam      *OutCam
	events   []Event
}

// NewOutputPort makes the port after reset.
func NewOutputPort(ports, slots, saqs, linkLatency int) *OutputPort {
	return &OutputPort{
		turnBits: TurnBits(ports), saqs: saqs, credits: slots,
		tx: newDelay[beat](linkLatency), cam: NewOutCam(saqs),
	}
}

// Credits is the credit counter.
func (m *OutputPort) Credits() int { return m.credits }

// CAM is the CAM of the port.
func (m *OutputPort) CAM() *OutCam { return m.cam }

// Events are what happened to the lines in the last Step. They are good until the next one.
func (m *OutputPort) Events() []Event { return m.events }

// Registered are the outputs that do not depend on the inputs of the cycle:
// all but StatCamFull.
func (m *OutputPort) Registered() OutputPortOut {
	tx := m.tx.end(beat{})
	cam := m.cam.registers()
	return OutputPortOut{
		TxValid: tx.valid, TxSop: tx.sop, TxEop: tx.eop, TxData: tx.data,
		CreditAvailable: m.credits > 0, StatCredit: m.credits,
		NoteValid: cam.NoteValid, NoteXoff: cam.NoteXoff, NoteTp: cam.NoteTp, NoteMask: cam.NoteMask,
		NoteTarget: cam.NoteTarget, NoteTargetKnown: cam.NoteTargetKnown,
		StatLines: cam.LineValid,
	}
}

// Step is one clock cycle.
func (m *OutputPort) Step(in OutputPortIn) OutputPortOut {
	out := m.Registered()
	leaving := beat{}
	first := in.BeatValid && in.BeatSop
	header := HeaderOf(in.BeatData).Moved(m.turnBits)
	if in.BeatValid {
		leaving = beat{valid: true, sop: in.BeatSop, eop: in.BeatEop, data: in.BeatData}
	}
	if first {
		leaving.data = uint64(header)<<28 | in.BeatData&(1<<28-1)
	}
	m.tx.shift(leaving)

	if m.saqs > 0 {
		before := append([]outLine(nil), m.cam.line...)
		cam := m.cam.Step(OutCamIn{
			MsgValid: m.message.Valid, MsgXoff: m.message.Xoff, MsgTp: m.message.Name.Tp, MsgMask: m.message.Name.Mask,
			FirstValid: first, FirstHeader: uint64(header), FirstSource: in.BeatSource,
			NoteTake: in.NoteTake,
		})
		out.StatCamFull = cam.CamFull
		m.log(before, cam.CamFull)
	}
	if in.Start {
		m.credits--
	}
	if m.returned {
		m.credits++
	}
	m.returned = in.TxCredit
	m.message = Message{Valid: in.TxMsgValid, Xoff: in.TxMsgXoff, Name: Name{Tp: in.TxMsgTp, Mask: in.TxMsgMask}}
	return out
}

// StepPlain is one clock cycle of a port without SAQs.
func (m *OutputPort) StepPlain(in OutputPortPlainIn) OutputPortPlainOut {
	out := m.Step(OutputPortIn{
		BeatValid: in.BeatValid, BeatSop: in.BeatSop, BeatEop: in.BeatEop, BeatData: in.BeatData,
		Start: in.Start, TxCredit: in.TxCredit,
	})
	return OutputPortPlainOut{
		TxValid: out.TxValid, TxSop: out.TxSop, TxEop: out.TxEop, TxData: out.TxData,
		CreditAvailable: out.CreditAvailable, StatCredit: out.StatCredit,
	}
}

// log notes how the lines have changed; the switch fills in the port.
func (m *OutputPort) log(before []outLine, full bool) {
	m.events = m.events[:0]
	for k, was := range before {
		is := m.cam.line[k]
		switch {
		case !was.valid && is.valid:
			m.events = append(m.events, Event{Kind: LineMade, Queue: k, Name: is.name})
		case was.valid && !is.valid:
			m.events = append(m.events, Event{Kind: LineFreed, Queue: k, Name: was.name})
		case was.valid && !was.xoff && is.xoff:
			m.events = append(m.events, Event{Kind: LineBlocked, Queue: k, Name: is.name})
		}
	}
	if full {
		m.events = append(m.events, Event{Kind: CamFull, Queue: -1, Name: m.message.Name})
	}
}
