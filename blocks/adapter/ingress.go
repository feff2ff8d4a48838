package adapter

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// Ingress is the input side of the adapter. Three stages lead to the pins: the
// scheduler chooses a flow by hints, round robin; the state of the flow is read and
// decides what is sent; the header gets its CRC.
//
// A flow is chosen if its hint is set. Whatever may make a flow eligible sets the
// hint; the decision reads the counters, sends nothing if the hint is stale, and
// leaves it set only if there is more to send.
func Ingress(p Params) *rtlgen.Typed[IngressPorts] {
	m, io := rtlgen.New[IngressPorts](p)
	if m.Refused() {
		return m
	}
	p = p.settled()
	n := &ingress{ingressFlows: ingressFlows{m: m.Module, io: &io.IngressControl, p: p, w: newWalk(m.Module, p.Nodes)},
		ports: io, send: m.Wire("send", 1),
		hints: m.Reg("hints_q", p.Nodes, 0, "flows that may have something to send")}
	io.Ready.Set(n.w.done())
	segments := 0
	if p.MaxP > 1 {
		segments = rtlgen.IndexBits(p.MaxP)
	}
	n.tables("position", "segments", segments)
	n.packet = m.Memory("packet", p.Nodes*p.VOQ, TagBits, rtlgen.ReadUndefined, "packets' tags, by flow and number")
	n.packets()
	n.sets = n.events(io.Pkt.Dst)
	n.looked()
	n.choose()
	n.transmit(n.decide())
	n.assume(io.Pkt.Valid, io.Ready.Value)
	return m
}

type ingress struct {
	ingressFlows
	ports  *IngressPorts
	packet rtlgen.Memory

	hints  rtlgen.Reg
	sets   value       // hints that are set in this cycle
	chosen value       // second stage: a flow is chosen,
	flow   value       // this one
	send   rtlgen.Wire // and something is sent
}

// packets accepts packets into the VOQs.
func (n *ingress) packets() {
	pkt := n.ports.Pkt
	place := n.accept(pkt.Valid, pkt.Dst, pkt.Drop)
	n.packet.Write(n.accepted, place, pkt.Tag)
}

// choose is the first stage: the scheduler. With the last credit it waits for the
// decision on the flow before, which may take it.
func (n *ingress) choose() {
	m, p := n.m, n.p
	credits := m.Reg("credits_q", rtlgen.CountBits(p.InBuf), p.InBuf)
	chosen := m.Reg("chosen_q", 1, 0, "a flow was chosen, and is decided on")
	above := m.Reg("above_last", p.Nodes-1, 0, "flows above the one chosen last")
	may := m.Let("may_choose", credits.Gt(1).Or(credits.Eq(1).AndNot(chosen)))
	turn := prim.RoundRobinByCarry(m, "hint", n.hints, above)
	choose := m.Let("choose", turn.Any.And(may))
	chosen.Set(choose)
	m.If(choose, func() { above.Set(turn.Above) })
	n.chosen, n.flow = chosen.Value, m.NextNoReset("flow_q", turn.Index).Value

	n.count(credits, n.send.Value)
	m.Assert("sent_with_credit", n.send.Implies(credits.Ne(0)), "nothing is sent without a credit")
}

// decision is what the second stage has decided on the chosen flow.
type decision struct {
	payload value // a segment is sent, not a message without payload
	start   value // without a grant
	first   value // it is the first of its packet
	last    value
	seq     value
	req     value // segments requested
	gnt     value // grants carried
	ack     value
	aud     value // an audit: req is what is pending, start an unsolicited segment without acknowledgement
}

