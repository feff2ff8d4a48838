package adapter

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// BeatIngress is the input side of the adapter for packets of any length.
//
// A request closes a group of whole packets: they are packed head to tail into
// segments of 32 beats, of which the last may be shorter. So every granted segment is
// there, and none is filled up later. An unsolicited segment has whole packets, or
// the first 32 beats of one whose rest is then requested first.
//
// While a segment is on the link, the next one is prepared, in steps of a cycle:
// choose a flow, read its state, decide, walk over the packets to be requested (in
// band), and offer the header. The next flow is chosen as the link takes the header.
func BeatIngress(p Params) *rtlgen.Typed[BeatIngressPorts] {
	p.Beat = 1
	m, io := rtlgen.New[BeatIngressPorts](p)
	if m.Refused() {
		return m
	}
	p = p.settled()
	n := &beatIngress{ingressFlows: ingressFlows{m: m.Module, io: &io.IngressControl, p: p, w: newWalk(m.Module, p.Nodes)},
		ports: io}
	io.Ready.Set(n.w.done())
	n.tables("offset", "beats", p.lw())
	n.packets()
	n.looked()
	n.front()
	n.stream()
	n.assume(io.Pkt.Valid, io.Ready.Value)
	m.Assume("packet_length", io.Pkt.Valid.Implies(io.Pkt.Len.Ne(0).And(io.Pkt.Len.Le(p.MaxP*segmentBeats))),
		"a packet has 1 to 32*max_p beats")
	return m
}

type beatIngress struct {
	ingressFlows
	ports  *BeatIngressPorts
	packet rtlgen.Memory // number of the last beat, tag
	length rtlgen.Memory // a copy of the lengths, for the requests
	closes rtlgen.Memory // the packet is the last of its group

	reading value // the front reads the state of a flow
	unsol   value // the walk is at the packets of an unsolicited segment
	message message
	take    rtlgen.Wire // the stream takes the message
}

// message is ready for the link.
type message struct {
	valid   value
	known   value // its first packet can be read: it has one, whose group is closed
	flow    value
	payload value // a segment, not a message without payload
	header  value
}

// packets accepts packets into the VOQs.
func (n *beatIngress) packets() {
	m := n.m
	pkt := n.ports.Pkt
	depth := n.p.Nodes * n.p.VOQ
	lw := n.p.lw()
	n.packet = m.Memory("packet", depth, lw+TagBits, rtlgen.ReadUndefined,
		"packets {number of last beat, tag}, by flow and number")
	n.length = m.Memory("length", depth, lw, rtlgen.ReadUndefined, "packets' lengths in beats, by flow and number")
	n.closes = m.Memory("closes", depth, 1, rtlgen.ReadUndefined, "packets that end their group, by flow and number")
	n.take = m.Wire("take", 1)
	place := m.Let("pkt_place", n.accept(pkt.Valid, pkt.Dst, pkt.Drop))
	n.packet.Write(n.accepted, place, rtlgen.Cat(pkt.Len.Sub(1), pkt.Tag))
	n.length.Write(n.accepted, place, pkt.Len)
}

// state is what the front has read of the chosen flow.
type state struct {
	held, requested, sent, seq value
	pending                    value
	has, free                  value // a packet that is not requested; no unsolicited segment is out
	parity                     value
	generated, departed        value
	gnt, ack                   value
}

// read registers the state of a flow. What happens in the meantime only adds to it:
// the counters that the front itself writes stand still.
func (n *beatIngress) read(flow value) state {
	m, p := n.m, n.p
	reg := func(name, what string, v value) value {
		r := m.RegNoReset("flow_"+name+"_q", v.Width(), what)
		m.If(n.reading, func() { r.Set(v) })
		return r.Value
	}
	granted, sent := n.granted.Read("flow_granted", flow), n.sent.Read("flow_sent", flow)
	s := state{held: reg("held", "grants that the flow holds, segments", granted.Sub(sent)),
		sent: reg("sent", "granted segments of the flow sent, modulo", sent),
		seq:  reg("seq", "number of the flow's next segment", n.seq.Read("flow_seq", flow))}
	if p.OOB == 1 {
		return s
	}
	requested := n.requested.Read("flow_requested", flow)
	s.requested = reg("requested", "segments that the flow has requested, modulo", requested)
	s.pending = reg("pending", "segments of the flow requested and not granted",
		requested.Low(p.gw()).Sub(granted.Low(p.gw())))
	s.has = reg("has", "the flow has packets that are not requested",
		n.arrived.Read("flow_arrived", flow).Ne(n.asked.Read("flow_asked", flow)))
	generated, departed := n.generated.Read("flow_generated", flow), n.departed.Read("flow_departed", flow)
	s.generated = reg("generated", "segments granted to the flow's adapter, modulo", generated)
	s.departed = reg("departed", "that adapter's unsolicited segments that left, modulo 2", departed)
	s.gnt = reg("gnt", "segments of grants that wait for that adapter",
		generated.Sub(n.carried.Read("flow_carried", flow)))
	s.ack = reg("ack", "an acknowledgement waits for that adapter", departed.Xor(n.told.Read("flow_told", flow)))
	if p.Unsol == 1 {
		parity := n.unsolicited.Read("flow_unsolicited", flow)
		s.parity = reg("parity", "unsolicited segments of the flow sent, modulo 2", parity)
		s.free = reg("free", "all unsolicited segments of the flow are acknowledged",
			parity.Eq(n.acked.Read("flow_acked", flow)))
	}
	return s
}

