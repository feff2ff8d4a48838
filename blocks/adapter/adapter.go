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
	rtlgen.Connect(ingress.Tx, io.Tx)
	rtlgen.Connect(parser.Rx, io.Rx)
	rtlgen.Connect(egress.Seg, parser.Seg)
	rtlgen.Connect(egress.Line, io.Line)
	egress.LineEn.Drive(io.LineEn)
	arbiter.Arrived.Drive(egress.Arrived)
	arbiter.Released.Drive(egress.Released)
	arbiter.Tick.Drive(io.LineEn)
	arbiter.Reserve.Drive(io.Reserve)
	arbiter.GrantRate.Drive(io.GrantRate)
	if p.OOB == 1 {
		rtlgen.Connect(ingress.Req, io.ReqTx)
		rtlgen.Connect(arbiter.Req, io.ReqRx)
		rtlgen.Connect(arbiter.Gnt, io.GntTx)
		rtlgen.Connect(ingress.Gnt, io.GntRx)
		m.Unused("left", egress.Left.Valid, egress.Left.Node)
	} else {
		rtlgen.Connect(arbiter.Req, parser.Req)
		rtlgen.Connect(ingress.Give, arbiter.Gnt)
		rtlgen.Connect(ingress.Gnt, parser.Gnt)
		rtlgen.Connect(ingress.Ack, parser.Ack)
		rtlgen.Connect(ingress.Left, egress.Left)
	}
	io.OC.Drive(arbiter.OC)
	io.FC.Drive(arbiter.FC)
	io.Held.Drive(ingress.Held)
	io.Cred.Drive(ingress.Cred)
	io.CRC.Drive(parser.CRC)
	io.Route.Drive(parser.Route)
	io.Sequence.Drive(egress.Sequence)
	io.Ready.Drive(egress.Ready)
	m.Unused("part_ready", ingress.Ready, arbiter.Ready) // the egress takes longest
	return m
}

// BeatAdapter is Adapter for packets of any length.
func BeatAdapter(p Params) *rtlgen.Typed[BeatAdapterPorts] {
	p.Beat = 1
	m, io := rtlgen.New[BeatAdapterPorts](p)
	ingress, parser := rtlgen.Use(m, "ingress", BeatIngress(p)), rtlgen.Use(m, "parser", BeatParser(p))
	egress, arbiter := rtlgen.Use(m, "egress", BeatEgress(p)), rtlgen.Use(m, "arbiter", Arbiter(p))
	for _, node := range []rtlgen.In{ingress.Me, parser.Me, egress.Me} {
		node.Drive(io.Me)
	}
	rtlgen.Connect(ingress.Pkt, io.Pkt)
	rtlgen.Connect(ingress.Tx, io.Tx)
	rtlgen.Connect(parser.Rx, io.Rx)
	rtlgen.Connect(egress.Seg, parser.Seg)
	rtlgen.Connect(egress.Beat, parser.Beat)
	rtlgen.Connect(egress.Line, io.Line)
	egress.LineEn.Drive(io.LineEn)
	arbiter.Arrived.Drive(egress.Arrived)
	arbiter.Released.Drive(egress.Released.Zext(rtlgen.CountBits(p.MaxP)))
	arbiter.Tick.Drive(io.Tick)
	arbiter.Reserve.Drive(io.Reserve)
	arbiter.GrantRate.Drive(io.GrantRate)
	if p.OOB == 1 {
		rtlgen.Connect(ingress.Req, io.ReqTx)
		rtlgen.Connect(arbiter.Req, io.ReqRx)
		rtlgen.Connect(arbiter.Gnt, io.GntTx)
		rtlgen.Connect(ingress.Gnt, io.GntRx)
		m.Unused("left", egress.Left.Valid, egress.Left.Node)
	} else {
		rtlgen.Connect(arbiter.Req, parser.Req)
		rtlgen.Connect(ingress.Give, arbiter.Gnt)
		rtlgen.Connect(ingress.Gnt, parser.Gnt)
		rtlgen.Connect(ingress.Ack, parser.Ack)
		rtlgen.Connect(ingress.Left, egress.Left)
	}
	io.OC.Drive(arbiter.OC)
	io.FC.Drive(arbiter.FC)
	io.Held.Drive(ingress.Held)
	io.Cred.Drive(ingress.Cred)
	io.CRC.Drive(parser.CRC)
	io.Route.Drive(parser.Route)
	io.Sequence.Drive(egress.Sequence)
	io.Ready.Drive(egress.Ready)
	m.Unused("part_ready", ingress.Ready, arbiter.Ready) // the egress takes longest
	return m
}
