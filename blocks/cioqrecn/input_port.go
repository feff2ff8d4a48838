package cioqrecn

import (
	"fmt"

	"culprit/blocks/prim"
	"culprit/blocks/recn"
	"culprit/rtlgen"
)

// InputPort is the input side of a port (DD figure 3): a packet memory with a
// detection queue per output and the SAQs, to which packets are mapped on arrival.
// README.md gives the cycle of each step.
func InputPort(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("cioq_recn_input_port")
	m.Doc("input side: detection queues, set-aside queues, packet memory")
	p.declare(m, portsSpec, slotsSpec, saqsSpec, detectSpec, xoffSpec, xonSpec, latSpec)
	u := &inputPort{m: m, p: p}
	u.instantiate()
	u.receive()
	u.mapPackets()
	u.events()
	u.flowControl()
	u.requests()
	u.transmit()
	slotCheck{
		slots: p.Slots, queues: u.queues, take: u.sop, route: u.arriving,
		enqueue: u.enqueue, enqueued: u.slot, enqueueQueue: u.cam.Out("lookup_queue"),
		grant: u.grant, granted: u.grantedSlot, grantQueue: u.grantQueue, freed: u.last, freedSlot: u.txSlot,
	}.state(m)
	return m
}

// inputPort is the netlist of the side while it is built.
type inputPort struct {
	m *rtlgen.Module
	p Params

	queues, cam, markers, detection, rfcu, ram *rtlgen.Instance

	myPort                         value
	sop, arriving, slot, header    value // start of a packet with its header; then they are registered
	enqueue                        value // the packet enters its queue in this cycle
	grant, grantQueue, grantedSlot value
	txSlot, last                   value // the packet that is read: last with its last word
}

func (u *inputPort) instantiate() {
	m, p := u.m, u.p
	u.queues = m.Instance("queues", Queues(p.Slots, p.inputQueues()))
	u.cam = m.Instance("cam", CAM(p.SAQs, p.Ports))
	u.markers = m.Instance("markers", Markers(p.Slots, p.SAQs, p.Ports))
	u.detection = m.Instance("detection", Detection(p))
	u.rfcu = m.Instance("rfcu", recn.RFCU(p.recn()))
	u.ram = m.Instance("packet_ram", prim.RAM1R1W(prim.RAM1R1WParams{Width: pairBits, Depth: p.Slots * pairs, RDW: 2}))
	u.myPort = m.Input("my_port", p.pw())
	u.grant, u.grantQueue = m.Input("grant_valid", 1), m.Input("grant_queue", rtlgen.IndexBits(p.inputQueues()))
}

// receive takes a slot for every packet and writes its beats in pairs.
func (u *inputPort) receive() {
	m, p := u.m, u.p
	valid := m.Next("rx_valid_q", m.Input("rx_valid", 1), 0)
	sop := m.Next("rx_sop_q", m.Input("rx_sop", 1), 0)
	eop := m.Next("rx_eop_q", m.Input("rx_eop", 1), 0)
	data := m.Next("rx_data_q", m.Input("rx_data", beatBits), 0)
	u.sop, u.arriving = m.Let("start", valid.And(sop)), data.High(headerBits)
	u.queues.In("take", u.sop)

	slot := m.Reg("slot", p.sw(), 0)
	header := m.Reg("header", headerBits, 0)
	beat := m.Reg("beat", rtlgen.IndexBits(beats), 0)
	even := m.Reg("even_beat", beatBits, 0)
	m.If(u.sop, func() {
		slot.Set(u.queues.Out("slot"))
		header.Set(u.arriving)
	})
	m.If(valid.Value, func() {
		beat.Set(rtlgen.Mux(eop.Value, 0, beat.Add(1)))
		even.Set(data)
	})
	u.slot, u.header = slot.Value, header.Value
	u.ram.In("wr_en", valid.And(beat.Bit(0)))
	u.ram.In("wr_addr", rtlgen.Cat(slot.Value, beat.Slice(2, 1)))
	u.ram.In("wr_data", rtlgen.Cat(data.Value, even.Value))

	m.Assume("sop_first", valid.Implies(sop.Eq(beat.Eq(0))), "sop with the first beat")
	m.Assume("eop_last", valid.Implies(eop.Eq(beat.Eq(beats-1))), "eop with the last beat")
}

