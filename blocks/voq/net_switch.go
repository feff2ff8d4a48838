package voq

import (
	"culprit/blocks/packet"
	"culprit/blocks/prim"
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

	// An input port asks only for what is free; what is left to decide is which of
	// the inputs that ask for an output gets it.
	a := rtlgen.Use(m, "allocator", prim.SepAllocator(prim.SepAllocatorParams{Inputs: p.Ports, Queues: 1, Outputs: p.Ports}))
	a.Eligible.Drive(in.Ask.Valid)
	a.Wanted.Drive(in.Ask.Port)
	a.InputFree.Drive(m.Ones(p.Ports))
	a.OutputFree.Drive(m.Ones(p.Ports))
	in.GrantValid.Drive(a.GrantValid)
	out.Start.Drive(a.OutputValid)
	packet.Cross(m.Module, p.crossing(), a.OutputValid, a.OutputSource, in.Beat, out.Beat)
	return m
}
