package adaptive

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// Engine finds the way of every frame and notification of a switch, one at a time
// (AR IV). A notification updates the congestion table first, whether it passes or is
// made here, and takes a random one of the ports that are listed for its own
// destination. A frame takes the best port.
//
// Notifications of this switch go first, then the inputs by turns. After a
// notification nothing starts for three cycles, so that whoever follows sees what it
// told.
func Engine(p SwitchParams) *rtlgen.Typed[EnginePorts] {
	m, io := rtlgen.New[EnginePorts](p)
	if m.Refused() {
		return m
	}
	e := &engine{m: m, EnginePorts: io, p: p}
	e.table = rtlgen.Use(m, "routing_table", Table(p.TableParams))
	e.congestion = rtlgen.Use(m, "congestion_table", Congestion(p.TableParams))
	e.draw = rtlgen.Use(m, "random_draw", Draw(p.TableParams))
	rtlgen.Connect(e.table.Write, io.Write)
	e.choose()
	e.ask()
	e.route()
	e.leave()
	return m
}

type engine struct {
	*EnginePorts
	m *rtlgen.Typed[EnginePorts]
	p SwitchParams

	table      *TablePorts
	congestion *CongestionPorts
	draw       *DrawPorts

	asks, finds, goes event // what is one, two, three cycles after its choice
	way               value // port of a notification, the cycle after it is found
	first             value // the default port
}

// event is a frame or notification on its way through the engine.
type event struct {
	frame, cn   value // it is one of these, or nothing
	local       value
	port        value // input, or the output that made it
	word, beats value
}

// choose takes a notification of this switch, or the offer of an input.
func (e *engine) choose() {
	m := e.m
	rest := m.Reg("rest", 2, 0, "cycles until the next choice")
	open := m.Let("open", rest.Eq(0))
	above := m.Reg("inputs_above", e.p.Ports-1, 0, "inputs above the last winner, which go first")
	turn := prim.RoundRobin(m.Module, "input", e.Offer.Valid, above)
	winner := m.Let("winner", turn.OneHot)
	first := e.Local.Valid
	local := m.Let("takes_local", open.And(first))
	input := m.Let("takes_input", open.And(turn.Any).AndNot(first))
	m.If(input, func() { above.Set(turn.Above) })
	e.Local.Taken.Drive(local)
	e.Taken.Drive(rtlgen.Mux(open.AndNot(first), winner, 0))

	cn := m.Let("input_cn", winner.And(e.Offer.CN).Any())
	learns := m.Let("learns", open.And(first.Or(cn)))
	rest.Set(rtlgen.Mux(learns, 3, rtlgen.Mux(open, 0, rest.Sub(1))))
	word := m.Let("input_word", rtlgen.OneHotMux(winner, e.Offer.Word))
	beats := m.Let("input_beats", rtlgen.OneHotMux(winner, e.Offer.Beats))
	e.asks = event{
		frame: m.Next("asks_frame", input.AndNot(cn), 0, "a frame was chosen").Value, cn: m.Next("asks_cn", learns, 0,
			"a notification was chosen").Value,
		local: m.NextNoReset("asks_local", first).Value,
		port: m.NextNoReset("asks_port", rtlgen.Mux(first, e.Local.Port, turn.Index),
			"input of it, or output that made it").Value,
		word:  m.NextNoReset("asks_word", rtlgen.Mux(first, e.Local.Word, word), "first beat of what was chosen").Value,
		beats: m.NextNoReset("asks_beats", beats).Value,
	}
	assumeBelow(m.Module, "local_port_exists", e.Local.Valid, e.Local.Port, e.p.Ports)
	e.assumeHosts(winner, cn)
	m.Assume("beats_of_a_cn", input.And(cn).Implies(beats.Eq(0)))
}

// assumeHosts states that what comes is for hosts that there are, and notifications are
// about flows to such.
func (e *engine) assumeHosts(winner, cn value) {
	m, p := e.m, e.p
	if p.Hosts == 1<<p.hw() {
		return
	}
	host := func(word value) value { return qcn.HeadOf(word).Dst.Low(p.hw()).Lt(p.Hosts) }
	flow := func(word value) value { return qcn.CNMOf(word).FlowDst.Low(p.hw()).Lt(p.Hosts) }
	offered := m.Let("offered_word", rtlgen.OneHotMux(winner, e.Offer.Word))
	m.Assume("offered_host_exists", winner.Any().Implies(host(offered)), "frames and notifications are for hosts")
	m.Assume("offered_flow_exists", cn.Implies(flow(offered)), "notifications are about flows to hosts")
	local := m.Let("local_cnm", e.Local.Word)
	m.Assume("local_host_exists", e.Local.Valid.Implies(host(local)), "notifications are for hosts")
	m.Assume("local_flow_exists", e.Local.Valid.Implies(flow(local)), "notifications are about flows to hosts")
}

