package cioqrecn

import (
	"culprit/blocks/prim"
	"culprit/blocks/recn"
	"culprit/rtlgen"
)

// OutputPort is the output side of a port (DD figure 4): a packet memory with a
// standard queue and the SAQs, the sending end of the link, and what it tells the
// input sides. README.md gives the cycle of each step.
//
// A slot is reserved when a packet is granted; it is taken when the packet has
// crossed. The first beat's turn pointer moves to the next switch's turn on the way
// into the memory, so that names and packets are compared in the next switch's view.
func OutputPort(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("cioq_recn_output_port")
	m.Doc("output side: standard queue, set-aside queues, packet memory, link")
	p.declare(m, portsSpec, slotsSpec, saqsSpec, outSpec, xoffSpec, xonSpec, latSpec)
	u := &outputPort{m: m, p: p}
	u.instantiate()
	u.receive()
	u.mapPackets()
	u.events()
	u.notify()
	u.schedule()
	u.transmit()
	slotCheck{
		slots: p.Slots, queues: u.queues, take: u.start, route: rtlgen.Cat(u.arrivingSource, u.header),
		enqueue: u.enqueue, enqueued: u.slot, enqueueQueue: u.cam.Out("lookup_queue"),
		grant: u.grant, granted: u.grantedSlot, grantQueue: u.grantQueue, freed: u.last, freedSlot: u.txSlot,
	}.state(m)
	return m
}

// outputPort is the netlist of the side while it is built.
type outputPort struct {
	m *rtlgen.Module
	p Params

	queues, cam, markers, notifier, ram *rtlgen.Instance

	start, slot, header, source    value // of the packet that comes in
	arrivingSource, txSlot         value
	enqueue                        value // it enters its queue in this cycle
	grant, grantQueue, grantedSlot value
	active, beat, last             value // of the packet that is read: last with its last beat
}

func (u *outputPort) instantiate() {
	m, p := u.m, u.p
	u.queues = m.Instance("queues", Queues(p.Slots, p.outputQueues()))
	u.cam = m.Instance("cam", CAM(p.SAQs, 1))
	u.markers = m.Instance("markers", Markers(p.Slots, p.SAQs, 1))
	u.notifier = m.Instance("notifier", Notifier(p))
	u.ram = m.Instance("packet_ram", prim.RAM1R1W(prim.RAM1R1WParams{Width: pairBits, Depth: p.Slots * pairs, RDW: 2}))
}

// receive writes the pairs of a packet, with its turn pointer moved on.
func (u *outputPort) receive() {
	m, p := u.m, u.p
	valid := m.Next("pair_valid_q", m.Input("pair_valid", 1), 0)
	sop := m.Next("pair_sop_q", m.Input("pair_sop", 1), 0)
	data := m.Next("pair_data_q", m.Input("pair_data", pairBits), 0)
	source := m.Next("pair_source_q", m.Input("pair_source", p.pw()), 0)
	u.start = m.Let("first", valid.And(sop))
	u.queues.In("take", u.start)

	tptr := m.Let("next_tptr", data.Slice(beatBits-turnBits-1, beatBits-headerBits).Sub(p.turn()))
	moved := m.Let("next_header", rtlgen.Cat(data.Slice(beatBits-1, beatBits-turnBits), tptr))
	patched := m.Let("patched", rtlgen.Cat(data.High(beatBits), moved, data.Low(beatBits-headerBits)))

	slot := m.Reg("slot", p.sw(), 0)
	pair := m.Reg("pair", rtlgen.IndexBits(pairs), 0)
	from := m.Reg("source", p.pw(), 0)
	m.If(u.start, func() {
		slot.Set(u.queues.Out("slot"))
		from.Set(source)
	})
	m.If(valid.Value, func() { pair.Set(pair.Add(1)) })
	u.slot, u.header, u.source, u.arrivingSource = slot.Value, moved, from.Value, source.Value
	u.ram.In("wr_en", valid)
	u.ram.In("wr_addr", rtlgen.Cat(rtlgen.Mux(sop.Value, u.queues.Out("slot"), slot.Value), pair.Value))
	u.ram.In("wr_data", rtlgen.Mux(sop.Value, patched, data.Value))
	m.Assume("sop_first", valid.Implies(sop.Eq(pair.Eq(0))), "sop with the first pair")
}

// mapPackets finds the queue of a packet in the cycle after its first pair.
func (u *outputPort) mapPackets() {
	m := u.m
	turns := m.Next("turns", recn.Aligned(m, "header", u.header), 0)
	u.enqueue = m.Next("turns_valid", u.start, 0).Value
	u.cam.In("lookup_turns", turns)
	u.cam.In("lookup_standard", 0)
	for _, unit := range []*rtlgen.Instance{u.queues, u.markers, u.notifier} {
		unit.In("enq_valid", u.enqueue)
		unit.In("enq_queue", u.cam.Out("lookup_queue"))
	}
	u.queues.In("enq_slot", u.slot)
	u.notifier.In("enq_source", u.source)
	u.markers.In("count", u.queues.Out("count"))
	u.markers.In("born", u.cam.Out("born"))
	u.markers.In("born_host", u.cam.Out("born_host"))
}