// decide is the second stage: the state of the flow, and what is sent.
func (n *ingress) decide() decision {
	m, p := n.m, n.p
	granted := n.granted.Read("flow_granted", n.flow)
	sent, left := n.sent.Read("flow_sent", n.flow), n.left.Read("flow_left", n.flow)
	held := m.Let("has_grant", granted.Ne(sent))
	d := decision{payload: held, start: m.Zero(1), gnt: m.Zero(p.gw()), ack: m.Zero(1), req: m.Zero(p.gw())}
	var requested, pending value
	waits := m.Zero(1)
	if p.OOB == 0 {
		requested = n.requested.Read("flow_requested", n.flow)
		pending = m.Let("pending", requested.Low(p.gw()).Sub(granted.Low(p.gw()))) // pr
	}
	if p.Unsol == 1 {
		has := m.Let("has_packet", n.arrived.Read("flow_arrived", n.flow).Ne(left))
		m.Assert("grant_has_segment", n.chosen.And(held).Implies(has), "a grant is for segments that are there")
		noted := n.unsolicited.Read("flow_unsolicited", n.flow)
		free := noted.Eq(n.acked.Read("flow_acked", n.flow))
		waits = free.Not()
		none := requested.Low(p.gw()).Eq(granted.Low(p.gw())) // pending
		d.start = m.Let("start", has.And(granted.Eq(sent)).And(none).And(free))
		n.unsolicits(n.chosen.And(d.start), n.flow, noted)
		d.payload = m.Let("payload", d.payload.Or(d.start))
	}
	something := d.payload
	d.aud = m.Zero(1)
	if p.Repair == 1 {
		d.aud = m.Let("audit", n.audits(n.flow, n.send.Value).AndNot(d.payload))
		something = something.Or(d.aud)
	}
	if p.OOB == 0 {
		generated, departed := n.generated.Read("flow_generated", n.flow), n.departed.Read("flow_departed", n.flow)
		d.gnt = m.Let("carry", generated.Sub(n.carried.Read("flow_carried", n.flow)))
		d.ack = m.Let("tell", departed.Xor(n.told.Read("flow_told", n.flow)))
		something = something.Or(d.gnt.Ne(0)).Or(d.ack)
		d.req = n.request(d, m.Let("room", m.Const(p.gw(), p.G).Sub(pending)))
		if p.Unsol == 0 {
			something = something.Or(d.req.Ne(0))
		}
		n.carried.write(n.send.Value, n.flow, generated)
		n.told.write(n.send.Value, n.flow, departed)
		n.requests(n.send.Value, n.flow, requested, d.req)
	}
	n.send.Set(n.chosen.And(something))

	moves := m.Let("moves", n.chosen.And(d.payload))
	d.seq = n.seq.Read("flow_seq", n.flow)
	n.seq.write(moves, n.flow, d.seq.Add(1))
	n.sent.write(moves.AndNot(d.start), n.flow, sent.Add(1))
	d.first, d.last = n.place(moves)
	n.left.write(moves.And(d.last), n.flow, left.Add(1))

	more := m.Let("more", held.AndNot(m.Let("last_grant", follows(m, sent, granted))))
	clears := n.of(n.chosen.AndNot(more), n.flow)
	if p.OOB == 0 { // late packets set hints, too: the decision comes last
		clears = rtlgen.Mux(more, 0, n.of(n.chosen, n.flow))
	}
	clear := m.Let("clears", clears)
	n.hints.Set(n.hints.AndNot(clear).Or(m.Let("sets", n.sets)))
	n.holds(moves.AndNot(d.start))
	n.io.Sent.Valid.Drive(moves)
	n.io.Sent.Node.Drive(n.flow)
	if p.Repair == 1 {
		d.req = m.Let("told_req", rtlgen.Mux(d.aud, pending, d.req))
		d.start = m.Let("told_unsol", rtlgen.Mux(d.aud, waits, d.start))
	}
	m.Cover("stale_hint", n.chosen.AndNot(n.send))
	return d
}

// place is the place of the segment in its packet.
func (n *ingress) place(moves value) (first, last value) {
	m, p := n.m, n.p
	if p.MaxP == 1 {
		return m.Ones(1), m.Ones(1)
	}
	at := n.position.Read("flow_position", n.flow)
	last = m.Let("last", at.Eq(p.MaxP-1))
	n.position.write(moves, n.flow, rtlgen.Mux(last, 0, at.Add(1)))
	return at.Eq(0), last
}

// request is the request in band: for whole packets, with at most G segments pending.
// An unsolicited segment asks for the rest of its packet.
func (n *ingress) request(d decision, room value) value {
	m, p := n.m, n.p
	asked := n.asked.Read("flow_asked", n.flow)
	waiting := n.arrived.Read("ask_arrived", n.flow).Sub(asked)
	if p.MaxP == 1 {
		waiting = waiting.Sub(d.start.Zext(p.vw() + 1))
	}
	req, packets := n.wholePackets("ask", m.Let("waiting", waiting), room)
	if p.MaxP > 1 && p.Unsol == 1 {
		req = m.Let("rest", rtlgen.Mux(d.start, p.MaxP-1, req))
	}
	if p.Unsol == 1 { // a message without payload asks for nothing
		req = m.Let("req", rtlgen.Mux(d.payload, req, 0))
		packets = m.Let("req_packets", rtlgen.Mux(d.payload, packets, 0))
	} else if p.Repair == 1 { // nor does an audit
		req = m.Let("req", rtlgen.Mux(d.aud, 0, req))
		packets = m.Let("req_packets", rtlgen.Mux(d.aud, 0, packets))
	}
	if p.MaxP > 1 { // one packet at most, whether it is asked for or has started
		next := m.Let("asked_next", asked.Add(1))
		n.asked.write(n.send.Value, n.flow, rtlgen.Mux(d.start.Or(packets.Any()), next, asked))
	} else {
		n.asked.write(n.send.Value, n.flow, asked.Add(packets).Add(d.start.Zext(p.vw()+1)))
	}
	return req
}

