package golden

// SwitchIn are the inputs of the switch, a lane per port.
type SwitchIn struct {
	RxValid, RxSop, RxEop []bool
	RxData                []uint64
	TxCredit              []bool
	TxMsgValid, TxMsgXoff []bool
	TxMsgTp, TxMsgMask    []uint32
}

// SwitchOut are its outputs, a lane per port; StatSaqs, StatSent
// and StatLines have a lane per port and SAQ.
type SwitchOut struct {
	TxValid, TxSop, TxEop []bool
	TxData                []uint64
	RxCredit              []bool
	RxMsgValid            []bool
	RxMsgXoff             []bool   `valid:"RxMsgValid"`
	RxMsgTp               []uint32 `valid:"RxMsgValid"`
	RxMsgMask             []uint32 `valid:"RxMsgValid"`
	StatFree              []int
	StatCredit            []int
	StatSaqs              []bool
	StatSent              []bool
	StatDetect            []bool
	StatNoFree            []bool
	StatDropped           []bool
	StatLines             []bool
	StatCamFull           []bool
}

// SwitchPlainIn are the inputs without SAQs.
type SwitchPlainIn struct {
	RxValid, RxSop, RxEop []bool
	RxData                []uint64
	TxCredit              []bool
}

// SwitchPlainOut are the outputs without SAQs.
type SwitchPlainOut struct {
	TxValid, TxSop, TxEop []bool
	TxData                []uint64
	RxCredit              []bool
	StatFree              []int
	StatCredit            []int
}

// NewSwitchIn makes inputs of n lanes, all zero.
func NewSwitchIn(n int) SwitchIn {
	return SwitchIn{
		RxValid: make([]bool, n), RxSop: make([]bool, n), RxEop: make([]bool, n), RxData: make([]uint64, n),
		TxCredit: make([]bool, n), TxMsgValid: make([]bool, n), TxMsgXoff: make([]bool, n),
		TxMsgTp: make([]uint32, n), TxMsgMask: make([]uint32, n),
	}
}

// NewSwitchOut makes outputs of n link lanes for a switch of the given parameters.
func NewSwitchOut(p Params, n int) SwitchOut {
	return SwitchOut{
		TxValid: make([]bool, n), TxSop: make([]bool, n), TxEop: make([]bool, n), TxData: make([]uint64, n),
		RxCredit: make([]bool, n), RxMsgValid: make([]bool, n), RxMsgXoff: make([]bool, n),
		RxMsgTp: make([]uint32, n), RxMsgMask: make([]uint32, n),
		StatFree: make([]int, p.Ports), StatCredit: make([]int, p.Ports), StatSaqs: make([]bool, p.Ports*p.SAQs), StatSent: make([]bool, p.Ports*p.SAQs),
		StatDetect: make([]bool, p.Ports), StatNoFree: make([]bool, p.Ports), StatDropped: make([]bool, p.Ports),
		StatLines: make([]bool, p.Ports*p.SAQs), StatCamFull: make([]bool, p.Ports),
	}
}

// Switch is the whole switch: input ports, scheduler, crossbar, output ports
// and notification bus.
type Switch struct {
	p         Params
	input     []*InputPort
	output    []*OutputPort
	scheduler *Scheduler
	bus       *NoteBus

	requests SchedulerIn
	notes    NoteBusIn
	crossbar []OutputPortIn // the beat lanes of the output ports
	out      SwitchOut
	events   []Event
}

// NewSwitch makes the switch after reset.
func NewSwitch(p Params) *Switch {
	m := &Switch{
		p: p, scheduler: NewScheduler(p.Ports, p.SAQs), bus: NewNoteBus(p.Ports),
		requests: SchedulerIn{
			QueueEmpty: make([]bool, p.Ports*p.Queues()), QueueReady: make([]bool, p.Ports*p.Queues()),
			QueuePort: make([]int, p.Ports*p.Queues()), SaqXoff: make([]bool, p.Ports*p.SAQs),
			CreditAvailable: make([]bool, p.Ports),
		},
		notes: NoteBusIn{
			NoteValid: make([]bool, p.Ports), NoteXoff: make([]bool, p.Ports), NoteTp: make([]uint32, p.Ports),
			NoteMask: make([]uint32, p.Ports), NoteTarget: make([]int, p.Ports),
		},
		crossbar: make([]OutputPortIn, p.Ports),
		out:      NewSwitchOut(p, p.Ports),
	}
	for range p.Ports {
		m.input = append(m.input, NewInputPort(p))
		m.output = append(m.output, NewOutputPort(p.Ports, p.Slots, p.SAQs, p.LinkLatency))
	}
	return m
}