// events brings the messages of the link to the CAM: an Xoff for which there is no
// SAQ allocates one.
func (u *outputPort) events() {
	m := u.m
	xoff := m.Next("tx_msg_xoff_q", m.Input("tx_msg_xoff", 1), 0)
	u.cam.In("event_valid", m.Next("tx_msg_valid_q", m.Input("tx_msg_valid", 1), 0))
	u.cam.In("event_block", xoff)
	u.cam.In("event_allocate", xoff)
	u.cam.In("event_tp", m.Next("tx_msg_tp_q", m.Input("tx_msg_tp", turnBits), 0))
	u.cam.In("event_mask", m.Next("tx_msg_mask_q", m.Input("tx_msg_mask", turnBits), 0))
	u.cam.In("event_standard", 0)
	m.Output("stat_lines", u.cam.Out("line_valid"))
	m.Output("stat_cam_full", u.cam.Out("refused"))
}

// notify joins the notifier with the queues and the CAM.
func (u *outputPort) notify() {
	m, p := u.m, u.p
	count := u.queues.Out("count")
	u.notifier.In("standard_count", count.Low(p.cw()))
	u.notifier.In("count", count.High(p.SAQs*p.cw()))
	for _, name := range []string{"line_valid", "line_blocked", "line_sent", "line_tp", "line_mask"} {
		u.notifier.In(name, u.cam.Out(name))
	}
	for _, name := range []string{"line_ready", "line_hosting"} {
		u.notifier.In(name, u.markers.Out(name))
	}
	for _, name := range []string{"dealloc", "sent_set", "sent_clear"} {
		u.cam.In(name, u.notifier.Out(name))
	}
	u.notifier.In("note_take", m.Input("note_take", 1))
	for _, name := range []string{"note_valid", "note_xoff", "note_tp", "note_mask", "note_target"} {
		m.Output(name, u.notifier.Out(name))
	}
}

// schedule picks the next queue when the link is free, round robin. The link is
// free in the cycle in which the last beat of the packet before is read.
func (u *outputPort) schedule() {
	m, p := u.m, u.p
	active := m.Reg("tx_active", 1, 0)
	beat := m.Reg("tx_beat", rtlgen.IndexBits(beats), 0)
	u.last = m.Let("tx_last", active.And(beat.Eq(beats-1)))

	credits := m.Instance("credits", prim.CreditCounter(prim.CreditCounterParams{Max: p.Slots}))
	open := m.Let("saq_may_send", u.markers.Out("line_ready").AndNot(u.cam.Out("line_blocked")))
	eligible := m.Let("eligible", u.queues.Out("empty").Not().And(rtlgen.Cat(open, m.Ones(1))))
	free := m.Let("link_free", active.Not().Or(u.last).And(credits.Out("available")))
	arbiter := m.Instance("arbiter", prim.RRArbiter(prim.RRArbiterParams{N: p.outputQueues()}))
	arbiter.In("req", eligible.And(free.Replicate(p.outputQueues())))
	arbiter.In("advance", 1)
	m.Unused("grant_lines", arbiter.Out("grant"))
	u.grant, u.grantQueue, u.grantedSlot = arbiter.Out("valid"), arbiter.Out("index"), u.queues.Out("deq_slot")
	for _, unit := range []*rtlgen.Instance{u.queues, u.markers} {
		unit.In("deq_valid", u.grant)
		unit.In("deq_queue", u.grantQueue)
	}
	credits.In("take", u.grant)
	credits.In("give", m.Next("tx_credit_q", m.Input("tx_credit", 1), 0))
	m.Output("stat_credit", credits.Out("count"))

	m.If(u.grant, func() {
		active.Set(1)
		beat.Set(0)
	}).ElseIf(active.Value, func() {
		active.Set(u.last.Not())
		beat.Set(beat.Add(1))
	})
	u.active, u.beat = active.Value, beat.Value
}

// transmit reads the granted packet, one beat per cycle, and gives its slot back
// with the last.
func (u *outputPort) transmit() {
	m, p := u.m, u.p
	slot := m.Reg("tx_slot", p.sw(), 0)
	m.If(u.grant, func() { slot.Set(u.grantedSlot) })
	u.txSlot = slot.Value
	beat := u.beat
	u.ram.In("rd_en", u.active)
	u.ram.In("rd_addr", rtlgen.Cat(slot.Value, beat.High(2)))
	u.queues.In("free_valid", u.last)
	u.queues.In("free_slot", slot)

	reserved := m.Instance("reservations", prim.CreditCounter(prim.CreditCounterParams{Max: p.Slots}))
	reserved.In("take", m.Input("start", 1))
	reserved.In("give", u.last)
	m.Output("room", reserved.Out("available"))

	valid := m.Next("beat_valid", u.active, 0)
	sop := m.Next("beat_sop", u.active.And(beat.Eq(0)), 0)
	eop := m.Next("beat_eop", u.last, 0)
	odd := m.Next("beat_is_odd", beat.Bit(0), 0)
	read := u.ram.Out("rd_data")
	data := m.Let("beat_data", rtlgen.Mux(odd.Value, read.High(beatBits), read.Low(beatBits)))
	link := m.Instance("link", prim.LinkDelay(prim.LinkDelayParams{Width: 3 + beatBits, Latency: p.LinkLatency}))
	link.In("d", rtlgen.Mux(valid.Value, rtlgen.Cat(valid.Value, sop.Value, eop.Value, data), 0))
	sent := link.Out("q")
	m.Output("tx_valid", sent.Slice(beatBits+2, beatBits+2))
	m.Output("tx_sop", sent.Slice(beatBits+1, beatBits+1))
	m.Output("tx_eop", sent.Slice(beatBits, beatBits))
	m.Output("tx_data", sent.Low(beatBits))
}
