package recn

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// Scheduler is the two-phase round-robin arbiter of the switch (IQ section 3.7).
// It decides in every cycle among the inputs and outputs that are free, so that
// an input that lost offers its next queue in the next cycle (paper silent; with
// one decision per packet time the switch stops far below full throughput).
//
// A grant keeps its input and output for the 8 cycles of a packet. An output
// takes part only with a credit for the next switch's memory.
func Scheduler(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("recn_scheduler")
	m.Doc("two-phase round-robin scheduler")
	p.declare(m, portsSpec, saqsSpec)
	n, q := p.Ports, p.queues()

	empty := m.Input("queue_empty", n*q)
	ready := m.Input("queue_ready", n*q)
	port := m.Input("queue_port", n*q*p.pw())
	credit := m.Input("credit_available", n)
	eligible := m.Let("eligible", empty.Not().And(ready).AndNot(p.stoppedQueues(m)))

	inputBusy := m.RegArray("input_busy", n, wordBits, 0)
	outputBusy := m.RegArray("output_busy", n, wordBits, 0)
	inputFree := m.Wire("input_free", n)
	outputFree := m.Wire("output_free", n)

	a := m.Instance("allocator", prim.SepAllocator(prim.SepAllocatorParams{Inputs: n, Queues: q, Outputs: n}))
	a.In("eligible", eligible)
	a.In("wanted", port)
	a.In("input_free", inputFree.Value)
	a.In("output_free", outputFree.Value)
	granted := a.Out("grant_valid")
	started := a.Out("output_valid")
	m.For("i", n, func(i value) {
		inputFree.SetBit(i, inputBusy.At(i).Eq(0))
		outputFree.SetBit(i, outputBusy.At(i).Eq(0).And(credit.Bit(i)))
		Countdown(m, inputBusy.At(i), granted.Bit(i), beats-1)
		Countdown(m, outputBusy.At(i), started.Bit(i), beats-1)
	})

	m.Output("grant_valid", granted)
	m.Output("grant_queue", a.Out("grant_queue"))
	m.Output("grant_port", a.Out("grant_output"))
	m.Output("start", started)
	m.Output("source", a.Out("output_source"))
	m.Assert("as_many_inputs_as_outputs", granted.PopCount().Eq(started.PopCount()))
	return m
}

// stoppedQueues has a bit per queue of every input: SAQs that are stopped. A cold
// queue never is.
func (p Params) stoppedQueues(m *rtlgen.Module) value {
	if p.SAQs == 0 {
		return m.Zero(p.Ports)
	}
	xoff := m.Input("saq_xoff", p.Ports*p.SAQs)
	stopped := m.Wire("stopped", p.Ports*p.queues())
	m.For("i", p.Ports, func(i value) {
		stopped.SetLane(i, rtlgen.Cat(xoff.Lane(i, p.SAQs), m.Zero(1)))
	})
	return stopped.Value
}
