package adapter

import "culprit/rtlgen"

// Adapter is a node's network adapter: the ingress for its own flows, and parser,
// egress and output credit arbiter for the flows to it. Both sides pass control to
// each other without the fabric.
func Adapter(p Params) *rtlgen.Typed[Ports] {
	m, io := rtlgen.New[Ports](p)
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
	arbiter.Arrived.Drive(egress.Arrived)
	arbiter.Released.Drive(egress.Released)
	arbiter.Tick.Drive(io.LineEn)
	io.CRC.Drive(parser.CRC)
	io.Route.Drive(parser.Route)
	io.Sequence.Drive(egress.Sequence)
	io.Ready.Drive(egress.Ready)
	control{io.FabricSide, io.ControlStatus, ingress.IngressControl, parser.Control, egress.Left, arbiter.Arbitration, io.LineEn.And(egress.Ready)}.join(m.Module, p)
	return m
}

// BeatAdapter is Adapter for packets of any length.
func BeatAdapter(p Params) *rtlgen.Typed[BeatAdapterPorts] {
	p.Beat = 1
	m, io := rtlgen.New[BeatAdapterPorts](p)
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
	arbiter.Arrived.Drive(egress.Arrived)
	arbiter.Released.Drive(egress.Released.Zext(rtlgen.CountBits(p.MaxP)))
	arbiter.Tick.Drive(io.Tick)
	io.CRC.Drive(parser.CRC)
	io.Route.Drive(parser.Route)
	io.Sequence.Drive(egress.Sequence)
	io.Ready.Drive(egress.Ready)
	control{io.FabricSide, io.ControlStatus, ingress.IngressControl, parser.Control, egress.Left, arbiter.Arbitration, io.Tick.And(egress.Ready)}.join(m.Module, p)
	return m
}

// control are the requests, grants and acknowledgements of an adapter, which are the same
// in both modes.
type control struct {
	FabricSide
	ControlStatus
	ingress IngressControl
	parser  Control
	left    Event[rtlgen.Out] // of the egress
	arbiter Arbitration
	tick    value // a segment time of the line begins
}

// join connects the ingress and the arbiter with the other adapters, out of band by
// channels of their own, in band by headers.
func (c control) join(m *rtlgen.Module, p Params) {
	watch := rtlgen.Use(m, "watch", Watch(p))
	watch.Tick.Drive(c.tick)
	c.ingress.Look.Node.Drive(watch.Look.Node)
	watch.Look.Waits.Drive(c.ingress.Look.Waits)
	rtlgen.Connect(c.Stuck, watch.Stuck)
	rtlgen.Connect(c.ingress.Tx, c.Tx)
	if p.OOB == 1 {
		rtlgen.Connect(c.ingress.Req, c.ReqTx)
		rtlgen.Connect(c.arbiter.Req, c.ReqRx)
		rtlgen.Connect(c.arbiter.Gnt, c.GntTx)
		rtlgen.Connect(c.ingress.Gnt, c.GntRx)
		watch.Gnt.Valid.Drive(c.GntRx.Valid)
		watch.Gnt.Node.Drive(c.GntRx.Node)
		m.Unused("left", c.left.Valid, c.left.Node)
	} else {
		rtlgen.Connect(c.arbiter.Req, c.parser.Req)
		rtlgen.Connect(c.ingress.Give, c.arbiter.Gnt)
		rtlgen.Connect(c.ingress.Gnt, c.parser.Gnt)
		rtlgen.Connect(c.ingress.Ack, c.parser.Ack)
		watch.Gnt.Valid.Drive(c.parser.Gnt.Valid)
		watch.Gnt.Node.Drive(c.parser.Gnt.Node)
		rtlgen.Connect(watch.Ack, c.parser.Ack)
		rtlgen.Connect(c.ingress.Left, c.left)
	}
	c.arbiter.Reserve.Drive(c.Reserve)
	c.arbiter.GrantRate.Drive(c.GrantRate)
	c.OC.Drive(c.arbiter.OC)
	c.FC.Drive(c.arbiter.FC)
	c.Held.Drive(c.ingress.Held)
	c.Cred.Drive(c.ingress.Cred)
	m.Unused("part_ready", c.ingress.Ready, c.arbiter.Ready) // the egress takes longest
}
