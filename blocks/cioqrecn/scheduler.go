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
	wanted := p.wanted(m.Module, io.SaqPort)
	grants := s.Join(m.Module, io.QueueEligible, wanted, io.Room)
	io.GrantValid.Drive(grants.Valid)
	io.GrantQueue.Drive(grants.Queue())
	io.Start.Drive(grants.Start)
	io.Source.Drive(grants.Source)
	if p.Ports < 1<<p.pw() {
		exist := m.Wire("wanted_exist", p.Ports*p.inputQueues())
		for q := range m.Each("q", p.Ports*p.inputQueues()) {
			exist.SetBit(q, io.QueueEligible.Bit(q).Implies(wanted.Lane(q, p.pw()).Lt(p.Ports)))
		}
		m.Assume("saq_port_exists", exist.All(), "a queue that may send wants an output that exists")
	}
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
