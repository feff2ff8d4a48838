package adapter

import "culprit.example/culprit/rtlgen"

// With the repair, the audit of a flow that is stuck tells the number of the next segment that it
// sends: those before it do not come any more. The parser enters that first, path after path, so
// that a segment which comes all the same is refused; then the egress lets their places pass.

// settles connects a parser that is told so. idle is 1 if no word is looked at.
func (n *numbers) settles(io *ParserPorts, idle value) { n.io, n.idle = io, idle }

// settle moves the next number of each path of a flow up to the one that is settled. A path takes
// a cycle, in which the number that it gets is worked out, and the next one without a word.
func (n *numbers) settle(me value) {
	m, p, io := n.m, n.p, n.io
	node, seq := m.RegNoReset("settle_node_q", p.nw(), "flow that is settled"), m.RegNoReset("settle_seq_q", seqBits, "its first segment that may come")
	busy, write := m.Reg("settling_q", 1, 0, "a flow is settled"), m.Reg("settle_write_q", 1, 0, "its path has its number")
	path := m.RegNoReset("settle_path_q", p.pw(), "path that is settled")
	assumeSettled(m, io.Settle.Valid.Value, io.Settling.Value, n.next.w.done())

	low := m.Let("settle_first", path.Sub(node.Low(p.pw())).Sub(me.Low(p.pw()))) // numbers of the path, modulo paths
	number := m.NextNoReset("settle_number_q", seq.High(p.rw()).Add(low.Lt(seq.Low(p.pw())).Zext(p.rw())))
	list := m.Let("settle_list", rtlgen.Cat(path, node))
	ahead := m.Let("settle_ahead", number.Sub(n.next.Read("settle_next", list)))
	m.Unused("settle_ahead_low", ahead.Low(p.rw()-1))
	step := m.Let("settle_step", write.And(n.idle))
	last := m.Let("settle_ends", step.And(path.All()))
	m.If(io.Settle.Valid, func() {
		node.Set(io.Settle.Node)
		seq.Set(io.Settle.Seq)
		path.Set(0)
		busy.Set(1)
	}).ElseIf(step, func() {
		path.Set(path.Add(1))
		busy.Set(last.Not())
	})
	write.Set(busy.AndNot(step))
	n.to = demand{m.Let("settle_writes", step.AndNot(ahead.High(1))), list, number.Value}

	done := m.Next("settled_q", last, 0)
	io.Settled.Valid.Drive(done)
	io.Settled.Node.Drive(node)
	io.Settled.Seq.Drive(seq)
	io.Settling.Set(busy.Or(done))
}

// assumeSettled states when a flow may be settled.
func assumeSettled(m *rtlgen.Module, valid, settling, ready value) {
	m.Assume("settle_one_at_a_time", valid.Implies(settling.Not()), "one flow is settled after the other")
	m.Assume("ready_before_settle", valid.Implies(ready), "no flow is settled before the tables are initialised")
}

// settlement is a flow of which the egress lets the places pass whose segments do not come.
type settlement struct {
	place table      // of each flow: number of the next place that passes
	node  rtlgen.Reg // the flow
	left  rtlgen.Reg // its places that are to pass
	seq   rtlgen.Reg
	loads value       // they are counted
	own   rtlgen.Wire // one has passed in the cycle before
	fill  value       // one passes without a segment
}

func newSettlement(m *rtlgen.Module, p Params, w walk, io *EgressPorts) *settlement {
	s := &settlement{place: w.table("place", p.Nodes, seqBits, "number of the next place that passes, by flow"),
		node: m.RegNoReset("settle_node_q", p.nw(), "flow that is settled"),
		left: m.Reg("settle_left_q", seqBits, 0, "places of it that are to pass"),
		seq:  m.RegNoReset("settle_seq_q", seqBits, "its first segment that may come")}
	m.If(io.Settle.Valid, func() {
		s.node.Set(io.Settle.Node)
		s.seq.Set(io.Settle.Seq)
	})
	s.loads = m.Next("settle_loads_q", io.Settle.Valid, 0).Value
	io.Settling.Set(s.loads.Or(s.left.Any()))
	assumeSettled(m, io.Settle.Valid.Value, io.Settling.Value, w.done())
	return s
}

// look reports whether nothing is there for the place of a flow, given that its segment is not, and
// it may not pass without one. It may not in the cycle after another one of its flow.
func (s *settlement) look(m *rtlgen.Module, flow, none value) (still value) {
	s.own = m.Wire("settled_moves", 1)
	may := m.Let("fill_may", s.left.Any().And(s.node.Eq(flow)).AndNot(s.own))
	s.fill = m.Let("fill", none.And(may))
	return none.AndNot(may)
}

// passed counts a place of a flow that has passed in the cycle before.
func (s *settlement) passed(m *rtlgen.Module, valid, flow value) {
	s.own.Set(valid.And(flow.Eq(s.node)))
	left := m.Let("settle_behind", s.seq.Sub(s.place.Read("settle_place", s.node)))
	some := m.Let("settle_some", left.Any().AndNot(left.High(1)))
	before := m.Let("settle_before", rtlgen.Mux(s.loads, rtlgen.Mux(some, left, 0), s.left))
	m.If(s.own.And(before.Any()), func() { s.left.Set(before.Sub(1)) }).Else(func() { s.left.Set(before) })
	s.place.write(valid, flow, s.place.Read("append_place", flow).Add(1))
}

// sets is a mask of the flow that is settled.
func (s *settlement) sets(m *rtlgen.Module, nodes int) value {
	return m.Let("settle_sets", rtlgen.Mux(s.left.Any(), s.node.Decode(nodes), 0))
}
