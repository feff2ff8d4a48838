package voq

import (
	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// netInputPort is an input port of VOQnet. The slots of a queue are its own, so
// that a queue is a ring of depth slots with a write and a read pointer.
//
// Which queues have packets is kept as a bit vector per output port, set when a
// packet comes and cleared when the last one leaves. An output port gives a bit
// vector of the destinations that it has a credit for. So the port asks for an output
// without a look into the queues, and chooses one of the queues while the output
// decides, in two cycles: first those that may send to the output are collected, then
// one of them has its turn. Its read pointer is not needed before the first word is
// read.
//
// The output and the slot of a packet are looked up in front of the register of the
// link: the other end sends from registers.
func netInputPort(p Params) *rtlgen.Typed[netInputPorts] {
	m, io := rtlgen.New[netInputPorts](netParams{p})
	if m.Refused() {
		return m
	}
	u := &netInput{netInputPorts: io, m: m.Module, p: p}
	u.receive()
	u.choose()
	u.queues()
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
	rx link.Received
	tx packet.Reading // its Slot is the queue

	port       value           // output port of the packet that starts
	dst        value           // its destination
	waiting    rtlgen.RegArray // per output port: the queues with packets for it
	chosen     value           // a queue was found for the grant
	head, tail value           // read and write pointer of the queue that sends
	arrival    value           // slot of the packet that starts
	slot       rtlgen.Reg      // slot of the packet that started last
	leaves     value           // the last packet has left the queue that sends
	free       value           // free slots
	slots      rtlgen.RegArray // per queue: slots that are taken
	again      value           // the packet at the pins is for the queue of the one before it
}

// receive registers the beats, with the output port of a packet beside its first beat.
func (u *netInput) receive() {
	m, p := u.m, u.p
	u.waiting = m.RegArray("waiting", p.Ports, p.Nodes, 0, "queues that have packets, by output")
	u.slots = m.RegArray("slots_of_queue", p.Nodes, rtlgen.CountBits(p.Depth), 0, "slots that are taken, by queue")
	room, noWay := m.Wire("room", 1), m.Wire("no_way", 1)
	u.rx = link.ReceiveTold(m, p.Ports, p.Data, u.Rx.Beat, room, noWay)
	u.Error.Drive(u.rx.Error)
	u.dst = u.rx.Data.Low(p.nw())
	p.ports().AssumePackets(m, u.Rx.Beat)

	dst := u.Rx.Data.Low(p.nw())
	u.again = m.Let("same_queue_again", u.rx.Start.And(u.dst.Eq(dst)))
	w := rtlgen.CountBits(p.Depth) + 1
	taken := m.Let("slots_at_the_pins", u.slots.At(dst).Zext(w).Add(u.again.Zext(w)))
	exists := m.Ones(1)
	if tag := u.Rx.Data.Low(packet.TagBits); p.nw() < packet.TagBits {
		exists = m.Let("node_exists", tag.Lt(p.Nodes))
		m.Assume("destination_exists", u.Rx.Valid.And(u.Rx.Sop).Implies(exists), "packets go to nodes of the network")
	}
	room.Set(taken.Lt(p.Depth).Or(exists.Not()))
	noWay.Set(exists.Not().Or(u.waitsForAnother(dst)))
}

// waitsForAnother reports whether the packet at the pins goes to another output than those
// that wait in its queue.
func (u *netInput) waitsForAnother(dst value) value {
	m, p := u.m, u.p
	port := m.Let("port_at_the_pins", p.ports().RequestedOutput(m, u.MyPort, packet.HeaderIn(u.Rx.Data)))
	u.port = m.NextNoReset("rx_port_q", port).Value
	queue := m.Let("queue_at_the_pins", dst.Decode(p.Nodes))
	wait := m.Wire("wait_for_another", p.Ports)
	for o := range m.Each("o", p.Ports) {
		wait.SetBit(o, u.waiting.At(o).And(queue).Any().And(port.Ne(o)))
	}
	return wait.Any().Or(u.again.And(u.port.Ne(port)))
}

// countSlots follows the slots of each queue.
func (u *netInput) countSlots() {
	m, queue := u.m, u.tx.Slot
	same := m.Let("freed_and_taken", u.rx.Start.And(u.tx.Last).And(queue.Eq(u.dst)))
	m.If(u.rx.Start.AndNot(same), func() { u.slots.At(u.dst).Set(u.slots.At(u.dst).Add(1)) })
	m.If(u.tx.Last.AndNot(same), func() { u.slots.At(queue).Set(u.slots.At(queue).Sub(1)) })
}

// choose shows which outputs a packet may go to, and chooses the queue of a grant, round
// robin among those of an output; its turn moves past a queue that sends.
func (u *netInput) choose() {
	m, p := u.m, u.p
	sendable := m.Wire("sendable_next", p.Ports)
	able := make([]value, p.Ports)
	for o := range able {
		sends := u.waiting.At(o).And(u.Open.At(o))
		sendable.SetBit(o, sends.Any())
		able[o] = sends.And(u.NextPort.Bit(o).Replicate(p.Nodes))
	}
	u.Sendable.Drive(m.Next("sendable_q", sendable, 0))

	eligible := able[0]
	for _, v := range able[1:] {
		eligible = eligible.Or(v)
	}
	last := m.RegArray("last_sent", p.Ports, p.nw(), p.Nodes-1, "queue that sent last, by output")
	turn := m.Let("next_port_last", rtlgen.OneHotMux(u.NextPort, last.Flat()))
	candidates := m.NextNoReset("candidates", eligible, "queues that may send to the next output")
	above := m.NextNoReset("above_last", m.Ones(p.Nodes-1).Shl(turn), "queues above the one that sent last")
	choice := prim.RoundRobin(m, "queue", candidates, above)
	u.chosen = choice.Any
	u.tx = packet.Read(m, u.GrantValid, choice.Index, packet.Beats)
	port := m.NextNoReset("tx_port", u.GrantPort)
	m.If(u.tx.First, func() { last.At(port).Set(u.tx.Slot) })
}

// queues keeps the pointers, and which queues have packets. A write pointer counts from
// the first packet of its queue on that comes, a read pointer from the first one that
// leaves: so neither memory needs a reset.
func (u *netInput) queues() {
	m, p := u.m, u.p
	comes := m.Let("comes", rtlgen.Mux(u.rx.Start, u.dst.Decode(p.Nodes), 0))
	used := m.Reg("queue_used", p.Nodes, 0, "a packet has come, a bit per queue")
	used.Set(used.Or(comes))
	tails := m.Memory("tail", p.Nodes, p.dw(), rtlgen.ReadOld,
		"slot for the next packet, by queue").Style(rtlgen.Distributed)
	dst := u.Rx.Data.Low(p.nw())
	slot := m.RegNoReset("rx_tail_q", p.dw(), "slot of the packet in its queue")
	slotAfter := m.Let("tail_after", slot.Add(1))
	slot.Set(rtlgen.Mux(u.again, slotAfter, rtlgen.Mux(used.Bit(dst), tails.Read("tail_of_rx", dst), 0)))
	tails.Write(u.rx.Start, u.dst, slotAfter)
	u.tail = tails.Read("tail_of_tx", u.tx.Slot)
	u.arrival = m.Let("arrival", rtlgen.Cat(u.dst, slot))

	u.slot = m.RegNoReset("rx_slot", p.nw()+p.dw(), "queue and slot of the packet that started last")
	m.If(u.rx.Start, func() { u.slot.Set(u.arrival) })
	sent := m.Reg("queue_sent", p.Nodes, 0, "a packet has left, a bit per queue")
	m.If(u.tx.Last, func() { sent.SetBit(u.tx.Slot, 1) })
	heads := m.Memory("head", p.Nodes, p.dw(), rtlgen.ReadOld,
		"slot of the oldest packet, by queue").Style(rtlgen.Distributed)
	u.head = m.Let("head_now", rtlgen.Mux(sent.Bit(u.tx.Slot), heads.Read("head_of_tx", u.tx.Slot), 0))
	next := m.Let("next_head", u.head.Add(1))
	heads.Write(u.tx.Last, u.tx.Slot, next)
	u.countSlots()

	// A packet that comes as the last one leaves wins.
	refilled := m.Let("refilled", u.rx.Start.And(u.dst.Eq(u.tx.Slot)))
	u.leaves = m.Next("last_leaves", u.tx.First.And(next.Eq(u.tail)).AndNot(refilled), 0,
		"the last packet has left its queue").Value
	stays := m.Let("stays", rtlgen.Mux(u.leaves, u.tx.Slot.Decode(p.Nodes), 0).Or(comes).Not())
	port := m.Let("rx_port_bit", u.port.Decode(p.Ports))
	m.For("o", p.Ports, func(o value) {
		u.waiting.At(o).Set(u.waiting.At(o).And(stays).Or(comes.And(port.Bit(o).Replicate(p.Nodes))))
	})
}

// memory is the packet memory: the words of the slots of a queue lie together.
// Beats are written as they come, to the slot at the tail of their queue.
func (u *netInput) memory() {
	m, p := u.m, u.p
	ram := rtlgen.Use(m, "packet_ram", prim.RAM1R1W(prim.RAM1R1WParams{Width: p.Data,
		Depth: p.room() * packet.Beats, RDW: prim.RAMReadUndefined}))
	ram.Wr.En.Drive(u.rx.Valid)
	ram.Wr.Addr.Drive(rtlgen.Cat(rtlgen.Mux(u.rx.Start, u.arrival, u.slot), u.rx.Word))
	ram.Wr.Data.Drive(u.rx.Data)
	ram.Rd.En.Drive(u.tx.Active)
	ram.Rd.Addr.Drive(rtlgen.Cat(u.tx.Slot, u.head, u.tx.Word))
	ends := link.KeepEnds(m, u.rx.Stored, u.slot.Value, p.room())
	u.tx.ToCrossbar(m, u.Beat, ends.Word(m, rtlgen.Cat(u.tx.Slot, u.head), u.tx.Word, ram.Rd.Data))
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

	// A packet that the guard has refused gives its credit back when the wire is free.
	refused := u.rx.Error.Bit(link.NoRoute)
	owed := m.Reg("credit_owed", 1, 0, "the credit of a refused packet waits")
	owedDst := m.RegNoReset("credit_owed_queue", p.nw(), "queue of the refused packet")
	owed.Set(refused.Or(owed.And(u.tx.Last)))
	m.If(refused, func() { owedDst.Set(u.dst) })
	given := m.Next("credit", u.tx.Last.Or(owed), 0, "a credit goes back")
	queue := m.NextNoReset("credit_queue", rtlgen.Mux(u.tx.Last, u.tx.Slot, owedDst), "queue that the credit is for")
	back := m.Let("credit_to_link", rtlgen.Cat(given, queue))
	back = packet.Delay(m, "credit_link", back, p.LinkLatency-1)
	u.Rx.Credit.Drive(back.High(1))
	u.Rx.CreditDst.Drive(back.Low(p.nw()).Zext(packet.TagBits))
}
