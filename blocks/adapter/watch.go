package adapter

import "culprit.example/culprit/rtlgen"

// Watch finds flows that wait for something that got lost: requests without a grant, or
// an unsolicited segment without its acknowledgement. It looks at one flow after the
// other; a flow that waits, and of which nothing has come or gone since the look before,
// is stuck.
func Watch(p Params) *rtlgen.Typed[WatchPorts] {
	m, io := rtlgen.New[WatchPorts](p)
	if m.Refused() {
		return m
	}
	count := m.Reg("count_q", p.Watch, 0, "ticks of the round of looks at all flows")
	node := m.Reg("node_q", p.nw(), 0)
	m.If(io.Tick, func() { count.Set(count.Add(1)) })
	look := m.Let("look", io.Tick.And(count.Low(p.Watch-p.nw()).All()))
	node.Set(count.High(p.nw())) // settled long before the next look
	io.Look.Node.Drive(node)

	waits := m.Reg("waits_q", p.Nodes, 0, "flows that waited when looked at, with nothing since")
	mask := func(e Event[rtlgen.In]) value { return rtlgen.Mux(e.Valid, e.Node.Decode(p.Nodes), 0) }
	here := func(e Event[rtlgen.In]) value { return e.Valid.And(e.Node.Eq(node)) }
	served, now := mask(io.Gnt).Or(mask(io.Sent)), here(io.Gnt).Or(here(io.Sent))
	if p.OOB == 0 {
		served, now = served.Or(mask(io.Ack)), now.Or(here(io.Ack))
	}
	served = m.Let("served", served)
	still := m.Let("still", rtlgen.Mux(look.And(io.Look.Waits), node.Decode(p.Nodes), 0))
	waits.Set(waits.Or(still).AndNot(served))

	// Not by the masks: what was sent is known late.
	stuck := m.Let("stuck", look.And(io.Look.Waits).And(waits.Bit(node)).AndNot(m.Let("served_now", now)))
	io.Stuck.Valid.Drive(m.Next("stuck_valid_q", stuck, 0))
	io.Stuck.Node.Drive(m.Next("stuck_node_q", node, 0))
	return m
}
