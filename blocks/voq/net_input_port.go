package voq

import (
	"culprit/blocks/packet"
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
//
// A queue is chosen in cycle t, and its packet may be granted in t+2.
func netInputPort(p Params) *rtlgen.Typed[netInputPorts] {
	m, io := rtlgen.New[netInputPorts](netParams{p})
	u := &netInput{netInputPorts: io, m: m.Module, p: p, rx: newReceiver(m.Module, p, io.Rx.Beat, io.MyPort)}
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
	*netInputPorts
	m  *rtlgen.Module
	p  Params
	rx receiver
	tx packet.Reading

	dst         value // destination of the packet that starts
	enqQueue    value
	head, tail  rtlgen.RegArray // read and write pointers
	portOf      rtlgen.RegArray // output port of a queue's packets
	waiting     rtlgen.RegArray // per output port: the queues with packets for it
	queue, port value           // that of a grant: asked for two cycles before; its output
	asked       value           // it was asked for
	granted     value           // slot of the packet that is granted
	arrival     value           // slot of the packet that starts
	free        value           // free slots
}

// queues makes the registers of the queues, and appends.
func (u *netInput) queues() {
	m, p := u.m, u.p
	u.dst = u.rx.Data.Low(p.nw())
	if tag := u.rx.Data.Low(packet.TagBits); p.nw() < packet.TagBits {
		m.Assume("destination_exists", u.rx.Start.Implies(tag.Lt(p.Nodes)), "packets go to nodes of the network")
	}
	u.enqQueue = m.NextNoReset("enq_queue", u.dst).Value
	u.head = m.RegArray("head", p.Nodes, p.dw()+1, 0)
	u.tail = m.RegArray("tail", p.Nodes, p.dw()+1, 0)
	u.portOf = m.RegArray("port_of", p.Nodes, p.pw(), 0)
	u.waiting = m.RegArray("waiting", p.Ports, p.Nodes, 0)
	m.If(u.rx.enqValid, func() {
		u.tail.At(u.enqQueue).Set(u.tail.At(u.enqQueue).Add(1))
		u.portOf.At(u.enqQueue).Set(u.rx.enqPort)
	})
}

// ask asks for one of the queues that may send, round robin; the pointer moves past a
// queue that is granted. After it has asked for an output it asks for another one in
// the next cycle: the packet is granted then, or the output taken.
func (u *netInput) ask() {
	m, p := u.m, u.p
	asking, port := m.Reg("asking", 1, 0), m.RegNoReset("port_to_ask", p.pw())
	asked := m.Let("asked_before", rtlgen.Mux(asking, port.Decode(p.Ports), 0))
	open := m.Let("outputs_open", u.OutputOpen.AndNot(asked))
	able := make([]value, p.Ports)
	for o := range able {
		able[o] = u.waiting.At(o).And(u.Open.At(o)).And(open.Bit(o).Replicate(p.Nodes))
	}
	eligible := able[0]
	for _, v := range able[1:] {
		eligible = eligible.Or(v)
	}
	eligible = m.Let("eligible", eligible)

	above := m.Reg("above_last", p.Nodes-1, 0)
	choice := prim.RoundRobin(m, "queue", eligible, above)
	asking.Set(choice.Any.And(u.MayAsk))
	port.Set(u.portOf.At(choice.Index))
	u.Ask.Valid.Drive(asking)
	u.Ask.Port.Drive(port)

	queue := m.NextNoReset("ask_queue", choice.Index)
	u.asked = m.Next("asked", asking, 0).Value
	u.queue = m.NextNoReset("granted_queue", queue).Value
	u.port = m.NextNoReset("granted_port", port).Value
	m.If(u.GrantValid, func() { above.Set(m.Ones(p.Nodes - 1).Shl(u.queue)) })
}

// pop takes the head of the queue that is granted.
func (u *netInput) pop() {
	m, p := u.m, u.p
	slot := m.Let("head_to_pop", u.head.At(u.queue))
	u.granted = m.Let("granted_slot", rtlgen.Cat(u.queue, slot.Low(p.dw())))
	u.tx = packet.Read(m, u.GrantValid, u.granted, packet.Beats)
	m.If(u.GrantValid, func() { u.head.At(u.queue).Set(slot.Add(1)) })

	// A packet that comes as the last one leaves wins.
	last := m.Let("last_leaves", u.GrantValid.And(slot.Add(1).Eq(u.tail.At(u.queue))))
	comes := m.Let("comes", u.enqQueue.Decode(p.Nodes))
	leaves := m.Let("leaves", rtlgen.Mux(last, u.queue.Decode(p.Nodes), 0))
	m.If(last, func() {
		u.waiting.At(u.port).Set(u.waiting.At(u.port).AndNot(leaves))
	})
	m.If(u.rx.enqValid, func() {
		u.waiting.At(u.rx.enqPort).Set(u.waiting.At(u.rx.enqPort).AndNot(leaves).Or(comes))
	})
}

// memory is the packet memory: the words of the slots of a queue lie together.
// Beats are written as they come, to the slot at the tail of their queue.
func (u *netInput) memory() {
	m, p := u.m, u.p
	slot := m.RegNoReset("rx_slot", p.nw()+p.dw())
	word := m.Reg("rx_word", packet.BeatIndex, 0)
	u.arrival = m.Let("arrival", rtlgen.Cat(u.dst, u.tail.At(u.dst).Low(p.dw())))
	m.If(u.rx.Start, func() { slot.Set(u.arrival) })
	m.If(u.rx.Valid, func() { word.Set(rtlgen.Mux(u.rx.Eop, 0, word.Add(1))) })

	ram := rtlgen.Use(m, "packet_ram", prim.RAM1R1W(prim.RAM1R1WParams{Width: packet.BeatBits, Depth: p.room() * packet.Beats, RDW: prim.RAMReadUndefined}))
	ram.Wr.En.Drive(u.rx.Valid)
	ram.Wr.Addr.Drive(rtlgen.Cat(rtlgen.Mux(u.rx.Sop, u.arrival, slot), word))
	ram.Wr.Data.Drive(u.rx.Data)
	ram.Rd.En.Drive(u.tx.Active)
	ram.Rd.Addr.Drive(rtlgen.Cat(u.tx.Slot, u.tx.Word))
	u.tx.ToCrossbar(m, u.Beat, ram.Rd.Data)

	m.Assume("sop_first", u.rx.Valid.Implies(u.rx.Sop.Eq(word.Eq(0))), "sop with the first beat")
	m.Assume("eop_last", u.rx.Valid.Implies(u.rx.Eop.Eq(word.Eq(packet.Beats-1))), "eop with the last beat")
}

// credits tells the sender which queue has a slot again.
func (u *netInput) credits() {
	m, p := u.m, u.p
	free := m.Reg("free", rtlgen.CountBits(p.room()), p.room())
	m.If(u.rx.Start.AndNot(u.tx.Last), func() {
		free.Set(free.Sub(1))
	}).ElseIf(u.tx.Last.AndNot(u.rx.Start), func() {
		free.Set(free.Add(1))
	})
	u.free = free.Value
	u.StatFree.Drive(free)

	given := m.Next("credit", u.tx.Last, 0)
	queue := m.NextNoReset("credit_queue", u.tx.Slot.High(p.nw()))
	back := m.Let("credit_to_link", rtlgen.Cat(given, queue))
	back = packet.Delay(m, "credit_link", back, p.LinkLatency-1)
	u.Rx.Credit.Drive(back.High(1))
	u.Rx.CreditDst.Drive(back.Low(p.nw()).Zext(packet.TagBits))
}