// mapPackets finds the queue of a packet, three cycles after its first beat: the
// header is registered, then its aligned view, then its output. Packets are 8
// cycles apart, so that these registers hold still. Lookup and enqueue are in one
// cycle: so the marker of a line that is born then is behind the packet.
func (u *inputPort) mapPackets() {
	m, p := u.m, u.p
	turns := m.Next("turns", recn.Aligned(m, "header", u.header), 0)
	output := m.Next("outport", p.recn().OutputOf(m, "first_turn_port", u.myPort, turns.High(p.turn())), 0)
	routed := m.Next("header_valid", u.sop, 0)
	aligned := m.Next("turns_valid", routed.Value, 0)
	u.enqueue = m.Next("output_valid", aligned.Value, 0).Value

	u.cam.In("lookup_turns", turns)
	u.cam.In("lookup_standard", output)
	for _, unit := range []*rtlgen.Instance{u.queues, u.markers} {
		unit.In("enq_valid", u.enqueue)
		unit.In("enq_queue", u.cam.Out("lookup_queue"))
		unit.In("deq_valid", u.grant)
		unit.In("deq_queue", u.grantQueue)
	}
	u.queues.In("enq_slot", u.slot)
	u.markers.In("count", u.queues.Out("count"))
	u.markers.In("born", u.cam.Out("born"))
	u.markers.In("born_host", u.cam.Out("born_host"))
}

// events brings notes and detections to the CAM; notes first, since they cannot
// wait on the bus.
func (u *inputPort) events() {
	m, p := u.m, u.p
	busValid, busXoff, busMask := m.Input("bus_valid", 1), m.Input("bus_xoff", 1), m.Input("bus_mask", turnBits)
	source := m.Input("bus_source", p.pw())
	// The receiver would keep an Xoff from all ports but its target; here all that
	// have a SAQ of the name obey it. So each is told that it is the target.
	extend := m.Instance("name_extend", recn.NameExtend(p.recn()))
	extend.In("my_port", u.myPort)
	extend.In("bus_valid", busValid)
	extend.In("bus_xoff", busXoff)
	extend.In("bus_tp", m.Input("bus_tp", turnBits))
	extend.In("bus_mask", busMask)
	extend.In("bus_target", u.myPort)
	extend.In("bus_source", source)

	forMe := m.Let("for_me", busXoff.And(m.Input("bus_target", p.pw()).Eq(u.myPort)))
	request := m.Let("is_request", busMask.Eq(0))
	note := m.Let("note", extend.Out("note_valid").And(request.Not().Or(forMe)))
	detect := u.detection.Out("alloc_valid")
	block := m.Let("event_block", note.And(busXoff).AndNot(request))
	u.cam.In("event_valid", note.Or(detect))
	u.cam.In("event_block", block)
	u.cam.In("event_allocate", rtlgen.Mux(note, forMe, 1))
	u.cam.In("event_tp", rtlgen.Mux(note, extend.Out("note_tp"), u.detection.Out("alloc_tp")))
	u.cam.In("event_mask", rtlgen.Mux(note, extend.Out("note_mask"), u.detection.Out("alloc_mask")))
	u.cam.In("event_standard", rtlgen.Mux(note, source, u.detection.Out("alloc_port")))

	m.Output("stat_detect", u.cam.Out("born").Any().AndNot(block))
	m.Output("stat_no_free", u.detection.Out("no_free"))
	m.Output("stat_dropped", u.cam.Out("refused").Or(extend.Out("overflow").And(forMe)))
	m.Unused("note_xoff", extend.Out("note_xoff")) // it is bus_xoff
}

