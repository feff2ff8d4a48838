package voq

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// netInputPort is an input port of VOQnet. The slots of a queue are its own, so
// that a queue is a ring of depth slots, and its write and read pointer are all
// there is to know about it. The pointers have one bit more than the ring needs:
// equal means empty.
//
// Which queues may send is kept as a bit vector per output port, changed when a
// packet comes to an empty queue and when the last one leaves. An output port
// gives a bit vector of the destinations that it has a credit for, so that a
// decision needs no look into the queues.
func netInputPort(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("voqnet_input_port")
	m.Doc("input port: a queue with slots of its own per destination")
	p.declare(m, portsSpec, nodesSpec, depthSpec, latSpec)
	u := &netInput{m: m, p: p, rx: newReceiver(m, p)}
	u.queues()
	u.ask()
	u.pop()
	u.memory()
	u.credits()
	u.check()
	return m
}

// netInput is the netlist of the port while it is built.
type netInput struct {
	m  *rtlgen.Module
	p  Params
	rx receiver
	tx transmitter

	dst         value // destination of the packet that starts
	enqQueue    value
	head, tail  rtlgen.RegArray // read and write pointers
	portOf      rtlgen.RegArray // output port of a queue's packets
	waiting     rtlgen.RegArray // per output port: the queues with packets for it
	able, queue value           // some queue may send; the one that asks
	grant       value           // it gets what it asks for
	granted     value           // slot of the packet that is granted
	arrival     value           // slot of the packet that starts
	free        value           // free slots
}

// queues makes the registers of the queues, and appends.
func (u *netInput) queues() {
	m, p := u.m, u.p
	u.dst = u.rx.data.Low(p.nw())
	if tag := u.rx.data.Low(dstBits); p.nw() < dstBits {
		m.Assume("destination_exists", u.rx.start.Implies(tag.Lt(p.Nodes)), "packets go to nodes of the network")
	}
	u.enqQueue = m.Next("enq_queue", u.dst, 0).Value
	u.head = m.RegArray("head", p.Nodes, p.dw()+1, 0)
	u.tail = m.RegArray("tail", p.Nodes, p.dw()+1, 0)
	u.portOf = m.RegArray("port_of", p.Nodes, p.pw(), 0)
	u.waiting = m.RegArray("waiting", p.Ports, p.Nodes, 0)
	m.If(u.rx.enqValid, func() {
		u.tail.At(u.enqQueue).Set(u.tail.At(u.enqQueue).Add(1))
		u.portOf.At(u.enqQueue).Set(u.rx.enqPort)
	})
}

// ask offers one of the queues that may send, round robin; the queue keeps the
// turn until it is granted.
func (u *netInput) ask() {
	m, p := u.m, u.p
	open := m.Input("open", p.Ports*p.Nodes)
	able := make([]value, p.Ports)
	for o := range able {
		able[o] = u.waiting.At(o).And(open.Lane(o, p.Nodes))
	}
	eligible := able[0]
	for _, v := range able[1:] {
		eligible = eligible.Or(v)
	}
	eligible = m.Let("eligible", eligible)

	u.able = eligible.Any()
	u.grant = m.Input("grant_valid", 1)
	u.queue = roundRobin(m, eligible, u.grant)
}

// pop takes the head of the queue that is granted.
func (u *netInput) pop() {
	m, p := u.m, u.p
	slot := m.Let("head_to_pop", u.head.At(u.queue).Value)
	u.granted = m.Let("granted_slot", rtlgen.Cat(u.queue, slot.Low(p.dw())))
	u.tx = newTransmitter(m, u.grant, u.granted)
	m.If(u.grant, func() { u.head.At(u.queue).Set(slot.Add(1)) })

	port := m.Let("asking_port", u.portOf.At(u.queue).Value)
	idle := u.tx.active.Not().Or(u.tx.last)
	m.Output("ask_valid", u.able.And(idle))
	m.Output("ask_port", port)

	// A packet that comes as the last one leaves wins.
	last := m.Let("last_leaves", u.grant.And(slot.Add(1).Eq(u.tail.At(u.queue).Value)))
	comes := m.Let("comes", u.enqQueue.Decode(p.Nodes))
	leaves := m.Let("leaves", rtlgen.Mux(last, u.queue.Decode(p.Nodes), 0))
	m.If(last, func() {
		u.waiting.At(port).Set(u.waiting.At(port).AndNot(leaves))
	})
	m.If(u.rx.enqValid, func() {
		u.waiting.At(u.rx.enqPort).Set(u.waiting.At(u.rx.enqPort).AndNot(leaves).Or(comes))
	})
}

// memory is the packet memory: the words of the slots of a queue lie together.
// Beats are written as they come, to the slot at the tail of their queue.
func (u *netInput) memory() {
	m, p := u.m, u.p
	slot := m.Reg("rx_slot", p.nw()+p.dw(), 0)
	word := m.Reg("rx_word", wordBits, 0)
	u.arrival = m.Let("arrival", rtlgen.Cat(u.dst, u.tail.At(u.dst).Low(p.dw())))
	m.If(u.rx.start, func() { slot.Set(u.arrival) })
	m.If(u.rx.valid, func() { word.Set(rtlgen.Mux(u.rx.eop, 0, word.Add(1))) })

	ram := m.Instance("packet_ram", prim.RAM1R1W(prim.RAM1R1WParams{Width: beatBits, Depth: p.room() * beats, RDW: readUndefined}))
	ram.In("wr_en", u.rx.valid)
	ram.In("wr_addr", rtlgen.Cat(rtlgen.Mux(u.rx.sop, u.arrival, slot), word.Value))
	ram.In("wr_data", u.rx.data)
	ram.In("rd_en", u.tx.active)
	ram.In("rd_addr", rtlgen.Cat(u.tx.slot, u.tx.word))
	m.Output("beat_data", ram.Out("rd_data"))

	m.Assume("sop_first", u.rx.valid.Implies(u.rx.sop.Eq(word.Eq(0))), "sop with the first beat")
	m.Assume("eop_last", u.rx.valid.Implies(u.rx.eop.Eq(word.Eq(beats-1))), "eop with the last beat")
}

// credits tells the sender which queue has a slot again.
func (u *netInput) credits() {
	m, p := u.m, u.p
	free := m.Reg("free", rtlgen.CountBits(p.room()), p.room())
	m.If(u.rx.start.AndNot(u.tx.last), func() {
		free.Set(free.Sub(1))
	}).ElseIf(u.tx.last.AndNot(u.rx.start), func() {
		free.Set(free.Add(1))
	})
	u.free = free.Value
	m.Output("stat_free", u.free)

	given := m.Next("credit", u.tx.last, 0)
	queue := m.Next("credit_queue", u.tx.slot.High(p.nw()), 0)
	back := m.Let("credit_to_link", rtlgen.Cat(given.Value, queue.Value))
	back = p.delayed(m, "credit", back)
	m.Output("rx_credit", back.High(1))
	m.Output("rx_credit_dst", back.Low(p.nw()).Zext(dstBits))
}
