package adapter

import "culprit/rtlgen"

// Watch finds flows that wait for something that got lost: requests without a grant, or
// an unsolicited segment without its acknowledgement. It looks at one flow after the
// other; a flow that waits, and of which nothing has come or gone since the look before,
// is stuck.
func Watch(p Params) *rtlgen.Typed[WatchPorts] {
	m, io := rtlgen.New[WatchPorts](p)
	count, node := m.Reg("count_q", p.Watch, 0), m.Reg("node_q", p.nw(), 0)
	m.If(io.Tick, func() { count.Set(count.Add(1)) })
	look := m.Let("look", io.Tick.And(count.Low(p.Watch-p.nw()).All()))
	node.Set(count.High(p.nw())) // settled long before the next look
	io.Look.Node.Drive(node)

	waits := m.Reg("waits_q", p.Nodes, 0) // it did at the last look, and nothing has come or gone
	served := rtlgen.Mux(io.Gnt.Valid, io.Gnt.Node.Decode(p.Nodes), 0).Or(rtlgen.Mux(io.Sent.Valid, io.Sent.Node.Decode(p.Nodes), 0))
	if p.OOB == 0 {
		served = served.Or(rtlgen.Mux(io.Ack.Valid, io.Ack.Node.Decode(p.Nodes), 0))
	}
	served = m.Let("served", served)
	still := m.Let("still", rtlgen.Mux(look.And(io.Look.Waits), node.Decode(p.Nodes), 0))
	waits.Set(waits.Or(still).AndNot(served))
	stuck := m.Let("stuck", still.And(waits).AndNot(served))
	io.Stuck.Valid.Drive(m.Next("stuck_valid_q", stuck.Any(), 0))
	io.Stuck.Node.Drive(m.Next("stuck_node_q", node, 0))
	return m
}
