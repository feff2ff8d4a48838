package voq

import (
	"culprit/blocks/packet"
	"culprit/rtlgen"
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
	in := rtlgen.UseArray(m, "in_port", p.Ports, netInputPort(p))
	out := rtlgen.UseArray(m, "out_port", p.Ports, netOutputPort(p))
	rtlgen.Connect(in.Rx, io.Rx)
	rtlgen.Connect(out.Tx, io.Tx)
	in.MyPort.Drive(p.ports().Numbers(m.Module))
	io.Stat.Free.Drive(in.StatFree)
	io.Stat.Credit.Drive(out.StatCredit)
	in.Open.Broadcast(out.Open)

	// An input port asks only for what is open; what is left to decide is which of
	// the inputs that ask for an output gets it.
	s := packet.Scheduling{Ports: p.ports(), Queues: p.Nodes, Cycles: packet.Beats}
	grants, free, open := s.Choose(m.Module, in.Ask.Valid, in.Ask.Port)
	in.MayAsk.Drive(free)
	in.OutputOpen.Broadcast(open)
	in.GrantValid.Drive(grants.Valid)
	packet.Cross(m.Module, p.crossing(), grants.Start, grants.Source, in.Beat, out.Beat)
	return m
}
