package cioqrecn

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
)

// Scheduler matches input and output sides in two phases, round robin in both, as
// that of RECN-IQ: in every cycle among those that are free. A packet crosses in 4
// cycles. An output takes part only with a slot for the packet (papers silent on
// the scheduler, on the speedup and on flow control inside the switch).
func Scheduler(p Params) *rtlgen.Typed[SchedulerPorts] {
	m, io := rtlgen.New[SchedulerPorts](p)
	if m.Refused() {
		return m
	}
	s := packet.Scheduling{Ports: p.ports(), Queues: p.inputQueues(), Cycles: pairs}
	grants := s.Join(m.Module, io.QueueEligible, p.wanted(m.Module, io.SaqPort), io.Room)
	io.GrantValid.Drive(grants.Valid)
	io.GrantQueue.Drive(grants.Queue())
	io.Start.Drive(grants.Start)
	io.Source.Drive(grants.Source)
	return m
}

// wanted is the output of every queue: a detection queue has its own.
func (p Params) wanted(m *rtlgen.Module, saqPort rtlgen.In) value {
	detection := m.Let("detection_ports", p.ports().Numbers(m))
	wanted := m.Wire("wanted", p.Ports*p.inputQueues()*p.pw())
	for i := range m.Each("i", p.Ports) {
		wanted.SetLane(i, rtlgen.Cat(saqPort.Lane(i, p.SAQs*p.pw()), detection))
	}
	return wanted.Value
}
