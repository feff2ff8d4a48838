package recn

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
)

// Scheduler is the two-phase round-robin arbiter of the switch (IQ section 3.7).
// It decides in every cycle among the inputs and outputs that are free, so that
// an input that lost offers its next queue in the next cycle (paper silent; with
// one decision per packet time the switch stops far below full throughput).
//
// A grant keeps its input and output for the 8 cycles of a packet. An output
// takes part only with a credit for the next switch's memory.
func Scheduler(p Params) *rtlgen.Typed[SchedulerPorts] {
	m, io := rtlgen.New[SchedulerPorts](p)
	if m.Refused() {
		return m
	}
	n, q := p.Ports, p.queues()
	eligible := io.Queue.Empty.Not().And(io.Queue.Ready)
	if p.SAQs > 0 {
		stopped := m.Wire("stopped", n*q)
		m.For("i", n, func(i value) { stopped.SetLane(i, rtlgen.Cat(io.SaqXoff.Lane(i, p.SAQs), m.Zero(1))) })
		eligible = eligible.AndNot(stopped)
	}
	s := packet.Scheduling{Ports: p.ports(), Queues: q, Cycles: packet.Beats}
	grants := s.Join(m.Module, m.Let("eligible", eligible), io.Queue.Port, io.CreditAvailable)
	io.GrantValid.Drive(grants.Valid)
	io.GrantQueue.Drive(grants.Chosen)
	io.GrantPort.Drive(grants.Port)
	io.Start.Drive(grants.Start)
	io.Source.Drive(grants.Source)
	return m
}
