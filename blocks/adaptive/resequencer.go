package adaptive

import (
	"culprit/blocks/prim"
	"culprit/blocks/qcn"
	"culprit/rtlgen"
)

// Resequencer brings the frames of each source into order again (AR V.A: "resequencing
// needs to be implemented at the receiving end"). It keeps which frames are here, a bit
// each in a window of 256 for each source; where their bytes lie is not its business.
//
// A frame that is the next one lets those behind it go, one in a cycle; arrivals wait
// in a queue of 16 meanwhile.
func Resequencer(p HostParams) *rtlgen.Typed[ResequencerPorts] {
	m, io := rtlgen.New[ResequencerPorts](p)
	hw := p.hw()
	arrivals := rtlgen.Use(m, "arrivals", prim.FIFO(prim.FIFOParams{Width: hw + qcn.SeqBits, Depth: arrivalsDepth}))
	arrivals.Push.Drive(io.Arrival.Valid)
	arrivals.Wdata.Drive(rtlgen.Cat(io.Arrival.Src, io.Arrival.Seq))
	m.Unused("arrivals_count", arrivals.Count)

	const windowBits = 8
	sweep := m.Reg("sweep", hw+windowBits, 0)
	ready := m.Reg("ready_q", 1, 0)
	m.If(ready.Not(), func() {
		sweep.Set(sweep.Add(1))
		m.If(sweep.Eq(p.Hosts*window-1), func() { ready.Set(1) })
	})
	io.Ready.Drive(ready)

	expected := m.RegArray("expected", p.Hosts, qcn.SeqBits, 0)
	here := m.Memory("here", 1<<(hw+windowBits), 1, rtlgen.ReadOld)

	chains := m.Reg("chains", 1, 0)
	chain := m.RegNoReset("chain_host", hw)
	word := arrivals.Rdata
	takes := m.Let("takes", chains.Not().AndNot(arrivals.Empty))
	arrivals.Pop.Drive(takes)
	host := m.Let("host", rtlgen.Mux(chains, chain, word.High(hw)))
	next := m.Let("next", expected.At(host).Value)
	seq := m.Let("seq", rtlgen.Mux(chains, next, word.Low(qcn.SeqBits)))
	ahead := m.Let("ahead", seq.Sub(next))
	known := m.Let("known", here.Read("is_here", rtlgen.Cat(host, seq.Low(windowBits))))

	follows := m.Let("follows", chains.And(known))
	inOrder := m.Let("in_order", takes.And(ahead.Eq(0)))
	near := m.Let("near", ahead.High(qcn.SeqBits-windowBits).Eq(0))
	waits := m.Let("waits", takes.And(near).AndNot(ahead.Eq(0)).AndNot(known))
	delivered := m.Let("delivered_now", follows.Or(inOrder))
	m.If(delivered, func() { expected.At(host).Set(next.Add(1)) })
	chains.Set(delivered)
	chain.Set(host)
	here.Write(ready.Not().Or(waits).Or(follows), rtlgen.Mux(ready, rtlgen.Cat(host, seq.Low(windowBits)), sweep), ready.And(waits))

	held := m.Reg("held_q", io.Held.Width(), 0)
	m.If(waits, func() { held.Set(held.Add(1)) }).ElseIf(follows, func() { held.Set(held.Sub(1)) })
	io.Held.Drive(held)
	io.Delivered.Drive(m.Next("delivered_q", delivered, 0))
	io.Reordered.Drive(m.Next("reordered_q", waits, 0))
	io.Lost.Drive(m.Next("lost_q", takes.AndNot(ahead.Eq(0)).And(near.Not().Or(known)).Or(io.Arrival.Valid.And(arrivals.Full)), 0))
	m.Assume("ready_first", io.Arrival.Valid.Implies(ready), "no frame comes before the windows are swept")
	assumeBelow(m.Module, "host_exists", io.Arrival.Valid, io.Arrival.Src, p.Hosts)
	return m
}

const arrivalsDepth = 16
