package spineleaf

import (
	"slices"

	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// Server is a server port of the network: source, adapter and sink, the flow table,
// and the counters of what the adapter does.
func Server(p ServerParams) *rtlgen.Typed[ServerPorts] {
	m, io := rtlgen.New[ServerPorts](p)
	if m.Refused() {
		return m
	}
	p.SaysPause = p.Blockable
	s := &server{
		ServerPorts: io, m: m.Module, p: p,
		source: rtlgen.Use(m, "source", Source(p)), adapter: rtlgen.Use(m, "adapter", qcn.Adapter(p.ReactionParams)),
		sink: rtlgen.Use(m, "sink", Sink(p)),
	}
	s.table()
	s.wire()
	s.count()
	return m
}

type server struct {
	*ServerPorts
	m *rtlgen.Module
	p ServerParams

	source  *SourcePorts
	adapter *qcn.AdapterPorts
	sink    *SinkPorts
}

// table are the flows of the server. A flow without an entry makes no frames.
func (s *server) table() {
	m := s.m
	column := func(name, doc string, width int, x value) value {
		c := m.RegArrayNoReset(name, s.p.Flows, width, doc)
		m.If(s.Set.Valid, func() { c.At(s.Set.Flow).Set(x) })
		return c.Flat()
	}
	rate := m.RegArray("flow_rate", s.p.Flows, offeredBits, 0, "rate of each flow, in 1/1000 of the line rate")
	m.If(s.Set.Valid, func() { rate.At(s.Set.Flow).Set(s.Set.Rate) })
	s.source.Rate.Drive(rate.Flat())
	s.source.Start.Drive(column("flow_start", "first cycle in which a flow is active", qcn.StampBits, s.Set.Start.Value))
	s.source.Stop.Drive(column("flow_stop", "first cycle in which a flow no longer is", qcn.StampBits, s.Set.Stop.Value))
	length := column("flow_length", "bytes of a frame with FCS, of each flow", qcn.LengthBits, s.Set.Length.Value)
	s.source.Length.Drive(length)
	s.adapter.Flow.Length.Drive(length)
	dst := m.RegArray("flow_dst", s.p.Flows, qcn.AddressBits, 0, "destination of each flow")
	prio := m.RegArray("flow_prio", s.p.Flows, qcn.PrioBits, 0, "priority of each flow")
	m.If(s.Set.Valid, func() {
		dst.At(s.Set.Flow).Set(s.Set.Dst)
		prio.At(s.Set.Flow).Set(s.Set.Prio)
	})
	s.adapter.Flow.Dst.Drive(dst.Flat())
	s.adapter.Flow.Prio.Drive(prio.Flat())
	if s.p.Prios < 1<<qcn.PrioBits {
		m.Assume("priorities_in_use", s.Set.Valid.Implies(s.Set.Prio.Lt(s.p.Prios)),
			"the priorities of the flows are below prios")
	}
}

func (s *server) wire() {
	source, adapter, sink := s.source, s.adapter, s.sink
	source.Now.Drive(s.Now)
	adapter.Now.Drive(s.Now)
	sink.Now.Drive(s.Now)
	adapter.Node.Drive(s.Node)
	sink.Node.Drive(s.Node)
	adapter.Seed.Drive(s.Seed)
	sink.Window.Drive(s.Window)
	rtlgen.Connect(adapter.Offer, source.Offer)
	rtlgen.Connect(adapter.Rx, s.Rx)
	rtlgen.Connect(sink.Rx, s.Rx)
	rtlgen.Connect(adapter.Tx, s.Tx)
	s.assume()
	s.pause()
	s.Error.Drive(sink.Error)
	s.Reacts.Drive(adapter.Stat.Reacts)
}

// assume states what the sink relies on. What comes is entered three cycles after it
// was at the pins.
func (s *server) assume() {
	m, rows := s.m, s.p.sinkRows()
	m.Assume("window_long_enough", s.Window.Eq(0).Or(s.Window.Gt(rows)), "a window is longer than its copying")
	if rows > 3 {
		age := m.Reg("age", rtlgen.CountBits(rows-3), 0, "cycles since reset, up to one per row less three")
		zeroed := age.Eq(rows - 3)
		m.If(zeroed.Not(), func() { age.Set(age.Add(1)) })
		m.Assume("rows_are_ready", s.Rx.Valid.Implies(zeroed),
			"nothing arrives in the first cycles after reset, one per row of the sink less three")
	}
}

// pause obeys PAUSE, and says it while the server is blocked: as if the one unit of a
// buffer that it had were full.
func (s *server) pause() {
	p := rtlgen.Default[qcn.PauseParams]()
	p.Prios = s.p.Prios
	p.Units = 2
	p.QHigh = 1
	p.QLow = 0
	p.Headroom = 1
	p.Quanta, p.Reaction, p.Refresh = s.p.Quanta, s.p.Reaction, s.p.Refresh
	obey := rtlgen.Use(s.m, "pause", qcn.PauseRx(p))
	rtlgen.Connect(obey.Rx, s.Rx)
	s.adapter.Paused.Drive(obey.Paused)
	if s.p.Blockable == 0 {
		return
	}
	say := rtlgen.Use(s.m, "pause_unit", qcn.PauseUnit(p))
	say.Enable.Drive(1)
	say.Port.Drive(s.Node)
	say.Occupancy.Drive(rtlgen.LanesOf(slices.Repeat([]value{s.Block.Zext(2)}, p.Prios)))
	rtlgen.Connect(s.adapter.Pause, say.Tx)
	s.m.Unused("stopped", say.Stopped)
}

// Counters of a flow, by the lowest bits of their addresses; the flow's number stands
// above. Those of the adapter as a whole stand at the place of flow 0 to 3.
const (
	flowSent = iota
	flowRefused
	flowCNMs
	flowFirstCNM // cycle, all ones before
	flowLimited
	ofAdapter
)

// count keeps the counters of the adapter, and adds them to those of the sink, which
// shows 0 for their addresses.
func (s *server) count() {
	m, p, stat := s.m, s.p, s.adapter.Stat
	fb := rtlgen.IndexBits(p.Flows)
	per := func(name, doc string, pulse, flow value) rtlgen.RegArray {
		c := m.RegArray(name, p.Flows, qcn.StampBits, 0, doc)
		for f := range m.Each("f", p.Flows) { // a carry chain each, and no multiplexer in front of it
			m.If(pulse.And(flow.Eq(f)), func() { c.At(f).Set(c.At(f).Add(1)) })
		}
		return c
	}
	late := func(name, doc string, pulse, flow value) rtlgen.RegArray { // counts a cycle later: the pulse comes late
		return per(name, doc, m.Next(name+"_q", pulse, 0).Value, m.NextNoReset(name+"_flow_q", flow).Value)
	}
	sent := late("sent", "frames sent, of each flow", stat.Sent.Value, stat.SentFlow.Value)
	refused := late("refused", "frames refused, of each flow", stat.Refused.Value, s.source.Offer.Flow.Value)
	cnms := per("cnms", "CNMs with feedback that took effect, of each flow", stat.Reacts.Value, stat.CNMFlow.Value)
	first := m.RegArrayInit("first_cnm", p.Flows, qcn.StampBits, func(int) uint64 { return 1<<qcn.StampBits - 1 },
		"cycle of the first CNM of each flow, or all ones")
	noticed := m.Reg("noticed", p.Flows, 0, "flows that have had a CNM")
	m.If(stat.Reacts.AndNot(noticed.Bit(stat.CNMFlow)), func() {
		first.At(stat.CNMFlow).Set(s.Now)
		noticed.SetBit(stat.CNMFlow, 1)
	})

	adapter := []value{}
	for _, c := range []struct {
		name, doc string
		pulse     value
	}{{"starts", "limiters started", stat.Starts.Value}, {"no_free", "CNMs without a free limiter", stat.NoFree.Value},
		{"lost", "CNMs lost behind another one", stat.Lost.Value},
		{"unknown", "CNMs for unknown flows", stat.Unknown.Value}} {
		total := m.Reg(c.name, qcn.StampBits, 0, c.doc)
		m.If(c.pulse, func() { total.Set(total.Add(1)) })
		adapter = append(adapter, total.Value)
	}
	totals := m.Let("totals", rtlgen.LanesOf(adapter))
	address := m.NextNoReset("address", s.Read.Address)
	kind, flow := address.Low(3), address.Slice(fb+2, 3)
	shown := m.RegNoReset("flow_shown", qcn.StampBits, "counter of the adapter that is read")
	m.Switch(kind, func(c rtlgen.Cases) {
		c.Case(func() { shown.Set(sent.At(flow)) }, flowSent)
		c.Case(func() { shown.Set(refused.At(flow)) }, flowRefused)
		c.Case(func() { shown.Set(cnms.At(flow)) }, flowCNMs)
		c.Case(func() { shown.Set(first.At(flow)) }, flowFirstCNM)
		c.Case(func() { shown.Set(stat.Limited.Bit(flow).Zext(qcn.StampBits)) }, flowLimited)
		c.Case(func() { shown.Set(totals.Lane(address.Slice(4, 3), qcn.StampBits)) }, ofAdapter)
		c.Default(func() { shown.Set(0) })
	})
	own := m.NextNoReset("shows_flow", address.High(2).Eq(pageFlows), "a counter of the adapter is read")
	s.sink.Read.Address.Drive(s.Read.Address)
	data := m.NextNoReset("read_data_q", rtlgen.Mux(own, shown.Zext(readBits), s.sink.Read.Data))
	s.Read.Data.Drive(data)
	m.Unused("frees", stat.Frees)
	m.Unused("address", address.Slice(addressBits-3, fb+3))
}
