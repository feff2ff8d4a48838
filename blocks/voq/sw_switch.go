package voq

import (
	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/rtlgen"
)

// SwSwitch is VOQsw: an input-queued switch whose input ports sort packets by
// output port, so that a packet never waits for one that wants another output.
// Links, memory, credits and cycles are those of the plain RECN-IQ switch (saqs
// = 0); only the queues differ. Source: DD, section II; queues that share a memory
// as in Y. Tamir, G. Frazier, Dynamically-allocated multi-queue buffers for VLSI
// communication switches, IEEE Trans. Computers 41(6), 1992.
func SwSwitch(p Params) *rtlgen.Typed[SwSwitchPorts] {
	m, io := rtlgen.New[SwSwitchPorts](p)
	if m.Refused() {
		return m
	}
	in := rtlgen.UseArray(m, "in_port", p.Ports, swInputPort(p))
	out := rtlgen.UseArray(m, "out_port", p.Ports, recn.OutputPort(p.plain()))
	rtlgen.Connect(in.Rx, io.Rx)
	rtlgen.Connect(out.Tx, io.Tx)
	in.MyPort.Drive(p.ports().Numbers(m.Module))
	link.Count(m.Module, io.Err, p.Ports, p.ErrorBits, in.Error, out.Error)
	io.Stat.Free.Drive(in.StatFree)
	io.Stat.Credit.Drive(out.Stat.Credit)

	scheduler := rtlgen.Use(m, "scheduler", swScheduler(p))
	scheduler.Waiting.Drive(in.Waiting)
	scheduler.CreditAvailable.Drive(out.CreditAvailable)
	in.GrantValid.Drive(scheduler.GrantValid)
	in.GrantQueue.Drive(scheduler.GrantQueue)
	out.Start.Drive(scheduler.Start)
	packet.Cross(m.Module, p.crossing(), scheduler.Start, scheduler.Source, in.Beat, out.Beat)
	return m
}

// swScheduler is recn_scheduler for queues whose output is their number: every
// cycle, among the inputs and outputs that are free.
func swScheduler(p Params) *rtlgen.Typed[swSchedulerPorts] {
	m, io := rtlgen.New[swSchedulerPorts](p)
	if m.Refused() {
		return m
	}
	grants := p.scheduleOutputs(m.Module, io.Waiting, io.CreditAvailable)
	io.GrantValid.Drive(grants.Valid)
	io.GrantQueue.Drive(grants.Queue())
	io.Start.Drive(grants.Start)
	io.Source.Drive(grants.Source)
	return m
}

// scheduleOutputs is a scheduler for inputs with a queue per output, queue o for
// output o. ready has a bit per queue of each input.
func (p Params) scheduleOutputs(m *rtlgen.Module, ready, credit rtlgen.Signal) packet.Grants {
	s := packet.Scheduling{Ports: p.ports(), Queues: p.Ports, Cycles: packet.Beats}
	wanted := m.Let("wanted", p.ports().Numbers(m).Replicate(p.Ports))
	return s.Join(m, ready, wanted, credit)
}
