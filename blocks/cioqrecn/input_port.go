package cioqrecn

import (
	"fmt"

	"culprit/blocks/packet"
	"culprit/blocks/prim"
	"culprit/blocks/recn"
	"culprit/rtlgen"
)

// InputPort is the input side of a port (DD figure 3): a packet memory with a
// detection queue per output and the SAQs, to which packets are mapped on arrival.
// README.md gives the cycle of each step.
func InputPort(p Params) *rtlgen.Typed[InputPortPorts] {
	m, io := rtlgen.New[InputPortPorts](p)
	u := &inputPort{InputPortPorts: io, m: m.Module, p: p}
	u.instantiate()
	u.receive()
	u.mapPackets()
	u.events()
	u.flowControl()
	u.requests()
	u.transmit()
	slotCheck{
		slots: p.Slots, queues: u.queues, take: u.sop, route: u.arriving,
		enqueue: u.enqueue, enqueued: u.slot, enqueueQueue: u.cam.Lookup.Queue.Value,
		grant: u.GrantValid.Value, granted: u.queues.Deq.Slot.Value, grantQueue: u.GrantQueue.Value, freed: u.tx.Last, freedSlot: u.tx.Slot,
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

	sop, arriving, slot, header value          // start of a packet with its header; then they are registered
	enqueue                     value          // the packet enters its queue in this cycle
	tx                          packet.Reading // the packet that is read
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

// packetRAM is the packet memory of a side: its words are pairs of beats.
func packetRAM(p Params) *rtlgen.Typed[prim.RAM1R1WPorts] {
	return prim.RAM1R1W(prim.RAM1R1WParams{Width: pairBits, Depth: p.Slots * pairs, RDW: prim.RAMReadUndefined})
}

// receive takes a slot for every packet and writes its beats in pairs.
func (u *inputPort) receive() {
	m, p := u.m, u.p
	rx := packet.Receive(m, u.Rx.Beat)
	u.sop, u.arriving = rx.Start, rx.Header()
	u.queues.Take.Drive(u.sop)

	slot := m.RegNoReset("slot", p.sw())
	header := m.RegNoReset("header", packet.HeaderBits)
	beat := m.Reg("beat", packet.BeatIndex, 0)
	even := m.RegNoReset("even_beat", packet.BeatBits)
	m.If(u.sop, func() {
		slot.Set(u.queues.Slot)
		header.Set(u.arriving)
	})
	m.If(rx.Valid, func() {
		beat.Set(rtlgen.Mux(rx.Eop, 0, beat.Add(1)))
		even.Set(rx.Data)
	})
	u.slot, u.header = slot.Value, header.Value
	u.ram.Wr.En.Drive(rx.Valid.And(beat.Bit(0)))
	u.ram.Wr.Addr.Drive(rtlgen.Cat(slot, beat.Slice(2, 1)))
	u.ram.Wr.Data.Drive(rtlgen.Cat(rx.Data, even))

	m.Assume("sop_first", rx.Valid.Implies(rx.Sop.Eq(beat.Eq(0))), "sop with the first beat")
	m.Assume("eop_last", rx.Valid.Implies(rx.Eop.Eq(beat.Eq(packet.Beats-1))), "eop with the last beat")
}

// mapPackets finds the queue of a packet, three cycles after its first beat: the
// header is registered, then its aligned view, then its output. Packets are 8
// cycles apart, so that these registers hold still. Lookup and enqueue are in one
// cycle: so the marker of a line that is born then is behind the packet.
func (u *inputPort) mapPackets() {
	m, p := u.m, u.p
	turns := m.NextNoReset("turns", packet.Aligned(m, "header", u.header))
	output := m.NextNoReset("outport", p.ports().OutputOf(m, "first_turn_port", u.MyPort, turns.High(p.pw())))
	routed := m.Next("header_valid", u.sop, 0)
	aligned := m.Next("turns_valid", routed, 0)
	u.enqueue = m.Next("output_valid", aligned, 0).Value

	u.cam.Lookup.Turns.Drive(turns)
	u.cam.Lookup.Standard.Drive(output)
	u.queues.Enq.Valid.Drive(u.enqueue)
	u.queues.Enq.Queue.Drive(u.cam.Lookup.Queue)
	u.queues.Enq.Slot.Drive(u.slot)
	u.queues.Deq.Valid.Drive(u.GrantValid)
	u.queues.Deq.Queue.Drive(u.GrantQueue)
	u.markers.Enq.Valid.Drive(u.enqueue)
	u.markers.Enq.Queue.Drive(u.cam.Lookup.Queue)
	u.markers.Deq.Valid.Drive(u.GrantValid)
	u.markers.Deq.Queue.Drive(u.GrantQueue)
	u.markers.Count.Drive(u.queues.Count)
	u.markers.Born.Drive(u.cam.Born)
	u.markers.BornHost.Drive(u.cam.BornHost)
}

// events brings notes and detections to the CAM; notes first, since they cannot
// wait on the bus.
func (u *inputPort) events() {
	m, p, bus := u.m, u.p, u.Bus
	// All ports that have a SAQ of the name obey an Xoff; its target may allocate one.
	extend := rtlgen.Use(m, "name_extend", recn.NameExtend(p.recn()))
	extend.MyPort.Drive(u.MyPort)
	rtlgen.Connect(extend.Bus, bus)

	forMe := m.Let("for_me", bus.Xoff.And(extend.NoteAllocate))
	request := m.Let("is_request", bus.Mask.Eq(0))
	note := m.Let("note", extend.Note.Valid.And(request.Not().Or(forMe)))
	detect := u.detection.Alloc
	block := m.Let("event_block", note.And(bus.Xoff).AndNot(request))
	event := u.cam.Event
	event.Valid.Drive(note.Or(detect.Valid))
	event.Block.Drive(block)
	event.Allocate.Drive(rtlgen.Mux(note, forMe, 1))
	event.Tp.Drive(rtlgen.Mux(note, extend.Note.Tp, detect.Tp))
	event.Mask.Drive(rtlgen.Mux(note, extend.Note.Mask, detect.Mask))
	event.Standard.Drive(rtlgen.Mux(note, bus.Source, detect.Port))

	u.Stat.Detect.Drive(u.cam.Born.Any().AndNot(block))
	u.Stat.NoFree.Drive(u.detection.NoFree)
	u.Stat.Dropped.Drive(u.cam.Refused.Or(extend.Overflow.And(forMe)))
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
	entered := m.Let("entered_queue", rtlgen.Mux(u.enqueue, u.cam.Lookup.Queue.Decode(p.inputQueues()), 0))
	u.rfcu.Linked.Drive(entered.High(p.SAQs))
	m.Unused("detection_queue", entered.Low(p.Ports))
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

	ports := make([]value, p.SAQs)
	for k := range ports {
		turn := line.Tp.At(k).High(p.pw())
		ports[k] = p.ports().OutputOf(m, fmt.Sprintf("saq_%d_port", k), u.MyPort, turn)
	}
	port := m.Let("saq_ports", rtlgen.LanesOf(ports))
	u.SaqPort.Drive(port)
	u.detection.Line.Port.Drive(port)
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
	u.Pair.Valid.Drive(m.Next("pair_valid_q", u.tx.Active, 0))
	u.Pair.Sop.Drive(m.Next("pair_sop_q", u.tx.First, 0))
	u.Pair.Data.Drive(u.ram.Rd.Data)
	u.Rx.Credit.Drive(packet.Delay(m, "credit_link", m.Next("credit_q", u.tx.Last, 0), u.p.LinkLatency-1))
}
