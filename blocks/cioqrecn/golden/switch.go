package golden

import recn "culprit/blocks/recn/golden"

// Switch is the whole switch: input sides, scheduler, crossbar, output sides and
// notification bus.
type Switch struct {
	p         Params
	input     []*InputPort
	output    []*OutputPort
	scheduler *Scheduler
	bus       *recn.NoteBus

	requests SchedulerIn
	notes    recn.NoteBusIn
	crossbar []OutputPortIn // the pair lanes of the output sides
	out      SwitchOut
	events   []Event
}

// NewSwitch makes the switch after reset.
func NewSwitch(p Params) *Switch {
	n := p.Ports
	m := &Switch{
		p: p, scheduler: NewScheduler(n, p.SAQs), bus: recn.NewNoteBus(n),
		requests: SchedulerIn{
			QueueEligible: make([]bool, n*p.InputQueues()), SaqPort: make([]int, n*p.SAQs), Room: make([]bool, n),
		},
		notes: recn.NoteBusIn{
			NoteValid: make([]bool, n), NoteXoff: make([]bool, n), NoteTp: make([]uint32, n), NoteMask: make([]uint32, n), NoteTarget: make([]int, n),
		},
		crossbar: make([]OutputPortIn, n), out: recn.NewSwitchOut(p.Link(), n),
	}
	for i := range n {
		m.input = append(m.input, NewInputPort(p, i))
		m.output = append(m.output, NewOutputPort(p, i))
	}
	return m
}

// Input is the input side of port i.
func (m *Switch) Input(i int) *InputPort { return m.input[i] }

// Output is the output side of port o.
func (m *Switch) Output(o int) *OutputPort { return m.output[o] }

// Events are what happened in the last Step, the input sides first. They are good
// until the next one.
func (m *Switch) Events() []Event { return m.events }

// Step is one clock cycle.
func (m *Switch) Step(in SwitchIn) SwitchOut {
	out := m.Registered()
	m.events = m.events[:0]
	m.gather()
	grants := m.scheduler.Step(m.requests)
	bus := m.bus.Step(m.notes)
	for i, port := range m.input {
		r := port.Step(InputPortIn{
			RxValid: in.RxValid[i], RxSop: in.RxSop[i], RxEop: in.RxEop[i], RxData: in.RxData[i], MyPort: i,
			BusValid: bus.BusValid, BusXoff: bus.BusXoff, BusTp: bus.BusTp, BusMask: bus.BusMask,
			BusTarget: bus.BusTarget, BusSource: bus.BusSource,
			GrantValid: grants.GrantValid[i], GrantQueue: grants.GrantQueue[i],
		})
		out.StatDetect[i], out.StatNoFree[i], out.StatDropped[i] = r.StatDetect, r.StatNoFree, r.StatDropped
		m.events = append(m.events, port.Events()...)
	}
	for o, port := range m.output {
		lane := m.crossbar[o]
		lane.Start = grants.Start[o]
		lane.TxCredit = in.TxCredit[o]
		lane.TxMsgValid, lane.TxMsgXoff = in.TxMsgValid[o], in.TxMsgXoff[o]
		lane.TxMsgTp, lane.TxMsgMask = in.TxMsgTp[o], in.TxMsgMask[o]
		lane.NoteTake = bus.NoteTake[o]
		out.StatCamFull[o] = port.Step(lane).StatCamFull
		m.events = append(m.events, port.Events()...)
	}
	return out
}

// Registered are the outputs that do not depend on the inputs of the cycle.
func (m *Switch) Registered() SwitchOut {
	out := m.out
	for i, port := range m.input {
		r := port.Registered()
		out.RxCredit[i] = r.RxCredit
		out.RxMsgValid[i], out.RxMsgXoff[i], out.RxMsgTp[i], out.RxMsgMask[i] = r.RxMsgValid, r.RxMsgXoff, r.RxMsgTp, r.RxMsgMask
		out.StatFree[i] = r.StatFree
		copy(out.StatSaqs[i*m.p.SAQs:], r.StatSaqs)
		copy(out.StatSent[i*m.p.SAQs:], r.StatSent)
	}
	for o, port := range m.output {
		r := port.Registered()
		out.TxValid[o], out.TxSop[o], out.TxEop[o], out.TxData[o] = r.TxValid, r.TxSop, r.TxEop, r.TxData
		out.StatCredit[o] = r.StatCredit
		copy(out.StatLines[o*m.p.SAQs:], r.StatLines)
	}
	return out
}

// gather reads the registers of the sides into the inputs of the scheduler, of the
// bus and of the output sides. A pair goes to the output that its packet wants,
// which the crossbar of the RTL has to find out from the grant.
func (m *Switch) gather() {
	for o := range m.crossbar {
		m.crossbar[o] = OutputPortIn{PairData: []uint64{0, 0}}
	}
	for i, port := range m.input {
		r := port.Registered()
		copy(m.requests.QueueEligible[i*m.p.InputQueues():], r.QueueEligible)
		copy(m.requests.SaqPort[i*m.p.SAQs:], r.SaqPort)
		if r.PairValid {
			m.crossbar[port.readTo] = OutputPortIn{
				PairValid: true, PairSop: r.PairSop, PairSource: i, PairData: append([]uint64(nil), r.PairData...),
			}
		}
	}
	for o, port := range m.output {
		m.requests.Room[o] = port.unreserved > 0
		note, valid := port.Note()
		m.notes.NoteValid[o], m.notes.NoteXoff[o] = valid, note.Xoff
		m.notes.NoteTp[o], m.notes.NoteMask[o], m.notes.NoteTarget[o] = note.Name.Tp, note.Name.Mask, note.Target
	}
}
