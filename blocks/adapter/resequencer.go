package adapter

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// resequencer puts the segments of each flow into order. Each path keeps the order of
// a flow, so the slots wait in a list per flow and path, and the next segment of a
// flow is the head of the list of the next path. One segment per cycle moves from
// there to the list of the flow.
type resequencer struct {
	m  *rtlgen.Module
	p  Params
	me value
	w  walk

	paths, flows *ListsPorts
	done         table // complete packets in order
	completes    value // mask: the flow gets a complete packet
	holes        *holes
}

// newResequencer makes the lists, for the given number of slots.
func newResequencer(m *rtlgen.Module, p Params, me value, w walk, slots int) *resequencer {
	lists := func(n int) *rtlgen.Typed[ListsPorts] { return Lists(Params{Lists: n, Slots: slots}) }
	q := &resequencer{m: m, p: p, me: me, w: w, paths: rtlgen.Use(m, "path_lists", lists(p.Nodes*p.Paths)),
		flows: rtlgen.Use(m, "flow_lists", lists(p.Nodes))}
	m.Unused("lists_ready", q.paths.Ready, q.flows.Ready, q.flows.Look.Empty, q.flows.Pop.Empty)
	rtlgen.TieOff(&q.flows.Look)
	q.done = w.table("done", p.Nodes, p.sw()+1+5*p.Beat, "packets completed, modulo, by flow")
	if p.Beat == 0 {
		q.holes = newHoles(q)
	}
	if p.nw() > p.pw() {
		m.Unused("node_high", me.High(p.nw()-p.pw()))
	}
	return q
}

// path is the path of the segment after seq others of a flow, by their lower bits.
func (q *resequencer) path(seq, src value) value {
	return seq.Add(src.Low(q.p.pw())).Add(q.me.Low(q.p.pw()))
}

// list is the list of a flow and path. The path is known later than the flow, so it
// stands on top, where it selects among the words that are read.
func (q *resequencer) list(flow, path value) value { return rtlgen.Cat(path, flow) }

// arrive appends a segment to the list of its path.
func (q *resequencer) arrive(valid, src, path, slot value) {
	q.paths.Push.Valid.Drive(valid)
	q.paths.Push.List.Drive(q.list(src, path))
	q.paths.Push.Slot.Drive(slot)
}

// checked compares, in beat mode, the number of a segment with those before it on its path, and
// drives err with a register that says, two cycles later, that one was missing.
func (q *resequencer) checked(valid, src, path, seq value, err *rtlgen.Out) {
	m, p := q.m, q.p
	round := q.w.table("round", p.Nodes*p.Paths, seqBits-p.pw(),
		"next segment's number, upper bits, by flow and path")
	here := m.Let("path_of_seq", q.path(seq.Low(p.pw()), src))
	upper := seq.High(seqBits - p.pw())
	list := m.Let("seg_list", rtlgen.Cat(src, path))
	come := m.Next("checks_q", valid, 0)
	was := m.NextNoReset("round_was_q", round.Read("seg_round", list))
	now := m.NextNoReset("round_now_q", upper, "upper bits of the segment's number")
	strays := m.NextNoReset("path_wrong_q", here.Ne(path), "the segment's path is not that of its number")
	round.write(valid, list, upper.Add(1))
	err.Drive(m.Next("err_sequence_q", come.And(was.Ne(now).Or(strays)), 0))
}

