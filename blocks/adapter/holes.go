package adapter

import "culprit.example/culprit/rtlgen"

// holes are the places of lost segments in the order of their flows, in cell mode. The
// segment behind a gap is the next one of its path before its turn; it is kept aside while
// the places of the lost ones pass. A packet with a hole is bad: of its segments those that
// are there pass on to the line, which drops them. A flow has one such packet at the line, and
// no segment of it moves until that packet's turn.
type holes struct {
	q *resequencer

	aside table         // of each flow and path: its next segment has been taken, and is kept
	kept  rtlgen.Memory // that segment: lost ones before it, its slot

	state      table         // of each flow: the packet that becomes complete
	came, gone table         // bad packets of each flow that were completed and dropped, modulo 2
	sizes      rtlgen.Memory // segments of the bad packet of each flow

	list, takes value       // of the segment that moves: its flow and path, and that it is kept aside
	hole, of    value       // a place of a lost segment passes, of this flow
	passes      rtlgen.Wire // with two paths: the segment that was kept aside is being appended
	drops       rtlgen.Wire // a bad packet starts to be dropped
	flow        rtlgen.Wire // of this flow
	bad         value       // the next packet of the line is one
	size        value       // its segments

	settled *settlement // with the repair
}

func newHoles(q *resequencer) *holes {
	m, p, w := q.m, q.p, q.w
	h := &holes{q: q}
	h.aside = w.table("aside", p.Nodes*p.Paths, 1, "the next segment is kept aside, by path and flow")
	h.kept = m.Memory("kept", p.Nodes*p.Paths, 1+p.kw()+p.sw(), rtlgen.ReadUndefined,
		"segments aside {some lost, number, slot}, by path and flow")
	if p.MaxP > 1 {
		h.drops, h.flow = m.Wire("drops", 1), m.Wire("drop_flow", p.nw())
		h.state = w.table("packet", p.Nodes, 1+2*rtlgen.IndexBits(p.MaxP),
			"packet that becomes complete {bad, segments, places passed}, by flow")
		h.came = w.table("bad_came", p.Nodes, 1, "bad packets completed, modulo 2, by flow")
		h.gone = w.table("bad_gone", p.Nodes, 1, "bad packets that began to be dropped, modulo 2, by flow")
		h.sizes = m.Memory("bad_sizes", p.Nodes, rtlgen.CountBits(p.MaxP), rtlgen.ReadOld,
			"segments of the last bad packet, by flow").Style(rtlgen.Distributed)
	}
	return h
}

// waiting reports whether a bad packet of a flow is at the line.
func (h *holes) waiting(name string, flow value) value {
	return h.came.Read(name+"_bad_came", flow).Xor(h.gone.Read(name+"_bad_gone", flow))
}

// look looks at the next segment of a flow, which is that of list, or kept aside. The results
// are whether it may move, whether the list is to be popped, and whether nothing is there for
// this place and for the one after it, that of after.
func (h *holes) look(looks, flow, list, after value) (may, pops, none, noneAfter value) {
	m, q := h.q.m, h.q
	may = looks
	if q.p.MaxP > 1 {
		may = m.Let("move_may", looks.AndNot(h.waiting("move", flow)))
	}
	kept := m.Let("move_kept", h.aside.Read("move_aside", list))
	h.list, h.takes = list, kept
	keptAfter := h.aside.Read("after_aside", after)
	if q.p.Paths == 2 { // the path after the next one is that of the move before
		h.passes = m.Wire("aside_passes", 1)
		keptAfter = keptAfter.AndNot(h.passes)
	}
	none = q.paths.Pop.Empty.AndNot(kept)
	if h.settled != nil {
		none = h.settled.look(m, flow, none)
	}
	return may, may.AndNot(kept), none, q.paths.Look.Empty.AndNot(keptAfter)
}

