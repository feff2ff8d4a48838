package voq

import (
	"culprit/blocks/prim"
	"culprit/blocks/recn"
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
func NetSwitch(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("voqnet_switch")
	m.Doc("VOQnet switch: input-queued, a queue per destination at every input port")
	p.declare(m, portsSpec, nodesSpec, depthSpec, latSpec)
	in := m.InstanceArray("in_port", p.Ports, netInputPort(p))
	out := m.InstanceArray("out_port", p.Ports, netOutputPort(p))
	joinLinks(m, NetLinkFields(), p.Ports, in, out)
	in.Broadcast("open", out.Out("open"))

	// An input port asks only for what is free; what is left to decide is which of
	// the inputs that ask for an output gets it.
	a := m.Instance("allocator", prim.SepAllocator(prim.SepAllocatorParams{Inputs: p.Ports, Queues: 1, Outputs: p.Ports}))
	a.In("eligible", in.Out("ask_valid"))
	a.In("wanted", in.Out("ask_port"))
	a.In("input_free", m.Ones(p.Ports))
	a.In("output_free", m.Ones(p.Ports))
	in.In("grant_valid", a.Out("grant_valid"))
	start := a.Out("output_valid")
	out.In("start", start)
	recn.JoinCrossbar(m, p.Ports, start, a.Out("output_source"), in, out)
	return m
}

// NetLinkFields are the fields of a link between VOQnet ports: beats go forward,
// credits come back, each with the destination whose queue has a slot again.
func NetLinkFields() rtlgen.Bundle {
	return recn.LinkFields(recn.Params{}).Backward("credit_dst", dstBits)
}
