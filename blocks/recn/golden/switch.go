package golden

import (
	link "culprit.example/culprit/blocks/link/golden"
	packet "culprit.example/culprit/blocks/packet/golden"
)

// Switch is the whole switch: input ports, scheduler, crossbar, output ports
// and notification bus.
type Switch struct {
	p         Params
	input     []*InputPort
	output    []*OutputPort
	scheduler *Scheduler
	bus       *NoteBus
	reports   *NoteBus // of the input ports, leaves first

	requests SchedulerIn
	notes    NoteBusIn
	told     NoteBusIn      // reports of the input ports
	crossbar []OutputPortIn // the beat lanes of the output ports
	out      SwitchOut
	events   []Event
	errors   *link.Pins
}

// NewSwitch makes the switch after reset.
func NewSwitch(p Params) *Switch {
	m := &Switch{
		p: p, scheduler: NewScheduler(p.Ports, p.SAQs), bus: NewNoteBus(p.Ports), reports: NewNoteBus(p.Ports),
		requests: SchedulerIn{
			QueueEmpty: make([]bool, p.Ports*p.Queues()), QueueReady: make([]bool, p.Ports*p.Queues()),
			QueuePort: make([]int, p.Ports*p.Queues()), SaqXoff: make([]bool, p.Ports*p.SAQs),
			CreditAvailable: make([]bool, p.Ports),
		},
		notes: NewNoteBusIn(p.Ports), told: NewNoteBusIn(p.Ports), crossbar: make([]OutputPortIn, p.Ports),
		out: NewSwitchOut(p), errors: link.NewPins(p.Ports, p.ErrorBits),
	}
	for range p.Ports {
		m.input = append(m.input, NewInputPort(p))
		m.output = append(m.output, NewOutputPort(p))
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
	for i, port := range m.input {
		m.out.SetInput(i, port.Registered().InputStatus)
	}
	for o, port := range m.output {
		m.out.SetOutput(o, port.Registered().OutputStatus)
	}
	m.errors.Show(m.out.PinsOut)
	return m.out
}

// Step is one clock cycle.
func (m *Switch) Step(in SwitchIn) SwitchOut {
	out := m.Registered()
	m.events = m.events[:0]
	m.gather()
	grants := m.scheduler.Step(m.requests)
	bus := m.bus.Step(m.notes)

	reports := m.reports.Step(m.told)
	upTake := make([]bool, m.p.Ports)
	for i, port := range m.input {
		sent := m.output[i].Registered().Error
		m.errors.Step(i, in.PinsIn, port.Registered().Error, link.Sent{NoCredit: sent[0], NoName: sent[1]})
	}

	for i, port := range m.input {
		given := InputPortIn{InputPortPins: in.InputPort(i, bus)}
		given.TreeTake = reports.NoteTake[i]
		up := m.output[i].Registered()
		given.HeardValid, given.HeardXoff, given.HeardTp = up.HeardValid, up.HeardXoff, up.HeardTp
		given.HeardMask = up.HeardMask
		given.UpValid, given.UpXoff, given.UpTp, given.UpMask = up.UpValid, up.UpXoff, up.UpTp, up.UpMask
		given.GrantValid, given.GrantQueue = grants.GrantValid[i], grants.GrantQueue[i*m.p.Queues():(i+1)*m.p.Queues()]
		did := port.Step(given)
		out.SetInputEvents(i, did.InputStatus)
		upTake[i] = did.UpTake
		m.events = append(m.events, port.Events()...)
	}
	for o, port := range m.output {
		given := m.crossbar[o]
		given.OutputControl = in.OutputPort(o, grants.Start[o], bus)
		given.ReportValid = reports.BusValid && reports.BusTarget == o
		given.ReportXoff, given.ReportTp, given.ReportMask = reports.BusXoff, reports.BusTp, reports.BusMask
		given.ReportSource = reports.BusSource
		given.UpTake = upTake[o]
		out.StatCamFull[o] = port.Step(given).StatCamFull
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
		if port.leaf != nil {
			lines := port.Lines()
			said := port.leaf.Note(port.leaf.Report(lines.LineTp, lines.LineMask), i)
			m.told.Set(i, Note{Xoff: said.NoteXoff, Name: packet.Name{Tp: said.NoteTp, Mask: said.NoteMask},
				Target: said.NoteTarget}, said.NoteValid)
		}
		if r.BeatValid {
			m.crossbar[port.beatTo] = OutputPortIn{
				BeatValid: true, BeatSop: r.BeatSop, BeatEop: r.BeatEop, BeatBad: r.BeatBad, BeatData: r.BeatData,
				BeatSource: i,
			}
		}
	}
	for o, port := range m.output {
		m.requests.CreditAvailable[o] = port.Credits() > 0
		note, valid := port.cam.Note()
		m.notes.Set(o, note, valid)
	}
}
