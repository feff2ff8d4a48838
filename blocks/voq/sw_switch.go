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
	s := &switchParts{m: m, p: p}
	s.in = m.InstanceArray("in_port", p.Ports, swInputPort(p))
	s.out = m.InstanceArray("out_port", p.Ports, recn.OutputPort(p.plain()))
	s.links(recn.LinkFields(p.plain()))

	scheduler := m.Instance("scheduler", swScheduler(p))
	scheduler.In("waiting", s.in.Out("waiting"))
	scheduler.In("credit_available", s.out.Out("credit_available"))
	s.in.In("grant_valid", scheduler.Out("grant_valid"))
	s.in.In("grant_queue", scheduler.Out("grant_queue"))
	s.start, s.source = scheduler.Out("start"), scheduler.Out("source")
	s.out.In("start", s.start)
	s.crossbar()
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
	a := m.Instance("allocator", prim.SepAllocator(n, n, n))
	a.In("eligible", waiting)
	a.In("wanted", rtlgen.Lanes(outputs...).Replicate(n))
	a.In("input_free", inputFree.Value)
	a.In("output_free", outputFree.Value)
	granted := a.Out("grant_valid")
	started := a.Out("output_valid")
	m.For("i", n, func(i value) {
		inputFree.SetBit(i, inputBusy.At(i).Eq(0))
		outputFree.SetBit(i, outputBusy.At(i).Eq(0).And(credit.Bit(i)))
		countdown(m, inputBusy.At(i), granted.Bit(i))
		countdown(m, outputBusy.At(i), started.Bit(i))
	})

	m.Output("grant_valid", granted)
	m.Output("grant_queue", a.Out("grant_queue"))
	m.Output("start", started)
	m.Output("source", a.Out("output_source"))
	m.Assert("as_many_inputs_as_outputs", granted.PopCount().Eq(started.PopCount()))
	return m
}

// countdown counts the cycles for which a grant keeps its input or output.
func countdown(m *rtlgen.Module, busy rtlgen.Elem, grant value) {
	m.If(grant, func() {
		busy.Set(beats - 1)
	}).ElseIf(busy.Ne(0), func() {
		busy.Set(busy.Sub(1))
	})
}