// front prepares a message.
func (n *beatIngress) front() {
	m, p, me := n.m, n.p, n.ports.Me.Value
	hints := m.Reg("hints_q", p.Nodes, 0, "flows that may have something to send")
	above := m.Reg("above_last", p.Nodes-1, 0, "flows above the one chosen last")
	credits := m.Reg("credits_q", rtlgen.CountBits(p.InBuf), p.InBuf)
	at := newMachine(m, "front", "step of preparing a message", "choose", "read", "decide", "walk", "offer")
	turn := prim.RoundRobin(m, "hint", hints, above)
	flow := m.RegNoReset("flow_q", p.nw(), "flow whose message is prepared")
	choose := m.Let("choose", at.in("choose").Or(n.take).And(turn.Any).And(credits.Ne(0)))
	n.reading = m.Let("reading", at.in("read"))
	deciding := m.Let("deciding", at.in("decide"))
	s := n.read(flow.Value)

	hasGrant := m.Let("has_grant", s.held.Ne(0))
	start, payload, something := m.Zero(1), hasGrant, hasGrant
	if p.Unsol == 1 {
		start = m.Let("start", s.has.And(s.held.Eq(0)).And(s.pending.Eq(0)).And(s.free))
		payload = m.Let("payload", hasGrant.Or(start))
		something = payload
	}
	if p.OOB == 0 {
		something = something.Or(s.gnt.Ne(0)).Or(s.ack)
	}
	if p.OOB == 0 && p.Unsol == 0 {
		something = something.Or(s.has.And(s.pending.Eq(0)))
	}
	sends := m.Wire("send", 1)
	send := sends.Value
	aud, audited := m.Zero(1), m.Zero(1)
	if p.Repair == 1 {
		aud = m.Let("audit", n.audits(flow.Value, send).AndNot(payload))
		something = something.Or(aud)
		kept := m.RegNoReset("audited_q", 1, "the message is an audit")
		m.If(deciding, func() { kept.Set(aud) })
		audited = kept.Value
	}
	something = m.Let("something", something)
	sends.Set(deciding.And(something))
	n.sent.write(send.And(hasGrant), flow.Value, s.sent.Add(1))
	n.seq.write(send.And(payload), flow.Value, s.seq.Add(1))
	ready := send
	if p.Unsol == 1 {
		n.unsolicits(send.And(start), flow.Value, s.parity)
	}
	h := Header{Kind: payload.Not(), Dst: flow.Value, Src: me, First: m.Zero(1), Last: m.Zero(1), Unsol: start,
		Ack: m.Zero(1), Seq: s.seq, Req: m.Zero(p.gw()), Gnt: m.Zero(p.gw()), Aud: audited}
	if p.OOB == 0 {
		n.carried.write(send, flow.Value, s.generated)
		n.told.write(send, flow.Value, s.departed)
		h.Ack, h.Gnt = s.ack, s.gnt
		walks := payload
		if p.Unsol == 0 {
			walks = aud.Not()
		}
		k := n.walk(n.reading, send.And(walks), start, flow.Value, m.Let("room", m.Const(p.gw(), p.G).Sub(s.pending)))
		n.requests(k.done, flow.Value, s.requested, k.req)
		ready = m.Let("ready_to_offer", send.AndNot(walks).Or(k.done))
		req := m.RegNoReset("req_q", p.gw(), "segments that the message requests")
		m.If(n.reading.Or(k.done), func() { req.Set(rtlgen.Mux(k.done, k.req, 0)) })
		h.Req = req.Value
	}
	if p.Repair == 1 { // an audit tells the flow's state
		h.Req = m.Let("told_req", rtlgen.Mux(audited, s.pending, h.Req))
		if p.Unsol == 1 {
			h.Unsol = m.Let("told_unsol", rtlgen.Mux(audited, s.free.Not(), start))
		}
	}
	h.Mid = m.Let("path", n.path(payload, n.take.Value, me, flow.Value, s.seq))
	closed := send
	if p.OOB == 0 {
		closed = at.in("walk").AndNot(n.unsol)
	}
	known := m.Let("message_known", payload.And(at.in("offer").Or(closed)))
	n.message = message{at.in("offer"), known, flow.Value, payload, h.Pack(m, "header", p)}

	m.If(n.take, func() { at.to("choose") })
	m.If(choose, func() {
		at.to("read")
		flow.Set(turn.Index)
		above.Set(turn.Above)
	})
	m.If(n.reading, func() { at.to("decide") })
	m.If(deciding, func() { at.Set(rtlgen.Mux(something, at.names["walk"], at.names["choose"])) })
	m.If(ready, func() { at.to("offer") })

	clear, again := n.of(n.reading, flow), n.of(deciding.And(s.held.Gt(1)), flow)
	hints.Set(hints.AndNot(m.Let("clears", clear)).Or(m.Let("sets", n.events(n.ports.Pkt.Dst).Or(again))))
	n.count(credits, send)
	n.holds(send.And(hasGrant))
	n.io.Sent.Valid.Drive(send.And(payload))
	n.io.Sent.Node.Drive(flow)
	if p.OOB == 1 {
		n.ask()
	}
}

