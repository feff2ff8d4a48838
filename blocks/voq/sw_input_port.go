package voq

import (
	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/rtlgen"
)

// swInputPort is an input port of VOQsw: the memory management unit of RECN-IQ,
// whose pointer file threads the virtual output queues, and their registers.
func swInputPort(p Params) *rtlgen.Typed[swInputPorts] {
	m, io := rtlgen.New[swInputPorts](p)
	if m.Refused() {
		return m
	}
	mmu := rtlgen.Use(m, "mmu", recn.MMU(p.plain()))
	freed := m.Wire("slot_is_freed", 1)
	rx := newReceiver(m.Module, p, io.Rx.Beat, io.MyPort, freed)
	rtlgen.Connect(mmu.Rx, rx.Stored)
	io.Error.Drive(rx.Error)
	enqSlot := m.NextNoReset("enq_slot", mmu.WrSlot)

	queues := rtlgen.Use(m, "queues", swQueues(p))
	queues.Enq.Valid.Drive(rx.enqValid)
	queues.Enq.Queue.Drive(rx.enqPort)
	queues.Enq.Slot.Drive(enqSlot)
	queues.Pop.Valid.Drive(io.GrantValid)
	queues.Pop.Queue.Drive(io.GrantQueue)
	queues.Pop.Next.Drive(mmu.CqNext)
	mmu.CqHead.Drive(queues.Pop.Slot)
	rtlgen.Connect(mmu.CqLink, queues.Link)

	tx := packet.Read(m.Module, io.GrantValid, queues.Pop.Slot, packet.Beats)
	mmu.Rd.En.Drive(tx.Active)
	mmu.Rd.Slot.Drive(tx.Slot)
	mmu.Rd.Word.Drive(tx.Word)
	mmu.Free.Valid.Drive(tx.Last)
	freed.Set(tx.Last)
	mmu.Free.Slot.Drive(tx.Slot)

	tx.ToCrossbar(m.Module, io.Beat, packet.Word{Data: mmu.Rd.Data, Lost: mmu.Rd.Lost, Bad: mmu.Rd.Bad})
	io.Waiting.Drive(queues.Waiting)
	p.ports().AssumeLink(m.Module, io.Rx, p.Slots)
	m.Assume("grant_of_a_waiting_queue", io.GrantValid.Implies(queues.Waiting.Bit(io.GrantQueue)),
		"a queue that is granted is not empty")
	io.Rx.Credit.Drive(packet.Delay(m.Module, "credit_link", rx.Credit, p.LinkLatency-1))
	io.StatFree.Drive(mmu.FreeCount)
	c := swCheck{
		m: m.Module, p: p, rx: rx, tx: tx, arrival: mmu.WrSlot, free: mmu.FreeCount,
		enqSlot: enqSlot, grant: io.GrantValid, grantQueue: io.GrantQueue, grantSlot: queues.Pop.Slot,
	}
	c.slots()
	c.order()
	return m
}

// swQueues are the head and tail registers of the virtual output queues, queue o
// for output o. The links between slots are in the pointer file of the memory
// management unit.
//
// A slot that is appended in cycle t is in the queue from t+1 on. A queue of one
// slot has it as head and as tail, and needs no counter to tell.
func swQueues(p Params) *rtlgen.Typed[swQueuesPorts] {
	m, io := rtlgen.New[swQueuesPorts](p)
	if m.Refused() {
		return m
	}
	head := m.RegArrayNoReset("head", p.Ports, p.sw(), "slot at the head of the queue, by output")
	tail := m.RegArrayNoReset("tail", p.Ports, p.sw(), "slot at the tail of the queue, by output")
	waiting := m.Reg("waiting_q", p.Ports, 0)

	popSlot := m.Let("head_to_pop", head.At(io.Pop.Queue))
	last := m.Let("last_leaves", io.Pop.Valid.And(popSlot.Eq(tail.At(io.Pop.Queue))))
	refilled := m.Let("refilled", last.And(io.Enq.Queue.Eq(io.Pop.Queue)))
	starts := m.Let("starts_queue", waiting.Bit(io.Enq.Queue).Not().Or(refilled))

	// A pop comes first: the append to the queue that it empties wins.
	m.If(io.Pop.Valid, func() { head.At(io.Pop.Queue).Set(io.Pop.Next) })
	m.If(last, func() { waiting.SetBit(io.Pop.Queue, 0) })
	m.If(io.Enq.Valid, func() {
		m.If(starts, func() { head.At(io.Enq.Queue).Set(io.Enq.Slot) })
		tail.At(io.Enq.Queue).Set(io.Enq.Slot)
		waiting.SetBit(io.Enq.Queue, 1)
	})

	io.Pop.Slot.Drive(popSlot)
	// Nobody reads the link of a packet that leaves just now: no path leads from the grant
	// to the pointer file.
	io.Link.Valid.Drive(io.Enq.Valid.And(waiting.Bit(io.Enq.Queue)))
	io.Link.Slot.Drive(tail.At(io.Enq.Queue))
	io.Link.Next.Drive(io.Enq.Slot)
	io.Waiting.Drive(waiting)
	m.Assume("pop_something", io.Pop.Valid.Implies(waiting.Bit(io.Pop.Queue)), "a queue that is popped is not empty")
	m.Cover("last_one_leaves_next_comes", io.Enq.Valid.And(refilled))
	return m
}

// receiver is the guard behind the link pins, and what the routing makes of the packet one
// cycle later.
type receiver struct {
	link.Received
	enqValid value // one cycle after the start: the packet goes to its queue
	enqPort  value // the output port that it wants
}

// newReceiver looks the output up in the cycle of the first beat, so that the path to
// the queues starts at its number.
func newReceiver(m *rtlgen.Module, p Params, rx packet.Beat[rtlgen.In], myPort, freed rtlgen.Signal) receiver {
	r := receiver{Received: link.Receive(m, link.GuardParams{Ports: p.Ports, Slots: p.Slots, Data: p.Data}, rx, freed)}
	r.enqValid = m.Next("enq_valid", r.Start, 0).Value
	r.enqPort = m.NextNoReset("enq_port", p.ports().RequestedOutput(m, myPort, r.Header())).Value
	return r
}
