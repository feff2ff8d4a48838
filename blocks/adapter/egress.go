package adapter

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// Egress is the output side of the adapter behind the parser.
//
// A segment gets a slot when it arrives: a granted one from the list of free slots,
// an unsolicited one that of its source. Each path keeps the order of a flow, so the
// slots wait in a list per flow and path, and the next segment of a flow is the head
// of the list of the next path. The resequencer moves it, one segment per cycle, to
// the list of the flow. The line takes the flows with complete packets round robin.
func Egress(p Params) *rtlgen.Typed[EgressPorts] {
	m, io := rtlgen.New[EgressPorts](p)
	e := &egress{m: m.Module, io: io, p: p, w: newWalk(m.Module, p.Nodes*p.Paths)}
	io.Ready.Set(e.w.done())
	lists := func(n int) *rtlgen.Typed[ListsPorts] { return Lists(Params{Lists: n, Slots: p.granted() + p.Nodes}) }
	e.paths = rtlgen.Use(m, "path_lists", lists(p.Nodes*p.Paths))
	e.flows = rtlgen.Use(m, "flow_lists", lists(p.Nodes))
	m.Unused("lists_ready", e.paths.Ready, e.flows.Ready, e.flows.Look.Empty, e.flows.Pop.Empty)
	rtlgen.TieOff(&e.flows.Look)

	e.info = m.Memory("info", p.granted()+p.Nodes, 1+1+TagBits, rtlgen.ReadUndefined)
	e.lasts = m.Memory("lasts", p.granted()+p.Nodes, 1, rtlgen.ReadUndefined)
	e.done = e.w.table("done", p.Nodes, p.sw()+1)
	e.free = rtlgen.Use(m, "free", prim.FIFO(prim.FIFOParams{Width: p.sw(), Depth: p.granted()}))
	e.arrive()
	e.resequence()
	e.depart()
	if p.nw() > p.pw() {
		m.Unused("node_high", io.Me.High(p.nw()-p.pw()))
	}
	m.Assume("ready_before_segment", io.Seg.Valid.Implies(io.Ready), "no segment before the tables are initialised")
	return m
}

type egress struct {
	m  *rtlgen.Module
	io *EgressPorts
	p  Params
	w  walk

	paths, flows *ListsPorts
	info         rtlgen.Memory // unsolicited, last, tag of each slot
	lasts        rtlgen.Memory // a copy, for the resequencer
	free         *prim.FIFOPorts
	done         table // complete packets in order
	ready        value // mask: the flow gets a complete packet
}

// path is the path of the segment after seq others of a flow, by their lower bits.
func (e *egress) path(seq, src value) value {
	w := e.p.pw()
	return seq.Add(src.Low(w)).Add(e.io.Me.Low(w))
}

// arrive stores a segment, and checks that it is the next one on its path.
func (e *egress) arrive() {
	m, io, p := e.m, e.io, e.p
	take := m.Let("take", io.Seg.Valid.AndNot(io.Seg.Unsol))
	fresh := m.Reg("fresh_q", rtlgen.CountBits(p.granted()), 0) // slots never used yet
	unused := m.Let("slot_unused", fresh.Ne(p.granted()))
	m.If(take.And(unused), func() { fresh.Set(fresh.Add(1)) })
	e.free.Pop.Drive(take.AndNot(unused))
	granted := rtlgen.Mux(unused, fresh.Value.Zext(p.sw()), e.free.Rdata)
	slot := m.Let("slot", rtlgen.Mux(io.Seg.Unsol, m.Const(p.sw(), p.granted()).Add(io.Seg.Src.Zext(p.sw())), granted))
	io.Arrived.Set(take)
	m.Assert("slot_for_granted", take.AndNot(unused).Implies(e.free.Empty.Not()), "a granted segment finds a slot")

	list := rtlgen.Cat(io.Seg.Src, io.Seg.Path)
	e.paths.Push.Valid.Drive(io.Seg.Valid)
	e.paths.Push.List.Drive(list)
	e.paths.Push.Slot.Drive(slot)
	e.info.Write(io.Seg.Valid, slot, rtlgen.Cat(io.Seg.Unsol, io.Seg.Last, io.Seg.Tag))
	e.lasts.Write(io.Seg.Valid, slot, io.Seg.Last)

	round := e.w.table("round", p.Nodes*p.Paths, p.seqBits()-p.pw())
	here := m.Let("path_of_seq", e.path(io.Seg.Seq.Low(p.pw()), io.Seg.Src.Value))
	upper := io.Seg.Seq.High(p.seqBits() - p.pw())
	wrong := round.Read("seg_round", m.Let("seg_list", list)).Ne(upper).Or(here.Ne(io.Seg.Path))
	round.write(io.Seg.Valid.Value, list, upper.Add(1))
	io.Sequence.Drive(m.Next("err_sequence_q", io.Seg.Valid.And(wrong), 0))
}

