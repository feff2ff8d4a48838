package cioqrecn

import (
	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/rtlgen"
)

// InputPort is the input side of a port (DD figure 3): a packet memory with a
// detection queue per output and the SAQs, to which packets are mapped on arrival.
// README.md gives the cycle of each step.
func InputPort(p Params) *rtlgen.Typed[InputPortPorts] {
	m, io := rtlgen.New[InputPortPorts](p)
	if m.Refused() {
		return m
	}
	u := &inputPort{InputPortPorts: io, m: m.Module, p: p}
	u.instantiate()
	u.receive()
	u.mapPackets()
	u.events()
	u.flowControl()
	u.requests()
	u.transmit()
	u.assume()
	slotCheck{
		slots: p.Slots, queues: u.queues, take: u.sop, route: u.arriving,
		enqueue: u.enqueue, enqueued: u.slot, enqueueQueue: prim.Encode(m.Module, u.cam.Lookup.Queue),
		grant: u.GrantValid.Value, granted: u.queues.Deq.Slot.Value, grantQueue: u.GrantQueue.Value, freed: u.tx.Last,
		freedSlot: u.tx.Slot, between: []value{u.aligned, u.enqueue, u.tx.Active},
	}.state(m.Module)
	return m
}

// inputPort is the netlist of the side while it is built.
type inputPort struct {
	*InputPortPorts
	m *rtlgen.Module
	p Params

	queues    *QueuesPorts
	cam       *CAMPorts
	markers   *MarkersPorts
	detection *DetectionPorts
	rfcu      *recn.RFCUPorts
	ram       *prim.RAM1R1WPorts

	sop, arriving, slot value          // start of a packet with its header; its slot, registered
	aligned             value          // the view of its header is aligned
	enqueue             value          // the packet enters its queue in this cycle
	tx                  packet.Reading // the packet that is read
	ends                link.Ends      // how the packets ended
	freed               rtlgen.Wire    // a slot is given back
	credit              value          // the guard gives one
}

func (u *inputPort) instantiate() {
	m, p := u.m, u.p
	u.queues = rtlgen.Use(m, "queues", Queues(p.input()))
	u.cam = rtlgen.Use(m, "cam", CAM(p.input()))
	u.markers = rtlgen.Use(m, "markers", Markers(p.input()))
	u.detection = rtlgen.Use(m, "detection", Detection(p))
	u.rfcu = rtlgen.Use(m, "rfcu", recn.RFCU(p.recn()))
	u.ram = rtlgen.Use(m, "packet_ram", packetRAM(p))
}

// assume is what the side takes for granted of credits and grants.
func (u *inputPort) assume() {
	m, n := u.m, u.p.inputQueues()
	assumeWholeTurns(m, u.p.ports(), u.Bus.Valid, u.Bus.Tp, u.Bus.Mask)
	m.Assume("slot_for_every_packet", u.sop.Implies(u.queues.Free.Count.Ne(0)), "a packet comes only with a credit")
	known := m.Next("port_is_known", m.Ones(1), 0, "this is not the first cycle after reset")
	port := m.NextNoReset("my_port_before", u.MyPort)
	m.Assume("port_number_holds", known.Implies(u.MyPort.Eq(port)), "the number of the port never changes")
	before := m.Next("eligible_before", u.QueueEligible, 0)
	earlier := m.Next("eligible_earlier", before, 0)
	queue := u.GrantQueue.Decode(n) // 0 where there is no such queue
	m.Assume("grant_of_an_eligible_queue", u.GrantValid.Implies(queue.And(earlier).Any()),
		"the scheduler grants what it was offered two cycles before")
	granted := m.Reg("granted_before", pairs-1, 0, "grants of the cycles before, the newest lowest")
	granted.Set(rtlgen.Cat(granted.Low(pairs-2), u.GrantValid))
	m.Assume("grants_every_4_cycles", u.GrantValid.Implies(granted.Eq(0)), "a packet crosses in 4 cycles")
}

// packetRAM is the packet memory of a side: its words are pairs of beats.
func packetRAM(p Params) *rtlgen.Typed[prim.RAM1R1WPorts] {
	return prim.RAM1R1W(prim.RAM1R1WParams{Width: p.pairBits(), Depth: p.Slots * pairs, RDW: prim.RAMReadUndefined})
}