// wholePackets are the segments, and the packets, that can be asked for: of packets
// with several segments one at a time.
func (n *ingress) wholePackets(name string, waiting, room value) (segments, packets value) {
	m, p := n.m, n.p
	if p.MaxP > 1 {
		fits := m.Let(name+"_fits", waiting.Ne(0).And(room.Ge(p.MaxP)))
		return rtlgen.Mux(fits, m.Const(p.gw(), p.MaxP), 0), fits.Zext(p.vw() + 1)
	}
	w := max(p.gw(), p.vw()+1)
	few := waiting.Zext(w).Lt(room.Zext(w))
	all := waiting.Zext(w).Low(p.gw()) // few fit
	segments = m.Let(name+"_least", rtlgen.Mux(few, all, room))
	return segments, segments.Zext(w).Low(p.vw() + 1)
}

// transmit is the third stage and the register before the pins.
func (n *ingress) transmit(d decision) {
	m, io, p := n.m, n.io, n.p
	me, flow := n.ports.Me.Value, n.flow
	path := n.path(d.payload, n.send.Value, me, flow, d.seq)
	stage := func(name, what string, v value) value { return m.NextNoReset("third_"+name+"_q", v, what).Value }
	h := Header{
		Kind:  stage("kind", "the message is one without payload", d.payload.Not()),
		Mid:   stage("mid", "path of the message", path),
		Dst:   stage("dst", "adapter that the message goes to", flow),
		Src:   me,
		First: stage("first", "the segment is the first of its packet", d.first.And(d.payload)),
		Last:  stage("last", "the segment is the last of its packet", d.last.And(d.payload)),
		Unsol: stage("unsol", "unsolicited segment, of an audit one not acknowledged", d.start),
		Ack:   stage("ack", "the message acknowledges an unsolicited segment", d.ack),
		Seq:   stage("seq", "number of the segment in its flow", d.seq),
		Req:   stage("req", "segments requested, of an audit those pending", d.req),
		Gnt:   stage("gnt", "segments that the message grants", d.gnt),
		Aud:   n.audited(d, stage),
	}
	head := n.left.Read("head_left", flow)
	tag := n.packet.ReadSync("third_tag", n.send, rtlgen.Cat(flow, head.Low(p.vw())))
	third := m.Next("third_valid_q", n.send, 0)
	io.Tx.Valid.Drive(m.Next("tx_valid_q", third, 0))
	io.Tx.Data.Drive(m.NextNoReset("tx_data_q", rtlgen.Cat(h.Pack(m, "header", p), tag)))
	io.Tx.Head.Set(1)
	io.Tx.Tail.Set(1)
	if p.OOB == 1 {
		n.ask()
	}
}

// audited is the header's mark of an audit.
func (n *ingress) audited(d decision, stage func(string, string, value) value) value {
	if n.p.Repair == 0 {
		return d.aud
	}
	return stage("aud", "the message is an audit", d.aud)
}

// ask is the channel for requests, in two stages like the scheduler: packets that
// arrive and grants that make room set a hint.
func (n *ingress) ask() {
	m, io, p := n.m, n.io, n.p
	hints := m.Reg("ask_hints_q", p.Nodes, 0, "flows that may have something to request")
	above := m.Reg("ask_above_last", p.Nodes-1, 0, "flows above the one chosen last to request")
	turn := prim.RoundRobinByCarry(m, "ask_hint", hints, above)
	m.If(turn.Any, func() { above.Set(turn.Above) })
	chosen := m.Next("ask_chosen_q", turn.Any, 0, "a flow was chosen to request")
	flow := m.NextNoReset("ask_flow_q", turn.Index, "flow that was chosen to request")

	asked, requested := n.asked.Read("ask_asked", flow), n.requested.Read("ask_requested", flow)
	waiting := m.Let("waiting", n.arrived.Read("ask_arrived", flow).Sub(asked))
	pending := m.Let("ask_pending", requested.Low(p.gw()).Sub(n.granted.Read("ask_granted", flow).Low(p.gw())))
	req, packets := n.wholePackets("ask", waiting, m.Let("room", m.Const(p.gw(), p.G).Sub(pending)))
	some := m.Let("ask", chosen.And(req.Ne(0)))
	n.asked.write(some, flow.Value, asked.Add(packets))
	n.requests(some, flow.Value, requested, req)
	io.Req.Valid.Drive(m.Next("req_tx_valid_q", some, 0))
	io.Req.Node.Drive(m.NextNoReset("req_tx_node_q", flow))
	io.Req.Count.Drive(m.NextNoReset("req_tx_count_q", req))

	sets := n.asks(n.ports.Pkt.Dst)
	done := chosen.Value
	if p.MaxP > 1 { // one packet at a time
		done = chosen.And(some.Not().Or(waiting.Le(1)))
	}
	hints.Set(hints.AndNot(m.Let("ask_clears", n.of(done, flow))).Or(m.Let("ask_sets", sets)))
}