// Input is input port i.
func (m *Switch) Input(i int) *InputPort { return m.input[i] }

// Output is output port o.
func (m *Switch) Output(o int) *OutputPort { return m.output[o] }

// Events are what happened in the last Step, by port. They are good until the next one.
func (m *Switch) Events() []Event { return m.events }

// Registered are the outputs that do not depend on the inputs of the cycle:
// all but StatDetect, StatNoFree, StatDropped and StatCamFull.
func (m *Switch) Registered() SwitchOut {
	out := m.out
	for i, port := range m.input {
		r := port.Registered()
		out.RxCredit[i] = r.RxCredit
		out.RxMsgValid[i], out.RxMsgXoff[i] = r.RxMsgValid, r.RxMsgXoff
		out.RxMsgTp[i], out.RxMsgMask[i] = r.RxMsgTp, r.RxMsgMask
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

// Step is one clock cycle.
func (m *Switch) Step(in SwitchIn) SwitchOut {
	out := m.Registered()
	m.events = m.events[:0]
	m.gather()
	grants := m.scheduler.Step(m.requests)
	bus := m.bus.Step(m.notes)

	for i, port := range m.input {
		r := port.Step(InputPortIn{
			RxValid: in.RxValid[i], RxSop: in.RxSop[i], RxEop: in.RxEop[i], RxData: in.RxData[i],
			MyPort:   i,
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
		for _, event := range port.Events() {
			event.Port = o
			m.events = append(m.events, event)
		}
	}
	return out
}

// gather reads the registers of the ports into the inputs of the scheduler, of
// the notification bus and of the output ports. A beat goes to the output that
// its packet wants, which the crossbar of the RTL has to find out from the grant.
func (m *Switch) gather() {
	queues := m.p.Queues()
	for o := range m.crossbar {
		m.crossbar[o] = OutputPortIn{}
	}
	for i, port := range m.input {
		r := port.Registered()
		copy(m.requests.QueueEmpty[i*queues:], r.QueueEmpty)
		copy(m.requests.QueueReady[i*queues:], r.QueueReady)
		copy(m.requests.QueuePort[i*queues:], r.QueuePort)
		copy(m.requests.SaqXoff[i*m.p.SAQs:], r.SaqXoff)
		if r.BeatValid {
			m.crossbar[port.beatTo] = OutputPortIn{
				BeatValid: true, BeatSop: r.BeatSop, BeatEop: r.BeatEop, BeatData: r.BeatData, BeatSource: i,
			}
		}
	}
	for o, port := range m.output {
		m.requests.CreditAvailable[o] = port.Credits() > 0
		note, valid := port.cam.Note()
		m.notes.NoteValid[o], m.notes.NoteXoff[o] = valid, note.Xoff
		m.notes.NoteTp[o], m.notes.NoteMask[o], m.notes.NoteTarget[o] = note.Name.Tp, note.Name.Mask, note.Target
	}
}

// StepPlain is one clock cycle of a switch without SAQs.
func (m *Switch) StepPlain(in SwitchPlainIn) SwitchPlainOut {
	return m.Step(in.Full()).Plain()
}

// Full adds the ports that a switch without SAQs does not have.
func (in SwitchPlainIn) Full() SwitchIn {
	n := len(in.RxValid)
	return SwitchIn{
		RxValid: in.RxValid, RxSop: in.RxSop, RxEop: in.RxEop, RxData: in.RxData, TxCredit: in.TxCredit,
		TxMsgValid: make([]bool, n), TxMsgXoff: make([]bool, n), TxMsgTp: make([]uint32, n), TxMsgMask: make([]uint32, n),
	}
}

// Plain leaves them out.
func (in SwitchIn) Plain() SwitchPlainIn {
	return SwitchPlainIn{RxValid: in.RxValid, RxSop: in.RxSop, RxEop: in.RxEop, RxData: in.RxData, TxCredit: in.TxCredit}
}

// Plain leaves out the ports that a switch without SAQs does not have.
func (out SwitchOut) Plain() SwitchPlainOut {
	return SwitchPlainOut{
		TxValid: out.TxValid, TxSop: out.TxSop, TxEop: out.TxEop, TxData: out.TxData,
		RxCredit: out.RxCredit, StatFree: out.StatFree, StatCredit: out.StatCredit,
	}
}
