package adapter

import "culprit.example/culprit/rtlgen"

// ingressFlows is what the ingress keeps of its flows, in cell and in beat mode.
//
// All counters of a flow are cumulative, each with a single writer, and what the
// paper calls g, pr, ps, tg and ta are differences. So nothing is lost where two
// events meet.
type ingressFlows struct {
	m  *rtlgen.Module
	io *IngressControl
	p  Params
	w  walk

	arrived, left, asked     table // packets: accepted, sent to the end, requested
	position                 table // segments, or beats, sent of the packet in front
	requested, granted, sent table // segments
	unsolicited, acked       table // parities of unsolicited segments
	generated, carried       table // grants of the own arbiter, and those of them sent
	departed, told           table // parities of unsolicited segments from the other side
	seq                      table

	accepted value // a packet is accepted
	grants   value // a grant is taken
	acks     value // an acknowledgement is taken

	ask    ask   // what is requested in this cycle
	starts value // flow that sends a segment without a grant, one-hot or 0
}

// ask is a request: segments of a flow.
type ask struct{ valid, flow, count value }

// requests writes the segments that a flow has requested in all, before and with those
// of a request.
func (n *ingressFlows) requests(valid, flow, before, count value) {
	n.ask = ask{valid, flow, count}
	n.requested.write(valid, flow, before.Add(count.Zext(n.p.cw())))
}

// unsolicits notes a segment without a grant; before is the parity of those before.
func (n *ingressFlows) unsolicits(valid, flow, before value) {
	n.starts = n.of(valid, flow)
	n.unsolicited.write(valid, flow, before.Not())
}

// tables declares the counters. A table's write port stands with its only writer.
// Without bits there is no position, which is in units.
func (n *ingressFlows) tables(position, units string, bits int) {
	w, p := n.w, n.p
	n.arrived = w.table("arrived", p.Nodes, p.vw()+1, "packets accepted, modulo, by flow")
	n.left = w.table("left", p.Nodes, p.vw()+1, "packets sent to the end, modulo, by flow")
	n.asked = w.table("asked", p.Nodes, p.vw()+1, "packets requested or begun unsolicited, modulo, by flow")
	n.requested = w.table("requested", p.Nodes, p.cw(), "segments requested, modulo, by flow")
	n.granted = w.table("granted", p.Nodes, p.cw(), "segments granted, modulo, by flow")
	n.sent = w.table("sent", p.Nodes, p.cw(), "granted segments sent, modulo, by flow")
	n.seq = w.table("seq", p.Nodes, seqBits, "number of the next segment, modulo, by flow")
	if bits > 0 {
		n.position = w.table(position, p.Nodes, bits, units+" sent of the packet in front, by flow")
	}
	if p.OOB == 0 {
		n.generated = w.table("generated", p.Nodes, p.gw(), "segments granted by the own arbiter, modulo, by adapter")
		n.carried = w.table("carried", p.Nodes, p.gw(), "segments of grants sent, modulo, by adapter")
		n.departed = w.table("departed", p.Nodes, 1, "its unsolicited segments that left, modulo 2, by adapter")
		n.told = w.table("told", p.Nodes, 1, "acknowledgements sent, modulo 2, by adapter")
	}
	if p.Unsol == 1 {
		n.unsolicited = w.table("unsolicited", p.Nodes, 1, "unsolicited segments sent, modulo 2, by flow")
		n.acked = w.table("acked", p.Nodes, 1, "unsolicited segments acknowledged, modulo 2, by flow")
	}
}