// request is the outcome of a walk.
type request struct {
	done value
	req  value // segments; valid with done
	more value // with done: the walk has ended before the packets and the room
}

// walkSteps is the most packets that one request takes.
const walkSteps = 8

// walk goes over the packets of a flow that are not requested, one per cycle, and
// closes a group of them: for an unsolicited segment first whole packets that fit it,
// or the first one alone; then packets for at most room segments.
//
// The flow is there from fetch on, begin comes in the cycle after it or not at all.
func (n *beatIngress) walk(fetch, begin, start, flow, room value) request {
	m, p := n.m, n.p
	tw := p.gw() + 6 // of beats in a group
	active := m.Reg("walk_q", 1, 0, "a walk over the flow's packets goes on")
	unsol := m.RegNoReset("walk_unsol_q", 1, "the walk is at an unsolicited segment's packets")
	previous := m.RegNoReset("walk_previous_q", 1, "the walk took a packet in the cycle before")
	n.unsol = unsol.Value
	total := m.RegNoReset("walk_total_q", tw, "beats of the group, or unsolicited segment, so far")
	steps := m.RegNoReset("walk_steps_q", rtlgen.CountBits(walkSteps), "packets that the walk has taken")
	asked, arrived := n.asked.Read("walk_asked", flow), n.arrived.Read("walk_arrived", flow)
	next := m.RegNoReset("walk_next_q", p.vw()+1, "number of the packet that is looked at")
	limit := m.RegNoReset("walk_room_q", p.gw(), "segments that the walk may request")

	takes := m.Wire("walk_takes", 1)
	length, there := n.lengths(fetch, takes.Value, flow, asked, arrived)
	left := m.RegNoReset("walk_left_q", tw, "beats that still fit the group or unsolicited segment")
	all := m.Let("walk_all", rtlgen.Cat(limit, m.Zero(5)).Zext(tw))
	first := m.Let("walk_first", unsol.And(previous.Not()))
	long := m.Let("walk_long", first.And(length.Gt(segmentBeats)))
	fits := m.Let("walk_fits", there.And(length.Zext(tw).Le(left)).And(steps.Ne(walkSteps)))
	takes.Set(active.And(first.Or(fits)))
	more := m.Let("walk_continues", unsol.And(there)) // with packets to be requested
	done := m.Let("walk_done", active.AndNot(takes).AndNot(more))
	n.closes.Write(active.And(previous), rtlgen.Cat(flow, next.Low(p.vw()).Sub(1)), takes.Not())
	n.asked.write(done, flow, next.Value)
	m.If(begin, func() {
		active.Set(1)
		unsol.Set(start)
		previous.Set(0)
		total.Set(0)
		steps.Set(0)
		next.Set(asked)
		limit.Set(room)
		left.Set(rtlgen.Mux(start, m.Const(tw, segmentBeats), rtlgen.Cat(room, m.Zero(5)).Zext(tw)))
	})
	m.If(active, func() {
		next.Set(next.Add(takes.Zext(p.vw() + 1)))
		previous.Set(takes)
		active.Set(done.Not())
		m.If(takes, func() {
			steps.Set(steps.Add(1))
			total.Set(total.Add(m.Let("walk_beats", length.Zext(tw).Sub(rtlgen.Mux(long, m.Const(tw, segmentBeats), 0)))))
			left.Set(rtlgen.Mux(long, all.Add(segmentBeats), left).Sub(length.Zext(tw)))
		}).Else(func() {
			total.Set(0)
			left.Set(all)
		})
		m.If(takes.Not().Or(long), func() { unsol.Set(0) })
	})
	m.Cover("walk_at_its_end", done.And(there).And(steps.Eq(walkSteps)))
	up := m.Let("walk_up", total.Add(segmentBeats-1)) // rounded up to segments
	m.Unused("walk_rest", up.Low(5), up.High(1))
	return request{done, m.Let("walk_req", rtlgen.Mux(unsol, 0, up.Slice(p.gw()+4, 5))),
		done.And(there).And(steps.Eq(walkSteps))}
}