// flowControl sends the messages to the switch before this one and frees SAQs, by
// the rules of RECN-IQ.
func (u *inputPort) flowControl() {
	m, p := u.m, u.p
	lines := u.cam.Out("line_valid")
	saqs := m.Let("saq_counts", u.queues.Out("count").High(p.SAQs*p.cw()))
	u.rfcu.In("count", saqs)
	u.rfcu.In("line_valid", lines)
	u.rfcu.In("line_xoff", u.cam.Out("line_blocked"))
	u.rfcu.In("line_sent", u.cam.Out("line_sent"))
	u.rfcu.In("line_ready", u.markers.Out("line_ready").AndNot(u.markers.Out("line_hosting")))
	u.rfcu.In("line_tp", u.cam.Out("line_tp"))
	u.rfcu.In("line_mask", u.cam.Out("line_mask"))
	entered := m.Let("entered_queue", rtlgen.Mux(u.enqueue, u.cam.Out("lookup_queue").Decode(p.inputQueues()), 0))
	u.rfcu.In("linked", entered.High(p.SAQs))
	m.Unused("detection_queue", entered.Low(p.Ports))
	for _, name := range []string{"dealloc", "sent_set", "sent_clear"} {
		u.cam.In(name, u.rfcu.Out(name))
	}
	message := u.link("message", rtlgen.Cat(u.rfcu.Out("msg_valid"), u.rfcu.Out("msg_xoff"), u.rfcu.Out("msg_tp"), u.rfcu.Out("msg_mask")))
	m.Output("rx_msg_valid", message.Slice(2*turnBits+1, 2*turnBits+1))
	m.Output("rx_msg_xoff", message.Slice(2*turnBits, 2*turnBits))
	m.Output("rx_msg_tp", message.Slice(2*turnBits-1, turnBits))
	m.Output("rx_msg_mask", message.Low(turnBits))
	m.Output("stat_saqs", lines)
	m.Output("stat_sent", lines.And(u.cam.Out("line_sent")))
	m.Output("stat_free", u.queues.Out("free_count"))
}

// link delays what leaves on the reverse lane: its unit's register is the first of
// the link's registers.
func (u *inputPort) link(name string, v value) value {
	if u.p.LinkLatency == 1 {
		return u.m.Let(name, v)
	}
	d := u.m.Instance(name+"_link", prim.LinkDelay(prim.LinkDelayParams{Width: v.Width(), Latency: u.p.LinkLatency - 1}))
	d.In("d", v)
	return d.Out("q")
}

// requests shows to the scheduler which queues may send, and where.
func (u *inputPort) requests() {
	m, p := u.m, u.p
	open := m.Let("saq_may_send", u.markers.Out("line_ready").AndNot(u.cam.Out("line_blocked")))
	m.Output("queue_eligible", u.queues.Out("empty").Not().And(rtlgen.Cat(open, m.Ones(p.Ports))))

	tp := u.cam.Out("line_tp")
	ports := make([]value, p.SAQs)
	for k := range ports {
		turn := tp.Slice((k+1)*turnBits-1, (k+1)*turnBits-p.turn())
		ports[k] = p.recn().OutputOf(m, fmt.Sprintf("saq_%d_port", k), u.myPort, turn)
	}
	port := m.Let("saq_ports", rtlgen.LanesOf(ports))
	m.Output("saq_port", port)
	u.detection.In("line_port", port)
	u.detection.In("line_valid", u.cam.Out("line_valid"))
	u.detection.In("line_mask", u.cam.Out("line_mask"))
	u.detection.In("my_port", u.myPort)
	u.detection.In("count", u.queues.Out("count").Low(p.Ports*p.cw()))
}

// transmit reads the granted packet, two beats per cycle, and gives its slot back
// with the last.
func (u *inputPort) transmit() {
	m, p := u.m, u.p
	active := m.Reg("tx_active", 1, 0)
	slot := m.Reg("tx_slot", p.sw(), 0)
	word := m.Reg("tx_word", rtlgen.IndexBits(pairs), 0)
	last := m.Let("tx_last", active.And(word.Eq(pairs-1)))
	u.grantedSlot, u.txSlot, u.last = u.queues.Out("deq_slot"), slot.Value, last
	m.If(u.grant, func() {
		active.Set(1)
		slot.Set(u.grantedSlot)
		word.Set(0)
	}).ElseIf(active.Value, func() {
		active.Set(last.Not())
		word.Set(word.Add(1))
	})
	u.ram.In("rd_en", active)
	u.ram.In("rd_addr", rtlgen.Cat(slot.Value, word.Value))
	u.queues.In("free_valid", last)
	u.queues.In("free_slot", slot)
	m.Output("pair_valid", m.Next("pair_valid_q", active.Value, 0).Value)
	m.Output("pair_sop", m.Next("pair_sop_q", active.And(word.Eq(0)), 0).Value)
	m.Output("pair_data", u.ram.Out("rd_data"))
	m.Output("rx_credit", u.link("credit", m.Next("credit_q", last, 0).Value))

	m.Assume("grant_when_idle", u.grant.And(active.Value).Implies(last), "a grant comes when the packet before is read")
}
