package clos

import (
	"culprit.example/culprit/blocks/adapter"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// Node is an end node: source, network interface (a plain one, or a request-grant
// adapter) and sink, and the counters of what is made.
func Node(p Params) *rtlgen.Typed[NodePorts] {
	m, io := rtlgen.New[NodePorts](p)
	if m.Refused() {
		return m
	}
	n := &node{NodePorts: io, m: m.Module, p: p, source: rtlgen.Use(m, "source", Source(p)),
		sink: rtlgen.Use(m, "sink", Sink(p))}
	rtlgen.Connect(n.source.Place, io.Place)
	rtlgen.Connect(n.sink.Place, io.Place)
	rtlgen.Connect(n.sink.Measurement, io.Measurement)
	n.source.Tick.Drive(io.Tick)
	io.Rx.Credit.Drive(0)
	switch {
	case p.Beat == 1:
		n.requestGrantBeats()
	case p.Scheme == plain:
		n.plain()
	default:
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
	whole := n.Rx.Head.And(n.Rx.Tail)
	n.sink.Arrival.Valid.Drive(n.Rx.Valid.And(whole))
	n.sink.Arrival.Dst.Drive(n.Rx.Data.Slice(top, top-w+1).Zext(nodeBits))
	n.sink.Arrival.Src.Drive(n.Rx.Data.Slice(top-w, top-2*w+1).Zext(nodeBits))
	n.sink.Arrival.Tag.Drive(n.Rx.Data.Low(tagBits))
	n.sink.Arrival.First.Drive(1)
	n.m.Unused("rx_rest", n.Rx.Data.High(1+pw), n.Rx.Data.Slice(top-2*w, tagBits))
	failed := n.m.Reg("no_cell", 1, 0, "a word has come that is no cell")
	n.m.If(n.Rx.Valid.AndNot(whole), func() { failed.Set(1) })
	n.Error.Drive(n.sink.Error.Or(failed))
}

// requestGrant has an adapter; what leaves on its external line arrives.
func (n *node) requestGrant() {
	a := rtlgen.Use(n.m, "nic", adapter.Adapter(n.p.adapter()))
	n.packets(a.Me, a.Ready.Value, a.Pkt.Valid, a.Pkt.Dst, a.Pkt.Tag, a.Pkt.Drop.Value)
	n.fabric(a.FabricSide, a.ControlStatus, a.CRC.Or(a.Route).Or(a.Sequence))
	a.LineEn.Drive(n.Tick)

	n.sink.Arrival.Valid.Drive(a.Line.Valid)
	n.sink.Arrival.Dst.Drive(n.Node) // the adapter has checked it
	n.sink.Arrival.Src.Drive(a.Line.Src.Zext(nodeBits))
	n.sink.Arrival.Tag.Drive(a.Line.Tag)
	n.sink.Arrival.First.Drive(a.Line.First)
	n.m.Unused("adapter_status", a.Line.Last, a.OC, a.FC, a.Cred, a.Stuck.Node)
}

// requestGrantBeats is requestGrant in beat mode. Every beat is checked: where it was to
// go, where it comes from, and its number in its packet.
func (n *node) requestGrantBeats() {
	m := n.m
	a := rtlgen.Use(m, "nic", adapter.BeatAdapter(n.p.adapter()))
	n.packets(a.Me, a.Ready.Value, a.Pkt.Valid, a.Pkt.Dst, a.Pkt.Tag, a.Pkt.Drop.Value)
	a.Pkt.Len.Drive(n.source.Make.Length)
	a.LineEn.Drive(n.Tick)
	beats := m.Reg("line_beats", rtlgen.IndexBits(segmentBeats), 0, "ticks in the segment time of the line")
	m.If(n.Tick, func() { beats.Set(beats.Add(1)) })
	a.Tick.Drive(n.Tick.And(beats.Eq(segmentBeats - 1)))

	const number, below = 16, tagBits // of the beat in its packet, and the bits below it
	at := m.Reg("line_beat", number, 0, "number of the next beat in its packet")
	m.If(a.Line.Valid, func() { at.Set(rtlgen.Mux(a.Line.Last, 0, at.Add(1))) })
	src, dst := a.Line.Src.Zext(nodeBits), a.Line.Data.Slice(below+number+nodeBits-1, below+number)
	wrong := a.Line.Data.High(nodeBits).Ne(src).Or(a.Line.Data.Slice(below+number-1, below).Ne(at)).
		Or(a.Line.First.Ne(at.Eq(0))).Or(a.Line.Last.And(a.Line.Bad))
	n.fabric(a.FabricSide, a.ControlStatus,
		a.CRC.Or(a.Route).Or(a.Sequence).Or(m.Let("wrong_beat", a.Line.Valid.And(wrong))))
	m.Unused("adapter_status", a.OC, a.FC, a.Cred, a.Stuck.Node)

	n.sink.Arrival.Valid.Drive(a.Line.Valid)
	n.sink.Arrival.Dst.Drive(dst)
	n.sink.Arrival.Src.Drive(src)
	n.sink.Arrival.Tag.Drive(a.Line.Data.Low(tagBits))
	n.sink.Arrival.First.Drive(a.Line.First)
}

// packets brings the source's packets to an adapter.
func (n *node) packets(me rtlgen.In, ready value, valid, dst, tag rtlgen.In, drop value) {
	m, w := n.m, n.p.nw()
	me.Drive(n.Node.Low(w))
	t, from := n.source.Traffic, n.Traffic
	for _, x := range []struct{ to, from rtlgen.In }{
		{t.Seed, from.Seed}, {t.Start, from.Start}, {t.Stop, from.Stop}, {t.Own, from.Own}, {t.HotRate, from.HotRate},
		{t.HotNode, from.HotNode}, {t.HotMask, from.HotMask},
	} {
		x.to.Drive(x.from)
	}
	if n.p.Beat == 1 {
		t.Long.Drive(from.Long)
		t.Length.Drive(from.Length)
	}
	t.Enable.Drive(n.Enable.And(ready))
	valid.Drive(n.source.Make.Valid)
	dst.Drive(n.source.Make.Dst.Low(w))
	tag.Drive(n.source.Make.Tag)
	if w < nodeBits {
		m.Unused("dst_rest", n.source.Make.Dst.High(nodeBits-w))
	}
	n.source.Make.Refused.Drive(drop)
	n.refused = drop
}

// fabric joins an adapter to the links. wrong is 1 where something was not what it should
// be.
func (n *node) fabric(side adapter.FabricSide, status adapter.ControlStatus, wrong value) {
	m := n.m
	n.toLink(rtlgen.Pack(side.Tx.Word))
	side.Tx.Credit.Drive(n.Tx.Credit)
	rtlgen.Connect(side.Rx, n.Rx.Word)
	if n.p.Scheme == outOfBand {
		rtlgen.Connect(side.ReqTx, n.ReqTx)
		rtlgen.Connect(side.GntTx, n.GntTx)
		rtlgen.Connect(side.ReqRx, n.ReqRx)
		rtlgen.Connect(side.GntRx, n.GntRx)
	}
	status.Err.Clear.Drive(m.Zero(1))
	m.Unused("error_counts", status.Err.Counts)
	wrong = wrong.Or(status.Err.Seen.Any())
	status.Reserve.Drive(n.Reserve)
	status.GrantRate.Drive(n.GrantRate)
	n.held = status.Held.Value
	failed := m.Reg("adapter_error", 1, 0, "an error was seen outside of the sink")
	n.missing, n.stuck = status.Sequence.Value, status.Stuck.Valid.Value
	m.If(wrong, func() { failed.Set(1) })
	n.Error.Drive(n.sink.Error.Or(failed))
}

// readBack counts what is made, and joins the counters.
func (n *node) readBack() {
	m := n.m
	counted := m.Let("counted", n.source.Make.Valid.And(n.Measure))
	count := func(name, doc string, event, class value) value {
		return prim.Accumulator(m, name, counterBits, n.Clear, event.And(class), m.Ones(1), doc)
	}
	made, refused := counted.AndNot(n.refused), counted.And(n.refused)
	hot, other := n.source.Hot.Value, n.source.Hot.Not()
	totals := []total{
		{addressMade, count("made_other", "packets made for other nodes", made, other)},
		{hotClass + addressMade, count("made_hot", "packets made for hot nodes", made, hot)},
		{addressRefused, count("refused_other", "packets refused for other nodes", refused, other)},
		{hotClass + addressRefused, count("refused_hot", "packets refused for hot nodes", refused, hot)},
	}
	if n.p.Scheme != plain {
		totals = append(totals, total{addressHeld, prim.Maximum(m, "held_max", n.Clear, n.Measure, n.held,
			"most grants that the adapter held")},
			total{addressMissing, count("missing", "segments missing in their flow", n.missing, n.Measure.Value)},
			total{addressStuck, count("stuck", "reports of stuck flows", n.stuck, n.Measure.Value)})
	}

	// What arrives is shown in the class of the node.
	at := n.Read.Address
	n.sink.Read.Address.Drive(at.AndNot(hotClass))
	isHot := m.Let("is_hot", n.HotRate.Any().And(n.Node.Xor(n.HotNode).AndNot(n.HotMask).Eq(0)))
	ofSink := m.Next("of_sink", at.Bit(3).Eq(isHot).Or(at.Eq(addressOrderErrors)).Or(at.Eq(addressMisroutes)), 0,
		"the address is that of a sink's counter")
	own := show(m, "own_shown", at, totals)
	n.Read.Data.Drive(m.Next("read_data_q", own.Or(rtlgen.Mux(ofSink, n.sink.Read.Data, 0)), 0))
}
