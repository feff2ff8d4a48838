package adapter

import (
	"culprit.example/culprit/blocks/cioq"
	"culprit.example/culprit/rtlgen"
)

// Adapter is a node's network adapter: the ingress for its own flows, and parser,
// egress and output credit arbiter for the flows to it. Both sides pass control to
// each other without the fabric.
func Adapter(p Params) *rtlgen.Typed[Ports] {
	m, io := rtlgen.New[Ports](p)
	if m.Refused() {
		return m
	}
	ingress, parser := rtlgen.Use(m, "ingress", Ingress(p)), rtlgen.Use(m, "parser", Parser(p))
	egress, arbiter := rtlgen.Use(m, "egress", Egress(p)), rtlgen.Use(m, "arbiter", Arbiter(p))
	for _, node := range []rtlgen.In{ingress.Me, parser.Me, egress.Me} {
		node.Drive(io.Me)
	}
	rtlgen.Connect(ingress.Pkt, io.Pkt)
	rtlgen.Connect(parser.Rx, io.Rx)
	rtlgen.Connect(egress.Seg, parser.Seg)
	rtlgen.Connect(egress.Line, io.Line)
	egress.LineEn.Drive(io.LineEn)
	arbiter.Tick.Drive(io.LineEn)
	io.CRC.Drive(parser.CRC)
	io.Route.Drive(parser.Route)
	io.Sequence.Drive(parser.Sequence)
	io.Ready.Drive(egress.Ready)
	control{
		io.FabricSide, io.ControlStatus, ingress.IngressControl, parser.Control, arbiter.Arbitration,
		io.LineEn.And(egress.Ready),
		departures{egress.Left, egress.Arrived.Value, egress.Released.Value},
		arrival{parser.Seg.Valid.Value, parser.Seg.Src.Value, parser.Seg.Unsol.Value, parser.Seg.Gap.Value},
		parser.Admission, parser, egress,
	}.join(m.Module, p)
	io.Err.count(m.Module, p, parser.Error, arbiter.Refused, ingress.Error, parser.Sequence)
	io.FabricSide.assume(m.Module, p, io.Pkt.Valid, io.Ready.Value)
	return m
}

// BeatAdapter is Adapter for packets of any length.
func BeatAdapter(p Params) *rtlgen.Typed[BeatAdapterPorts] {
	p.Beat = 1
	m, io := rtlgen.New[BeatAdapterPorts](p)
	if m.Refused() {
		return m
	}
	ingress, parser := rtlgen.Use(m, "ingress", BeatIngress(p)), rtlgen.Use(m, "parser", BeatParser(p))
	egress, arbiter := rtlgen.Use(m, "egress", BeatEgress(p)), rtlgen.Use(m, "arbiter", BeatArbiter(p))
	for _, node := range []rtlgen.In{ingress.Me, parser.Me, egress.Me} {
		node.Drive(io.Me)
	}
	rtlgen.Connect(ingress.Pkt, io.Pkt)
	rtlgen.Connect(parser.Rx, io.Rx)
	rtlgen.Connect(egress.Seg, parser.Seg)
	rtlgen.Connect(egress.Beat, parser.Beat)
	rtlgen.Connect(egress.Line, io.Line)
	egress.LineEn.Drive(io.LineEn)
	arbiter.Tick.Drive(io.Tick)
	io.CRC.Drive(parser.CRC)
	io.Route.Drive(parser.Route)
	io.Sequence.Drive(egress.Sequence)
	io.Ready.Drive(egress.Ready)
	control{
		io.FabricSide, io.ControlStatus, ingress.IngressControl, parser.Control, arbiter.Arbitration,
		io.Tick.And(egress.Ready),
		departures{egress.Left, egress.Arrived.Value, egress.Released.Zext(rtlgen.CountBits(p.MaxP))},
		arrival{parser.Seg.Valid.Value, parser.Seg.Src.Value, parser.Seg.Unsol.Value, m.Zero(p.kw())},
		parser.Admission, nil, nil,
	}.join(m.Module, p)
	io.Err.count(m.Module, p, parser.Error, arbiter.Refused, ingress.Error, egress.Sequence)
	io.FabricSide.assume(m.Module, p, io.Pkt.Valid, io.Ready.Value)
	assumeMessages(m.Module, io.Rx)
	return m
}

// assume states that nothing comes before the tables of the adapter are initialised.
func (s FabricSide) assume(m *rtlgen.Module, p Params, packet rtlgen.In, ready value) {
	words := s.Rx.Valid.Value
	if p.OOB == 1 {
		words = words.Or(s.ReqRx.Valid).Or(s.GntRx.Valid)
	}
	m.Assume("ready_before_packet", packet.Implies(ready), "no packet before the tables are initialised")
	m.Assume("ready_before_word", words.Implies(ready), "no word from the network before the tables are initialised")
}

// assumeMessages states that messages come whole: a header and 1 to 32 beats behind it.
func assumeMessages(m *rtlgen.Module, rx cioq.Word[rtlgen.In]) {
	beats := m.Reg("beats_of_message", rtlgen.CountBits(segmentBeats+1), 0, "beats of the message that have come")
	m.If(rx.Valid, func() { beats.Set(rtlgen.Mux(rx.Tail, 0, beats.Add(1))) })
	m.Assume("header_is_first", rx.Valid.Implies(rx.Head.Eq(beats.Eq(0))), "the head is the first beat, and no other one")
	m.Assume("header_is_not_last", rx.Valid.And(rx.Tail).Implies(beats.Ne(0)), "beats follow the header")
	m.Assume("message_without_gap", beats.Ne(0).Implies(rx.Valid), "the beats of a message follow each other")
	m.Assume("at_most_33_beats", rx.Valid.Implies(beats.Le(segmentBeats)), "at most 32 beats follow the header")
}