// lengths reads the lengths of a flow's packets two cycles ahead, for a register behind
// the RAM: the first one with fetch, the second one a cycle later, then one for each
// packet that the walk takes. A packet is there if its length was when it was read.
func (n *beatIngress) lengths(fetch, takes, flow, asked, arrived value) (length, there rtlgen.Reg) {
	m, p := n.m, n.p
	length = m.RegNoReset("walk_now_q", p.lw(), "length of the packet that is looked at, beats")
	there = m.RegNoReset("walk_there_q", 1, "the packet that is looked at is there")
	behind := m.RegNoReset("walk_behind_q", 1, "the packet whose length was read last is there")
	last := m.RegNoReset("walk_ahead_q", p.vw()+1, "number of the packet whose length was read last")
	moves := m.Let("walk_moves", m.NextNoReset("walk_second_q", fetch).Or(takes))
	number := m.Let("walk_number", rtlgen.Mux(fetch, asked, last.Add(1)))
	reads := fetch.Or(moves)
	read := n.length.ReadSync("walk_length", reads, rtlgen.Cat(flow, number.Low(p.vw())))
	m.If(reads, func() {
		last.Set(number)
		behind.Set(number.Ne(arrived).And(fetch.Or(behind)))
	})
	m.If(moves, func() {
		length.Set(read)
		there.Set(behind)
	})
	return length, there
}

