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
// A frame takes two cycles: one reads what is known of it, the other decides. A frame
// that is the next one lets those behind it go, one in two cycles; arrivals wait in a
// queue of 16 meanwhile.
func Resequencer(p HostParams) *rtlgen.Typed[ResequencerPorts] {
	m, io := rtlgen.New[ResequencerPorts](p)
	if m.Refused() {
		return m
	}
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
	here := m.Memory("here", 1<<(hw+windowBits), 1, rtlgen.ReadUndefined)

	decides, chains := m.Reg("decides", 1, 0), m.Reg("chains", 1, 0)
	host, seq, next := m.RegNoReset("host", hw), m.RegNoReset("seq", windowBits), m.RegNoReset("next", qcn.SeqBits)
	ahead := m.RegNoReset("ahead", qcn.SeqBits) // how far an arrival is ahead of the next frame of its source
	after := m.Let("after_next", next.Add(1))
	word := arrivals.Rdata
	reads := m.Let("reads", decides.Not().And(chains.Or(arrivals.Empty.Not())))
	arrivals.Pop.Drive(reads.AndNot(chains))
	newHost := m.Let("host_read", rtlgen.Mux(chains, host, word.High(hw)))
	newSeq := m.Let("seq_read", rtlgen.Mux(chains, after.Low(windowBits), word.Low(windowBits)))
	due := m.Let("due", expected.At(word.High(hw)))
	known := here.ReadSync("is_here", reads, rtlgen.Cat(newHost, newSeq))
	decides.Set(reads)
	m.If(reads, func() {
		host.Set(newHost)
		seq.Set(newSeq)
		next.Set(rtlgen.Mux(chains, after, due))
		ahead.Set(word.Low(qcn.SeqBits).Sub(due))
	})

	isNext := m.Let("is_next", ahead.Eq(0))
	takes := m.Let("takes", decides.AndNot(chains))
	follows := m.Let("follows", decides.And(chains).And(known))
	inOrder := m.Let("in_order", takes.And(isNext))
	near := m.Let("ahead_near", ahead.High(qcn.SeqBits-windowBits).Eq(0))
	waits := m.Let("waits", takes.And(near).AndNot(isNext).AndNot(known))
	delivered := m.Let("delivered_now", follows.Or(inOrder))
	// Written a cycle later, when nothing is read but what follows the frame: not behind
	// the memory of the windows.
	wasDelivered := m.Next("delivered_q", delivered, 0)
	m.If(wasDelivered, func() { expected.At(host).Set(after) })
	m.If(decides, func() { chains.Set(delivered) })
	here.Write(ready.Not().Or(waits).Or(follows), rtlgen.Mux(ready, rtlgen.Cat(host, seq), sweep), ready.And(waits))

	held := m.Reg("held_q", io.Held.Width(), 0)
	m.If(waits, func() { held.Set(held.Add(1)) }).ElseIf(follows, func() { held.Set(held.Sub(1)) })
	io.Held.Drive(held)
	io.Delivered.Drive(wasDelivered)
	io.Reordered.Drive(m.Next("reordered_q", waits, 0))
	io.Lost.Drive(m.Next("lost_q", takes.AndNot(isNext).And(near.Not().Or(known)).Or(io.Arrival.Valid.And(arrivals.Full)), 0))
	m.Assume("ready_first", io.Arrival.Valid.Implies(ready), "no frame comes before the windows are swept")
	assumeBelow(m.Module, "host_exists", io.Arrival.Valid, io.Arrival.Src, p.Hosts)
	return m
}

const arrivalsDepth = 16
