package voq

import (
	"culprit/blocks/recn"
	"culprit/rtlgen"
)

// swInputPort is an input port of VOQsw: the memory management unit of RECN-IQ,
// whose pointer file threads the virtual output queues, and their registers.
func swInputPort(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("voqsw_input_port")
	m.Doc("input port: packet memory shared by a queue per output port")
	p.declare(m, portsSpec, slotsSpec, latSpec)
	rx := newReceiver(m, p)
	grant := m.Input("grant_valid", 1)
	grantQueue := m.Input("grant_queue", p.pw())

	mmu := m.Instance("mmu", recn.MMU(p.plain()))
	mmu.In("rx_valid", rx.valid)
	mmu.In("rx_sop", rx.sop)
	mmu.In("rx_eop", rx.eop)
	mmu.In("rx_data", rx.data)
	enqSlot := m.Next("enq_slot", mmu.Out("wr_slot"), 0).Value

	queues := m.Instance("queues", swQueues(p))
	queues.In("enq_valid", rx.enqValid)
	queues.In("enq_queue", rx.enqPort)
	queues.In("enq_slot", enqSlot)
	queues.In("pop_valid", grant)
	queues.In("pop_queue", grantQueue)
	queues.In("pop_next", mmu.Out("cq_next"))
	slot := queues.Out("pop_slot")
	mmu.In("cq_head", slot)
	mmu.In("cq_link_valid", queues.Out("link_valid"))
	mmu.In("cq_link_slot", queues.Out("link_slot"))
	mmu.In("cq_link_next", queues.Out("link_next"))

	tx := newTransmitter(m, grant, slot)
	mmu.In("rd_en", tx.active)
	mmu.In("rd_slot", tx.slot)
	mmu.In("rd_word", tx.word)
	mmu.In("free_valid", tx.last)
	mmu.In("free_slot", tx.slot)

	m.Output("beat_data", mmu.Out("rd_data"))
	m.Output("waiting", queues.Out("waiting"))
	m.Output("rx_credit", p.delayed(m, "credit", mmu.Out("credit")))
	m.Output("stat_free", mmu.Out("free_count"))
	c := swCheck{m: m, p: p, rx: rx, tx: tx, arrival: mmu.Out("wr_slot"), free: mmu.Out("free_count"),
		enqSlot: enqSlot, grant: grant, grantQueue: grantQueue, grantSlot: slot}
	c.slots()
	c.order()
	return m
}

// swQueues are the head and tail registers of the virtual output queues, queue o
// for output o. The links between slots are in the pointer file of the memory
// management unit.
//
//	enq_valid, enq_queue, enq_slot   append a slot to a queue
//	pop_valid, pop_queue             drop the head of a queue that is not empty
//	pop_slot                         comb: the head of pop_queue, unknown while that is empty
//	pop_next                         what the pointer file has at pop_slot
//	link_valid, link_slot, link_next comb: write of the pointer file
//	waiting[ports]                   reg: the queues that are not empty
//
// A slot that is appended in cycle t is in the queue from t+1 on. A queue of one
// slot has it as head and as tail, and needs no counter to tell.
func swQueues(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("voqsw_queues")
	m.Doc("heads and tails of the virtual output queues")
	p.declare(m, portsSpec, slotsSpec)

	enqValid := m.Input("enq_valid", 1)
	enqQueue := m.Input("enq_queue", p.pw())
	enqSlot := m.Input("enq_slot", p.sw())
	popValid := m.Input("pop_valid", 1)
	popQueue := m.Input("pop_queue", p.pw())
	popNext := m.Input("pop_next", p.sw())

	head := m.RegArray("head", p.Ports, p.sw(), 0)
	tail := m.RegArray("tail", p.Ports, p.sw(), 0)
	waiting := m.Reg("waiting_q", p.Ports, 0)

	popSlot := m.Let("head_to_pop", head.At(popQueue).Value)
	last := m.Let("last_leaves", popValid.And(popSlot.Eq(tail.At(popQueue))))
	refilled := m.Let("refilled", last.And(enqQueue.Eq(popQueue)))
	starts := m.Let("starts_queue", waiting.Bit(enqQueue).Not().Or(refilled))

	// A pop comes first: the append to the queue that it empties wins.
	m.If(popValid, func() { head.At(popQueue).Set(popNext) })
	m.If(last, func() { waiting.SetBit(popQueue, 0) })
	m.If(enqValid, func() {
		m.If(starts, func() { head.At(enqQueue).Set(enqSlot) })
		tail.At(enqQueue).Set(enqSlot)
		waiting.SetBit(enqQueue, 1)
	})

	m.Output("pop_slot", popSlot)
	m.Output("link_valid", enqValid.And(starts.Not()))
	m.Output("link_slot", tail.At(enqQueue).Value)
	m.Output("link_next", enqSlot)
	m.Output("waiting", waiting.Value)
	m.Assume("pop_something", popValid.Implies(waiting.Bit(popQueue)), "a queue that is popped is not empty")
	m.Cover("last_one_leaves_next_comes", enqValid.And(refilled))
	return m
}