// stream puts the messages on the link: a header, then the payload of a segment or two
// beats without meaning. The next message follows without a gap.
//
// Packets are read two cycles ahead, for a register behind the RAM: the first one
// before the header, the second one with it, then one at the end of each.
func (n *beatIngress) stream() {
	m, io, p := n.m, n.io, n.p
	message, take := n.message, n.take
	busy := m.Reg("busy_q", 1, 0, "beats of the segment are still to be sent")
	filler := m.Reg("filler_q", 2, 0, "beats without meaning still to be sent")
	flow := m.RegNoReset("stream_flow_q", p.nw(), "flow of the segment that is sent")
	seg := m.RegNoReset("stream_seg_q", 5, "beats of the segment that were sent")
	at := m.RegNoReset("stream_packet_q", p.vw()+1, "number of the packet that is sent")
	off := m.RegNoReset("stream_offset_q", p.lw(), "number of the next beat in its packet")
	packet := m.RegNoReset("stream_now_q", p.lw()+TagBits, "packet that is sent {number of last beat, tag}")
	closes := m.RegNoReset("stream_closes_q", 1, "the packet that is sent is the last of its group")

	after := m.Let("offset_after", off.Add(1))
	eop := m.Let("eop", busy.And(off.Eq(packet.High(p.lw()))))
	tail := m.Let("tail", busy.And(eop.And(closes).Or(seg.Eq(segmentBeats-1))))
	atNext := m.Let("packet_next", rtlgen.Mux(eop, m.Let("packet_after", at.Add(1)), at))
	offNext := m.Let("offset_next", rtlgen.Mux(eop, 0, after))
	n.left.write(tail, flow.Value, atNext)
	n.position.write(tail, flow.Value, offNext)
	fetched := m.Reg("fetched_q", 1, 0, "the first packet of the next segment was read")
	fetch := m.Let("stream_fetch", message.known.AndNot(fetched).And(busy.Not().Or(tail)))
	take.Set(message.valid.And(fetched.Or(message.payload.Or(busy).Not())))
	fetched.Set(fetch.Or(fetched.AndNot(take)))
	m.Assert("filler_sent", take.Implies(filler.Eq(0)), "preparing a message takes longer than two beats")

	// The flow may be that of the segment which ends in this cycle.
	same := m.Let("same_flow", busy.And(message.flow.Eq(flow)))
	begin := m.Let("first_packet", rtlgen.Mux(same, atNext, n.left.Read("message_left", message.flow)))
	beginOff := rtlgen.Mux(same, offNext, n.position.Read("message_offset", message.flow))
	moves := m.Let("stream_moves", take.Or(eop))
	ahead := m.RegNoReset("stream_ahead_q", p.vw(), "number of the packet that was read last")
	number := m.Let("stream_number", rtlgen.Mux(fetch, begin.Low(p.vw()), ahead.Add(1)))
	address := m.Let("stream_address", rtlgen.Cat(rtlgen.Mux(fetch, message.flow, flow), number))
	reads := fetch.Or(moves)
	packetRead := n.packet.ReadSync("stream_packet", reads, address)
	closesRead := n.closes.ReadSync("stream_closes", reads, address)
	m.If(reads, func() { ahead.Set(number) })
	m.If(moves, func() {
		packet.Set(packetRead)
		closes.Set(closesRead)
	})

	m.If(busy, func() {
		at.Set(atNext)
		off.Set(offNext)
		seg.Set(seg.Add(1))
		m.If(tail, func() { busy.Set(0) })
	})
	m.If(filler.Ne(0), func() { filler.Set(filler.Sub(1)) })
	m.If(fetch, func() {
		flow.Set(message.flow)
		at.Set(begin)
		off.Set(beginOff)
		seg.Set(0)
	})
	m.If(take, func() {
		busy.Set(message.payload)
		m.If(message.payload.Not(), func() { filler.Set(2) })
	})

	beat := m.Let("beat", rtlgen.Cat(n.ports.Me.Zext(8), flow.Zext(8), off.Zext(16), packet.Low(TagBits)))
	last := m.Let("last_filler", filler.Eq(1))
	io.Tx.Valid.Drive(m.Next("tx_valid_q", take.Or(busy).Or(filler.Ne(0)), 0))
	io.Tx.Head.Drive(m.NextNoReset("tx_head_q", take))
	io.Tx.Tail.Drive(m.NextNoReset("tx_tail_q", tail.Or(last)))
	io.Tx.Bad.Drive(0)
	io.Tx.Data.Drive(m.NextNoReset("tx_data_q",
		rtlgen.Mux(take, rtlgen.Cat(message.header, m.Zero(1)), rtlgen.Cat(beat, eop))))
}

// ask is the channel for requests: packets that arrive and grants that make room set a
// hint, and a walk asks for what fits.
func (n *beatIngress) ask() {
	m, io, p := n.m, n.io, n.p
	hints := m.Reg("ask_hints_q", p.Nodes, 0, "flows that may have something to request")
	above := m.Reg("ask_above_last", p.Nodes-1, 0, "flows above the one chosen last to request")
	turn := prim.RoundRobin(m, "ask_hint", hints, above)
	idle := m.Reg("ask_idle_q", 1, 1, "no flow is chosen to request")
	flow := m.RegNoReset("ask_flow_q", p.nw(), "flow that was chosen to request")
	choose := m.Let("ask_choose", turn.Any.And(idle))
	fetch := m.Next("ask_fetch_q", choose, 0)
	begin := m.Next("ask_begin_q", fetch, 0)
	requested := n.requested.Read("ask_requested", flow)
	pending := m.Let("ask_pending", requested.Low(p.gw()).Sub(n.granted.Read("ask_granted", flow).Low(p.gw())))
	k := n.walk(fetch.Value, begin.Value, m.Zero(1), flow.Value, m.Let("room", m.Const(p.gw(), p.G).Sub(pending)))
	n.requests(k.done, flow.Value, requested, k.req)
	m.If(choose, func() {
		idle.Set(0)
		flow.Set(turn.Index)
		above.Set(turn.Above)
	})
	m.If(k.done, func() { idle.Set(1) })
	io.Req.Valid.Drive(m.Next("req_tx_valid_q", k.done.And(k.req.Ne(0)), 0))
	io.Req.Node.Drive(m.NextNoReset("req_tx_node_q", flow))
	io.Req.Count.Drive(m.NextNoReset("req_tx_count_q", k.req))

	sets := n.asks(n.ports.Pkt.Dst).Or(n.of(k.more, flow))
	hints.Set(hints.AndNot(m.Let("ask_clears", n.of(fetch, flow))).Or(m.Let("ask_sets", sets)))
}
