package cioqrecn

import (
	"culprit/blocks/prim"
	"culprit/blocks/recn"
	"culprit/rtlgen"
)

// crossing is for how many cycles after a grant its input and output are busy.
const crossing = pairs - 1

// Scheduler matches input and output sides in two phases, round robin in both, as
// that of RECN-IQ: in every cycle among those that are free. A packet crosses in 4
// cycles. An output takes part only with a slot for the packet (papers silent on
// the scheduler, on the speedup and on flow control inside the switch).
func Scheduler(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("cioq_recn_scheduler")
	m.Doc("two-phase round-robin scheduler of the crossbar")
	p.declare(m, portsSpec, saqsSpec)
	n, q, pw := p.Ports, p.inputQueues(), p.pw()

	eligible := m.Input("queue_eligible", n*q)
	saqPort := m.Input("saq_port", n*p.SAQs*pw)
	room := m.Input("room", n)

	busyBits := rtlgen.CountBits(crossing)
	inputBusy := m.RegArray("input_busy", n, busyBits, 0)
	outputBusy := m.RegArray("output_busy", n, busyBits, 0)
	inputFree, outputFree := m.Wire("input_free", n), m.Wire("output_free", n)

	a := m.Instance("allocator", prim.SepAllocator(prim.SepAllocatorParams{Inputs: n, Queues: q, Outputs: n}))
	a.In("eligible", eligible)
	a.In("wanted", p.wanted(m, saqPort))
	a.In("input_free", inputFree.Value)
	a.In("output_free", outputFree.Value)
	granted, started := a.Out("grant_valid"), a.Out("output_valid")
	m.For("i", n, func(i value) {
		inputFree.SetBit(i, inputBusy.At(i).Eq(0))
		outputFree.SetBit(i, outputBusy.At(i).Eq(0).And(room.Bit(i)))
		recn.Countdown(m, inputBusy.At(i), granted.Bit(i), crossing)
		recn.Countdown(m, outputBusy.At(i), started.Bit(i), crossing)
	})

	m.Output("grant_valid", granted)
	m.Output("grant_queue", a.Out("grant_queue"))
	m.Output("start", started)
	m.Output("source", a.Out("output_source"))
	return m
}

// wanted is the output of every queue: a detection queue has its own.
func (p Params) wanted(m *rtlgen.Module, saqPort value) value {
	own := make([]value, p.Ports)
	for o := range own {
		own[o] = m.Const(p.pw(), o)
	}
	detection := m.Let("detection_ports", rtlgen.LanesOf(own))
	wanted := m.Wire("wanted", p.Ports*p.inputQueues()*p.pw())
	m.For("i", p.Ports, func(i value) {
		wanted.SetLane(i, rtlgen.Cat(saqPort.Lane(i, p.SAQs*p.pw()), detection))
	})
	return wanted.Value
}