// ask reads the list for the destination, and tells or asks the congestion table.
func (e *engine) ask() {
	m, p := e.m, e.p
	head := qcn.HeadOf(e.asks.word)
	cn := qcn.CNMOf(m.Let("asks_cnm", e.asks.word))
	host := m.Let("asks_host", head.Dst.Low(p.hw()))
	flow := m.Let("asks_flow", cn.FlowDst.Low(p.hw()))
	m.Unused("asks_head", head.Kind, head.Prio, head.Src, head.Length, head.Dst.High(qcn.AddressBits-p.hw()))
	m.Unused("asks_rest", cn.Kind, cn.Prio, cn.Dst, cn.Src, cn.Length, cn.QOffset, cn.QDelta, cn.CPID, cn.FlowPrio,
		cn.Rest, cn.FlowDst.High(qcn.AddressBits-p.hw()))

	e.finds = event{
		frame: m.Next("finds_frame", e.asks.frame, 0).Value, cn: m.Next("finds_cn", e.asks.cn, 0).Value,
		local: m.NextNoReset("finds_local", e.asks.local).Value,
		port:  m.NextNoReset("finds_port", e.asks.port).Value, word: m.NextNoReset("finds_word", e.asks.word).Value,
		beats: m.NextNoReset("finds_beats", e.asks.beats).Value,
	}
	later := m.NextNoReset("finds_flow", flow)
	e.table.Read.Valid.Drive(e.asks.frame.Or(e.asks.cn).Or(e.finds.cn))
	e.table.Read.Host.Drive(rtlgen.Mux(e.finds.cn, later, host)) // nothing asks in the cycle after a notification

	c := e.congestion
	c.Update.Valid.Drive(e.asks.cn)
	c.Update.Host.Drive(flow)
	c.Update.Port.Drive(e.asks.port)
	c.Update.Local.Drive(e.asks.local)
	c.Update.Feedback.Drive(cn.Feedback)
	c.Lookup.Valid.Drive(e.asks.frame)
	c.Lookup.Host.Drive(host)
	c.Low.Drive(e.Low)
	c.Tick.Drive(e.Tick)
	e.Saturated.Drive(c.Saturated)
	m.Unused("table_in_use", c.Congested)
	m.Assert("table_is_ready", e.asks.frame.Or(e.asks.cn).Implies(c.Ready), "nothing asks while the table is busy")
	e.Learnt.Drive(e.finds.cn)
}

// route chooses a port of the list that has come.
func (e *engine) route() {
	m, p := e.m, e.p
	list := e.table.List
	rtlgen.Connect(e.congestion.List, list)
	e.draw.Load.Drive(e.Load)
	e.draw.Seed.Drive(e.Seed)
	e.draw.Draw.Drive(e.finds.cn)
	e.draw.Valid.Drive(list.Valid)
	ports := m.Let("listed", list.Port.Value)
	e.way = m.NextNoReset("cn_way", ports.Lane(e.draw.Place, p.pw()),
		"port that a notification to the host leaves by").Value
	e.first = m.NextNoReset("default_way", ports.Low(p.pw()), "default port for the host").Value

	found := m.Let("found", e.table.Missing.Not())
	e.goes = event{
		frame: m.Next("goes_frame", e.finds.frame.And(found), 0,
			"a frame whose host has a list").Value, cn: m.Next("goes_cn", e.finds.cn.And(found), 0,
			"a notification whose host has a list").Value,
		local: m.NextNoReset("goes_local", e.finds.local).Value, port: m.NextNoReset("goes_port", e.finds.port).Value,
		word: m.NextNoReset("goes_word", e.finds.word).Value, beats: m.NextNoReset("goes_beats", e.finds.beats).Value,
	}
	told := m.Next("told_cn", e.finds.cn, 0) // the list for the flow is there now
	e.Missing.Drive(m.Next("missing_q", e.finds.frame.Or(e.finds.cn).AndNot(found), 0))
	listed := m.Wire("port_listed", p.List)
	for k := range m.Each("k", p.List) {
		listed.SetBit(k, list.Valid.Bit(k).And(ports.Lane(k, p.pw()).Eq(e.goes.port)))
	}
	e.OffList.Drive(m.Next("off_list_q", told.AndNot(e.goes.local).AndNot(listed.Any()), 0))
}

// leave hands frames to the queues and notifications to the outputs.
func (e *engine) leave() {
	m, p := e.m, e.p
	chosen := e.congestion.Chosen
	m.Unused("all_congested", chosen.All)
	e.Frame.Valid.Drive(m.Next("frame_q", e.goes.frame, 0))
	e.Frame.In.Drive(m.NextNoReset("frame_in_q", e.goes.port))
	e.Frame.Out.Drive(m.NextNoReset("frame_out_q", rtlgen.Mux(e.Adaptive, chosen.Port, e.first)))
	e.Detour.Drive(m.NextNoReset("detour_q", e.Adaptive.And(chosen.Detour)))
	word := m.NextNoReset("leaves_word", e.goes.word)
	e.Frame.Word.Drive(word)
	e.Frame.Beats.Drive(m.NextNoReset("frame_beats_q", e.goes.beats))
	e.CN.Valid.Drive(m.Next("cn_q", rtlgen.Mux(e.goes.cn, e.way.Decode(p.Ports), 0), 0))
	e.CN.Word.Drive(word)
}
