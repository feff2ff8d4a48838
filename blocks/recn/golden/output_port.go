package golden

import packet "culprit/blocks/packet/golden"

// OutputPortIn are the inputs of an output port.
type OutputPortIn struct {
	BeatValid, BeatSop, BeatEop bool
	BeatData                    uint64
	BeatSource                  int `port:",optional"`
	OutputControl
}

// OutputPortOut are its outputs.
type OutputPortOut struct {
	OutputStatus
	CreditAvailable bool
}

// OutputPort is an output port: credits, the turn pointer's move, the CAM, and
// the registers of the link.
type OutputPort struct {
	turnBits int
	saqs     int
	credits  int
	returned bool           // tx_credit, registered
	message  packet.Message // tx_msg, registered
	tx       packet.Delay[packet.Beat]
	cam      *OutCam
	events   []Event
}

// NewOutputPort makes the port after reset.
func NewOutputPort(ports, slots, saqs, linkLatency int) *OutputPort {
	return &OutputPort{
		turnBits: packet.TurnBits(ports), saqs: saqs, credits: slots,
		tx: packet.NewDelay[packet.Beat](linkLatency), cam: NewOutCam(saqs),
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
	cam := m.cam.registers()
	out := OutputPortOut{CreditAvailable: m.credits > 0}
	out.StatCredit, out.StatLines, out.NoteOut = m.credits, cam.LineValid, cam.NoteOut
	out.SetBeat(m.tx.End(packet.Beat{}))
	return out
}

// Step is one clock cycle.
func (m *OutputPort) Step(in OutputPortIn) OutputPortOut {
	out := m.Registered()
	leaving := packet.Beat{}
	first := in.BeatValid && in.BeatSop
	header := packet.HeaderOf(in.BeatData).Moved(m.turnBits)
	if in.BeatValid {
		leaving = packet.Beat{Valid: true, Sop: in.BeatSop, Eop: in.BeatEop, Data: in.BeatData}
	}
	if first {
		leaving.Data = header.In(in.BeatData)
	}
	m.tx.Shift(leaving)

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
	m.message = in.Message()
	return out
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
