package cioqrecn

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// OutputPort is the output side of a port (DD figure 4): a packet memory with a
// standard queue and the SAQs, the sending end of the link, and what it tells the
// input sides. README.md gives the cycle of each step.
//
// A slot is reserved when a packet is granted; it is taken when the packet has
// crossed. The first beat's turn pointer moves to the next switch's turn on the way
// into the memory, so that names and packets are compared in the next switch's view.
func OutputPort(p Params) *rtlgen.Typed[OutputPortPorts] {
	m, io := rtlgen.New[OutputPortPorts](p)
	if m.Refused() {
		return m
	}
	u := &outputPort{OutputPortPorts: io, m: m.Module, p: p}
	u.instantiate()
	u.receive()
	u.mapPackets()
	u.events()
	u.notify()
	u.schedule()
	u.transmit()
	u.assume()
	slotCheck{
		slots: p.Slots, queues: u.queues, take: u.start, route: rtlgen.Cat(u.arrivingSource, u.header),
		enqueue: u.enqueue, enqueued: u.slot, enqueueQueue: prim.Encode(m.Module, u.cam.Lookup.Queue),
		grant: u.grant, granted: u.queues.Deq.Slot.Value, grantQueue: u.grantQueue, freed: u.last, freedSlot: u.txSlot,
		between: []value{u.aligned, u.enqueue, u.active},
	}.state(m.Module)
	return m
}

// outputPort is the netlist of the side while it is built.
type outputPort struct {
	*OutputPortPorts
	m *rtlgen.Module
	p Params

	queues   *QueuesPorts
	cam      *CAMPorts
	markers  *MarkersPorts
	notifier *NotifierPorts
	ram      *prim.RAM1R1WPorts
	credits  *prim.CreditCounterPorts // for the link
	reserved *prim.CreditCounterPorts // slots that are not reserved

	start, slot, header, source value // of the packet that comes in
	arrivingSource, txSlot      value
	aligned                     value // the view of its header is aligned
	enqueue                     value // it enters its queue in this cycle
	creditComes                 value // a credit is behind its register
	grant, grantQueue           value
	active, beat, last          value // of the packet that is read: last with its last beat
	marks                       rtlgen.Memory
	badName                     value // a message had no proper name
}

func (u *outputPort) instantiate() {
	m, p := u.m, u.p
	u.queues = rtlgen.Use(m, "queues", Queues(p.output()))
	u.cam = rtlgen.Use(m, "cam", CAM(p.output()))
	u.markers = rtlgen.Use(m, "markers", Markers(p.output()))
	u.notifier = rtlgen.Use(m, "notifier", Notifier(p))
	u.ram = rtlgen.Use(m, "packet_ram", packetRAM(p))
}

// assume is what the side takes for granted of the scheduler, the crossbar, the bus and
// the credits.
func (u *outputPort) assume() {
	m := u.m
	assumeWholeTurns(m, u.p.ports(), u.Tx.Msg.Valid, u.Tx.Msg.Tp, u.Tx.Msg.Mask)
	m.Assume("slot_for_every_start", u.Start.Implies(u.Room), "a packet is granted only where there is room")
	const ahead = 3 // cycles from the grant to the first pair
	granted := m.Reg("granted_before", ahead+pairs-1, 0, "grants of the cycles before, the newest lowest")
	granted.Set(rtlgen.Cat(granted.Low(ahead+pairs-2), u.Start))
	m.Assume("pairs_after_grant", u.Pair.Valid.Eq(granted.High(pairs).Any()), "pairs come 3 to 6 cycles after the grant")
	m.Assume("sop_after_grant", u.Pair.Sop.Eq(granted.Bit(ahead-1)), "the first pair comes 3 cycles after the grant")
	m.Assume("note_is_there", u.NoteTake.Implies(u.Note.Valid), "the bus takes a note that is there")
	w := u.p.cw()
	here := u.credits.Count.Zext(w + 1).Add(u.creditComes.Zext(w + 1))
	m.Assume("credit_of_a_sent_packet", u.Tx.Credit.Implies(here.Lt(u.p.Slots)),
		"a credit comes only for a packet that was sent")
	coming := m.Let("slots_reserved", granted.Low(ahead).PopCount().Zext(w).Add(u.start.Zext(w)))
	m.Assert("slots_are_reserved", u.queues.Free.Count.Eq(u.reserved.Count.Add(coming)),
		"a slot is free until its packet comes, and reserved from the grant on")
}

