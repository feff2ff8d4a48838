package clos

import (
	"culprit/blocks/adapter"
	"culprit/blocks/packet"
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// Node is an end node: source, network interface (a plain one, or a request-grant
// adapter) and sink, and the counters of what is made.
func Node(p Params) *rtlgen.Typed[NodePorts] {
	m, io := rtlgen.New[NodePorts](p)
	n := &node{NodePorts: io, m: m.Module, p: p, source: rtlgen.Use(m, "source", Source(p)), sink: rtlgen.Use(m, "sink", Sink(p))}
	rtlgen.Connect(n.source.Place, io.Place)
	rtlgen.Connect(n.sink.Place, io.Place)
	rtlgen.Connect(n.sink.Measurement, io.Measurement)
	n.source.Tick.Drive(io.Tick)
	io.Rx.Credit.Drive(0)
	if p.Scheme == plain {
		n.plain()
	} else {
		n.requestGrant()
	}
	n.readBack()
	return m
}

type node struct {
	*NodePorts
	m *rtlgen.Module
	p Params

	source  *SourcePorts
	sink    *SinkPorts
	refused value // the source's packet is refused
	held    value // grants held; the zero Value without grants
	missing value // a cell was missing in its flow; likewise
	stuck   value // a flow is stuck; likewise
}

// toLink sends words through the registers of the link.
func (n *node) toLink(word value) {
	rtlgen.Spread(n.Tx.Word, packet.DelayData(n.m, "link", word, word.Width()-1, n.p.Latency))
}

// plain has no congestion management: what the fabric delivers arrives.
func (n *node) plain() {
	nic := rtlgen.Use(n.m, "nic", NIC(n.p))
	rtlgen.Connect(n.source.Traffic, n.Traffic)
	rtlgen.Connect(nic.Make, n.source.Make)
	nic.Node.Drive(n.Node)
	nic.Tx.Credit.Drive(n.Tx.Credit)
	n.toLink(rtlgen.Pack(nic.Tx.Word))
	n.refused = nic.Make.Refused.Value

	w, pw := n.p.nw(), n.p.pw()
	top := n.Rx.Data.Width() - 2 - pw
	n.sink.Arrival.Valid.Drive(n.Rx.Valid)
	n.sink.Arrival.Dst.Drive(n.Rx.Data.Slice(top, top-w+1).Zext(nodeBits))
	n.sink.Arrival.Src.Drive(n.Rx.Data.Slice(top-w, top-2*w+1).Zext(nodeBits))
	n.sink.Arrival.Tag.Drive(n.Rx.Data.Low(tagBits))
	n.sink.Arrival.First.Drive(1)
	n.m.Unused("rx_rest", n.Rx.Head, n.Rx.Tail, n.Rx.Data.High(1+pw), n.Rx.Data.Slice(top-2*w, tagBits))
	n.Error.Drive(n.sink.Error)
}

// requestGrant has an adapter; what leaves on its external line arrives.
func (n *node) requestGrant() {
	m, w := n.m, n.p.nw()
	a := rtlgen.Use(m, "nic", adapter.Adapter(n.p.adapter()))
	a.Me.Drive(n.Node.Low(w))
	t := n.source.Traffic
	for _, x := range []struct{ to, from rtlgen.In }{
		{t.Seed, n.Seed}, {t.Start, n.Start}, {t.Stop, n.Stop}, {t.Own, n.Own}, {t.HotRate, n.HotRate}, {t.HotNode, n.HotNode}, {t.HotMask, n.HotMask},
	} {
		x.to.Drive(x.from)
	}
	t.Enable.Drive(n.Enable.And(a.Ready))
	a.Pkt.Valid.Drive(n.source.Make.Valid)
	a.Pkt.Dst.Drive(n.source.Make.Dst.Low(w))
	a.Pkt.Tag.Drive(n.source.Make.Tag)
	if w < nodeBits {
		m.Unused("dst_rest", n.source.Make.Dst.High(nodeBits-w))
	}
	n.source.Make.Refused.Drive(a.Pkt.Drop)
	n.refused = a.Pkt.Drop.Value

	n.toLink(rtlgen.Pack(a.Tx.Word))
	a.Tx.Credit.Drive(n.Tx.Credit)
	rtlgen.Connect(a.Rx, n.Rx.Word)
	if n.p.Scheme == outOfBand {
		rtlgen.Connect(a.ReqTx, n.ReqTx)
		rtlgen.Connect(a.GntTx, n.GntTx)
		rtlgen.Connect(a.ReqRx, n.ReqRx)
		rtlgen.Connect(a.GntRx, n.GntRx)
	}
	a.LineEn.Drive(n.Tick)
	a.Reserve.Drive(n.Reserve)
	a.GrantRate.Drive(n.GrantRate)

	n.sink.Arrival.Valid.Drive(a.Line.Valid)
	n.sink.Arrival.Dst.Drive(n.Node) // the adapter has checked it
	n.sink.Arrival.Src.Drive(a.Line.Src.Zext(nodeBits))
	n.sink.Arrival.Tag.Drive(a.Line.Tag)
	n.sink.Arrival.First.Drive(a.Line.First)
	n.held = a.Held.Value
	failed := m.Reg("adapter_error", 1, 0)
	n.missing, n.stuck = a.Sequence.Value, a.Stuck.Valid.Value
	m.If(a.CRC.Or(a.Route).Or(a.Sequence), func() { failed.Set(1) })
	n.Error.Drive(n.sink.Error.Or(failed))
	m.Unused("adapter_status", a.Line.Last, a.OC, a.FC, a.Cred, a.Stuck.Node)
}

// readBack counts what is made, and joins the counters.
func (n *node) readBack() {
	m := n.m
	counted := m.Let("counted", n.source.Make.Valid.And(n.Measure))
	count := func(name string, event, class value) value {
		return prim.Accumulator(m, name, counterBits, n.Clear, event.And(class), m.Ones(1))
	}
	made, refused := counted.AndNot(n.refused), counted.And(n.refused)
	hot, other := n.source.Hot.Value, n.source.Hot.Not()
	totals := []total{
		{addressMade, count("made_other", made, other)}, {hotClass + addressMade, count("made_hot", made, hot)},
		{addressRefused, count("refused_other", refused, other)}, {hotClass + addressRefused, count("refused_hot", refused, hot)},
	}
	if n.p.Scheme != plain {
		totals = append(totals, total{addressHeld, prim.Maximum(m, "held_max", n.Clear, n.Measure, n.held)},
			total{addressMissing, count("missing", n.missing, n.Measure.Value)}, total{addressStuck, count("stuck", n.stuck, n.Measure.Value)})
	}

	// What arrives is shown in the class of the node.
	at := n.Read.Address
	n.sink.Read.Address.Drive(at.AndNot(hotClass))
	isHot := m.Let("is_hot", n.HotRate.Any().And(n.Node.Xor(n.HotNode).AndNot(n.HotMask).Eq(0)))
	ofSink := m.Next("of_sink", at.Bit(3).Eq(isHot).Or(at.Eq(addressOrderErrors)).Or(at.Eq(addressMisroutes)), 0)
	own := show(m, "own_shown", at, totals)
	n.Read.Data.Drive(m.Next("read_data_q", own.Or(rtlgen.Mux(ofSink, n.sink.Read.Data, 0)), 0))
}
