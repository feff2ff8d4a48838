package golden

import (
	link "culprit.example/culprit/blocks/link/golden"
	packet "culprit.example/culprit/blocks/packet/golden"
	recn "culprit.example/culprit/blocks/recn/golden"
)

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
	errors   *link.Pins
}

// NewSwitch makes the switch after reset.
func NewSwitch(p Params) *Switch {
	n := p.Ports
	m := &Switch{
		p: p, scheduler: NewScheduler(n, p.SAQs), bus: recn.NewNoteBus(n),
		requests: SchedulerIn{
			QueueEligible: make([]bool, n*p.InputQueues()), SaqPort: make([]int, n*p.SAQs), Room: make([]bool, n),
		},
		notes: recn.NewNoteBusIn(n), crossbar: make([]OutputPortIn, n), out: recn.NewSwitchOut(p.Link()),
		errors: link.NewPins(n, p.ErrorBits),
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
		m.errors.Step(i, in.PinsIn, port.guard.Registered().Error, m.output[i].wrong)
	}
	for i, port := range m.input {
		given := InputPortIn{InputPortPins: in.InputPort(i, bus)}
		given.GrantValid, given.GrantQueue = grants.GrantValid[i], grants.GrantQueue[i]
		out.SetInputEvents(i, port.Step(given).InputStatus)
		m.events = append(m.events, port.Events()...)
	}
	for o, port := range m.output {
		given := m.crossbar[o]
		given.OutputControl = in.OutputPort(o, grants.Start[o], bus)
		out.StatCamFull[o] = port.Step(given).StatCamFull
		m.events = append(m.events, port.Events()...)
	}
	return out
}

// Registered are the outputs that do not depend on the inputs of the cycle.
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

// gather reads the registers of the sides into the inputs of the scheduler, of the
// bus and of the output sides. A pair goes to the output that its packet wants,
// which the crossbar of the RTL has to find out from the grant.
func (m *Switch) gather() {
	for o := range m.crossbar {
		m.crossbar[o] = OutputPortIn{PairData: make([]packet.Word, 2)}
	}
	for i, port := range m.input {
		r := port.Registered()
		copy(m.requests.QueueEligible[i*m.p.InputQueues():], r.QueueEligible)
		copy(m.requests.SaqPort[i*m.p.SAQs:], r.SaqPort)
		if r.PairValid {
			m.crossbar[port.passing.to] = OutputPortIn{
				PairValid: true, PairSop: r.PairSop, PairBad: r.PairBad, PairSource: i,
				PairData: append([]packet.Word(nil), r.PairData...),
			}
		}
	}
	for o, port := range m.output {
		m.requests.Room[o] = port.unreserved > 0
		note, valid := port.Note()
		m.notes.Set(o, note, valid)
	}
}