// receive writes the pairs of a packet, with its turn pointer moved on.
func (u *outputPort) receive() {
	m, p := u.m, u.p
	valid := m.Next("pair_valid_q", u.Pair.Valid, 0)
	sop := m.Next("pair_sop_q", u.Pair.Sop, 0)
	data := m.NextNoReset("pair_data_q", u.Pair.Data)
	source := m.NextNoReset("pair_source_q", u.PairSource)
	u.start = m.Let("first", valid.And(sop))
	u.queues.Take.Drive(u.start)

	first := p.ports().MovedOn(m, data.Low(p.Data))
	patched := m.Let("patched", rtlgen.Cat(data.High(p.Data), first))

	slot := m.RegNoReset("slot", p.sw(), "slot of the packet that started last")
	pair := m.Reg("pair", rtlgen.IndexBits(pairs), 0, "number of the next pair in its packet")
	from := m.RegNoReset("source", p.pw(), "input that the packet comes from")
	m.If(u.start, func() {
		slot.Set(u.queues.Slot)
		from.Set(source)
	})
	m.If(valid, func() { pair.Set(pair.Add(1)) })
	// Whether a packet is damaged is known with its last pair, before its last beat is read.
	marks := m.Memory("damaged", p.Slots, 1, rtlgen.ReadOld, "the packet is damaged, by slot").Style(rtlgen.Distributed)
	marks.Write(valid.And(pair.Eq(pairs-1)), slot, m.NextNoReset("pair_bad_q", u.Pair.Bad))
	u.marks = marks
	u.slot = slot.Value
	u.header = packet.HeaderIn(first)
	u.source = from.Value
	u.arrivingSource = source.Value
	u.ram.Wr.En.Drive(valid)
	u.ram.Wr.Addr.Drive(rtlgen.Cat(rtlgen.Mux(sop, u.queues.Slot, slot), pair))
	u.ram.Wr.Data.Drive(rtlgen.Mux(sop, patched, data))
	m.Assume("sop_first", valid.Implies(sop.Eq(pair.Eq(0))), "sop with the first pair")
}

// mapPackets finds the queue of a packet, two cycles after its first pair: the aligned
// view of its header is registered, and then what the CAM says.
func (u *outputPort) mapPackets() {
	m := u.m
	turns := m.NextNoReset("turns", packet.Aligned(m, "header", u.header))
	u.cam.Lookup.Turns.Drive(turns)
	u.cam.Lookup.Standard.Drive(0)
	u.aligned = m.Next("turns_valid", u.start, 0).Value
	u.enqueue = m.Next("queue_valid", u.aligned, 0).Value
	u.queues.Enq.Valid.Drive(u.enqueue)
	u.queues.Enq.Queue.Drive(u.cam.Lookup.Queue)
	u.queues.Enq.Slot.Drive(u.slot)
	u.notifier.Enq.Valid.Drive(u.enqueue)
	u.notifier.Enq.Queue.Drive(u.cam.Lookup.Queue)
	u.notifier.Enq.Source.Drive(u.source)
	u.markers.Count.Drive(u.queues.Count)
	u.markers.Born.Drive(u.cam.Born)
	u.markers.BornHost.Drive(u.cam.BornHost)
}

// events brings the messages of the link to the CAM: an Xoff for which there is no
// SAQ allocates one.
func (u *outputPort) events() {
	m, event := u.m, u.cam.Event
	xoff := m.NextData("tx_msg_xoff_q", u.Tx.Msg.Xoff, 0)
	named := m.Let("name_can_be", u.p.ports().Proper(packet.NameIn(u.Tx.Msg.NameOf)))
	event.Valid.Drive(m.Next("tx_msg_valid_q", u.Tx.Msg.Valid.And(named), 0, "a message with a proper name has come"))
	u.badName = m.Next("bad_name_q", u.Tx.Msg.Valid.AndNot(named), 0, "a message came without a proper name").Value
	event.Block.Drive(xoff)
	event.Allocate.Drive(xoff)
	event.Tp.Drive(m.NextNoReset("tx_msg_tp_q", u.Tx.Msg.Tp))
	event.Mask.Drive(m.NextNoReset("tx_msg_mask_q", u.Tx.Msg.Mask))
	event.Standard.Drive(0)
	u.Stat.Lines.Drive(u.cam.Line.Valid)
	u.Stat.CamFull.Drive(u.cam.Refused)
	m.Unused("line_standard", u.cam.Line.Standard) // there is one only
}

// notify joins the notifier with the queues and the CAM.
func (u *outputPort) notify() {
	p, n := u.p, u.notifier
	n.StandardCount.Drive(u.queues.Count.Low(p.cw()))
	n.Count.Drive(u.queues.Count.High(p.SAQs * p.cw()))
	rtlgen.Connect(n.Line.LineNames, u.cam.Line.LineNames)
	rtlgen.Connect(n.Line.lineState, u.cam.Line.lineState)
	rtlgen.Connect(n.Line.markerState, u.markers.Line)
	u.cam.Dealloc.Drive(n.Dealloc)
	u.cam.SentSet.Drive(n.SentSet)
	u.cam.SentClear.Drive(n.SentClear)
	n.NoteTake.Drive(u.NoteTake)
	rtlgen.Connect(u.Note, n.Note)
}

