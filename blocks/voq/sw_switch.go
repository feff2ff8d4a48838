package voq

import (
	"culprit/blocks/prim"
	"culprit/blocks/recn"
	"culprit/rtlgen"
)

// SwSwitch is VOQsw: an input-queued switch whose input ports sort packets by
// output port, so that a packet never waits for one that wants another output.
// Links, memory, credits and cycles are those of the plain RECN-IQ switch (saqs
// = 0); only the queues differ. Source: DD, section II; queues that share a memory
// as in Y. Tamir, G. Frazier, Dynamically-allocated multi-queue buffers for VLSI
// communication switches, IEEE Trans. Computers 41(6), 1992.
func SwSwitch(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("voqsw_switch")
	m.Doc("VOQsw switch: input-queued, a queue per output port at every input port")
	p.declare(m, portsSpec, slotsSpec, latSpec)
	in := m.InstanceArray("in_port", p.Ports, swInputPort(p))
	out := m.InstanceArray("out_port", p.Ports, recn.OutputPort(p.plain()))
	joinLinks(m, recn.LinkFields(p.plain()), p.Ports, in, out)

	scheduler := m.Instance("scheduler", swScheduler(p))
	scheduler.In("waiting", in.Out("waiting"))
	scheduler.In("credit_available", out.Out("credit_available"))
	in.In("grant_valid", scheduler.Out("grant_valid"))
	in.In("grant_queue", scheduler.Out("grant_queue"))
	start := scheduler.Out("start")
	out.In("start", start)
	recn.JoinCrossbar(m, p.Ports, start, scheduler.Out("source"), in, out)
	return m
}

// swScheduler is recn_scheduler for queues whose output is their number: every
// cycle, among the inputs and outputs that are free.
func swScheduler(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("voqsw_scheduler")
	m.Doc("two-phase round-robin scheduler for a queue per output")
	p.declare(m, portsSpec)
	n := p.Ports

	waiting := m.Input("waiting", n*n)
	credit := m.Input("credit_available", n)
	inputBusy := m.RegArray("input_busy", n, wordBits, 0)
	outputBusy := m.RegArray("output_busy", n, wordBits, 0)
	inputFree := m.Wire("input_free", n)
	outputFree := m.Wire("output_free", n)

	outputs := make([]value, n)
	for o := range outputs {
		outputs[o] = m.Const(p.pw(), o)
	}
	a := m.Instance("allocator", prim.SepAllocator(prim.SepAllocatorParams{Inputs: n, Queues: n, Outputs: n}))
	a.In("eligible", waiting)
	a.In("wanted", rtlgen.LanesOf(outputs).Replicate(n))
	a.In("input_free", inputFree.Value)
	a.In("output_free", outputFree.Value)
	granted := a.Out("grant_valid")
	started := a.Out("output_valid")
	m.For("i", n, func(i value) {
		inputFree.SetBit(i, inputBusy.At(i).Eq(0))
		outputFree.SetBit(i, outputBusy.At(i).Eq(0).And(credit.Bit(i)))
		recn.Countdown(m, inputBusy.At(i), granted.Bit(i), beats-1)
		recn.Countdown(m, outputBusy.At(i), started.Bit(i), beats-1)
	})

	m.Output("grant_valid", granted)
	m.Output("grant_queue", a.Out("grant_queue"))
	m.Output("start", started)
	m.Output("source", a.Out("output_source"))
	m.Assert("as_many_inputs_as_outputs", granted.PopCount().Eq(started.PopCount()))
	return m
}