// move is the scheduler of the moves. A hint says that the next segment of a flow may
// be there: set by an arrival on the path that is next, and kept while the path after
// it has one, too. packets is the memory of how many packets end in each slot, in cell mode of
// how many segments got lost before the one in it.
func (q *resequencer) move(valid, src, path value, packets rtlgen.Memory) {
	m, p := q.m, q.p
	hints := m.Reg("move_hints_q", p.Nodes, 0, "flows whose next segment may be there")
	above := m.Reg("move_above_last", p.Nodes-1, 0, "flows above the one chosen last to move")
	turn := prim.RoundRobin(m, "move_hint", hints, above)
	m.If(turn.Any, func() { above.Set(turn.Above) })
	chosen := m.Next("move_chosen_q", turn.Any, 0, "a flow was chosen to move a segment")
	asks := m.NextNoReset("move_asks_q", turn.Index, "flow that was chosen to move a segment")

	// The path of the next segment of each flow, with the one after it on top; the first
	// segment has number 0.
	zeroth := m.Let("path_of_first", q.w.count.Low(p.pw()).Add(q.me.Low(p.pw())))
	moved := q.w.table("moved", p.Nodes, 2*p.pw(), "paths of the next segment but one and the next, by flow")
	moved = moved.starts(rtlgen.Cat(m.Let("path_of_second", zeroth.Add(1)), zeroth))
	move, behind := m.Wire("move", 1), m.Wire("path_behind", p.pw())
	looks, flow := chosen.Value, asks.Value
	var next, after value
	if p.Beat == 0 {
		paths := moved.Read("move_paths", flow)
		next, after = paths.Low(p.pw()), paths.High(p.pw())
	} else { // read in the cycle before the move; the one that moves then counts already
		looks, flow = m.Next("move_looks_q", chosen, 0).Value, m.NextNoReset("move_flow_q", asks).Value
		path := m.RegNoReset("move_path_q", p.pw(), "path of the flow's next segment")
		second := m.RegNoReset("path_after_q", p.pw(), "path of the flow's next segment but one")
		next, after = path.Value, second.Value
		read, own := moved.Read("moved_before", asks), m.Let("moves_before", move.And(asks.Eq(flow)))
		path.Set(rtlgen.Mux(own, after, read.Low(p.pw())))
		second.Set(rtlgen.Mux(own, behind, read.High(p.pw())))
	}
	behind.Set(after.Add(1))

	q.paths.Pop.List.Drive(q.list(flow, next))
	q.paths.Look.List.Drive(q.list(flow, after))
	asked, pops, none, noneAfter := looks, looks, q.paths.Pop.Empty.Value, q.paths.Look.Empty.Value
	if p.Beat == 0 {
		looks, pops, none, noneAfter = q.holes.look(looks, flow, q.list(flow, next), q.list(flow, after))
	}
	move.Set(looks.AndNot(none))
	q.paths.Pop.Valid.Drive(pops)
	moved.write(move.Value, flow, rtlgen.Cat(behind, after))

	seen, from := m.Next("seen_valid_q", valid, 0), m.NextNoReset("seen_src_q", src)
	on := m.NextNoReset("seen_path_q", path)
	wakes := m.Let("seen_next", moved.Read("seen_moved", from).Low(p.pw()).Eq(on))
	clear := m.Let("move_clears", rtlgen.Mux(asked.And(move.Not().Or(noneAfter)), flow.Decode(p.Nodes), 0))
	sets := m.Let("move_sets", rtlgen.Mux(seen.And(wakes), from.Decode(p.Nodes), 0))
	if p.Beat == 0 {
		q.holes.join(move.Value, flow, packets)
		hints.Set(hints.AndNot(clear).Or(sets).Or(q.holes.sets()))
		return
	}
	hints.Set(hints.AndNot(clear).Or(sets))

	// The segment is appended to its flow two cycles later, when it is known whether it completes
	// packets: a cycle is short against a segment, so there is a register behind the RAM.
	into, of := m.Next("append_valid_q", move, 0), m.NextNoReset("append_flow_q", flow)
	slot := m.NextNoReset("append_slot_q", q.paths.Pop.Slot)
	ends := packets.ReadSync("append_packets", move, q.paths.Pop.Slot)
	into, of, slot = m.Next("append_now_q", into, 0), m.NextNoReset("append_flow_now_q", of),
		m.NextNoReset("append_slot_now_q", slot)
	q.append(into.Value, of.Value, slot.Value)
	ends = m.NextNoReset("append_packets_q", ends).Value
	q.complete(m.Let("complete", into.And(ends.Any())), of.Value, ends)
}

// append appends a slot to the list of its flow.
func (q *resequencer) append(valid, flow, slot value) {
	q.flows.Push.Valid.Drive(valid)
	q.flows.Push.List.Drive(flow)
	q.flows.Push.Slot.Drive(slot)
}

// complete counts packets of a flow that have become complete.
func (q *resequencer) complete(valid, flow, packets value) {
	done := q.done.Read("append_done", flow)
	q.done.write(valid, flow, done.Add(packets.Zext(done.Width())))
	q.completes = q.m.Let("line_sets", rtlgen.Mux(valid, flow.Decode(q.p.Nodes), 0))
}

// serve chooses the flow whose packet leaves next, round robin among those with a
// complete one, while the packet before is on its way. The packet of flow begins in a
// cycle with start, which is one with ready.
func (q *resequencer) serve(ready value) (start, flow value) {
	m, p := q.m, q.p
	hints := m.Reg("line_hints_q", p.Nodes, 0, "flows that may have a complete packet")
	above := m.Reg("line_above_last", p.Nodes-1, 0, "flows above the one chosen last for the line")
	turn := prim.RoundRobin(m, "line_hint", hints, above)
	chosen := m.Reg("line_chosen_q", 1, 0, "a flow is chosen for the line")
	next := m.RegNoReset("line_next_q", p.nw(), "flow that is chosen for the line")
	done := q.done.Read("next_done", next)
	gone := q.w.table("gone", p.Nodes, done.Width(), "packets that began to leave, modulo, by flow")
	before := gone.Read("next_gone", next)
	after := m.Let("gone_after", before.Add(1))
	none := m.Let("no_packet", done.Eq(before))
	start = m.Let("start", chosen.And(ready).AndNot(none))
	gone.write(start, next.Value, after)
	stale := m.Let("line_stale", chosen.And(none))
	waits := m.Let("line_waits", chosen.AndNot(ready.Or(none))) // neither start nor stale
	chosen.Set(turn.Any.Or(waits))
	m.If(turn.Any.AndNot(waits), func() {
		next.Set(turn.Index)
		above.Set(turn.Above)
	})
	last := m.Let("last_packet", follows(m, before, done))
	if p.Beat == 0 {
		q.holes.serve(start, last, next.Value)
	}
	used := m.Let("line_clears", rtlgen.Mux(start.And(last).Or(stale), next.Decode(p.Nodes), 0))
	hints.Set(hints.AndNot(used).Or(q.completes))
	return start, next.Value
}