// schedule picks the next queue, round robin, a cycle before its grant. The link is free
// for a grant in the cycle in which the last beat of the packet before is read. A
// decision stands: an Xoff that comes with it lets the packet go.
func (u *outputPort) schedule() {
	m, p := u.m, u.p
	active := m.Reg("tx_active", 1, 0, "a packet is read for the link")
	beat := m.Reg("tx_beat", packet.BeatIndex, 0, "number of the beat that is read")
	u.last = m.Let("tx_last", active.And(beat.Eq(packet.Beats-1)))
	grant := m.Reg("grant_q", 1, 0, "the queue of grant_queue_q may send")

	credits := rtlgen.Use(m, "credits", prim.CreditCounter(prim.CreditCounterParams{Max: p.Slots}))
	open := m.Let("saq_may_send", u.markers.Line.Ready.AndNot(u.cam.Line.Blocked))
	eligible := m.Let("eligible", u.queues.Empty.Not().And(rtlgen.Cat(open, m.Ones(1))))
	ending := m.Let("tx_ending", beat.Ge(packet.Beats-2))
	free := m.Let("link_free", active.Not().Or(ending).AndNot(grant).And(credits.Available))
	arbiter := rtlgen.Use(m, "arbiter", prim.RRArbiter(prim.RRArbiterParams{N: p.outputQueues()}))
	arbiter.Req.Drive(eligible.And(free.Replicate(p.outputQueues())))
	arbiter.Advance.Drive(1)
	m.Unused("grant_lines", arbiter.Grant)
	grant.Set(arbiter.Valid)
	u.grant, u.grantQueue = grant.Value, m.NextNoReset("grant_queue_q", arbiter.Index).Value
	u.queues.Deq.Valid.Drive(u.grant)
	u.queues.Deq.Queue.Drive(u.grantQueue)
	u.markers.Deq.Valid.Drive(u.grant)
	u.markers.Deq.Queue.Drive(u.grantQueue)
	credits.Take.Drive(u.grant)
	u.credits, u.creditComes = credits, m.Next("tx_credit_q", u.Tx.Credit, 0).Value
	credits.Give.Drive(u.creditComes)
	u.Stat.Credit.Drive(credits.Count)
	u.Error.Drive(rtlgen.Cat(u.badName, m.Next("excess_q", credits.Excess, 0)))

	m.If(u.grant, func() {
		active.Set(1)
		beat.Set(0)
	}).ElseIf(active, func() {
		active.Set(u.last.Not())
		beat.Set(beat.Add(1))
	})
	u.active, u.beat = active.Value, beat.Value
}

// transmit reads the granted packet, one beat per cycle, and gives its slot back
// with the last.
func (u *outputPort) transmit() {
	m, p := u.m, u.p
	slot := m.RegNoReset("tx_slot", p.sw(), "slot of the packet that is read")
	m.If(u.grant, func() { slot.Set(u.queues.Deq.Slot) })
	u.txSlot = slot.Value
	u.ram.Rd.En.Drive(u.active)
	u.ram.Rd.Addr.Drive(rtlgen.Cat(slot, u.beat.High(2)))
	u.queues.Free.Valid.Drive(u.last)
	u.queues.Free.Slot.Drive(slot)

	reserved := rtlgen.Use(m, "reservations", prim.CreditCounter(prim.CreditCounterParams{Max: p.Slots}))
	u.reserved = reserved
	reserved.Take.Drive(u.Start)
	reserved.Give.Drive(u.last)
	m.Unused("excess_of_slots", reserved.Excess)
	u.Room.Drive(reserved.Available)

	valid := m.Next("beat_valid", u.active, 0)
	sop := m.Next("beat_sop", u.active.And(u.beat.Eq(0)), 0, "the first beat of a packet was read")
	eop := m.Next("beat_eop", u.last, 0)
	bad := m.Next("beat_bad", u.last.And(u.marks.Read("mark", slot)), 0, "the last beat of a damaged packet was read")
	odd := m.NextData("beat_is_odd", u.beat.Bit(0), 0, "the upper beat of the pair was read")
	read := u.ram.Rd.Data
	data := m.Let("beat_data", rtlgen.Mux(odd, read.High(p.Data), read.Low(p.Data)))
	packet.Send(m, u.Tx.Beat, p.LinkLatency, valid, sop, eop, bad, data)
}