// receive takes a slot for every packet and writes its beats in pairs.
func (u *inputPort) receive() {
	m, p := u.m, u.p
	u.freed = m.Wire("slot_is_freed", 1)
	rx := link.Receive(m, link.GuardParams{Ports: p.Ports, Slots: p.Slots, Data: p.Data}, u.Rx.Beat, u.freed)
	u.credit = rx.Credit.Value
	u.Error.Drive(rx.Error)
	u.sop, u.arriving = rx.Start.Value, rx.Header()
	u.queues.Take.Drive(u.sop)

	slot := m.RegNoReset("slot", p.sw(), "slot of the packet that started last")
	even := m.RegNoReset("even_beat", p.Data, "the beat before the one that comes")
	m.If(u.sop, func() { slot.Set(u.queues.Slot) })
	m.If(rx.Valid, func() { even.Set(rx.Data) })
	u.slot = m.NextNoReset("slot_before", slot).Value
	pair := m.Let("pair_is_whole", rx.Valid.And(rx.Word.Bit(0)))
	half := m.Let("pair_is_cut", rx.End.AndNot(pair).AndNot(rx.Last.Bit(0)))
	u.ram.Wr.En.Drive(pair.Or(half))
	u.ram.Wr.Addr.Drive(rtlgen.Cat(slot, rtlgen.Mux(pair, rx.Word.Slice(2, 1), rx.Last.Slice(2, 1))))
	u.ram.Wr.Data.Drive(rtlgen.Cat(rtlgen.Mux(pair, rx.Data, 0), even))
	u.ends = link.KeepEnds(m, rx.Stored, slot.Value, p.Slots)
	p.ports().AssumeLink(m, u.Rx, p.Slots)
}

// mapPackets finds the queue of a packet, two cycles after its first beat: the aligned
// view of its header is registered, and then what the CAM and the turn say.
func (u *inputPort) mapPackets() {
	m, p := u.m, u.p
	turns := m.NextNoReset("turns", packet.Aligned(m, "header", u.arriving))
	u.cam.Lookup.Turns.Drive(turns)
	u.cam.Lookup.Standard.Drive(p.ports().OutputOf(m, "first_turn_port", u.MyPort, turns.High(p.pw())))
	u.aligned = m.Next("turns_valid", u.sop, 0).Value
	u.enqueue = m.Next("queue_valid", u.aligned, 0).Value

	u.queues.Enq.Valid.Drive(u.enqueue)
	u.queues.Enq.Queue.Drive(u.cam.Lookup.Queue)
	u.queues.Enq.Slot.Drive(u.slot)
	u.queues.Deq.Valid.Drive(u.GrantValid)
	u.queues.Deq.Queue.Drive(u.GrantQueue)
	u.markers.Deq.Valid.Drive(u.GrantValid)
	u.markers.Deq.Queue.Drive(u.GrantQueue)
	u.markers.Count.Drive(u.queues.Count)
	u.markers.Born.Drive(u.cam.Born)
	u.markers.BornHost.Drive(u.cam.BornHost)
}

// events brings notes and detections to the CAM, through a register; notes first, since
// they cannot wait on the bus.
func (u *inputPort) events() {
	m, p, bus := u.m, u.p, u.Bus
	// All ports that have a SAQ of the name obey an Xoff; its target may allocate one.
	extend := rtlgen.Use(m, "name_extend", recn.NameExtend(p.recn()))
	extend.MyPort.Drive(u.MyPort)
	rtlgen.Connect(extend.Bus, bus)

	forMe := m.Let("for_me", bus.Xoff.And(extend.NoteAllocate))
	request := m.Let("is_request", bus.Mask.High(1).Not()) // the mask is 0
	note := m.Let("note", extend.Note.Valid.And(request.Not().Or(forMe)))
	detect := u.detection.Alloc
	event := u.cam.Event
	event.Valid.Drive(m.Next("event_valid_q", note.Or(detect.Valid), 0, "a note or a detection comes to the CAM"))
	event.Block.Drive(m.NextNoReset("event_block_q", m.Let("event_block", note.And(bus.Xoff).AndNot(request))))
	event.Allocate.Drive(m.NextNoReset("event_allocate_q", note.Not().Or(forMe), "the event may allocate a SAQ"))
	event.Tp.Drive(m.NextNoReset("event_tp_q", rtlgen.Mux(note, extend.Note.Tp, detect.Tp),
		"turns of the event's name"))
	event.Mask.Drive(m.NextNoReset("event_mask_q", rtlgen.Mux(note, extend.Note.Mask, detect.Mask),
		"significant bits of these turns"))
	event.Standard.Drive(m.NextNoReset("event_standard_q", rtlgen.Mux(note, bus.Source, detect.Port),
		"standard queue of the event's name"))

	u.Stat.Detect.Drive(u.cam.Born.AndNot(u.cam.Line.Blocked).Any())
	u.Stat.NoFree.Drive(u.detection.NoFree)
	isNote := m.NextNoReset("event_is_note_q", note)
	tooLong := m.Next("too_long_q", extend.Overflow.And(forMe), 0, "a note is dropped whose name is too long")
	u.Stat.Dropped.Drive(u.cam.Refused.And(isNote).Or(tooLong))
	m.Unused("note_xoff", extend.Note.Xoff) // it is bus_xoff
}

