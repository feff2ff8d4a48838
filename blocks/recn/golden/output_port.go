package golden

import packet "culprit.example/culprit/blocks/packet/golden"

// OutputPortIn are the inputs of an output port.
type OutputPortIn struct {
	BeatValid, BeatSop, BeatEop bool
	BeatBad                     bool
	BeatData                    packet.Word
	BeatSource                  int `port:",optional"`
	OutputControl

	// Leaves first.
	ReportValid, ReportXoff bool   `port:",optional"`
	ReportTp, ReportMask    uint32 `port:",optional"`
	ReportSource            int    `port:",optional"`
	UpTake                  bool   `port:",optional"`
}

// OutputPortOut are its outputs.
type OutputPortOut struct {
	OutputStatus
	CreditAvailable bool

	// Leaves first.
	HeardValid bool   `port:",optional"`
	HeardXoff  bool   `port:",optional" valid:"HeardValid"`
	HeardTp    uint32 `port:",optional" valid:"HeardValid"`
	HeardMask  uint32 `port:",optional" valid:"HeardValid"`
	UpValid    bool   `port:",optional"`
	UpXoff     bool   `port:",optional" valid:"UpValid"`
	UpTp       uint32 `port:",optional" valid:"UpValid"`
	UpMask     uint32 `port:",optional" valid:"UpValid"`
}

// OutputPort is an output port: credits, the turn pointer's move, the CAM, and
// the registers of the link.
type OutputPort struct {
	turnBits int
	saqs     int
	slots    int
	credits  int
	returned bool           // tx_credit, registered
	excess   bool           // a credit that was not taken came back in the cycle before
	noName   bool           // a message without a proper name was at the pins in the cycle before
	reports  bool           // leaves first: the last bit of a mask marks a report
	message  packet.Message // tx_msg, registered
	tx       packet.Delay[packet.Beat]
	passed   passedFirst // in the first register of tx
	cam      *OutCam
	branches *Branches // leaves first only
	events   []Event
}

// passedFirst is the first beat of a packet in the first register of the link.
type passedFirst struct {
	valid  bool
	header packet.Header // as the next switch gets it
	source int           // input port that the packet came from
}

// NewOutputPort makes the port after reset.
func NewOutputPort(p Params) *OutputPort {
	m := &OutputPort{
		turnBits: packet.TurnBits(p.Ports), saqs: p.SAQs, slots: p.Slots, credits: p.Slots, reports: p.LeafFirst == 1,
		tx: packet.NewDelay[packet.Beat](p.LinkLatency), cam: NewOutCam(p.SAQs, p.LeafFirst == 1),
	}
	if p.LeafFirst == 1 && p.SAQs > 0 {
		m.branches = NewBranches(p.SAQs)
	}
	return m
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
	out.Error = []bool{m.excess, m.noName}
	if m.branches != nil {
		heard := m.heard()
		out.HeardValid, out.HeardXoff, out.HeardTp, out.HeardMask = heard.Valid, heard.Xoff, heard.Name.Tp, heard.Name.Mask
		up := m.branches.Report(cam.LineTp, cam.LineMask)
		out.UpValid, out.UpXoff, out.UpTp, out.UpMask = up.Valid, up.Made, up.Name.Tp, up.Name.Mask
	}
	return out
}

// heard is the message if it is a report: the last bit of the mask is set, which no
// name has.
func (m *OutputPort) heard() packet.Message {
	if m.branches == nil || !m.message.Valid || m.message.Name.Mask&1 == 0 {
		return packet.Message{}
	}
	report := m.message
	report.Name.Mask &^= 1
	return report
}

// Step is one clock cycle.
func (m *OutputPort) Step(in OutputPortIn) OutputPortOut {
	out := m.Registered()
	leaving := packet.Beat{}
	first := in.BeatValid && in.BeatSop
	header := packet.HeaderOf(in.BeatData).Moved(m.turnBits)
	if in.BeatValid {
		leaving = packet.Beat{Valid: true, Sop: in.BeatSop, Eop: in.BeatEop, Bad: in.BeatBad, Data: in.BeatData}
	}
	if first {
		leaving.Data = header.In(in.BeatData)
	}
	m.tx.Shift(leaving)

	if m.saqs > 0 {
		before := append([]outLine(nil), m.cam.line...)
		given := OutCamIn{
			MsgValid: m.message.Valid && !m.heard().Valid, MsgXoff: m.message.Xoff, MsgTp: m.message.Name.Tp,
			MsgMask:    m.message.Name.Mask,
			FirstValid: m.passed.valid, FirstHeader: uint64(m.passed.header), FirstSource: m.passed.source,
			NoteTake: in.NoteTake,
		}
		if m.branches != nil {
			lines := m.cam.registers()
			given.Gone = m.branches.Step(BranchesIn{
				LineValid: lines.LineValid, LineTp: lines.LineTp, LineMask: lines.LineMask, Stopped: lines.LineXoff,
				Told:     lines.LineTold,
				MsgValid: given.MsgValid, ReportValid: in.ReportValid, ReportXoff: in.ReportXoff, ReportTp: in.ReportTp,
				ReportMask:   in.ReportMask,
				ReportSource: in.ReportSource, UpTake: in.UpTake,
			}).Free
		}
		cam := m.cam.Step(given)
		out.StatCamFull = cam.CamFull
		m.log(before, cam.CamFull)
	}
	m.excess = m.returned && !in.Start && m.credits == m.slots
	if in.Start {
		m.credits--
	}
	if m.returned && !m.excess {
		m.credits++
	}
	m.passed = passedFirst{first, header, in.BeatSource}
	m.returned = in.TxCredit
	m.message = in.Message()
	named := m.message.Name
	if m.reports {
		named.Mask &^= 1
	}
	m.noName = m.saqs > 0 && m.message.Valid && !named.Proper(m.turnBits)
	m.message.Valid = m.message.Valid && !m.noName
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