// control are the requests, grants and acknowledgements of an adapter, which are the same
// in both modes.
type control struct {
	FabricSide
	ControlStatus
	ingress   IngressControl
	parser    Control
	arbiter   Arbitration
	tick      value // a segment time of the line begins
	egress    departures
	segment   arrival
	admission Admission

	cells *ParserPorts // cell mode: the parser and the egress, which settle flows
	order *EgressPorts
}

// departures are what the egress tells of the segments that it has.
type departures struct {
	left              Event[rtlgen.Out]
	arrived, released value
}

// arrival is a segment that the parser hands on.
type arrival struct{ valid, src, unsol, gap value }

// join connects the ingress and the arbiter with the other adapters, out of band by
// channels of their own, in band by headers.
func (c control) join(m *rtlgen.Module, p Params) {
	watch := rtlgen.Use(m, "watch", Watch(p))
	watch.Tick.Drive(c.tick)
	c.ingress.Look.Node.Drive(watch.Look.Node)
	watch.Look.Waits.Drive(c.ingress.Look.Waits)
	watch.Sent.Valid.Drive(c.ingress.Sent.Valid)
	watch.Sent.Node.Drive(c.ingress.Sent.Node)
	rtlgen.Connect(c.Stuck, watch.Stuck)
	rtlgen.Connect(c.ingress.Tx, c.Tx)
	if p.OOB == 1 {
		rtlgen.Connect(c.ingress.Req, c.ReqTx)
		rtlgen.Connect(c.arbiter.Req, c.ReqRx)
		rtlgen.Connect(c.arbiter.Gnt, c.GntTx)
		rtlgen.Connect(c.ingress.Gnt, c.GntRx)
		watch.Gnt.Valid.Drive(c.GntRx.Valid)
		watch.Gnt.Node.Drive(c.GntRx.Node)
	} else {
		rtlgen.Connect(c.ingress.Give, c.arbiter.Gnt)
		rtlgen.Connect(c.ingress.Gnt, c.parser.Gnt)
		rtlgen.Connect(c.ingress.Ack, c.parser.Ack)
		watch.Gnt.Valid.Drive(c.parser.Gnt.Valid)
		watch.Gnt.Node.Drive(c.parser.Gnt.Node)
		rtlgen.Connect(watch.Ack, c.parser.Ack)
	}
	rtlgen.Connect(c.admission.Given, c.arbiter.Gnt)
	rtlgen.Connect(c.admission.Gone, c.egress.left)
	if p.Repair == 1 {
		c.repair(m, p, watch)
	} else {
		c.arbiter.Arrived.Drive(c.egress.arrived)
		c.arbiter.Released.Drive(c.egress.released)
	}
	if p.Repair == 0 && p.OOB == 0 {
		rtlgen.Connect(c.arbiter.Req, c.parser.Req)
		rtlgen.Connect(c.ingress.Left, c.egress.left)
	}
	c.arbiter.Reserve.Drive(c.Reserve)
	c.arbiter.GrantRate.Drive(c.GrantRate)
	c.OC.Drive(c.arbiter.OC)
	c.FC.Drive(c.arbiter.FC)
	c.Held.Drive(c.ingress.Held)
	c.Cred.Drive(c.ingress.Cred)
	m.Unused("part_ready", c.ingress.Ready, c.arbiter.Ready) // the egress takes longest
}

// repair puts the answers to audits between the parser, the egress and the arbiter.
func (c control) repair(m *rtlgen.Module, p Params, watch *WatchPorts) {
	r := rtlgen.Use(m, "repair", Repair(p))
	rtlgen.Connect(c.ingress.Stuck, watch.Stuck)
	rtlgen.Connect(r.Audit, c.parser.Audit)
	rtlgen.Connect(r.Req, c.parser.Req)
	rtlgen.Connect(r.Gnt, c.arbiter.Gnt)
	r.Seg.Valid.Drive(c.segment.valid)
	r.Seg.Src.Drive(c.segment.src)
	r.Seg.Unsol.Drive(c.segment.unsol)
	r.Seg.Gap.Drive(c.segment.gap)
	rtlgen.Connect(r.Left, c.egress.left)
	r.Released.Drive(c.egress.released)
	r.Tick.Drive(c.tick)
	c.ingress.Owed.Node.Drive(r.Owed.Node)
	r.Owed.Some.Drive(c.ingress.Owed.Some)
	rtlgen.Connect(c.arbiter.Req, r.ReqOut)
	c.arbiter.Arrived.Drive(r.ArrivedOut)
	c.arbiter.Released.Drive(r.ReleasedOut)
	rtlgen.Connect(c.ingress.Left, r.LeftOut)
	rtlgen.Connect(c.admission.Lost, r.Lost)
	r.Arrived.Drive(c.egress.arrived)
	if c.cells == nil {
		r.Settling.Drive(m.Zero(1))
		m.Unused("settle", r.Settle.Valid, r.Settle.Node, r.Settle.Seq)
		return
	}
	rtlgen.Connect(c.cells.Settle, r.Settle)
	rtlgen.Connect(c.order.Settle, c.cells.Settled)
	r.Settling.Drive(c.cells.Settling.Or(c.order.Settling))
}
