package voq

import (
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
	rx packet.Received
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
}

// receive registers the beats, with the output port of a packet beside its first beat.
func (u *netInput) receive() {
	m, p := u.m, u.p
	u.rx = p.ports().Receive(m, u.Rx.Beat)
	u.port = m.NextNoReset("rx_port_q", p.ports().RequestedOutput(m, u.MyPort, u.Rx.Data.High(packet.HeaderBits))).Value
	u.dst = u.rx.Data.Low(p.nw())
	if tag := u.rx.Data.Low(packet.TagBits); p.nw() < packet.TagBits {
		m.Assume("destination_exists", u.rx.Start.Implies(tag.Lt(p.Nodes)), "packets go to nodes of the network")
	}
}

// choose shows which outputs a packet may go to, and chooses the queue of a grant, round
// robin among those of an output; its turn moves past a queue that sends.
func (u *netInput) choose() {
	m, p := u.m, u.p
	u.waiting = m.RegArray("waiting", p.Ports, p.Nodes, 0)
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
	last := m.RegArray("last_sent", p.Ports, p.nw(), p.Nodes-1)
	turn := m.Let("next_port_last", rtlgen.OneHotMux(u.NextPort, last.Flat()))
	candidates := m.NextNoReset("candidates", eligible)
	above := m.NextNoReset("above_last", m.Ones(p.Nodes-1).Shl(turn))
	choice := prim.RoundRobin(m, "queue", candidates, above)
	u.chosen = choice.Any
	u.tx = packet.Read(m, u.GrantValid, choice.Index, packet.Beats)
	port := m.NextNoReset("tx_port", u.GrantPort)
	m.If(u.tx.First, func() { last.At(port).Set(u.tx.Slot) })
}

// queues keeps the pointers, and which queues have packets. A write pointer counts from
// the first packet of its queue on, which also sets the read pointer, in the first cycle
// in which that of another queue does not move: so neither memory needs a reset.
func (u *netInput) queues() {
	m, p := u.m, u.p
	comes := m.Let("comes", rtlgen.Mux(u.rx.Start, u.dst.Decode(p.Nodes), 0))
	used := m.Reg("queue_used", p.Nodes, 0)
	used.Set(used.Or(comes))
	tails := m.Memory("tail", p.Nodes, p.dw(), rtlgen.ReadOld).Style(rtlgen.Distributed)
	dst := u.Rx.Data.Low(p.nw())
	firstNext := m.Let("rx_first_next", used.Bit(dst).Not())
	first := m.NextNoReset("rx_first_q", firstNext)
	slot := m.NextNoReset("rx_tail_q", rtlgen.Mux(firstNext, 0, tails.Read("tail_of_rx", dst)))
	tails.Write(u.rx.Start, u.dst, slot.Add(1))
	u.tail = tails.Read("tail_of_tx", u.tx.Slot)
	u.arrival = m.Let("arrival", rtlgen.Cat(u.dst, slot))

	u.slot = m.RegNoReset("rx_slot", p.nw()+p.dw())
	m.If(u.rx.Start, func() { u.slot.Set(u.arrival) })
	starts := m.Reg("starts_ring", 1, 0)
	starts.Set(u.rx.Start.And(first).Or(starts.And(u.tx.Last)))
	heads := m.Memory("head", p.Nodes, p.dw(), rtlgen.ReadOld).Style(rtlgen.Distributed)
	u.head = heads.Read("head_of_tx", u.tx.Slot)
	next := m.Let("next_head", u.head.Add(1))
	heads.Write(u.tx.Last.Or(starts), rtlgen.Mux(u.tx.Last, u.tx.Slot, u.slot.High(p.nw())),
		rtlgen.Mux(u.tx.Last, next, 0))

	// A packet that comes as the last one leaves wins.
	refilled := m.Let("refilled", u.rx.Start.And(u.dst.Eq(u.tx.Slot)))
	u.leaves = m.Next("last_leaves", u.tx.First.And(next.Eq(u.tail)).AndNot(refilled), 0).Value
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
	word := m.Reg("rx_word", packet.BeatIndex, 0)
	m.If(u.rx.Valid, func() { word.Set(rtlgen.Mux(u.rx.Eop, 0, word.Add(1))) })

	ram := rtlgen.Use(m, "packet_ram", prim.RAM1R1W(prim.RAM1R1WParams{Width: packet.BeatBits,
		Depth: p.room() * packet.Beats, RDW: prim.RAMReadUndefined}))
	ram.Wr.En.Drive(u.rx.Valid)
	ram.Wr.Addr.Drive(rtlgen.Cat(rtlgen.Mux(u.rx.Sop, u.arrival, u.slot), word))
	ram.Wr.Data.Drive(u.rx.Data)
	ram.Rd.En.Drive(u.tx.Active)
	ram.Rd.Addr.Drive(rtlgen.Cat(u.tx.Slot, u.head, u.tx.Word))
	u.tx.ToCrossbar(m, u.Beat, ram.Rd.Data)

	packet.AssumeBeats(m, u.rx.Valid, u.rx.Sop, u.rx.Eop, word.Value)
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
	queue := m.NextNoReset("credit_queue", u.tx.Slot)
	back := m.Let("credit_to_link", rtlgen.Cat(given, queue))
	back = packet.Delay(m, "credit_link", back, p.LinkLatency-1)
	u.Rx.Credit.Drive(back.High(1))
	u.Rx.CreditDst.Drive(back.Low(p.nw()).Zext(packet.TagBits))
}
