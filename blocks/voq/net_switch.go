package voq

import (
	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
)

// NetSwitch is VOQnet: an input-queued switch with a queue per destination of the
// network at every input port, each with slots and credits of its own, so that
// packets for different destinations never wait for each other. (With shared
// slots, packets for a hot destination would fill the memory.) Source: DD, section
// II, for the queues; the paper is silent on memory and credits, README.md says
// what was decided.
//
// The destination of a packet is the tag of its first beat.
func NetSwitch(p Params) *rtlgen.Typed[NetSwitchPorts] {
	m, io := rtlgen.New[NetSwitchPorts](netParams{p})
	if m.Refused() {
		return m
	}
	in := rtlgen.UseArray(m, "in_port", p.Ports, netInputPort(p))
	out := rtlgen.UseArray(m, "out_port", p.Ports, netOutputPort(p))
	rtlgen.Connect(in.Rx, io.Rx)
	rtlgen.Connect(out.Tx, io.Tx)
	in.MyPort.Drive(p.ports().Numbers(m.Module))
	link.Count(m.Module, io.Err, p.Ports, p.ErrorBits, in.Error, out.Error)
	io.Stat.Free.Drive(in.StatFree)
	io.Stat.Credit.Drive(out.StatCredit)
	in.Open.Broadcast(out.Open)

	scheduler := rtlgen.Use(m, "scheduler", netScheduler(p))
	scheduler.Sendable.Drive(in.Sendable)
	in.NextPort.Drive(scheduler.NextPort)
	in.GrantValid.Drive(scheduler.GrantValid)
	in.GrantPort.Drive(scheduler.GrantPort)
	packet.Cross(m.Module, p.crossing(), scheduler.Start, scheduler.Source, in.Beat, out.Beat)
	return m
}

// netScheduler is voqsw_scheduler for inputs that show outputs instead of queues.
// Whether there is a credit is in what they show.
func netScheduler(p Params) *rtlgen.Typed[netSchedulerPorts] {
	m, io := rtlgen.New[netSchedulerPorts](p)
	if m.Refused() {
		return m
	}
	grants := p.scheduleOutputs(m.Module, io.Sendable, m.Ones(p.Ports))
	io.NextPort.Drive(grants.Asked)
	io.GrantValid.Drive(grants.Valid)
	io.GrantPort.Drive(grants.Queue())
	io.Start.Drive(grants.Start)
	io.Source.Drive(grants.Source)
	return m
}