// resequence moves segments from the lists of paths to those of flows. A hint says
// that the next segment of a flow may be there: set by an arrival on the path that is
// next, and kept while the path after it has one, too.
func (e *egress) resequence() {
	m, io, p := e.m, e.io, e.p
	hints, above := m.Reg("move_hints_q", p.Nodes, 0), m.Reg("move_above_last", p.Nodes-1, 0)
	turn := prim.RoundRobin(m, "move_hint", hints, above)
	m.If(turn.Any, func() { above.Set(turn.Above) })
	chosen, flow := m.Next("move_chosen_q", turn.Any, 0), m.NextNoReset("move_flow_q", turn.Index)

	moved := e.w.table("moved", p.Nodes, p.pw()) // segments of the flow, modulo paths
	at := moved.Read("flow_moved", flow)
	path := m.Let("move_path", e.path(at, flow.Value))
	e.paths.Pop.List.Drive(rtlgen.Cat(flow, path))
	e.paths.Look.List.Drive(rtlgen.Cat(flow, path.Add(1)))
	move := m.Let("move", chosen.AndNot(e.paths.Pop.Empty))
	e.paths.Pop.Valid.Drive(move)
	moved.write(move, flow.Value, at.Add(1))

	valid, src, seen := m.Next("seen_valid_q", io.Seg.Valid, 0), m.NextNoReset("seen_src_q", io.Seg.Src), m.NextNoReset("seen_path_q", io.Seg.Path)
	next := m.Let("seen_next", e.path(moved.Read("seen_moved", src), src.Value).Eq(seen))
	clear := m.Let("move_clears", rtlgen.Mux(chosen.And(move.Not().Or(e.paths.Look.Empty)), flow.Decode(p.Nodes), 0))
	hints.Set(hints.AndNot(clear).Or(m.Let("move_sets", rtlgen.Mux(valid.And(next), src.Decode(p.Nodes), 0))))

	// The segment is appended to its flow a cycle later, when it is known whether it
	// completes a packet.
	into := m.Next("append_valid_q", move, 0)
	of := m.NextNoReset("append_flow_q", flow)
	e.flows.Push.Valid.Drive(into)
	e.flows.Push.List.Drive(of)
	e.flows.Push.Slot.Drive(m.NextNoReset("append_slot_q", e.paths.Pop.Slot))
	complete := m.Let("complete", into.And(e.lasts.ReadSync("append_last", move, e.paths.Pop.Slot)))
	e.done.write(complete, of.Value, e.done.Read("append_done", of).Add(1))
	e.ready = m.Let("line_sets", rtlgen.Mux(complete, of.Decode(p.Nodes), 0))
}

// depart sends the packets. The next flow is chosen while a packet leaves.
func (e *egress) depart() {
	m, io, p := e.m, e.io, e.p
	hints, above := m.Reg("line_hints_q", p.Nodes, 0), m.Reg("line_above_last", p.Nodes-1, 0)
	turn := prim.RoundRobin(m, "line_hint", hints, above)
	chosen, next := m.Reg("line_chosen_q", 1, 0), m.RegNoReset("line_next_q", p.nw())
	inside, flow, finish := e.packet(next.Value)

	gone := e.w.table("gone", p.Nodes, p.sw()+1)
	before := gone.Read("next_gone", next)
	whole := m.Let("whole", e.done.Read("next_done", next).Sub(before))
	start := m.Let("start", chosen.And(io.LineEn).AndNot(inside).And(whole.Ne(0)))
	gone.write(start, next.Value, before.Add(1))
	stale := m.Let("line_stale", chosen.AndNot(inside).And(whole.Eq(0)))
	choose := m.Let("line_choose", turn.Any.And(chosen.Not().Or(start).Or(stale)))
	m.If(start.Or(stale).Or(choose), func() { chosen.Set(choose) })
	m.If(choose, func() {
		next.Set(turn.Index)
		above.Set(turn.Above)
	})
	used := m.Let("line_clears", rtlgen.Mux(start.And(whole.Eq(1)).Or(stale), next.Decode(p.Nodes), 0))
	hints.Set(hints.AndNot(used).Or(e.ready))

	read := m.Let("line_read", start.Or(inside.And(io.LineEn)))
	finish(start, read)
	e.flows.Pop.Valid.Drive(read)
	e.flows.Pop.List.Drive(flow)
	slot := m.NextNoReset("line_slot_q", e.flows.Pop.Slot)
	info := e.info.ReadSync("line_info", read, e.flows.Pop.Slot)
	valid, first := m.Next("line_valid_q", read, 0), m.NextNoReset("line_first_q", start)
	unsol := m.Let("line_unsol", info.Bit(TagBits+1))
	io.Line.Valid.Drive(valid)
	io.Line.Src.Drive(m.NextNoReset("line_src_q", flow))
	io.Line.Tag.Drive(info.Low(TagBits))
	io.Line.First.Drive(first)
	io.Line.Last.Drive(info.Bit(TagBits))
	io.Left.Valid.Drive(valid.And(unsol))
	io.Left.Node.Drive(io.Line.Src)
	io.Released.Drive(rtlgen.Mux(valid.And(first), m.Const(rtlgen.CountBits(p.MaxP), p.MaxP).Sub(unsol.Zext(rtlgen.CountBits(p.MaxP))), 0))
	e.free.Push.Drive(valid.AndNot(unsol))
	e.free.Wdata.Drive(slot)
	m.Unused("free_state", e.free.Full, e.free.Count)
}

// packet tells whether the line is inside a packet, and of which flow it takes a
// segment: next, if it is not. finish describes how it gets on.
func (e *egress) packet(next value) (inside, flow value, finish func(start, read value)) {
	m, p := e.m, e.p
	if p.MaxP == 1 {
		return m.Zero(1), next, func(_, _ value) {}
	}
	left := m.Reg("segments_left_q", rtlgen.CountBits(p.MaxP-1), 0)
	current := m.RegNoReset("line_flow_q", p.nw())
	inside = m.Let("in_packet", left.Ne(0))
	return inside, m.Let("line_flow", rtlgen.Mux(inside, current, next)), func(start, read value) {
		m.If(start, func() {
			left.Set(p.MaxP - 1)
			current.Set(next)
		}).ElseIf(read, func() { left.Set(left.Sub(1)) })
	}
}