// assume is what an ingress takes for granted of packets and of what it is told.
func (n *ingressFlows) assume(packet rtlgen.In, ready value) {
	m, io, p, w := n.m, n.io, n.p, n.p.gw()
	m.Assume("ready_before_packet", packet.Implies(ready), "no packet before the tables are initialised")
	m.Assume("ready_before_grant", io.Gnt.Valid.Implies(ready), "no grant before the tables are initialised")
	m.Assume("grant_in_range", io.Gnt.Valid.Implies(io.Gnt.Count.Ne(0).And(io.Gnt.Count.Le(p.G))),
		"a grant is for 1 to g segments")
	pending := m.RegArray("pending_of_flow", p.Nodes, w, 0, "segments requested and not granted, by flow")
	asks, gets := m.Let("flow_asks", n.of(n.ask.valid, n.ask.flow)), m.Let("flow_gets", n.of(n.grants, io.Gnt.Node))
	for k := range m.Each("k", p.Nodes) {
		pending.At(k).Set(pending.At(k).Add(rtlgen.Mux(asks.Bit(k), n.ask.count, 0)).
			Sub(rtlgen.Mux(gets.Bit(k), io.Gnt.Count, 0)))
	}
	m.Assume("grant_of_what_is_pending", io.Gnt.Valid.Implies(io.Gnt.Count.Le(pending.At(io.Gnt.Node))),
		"only what was requested is granted")
	if p.OOB == 0 {
		told := io.Ack.Valid.Or(io.Give.Valid).Or(io.Left.Valid)
		m.Assume("ready_before_event", told.Implies(ready), "nothing is heard before the tables are initialised")
	}
	if p.Unsol == 1 {
		waits := m.Reg("waits_for_ack", p.Nodes, 0, "flows whose unsolicited segment is not acknowledged")
		waits.Set(waits.AndNot(n.of(n.acks, io.Ack.Node)).Or(n.starts))
		m.Assume("ack_of_an_unsolicited_segment", io.Ack.Valid.Implies(waits.Bit(io.Ack.Node)),
			"an unsolicited segment is acknowledged once")
	}
}

// of is a mask of the flows: node's bit, if valid.
func (n *ingressFlows) of(valid, node rtlgen.Signal) value {
	return rtlgen.Mux(valid, rtlgen.ValueOf(node).Decode(n.p.Nodes), 0)
}

// accept accepts a packet into its VOQ if that is not full. The result is the place of
// the packet in the VOQs: {dst, number of the packet}.
func (n *ingressFlows) accept(valid, dst rtlgen.In, drop rtlgen.Out) value {
	m, p := n.m, n.p
	arrived := n.arrived.Read("pkt_arrived", dst)
	full := m.Let("full", arrived.Xor(n.left.Read("pkt_left", dst)).Eq(p.VOQ)) // half the range of the counters apart
	n.accepted = m.Let("accept", valid.AndNot(full))
	drop.Set(valid.And(full))
	n.arrived.write(n.accepted, dst.Value, arrived.Add(1))
	return rtlgen.Cat(dst, arrived.Low(p.vw()))
}

// events are grants and acknowledgements. In band, the grants and the departures of
// the own output are noted for the adapter that they are for. The result are the hints
// that are set; dst is the flow of an accepted packet.
func (n *ingressFlows) events(dst rtlgen.In) value {
	m, io, p := n.m, n.io, n.p
	before := n.granted.Read("gnt_granted", io.Gnt.Node)
	pending := m.Let("gnt_pending", n.requested.Read("gnt_requested", io.Gnt.Node).Low(p.gw()).Sub(before.Low(p.gw())))
	n.grants = m.Let("grant_taken", io.Gnt.Valid.And(io.Gnt.Count.Ne(0)).And(io.Gnt.Count.Le(pending)))
	n.granted.write(n.grants, io.Gnt.Node.Value, before.Add(io.Gnt.Count.Zext(p.cw())))
	sets := n.of(io.Gnt.Valid, io.Gnt.Node) // whether it is taken is known late: at worst the hint is stale
	if p.Repair == 1 {
		sets = sets.Or(n.of(io.Stuck.Valid, io.Stuck.Node))
	}
	if p.OOB == 1 {
		return sets
	}
	n.generated.write(io.Give.Valid.Value, io.Give.Node.Value,
		n.generated.Read("give_generated", io.Give.Node).Add(io.Give.Count))
	n.departed.write(io.Left.Valid.Value, io.Left.Node.Value, n.departed.Read("left_departed", io.Left.Node).Not())
	sets = sets.Or(n.of(io.Give.Valid, io.Give.Node)).Or(n.of(io.Left.Valid, io.Left.Node))

	// A packet makes its flow eligible if nothing is pending, as far as this cycle knows.
	// What ends the waiting in this very cycle sets the hint by itself.
	idle := n.requested.Read("pkt_requested", dst).Eq(n.granted.Read("pkt_granted", dst))
	if p.Unsol == 1 {
		told := n.acked.Read("ack_acked", io.Ack.Node)
		n.acks = m.Let("ack_taken", io.Ack.Valid.And(n.unsolicited.Read("ack_unsolicited", io.Ack.Node).Ne(told)))
		n.acked.write(n.acks, io.Ack.Node.Value, told.Not())
		sets = sets.Or(n.of(io.Ack.Valid, io.Ack.Node))
		idle = idle.And(n.unsolicited.Read("pkt_unsolicited", dst).Eq(n.acked.Read("pkt_acked", dst)))
	} else {
		n.acks = m.Zero(1)
		m.Unused("ack", io.Ack.Node)
	}
	return sets.Or(n.of(n.accepted.And(idle), dst))
}