// flowControl sends the messages to the switch before this one and frees SAQs, by
// the rules of RECN-IQ.
func (u *inputPort) flowControl() {
	m, p, line := u.m, u.p, u.cam.Line
	saqs := m.Let("saq_counts", u.queues.Count.High(p.SAQs*p.cw()))
	u.rfcu.Count.Drive(saqs)
	rtlgen.Connect(u.rfcu.Line.LineNames, line.LineNames)
	u.rfcu.Line.Xoff.Drive(line.Blocked)
	u.rfcu.Line.Sent.Drive(line.Sent)
	u.rfcu.Line.Ready.Drive(u.markers.Line.Ready.AndNot(u.markers.Line.Hosting))
	u.rfcu.Linked.Drive(u.enqueue.Replicate(p.SAQs)) // to one of them, perhaps
	u.cam.Dealloc.Drive(u.rfcu.Dealloc)
	u.cam.SentSet.Drive(u.rfcu.SentSet)
	u.cam.SentClear.Drive(u.rfcu.SentClear)
	// The unit's register is the first of the link's registers.
	packet.DelayMessage(m, "message_link", u.Rx.Msg, u.rfcu.Msg, p.LinkLatency-1)
	u.Stat.Saqs.Drive(line.Valid)
	u.Stat.Sent.Drive(line.Valid.And(line.Sent))
	u.Stat.Free.Drive(u.queues.Free.Count)
}

// requests shows to the scheduler which queues may send, and where.
func (u *inputPort) requests() {
	m, p, line := u.m, u.p, u.cam.Line
	open := m.Let("saq_may_send", u.markers.Line.Ready.AndNot(line.Blocked))
	u.QueueEligible.Drive(u.queues.Empty.Not().And(rtlgen.Cat(open, m.Ones(p.Ports))))

	u.SaqPort.Drive(line.Standard)
	u.detection.Line.Port.Drive(line.Standard)
	u.detection.Line.Valid.Drive(line.Valid)
	u.detection.Line.Mask.Drive(line.Mask)
	u.detection.MyPort.Drive(u.MyPort)
	u.detection.Count.Drive(u.queues.Count.Low(p.Ports * p.cw()))
}

// transmit reads the granted packet, two beats per cycle, and gives its slot back
// with the last.
func (u *inputPort) transmit() {
	m := u.m
	u.tx = packet.Read(m, u.GrantValid, u.queues.Deq.Slot, pairs)
	u.ram.Rd.En.Drive(u.tx.Active)
	u.ram.Rd.Addr.Drive(rtlgen.Cat(u.tx.Slot, u.tx.Word))
	u.queues.Free.Valid.Drive(u.tx.Last)
	u.queues.Free.Slot.Drive(u.tx.Slot)
	word := u.ends.Word(m, u.tx.Slot, rtlgen.Cat(u.tx.Word, m.Zero(1)), u.ram.Rd.Data)
	last := m.Next("read_last_q", u.tx.Last, 0)
	u.Pair.Valid.Drive(m.Next("pair_valid_q", m.Next("read_valid_q", u.tx.Active, 0), 0))
	u.Pair.Sop.Drive(m.Next("pair_sop_q", m.Next("read_sop_q", u.tx.First, 0, "the first pair of a packet is read"), 0))
	u.Pair.Bad.Drive(m.Next("pair_bad_q", last.And(word.Bad), 0))
	u.Pair.Data.Drive(m.NextNoReset("pair_data_q", rtlgen.Mux(word.Lost, 0, word.Data)))
	u.Rx.Credit.Drive(packet.Delay(m, "credit_link", u.credit, u.p.LinkLatency-1))
	u.freed.Set(u.tx.Last)
}