// join appends the segment that has moved to its flow, a cycle later, or lets the place of a
// lost one pass. gaps is the memory of the lost ones before each slot.
func (h *holes) join(move, flow value, gaps rtlgen.Memory) {
	m, q, p := h.q.m, h.q, h.q.p
	into := m.Next("append_valid_q", move, 0)
	h.of = m.NextNoReset("append_flow_q", flow).Value
	list := m.NextNoReset("append_list_q", h.list, "path and flow of the segment that has moved")
	kept := m.NextNoReset("append_kept_q", h.takes, "the segment that has moved was kept aside")
	was := h.kept.ReadSync("append_aside", move, h.list)
	came := rtlgen.Cat(gaps.ReadSync("append_gap", move, q.paths.Pop.Slot), m.NextNoReset("append_slot_q", q.paths.Pop.Slot))
	next := m.Let("append_next", rtlgen.Mux(kept, was, came))
	lost := next.Slice(p.sw()+p.kw()-1, p.sw())
	more := next.High(1) // the place of a lost segment passes, behind which there is one
	empty := more
	if h.settled != nil {
		fills := m.NextNoReset("append_fills_q", h.settled.fill) // nothing is behind it
		more = m.Let("append_more", more.AndNot(fills))
		empty = m.Let("append_empty", more.Or(fills))
	}
	h.hole = m.Let("hole", into.And(empty))
	keeps := h.hole
	if h.settled != nil {
		keeps = into.And(more)
		h.settled.passed(m, into.Value, h.of)
	}
	h.aside.write(into.And(kept.Or(more)), list.Value, more)
	left := m.Let("lost_left", lost.Sub(1))
	h.kept.Write(keeps, list, rtlgen.Cat(left.Any(), left, next.Low(p.sw())))

	if p.Paths == 2 {
		h.passes.Set(into.And(kept).AndNot(more).And(h.of.Eq(flow)))
	}

	there := m.Let("append", into.AndNot(empty))
	q.append(there, h.of, next.Low(p.sw()))
	q.complete(m.Let("complete", h.ends(into.Value, there)), h.of, m.Ones(1))
}

// ends reports whether the segment that is appended, or the place that passes, is the last one
// of a packet of which there are segments. there is 1 with a segment.
func (h *holes) ends(into, there value) value {
	m, p := h.q.m, h.q.p
	if p.MaxP == 1 {
		return there
	}
	w := rtlgen.IndexBits(p.MaxP)
	state := h.state.Read("append_packet", h.of)
	place := state.Low(w)
	last := m.Let("place_is_last", place.Eq(p.MaxP-1))
	count := m.Let("segments_there", state.Slice(2*w-1, w).Zext(rtlgen.CountBits(p.MaxP)).Add(there.Zext(rtlgen.CountBits(p.MaxP))))
	bad := m.Let("packet_bad", state.High(1).Or(h.hole))
	h.state.write(into, h.of, rtlgen.Mux(last, 0, rtlgen.Cat(bad, count.Low(w), place.Add(1))))
	ends := m.Let("packet_ends", into.And(last).And(count.Any()))
	record := m.Let("bad_ends", ends.And(bad))
	h.sizes.Write(record, h.of, count)
	h.came.write(record, h.of, h.came.Read("append_bad_came", h.of).Not())
	return ends
}

// sets is a mask of flows that may have a segment to move.
func (h *holes) sets() value {
	m, n := h.q.m, h.q.p.Nodes
	passes := m.Let("hole_sets", rtlgen.Mux(h.hole, h.of.Decode(n), 0))
	if h.settled != nil {
		passes = passes.Or(h.settled.sets(m, n))
	}
	if h.q.p.MaxP == 1 {
		return passes
	}
	return passes.Or(m.Let("drop_sets", rtlgen.Mux(h.drops, h.flow.Decode(n), 0)))
}

// serve looks at the packet of flow next that starts to leave with start. A bad packet is the
// last complete one of its flow.
func (h *holes) serve(start, last, next value) {
	m, p := h.q.m, h.q.p
	w := rtlgen.CountBits(p.MaxP)
	h.bad, h.size = m.Zero(1), m.Const(w, p.MaxP)
	if p.MaxP == 1 {
		return
	}
	h.bad = m.Let("packet_is_bad", last.And(h.waiting("next", next)))
	h.size = m.Let("packet_size", rtlgen.Mux(h.bad, h.sizes.Read("bad_size", next), p.MaxP))
	h.drops.Set(start.And(h.bad))
	h.flow.Set(next)
	h.gone.write(start.And(h.bad), next, h.gone.Read("drop_bad_gone", next).Not())
}