// asks are the flows that may have something to request out of band: a packet has
// arrived, or a grant has made room for packets that are there.
func (n *ingressFlows) asks(dst rtlgen.In) value {
	gnt := n.io.Gnt
	unasked := n.arrived.Read("gnt_arrived", gnt.Node).Ne(n.asked.Read("gnt_asked", gnt.Node))
	return n.of(n.accepted, dst).Or(n.of(gnt.Valid.And(unasked), gnt.Node))
}

// looked answers the watch.
func (n *ingressFlows) looked() {
	look := n.io.Look
	waits := n.requested.Read("look_requested", look.Node).Ne(n.granted.Read("look_granted", look.Node))
	if n.p.Unsol == 1 {
		waits = waits.Or(n.unsolicited.Read("look_unsolicited", look.Node).Ne(n.acked.Read("look_acked", look.Node)))
	}
	look.Waits.Drive(waits)
}

// audits keeps the flow that has to be audited until a message is sent to its adapter.
// chosen is the flow whose state is read; the result reports whether the audit may go now.
func (n *ingressFlows) audits(chosen, sent value) value {
	if n.p.Repair == 0 {
		return n.m.Zero(1)
	}
	m, io, p := n.m, n.io, n.p
	owed := io.Owed
	grants := n.generated.Read("owed_generated", owed.Node).Ne(n.carried.Read("owed_carried", owed.Node))
	owed.Some.Drive(grants.Or(n.departed.Read("owed_departed", owed.Node).Ne(n.told.Read("owed_told", owed.Node))))
	due := m.Reg("audit_q", 1, 0, "a flow has to be audited")
	node := m.RegNoReset("audit_node_q", p.nw(), "adapter of the flow to be audited")
	own := m.Let("audit_own", due.And(node.Eq(chosen)))
	m.If(io.Stuck.Valid, func() {
		due.Set(1)
		node.Set(io.Stuck.Node)
	}).ElseIf(sent.And(own), func() { due.Set(0) })
	return own
}

// count keeps the credits for the first switch: send, which is late, takes one.
func (n *ingressFlows) count(credits rtlgen.Reg, send value) {
	m, give := n.m, n.io.Tx.Credit
	back := m.Let("credits_and_back", credits.Add(give.Zext(credits.Width())))
	all := m.Let("all_credits", credits.Eq(n.p.InBuf))
	credits.Set(rtlgen.Mux(send, back.Sub(1), rtlgen.Mux(all, credits, back)))
	n.tell(give.And(all).AndNot(send))
	n.io.Cred.Drive(credits)
	m.Assume("credit_in_range", give.AndNot(send).Implies(credits.Ne(n.p.InBuf)), "a credit comes back once")
}

// tell drives the errors; excess is a credit too many.
func (n *ingressFlows) tell(excess value) {
	m, io := n.m, n.io
	ack := m.Zero(1)
	if n.p.OOB == 0 {
		ack = io.Ack.Valid.AndNot(n.acks)
	}
	io.Error.Drive(m.Next("error_q", rtlgen.Cat(excess, ack, io.Gnt.Valid.AndNot(n.grants)), 0))
}

// holds counts the grants held by all flows.
func (n *ingressFlows) holds(used value) {
	m, io, p := n.m, n.io, n.p
	held := m.Reg("held_q", p.hw(), 0)
	held.Set(held.Add(rtlgen.Mux(n.grants, io.Gnt.Count, 0).Zext(p.hw())).Sub(used.Zext(p.hw())))
	io.Held.Drive(held)
}

// path is the path of a segment, by its flow and number, or of a message without
// payload: those take the paths by turns, moving on with each that is sent.
func (n *ingressFlows) path(payload, sent, me, flow, seq value) value {
	m, w := n.m, n.p.pw()
	other := m.Reg("message_path_q", w, 0, "path of the next message without payload")
	m.If(sent.AndNot(payload), func() { other.Set(other.Add(1)) })
	return rtlgen.Mux(payload, seq.Low(w).Add(me.Low(w)).Add(flow.Low(w)), other)
}
