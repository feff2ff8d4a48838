package spineleaf

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// receive stores the frames that come. The link has two registers: behind the first one
// it is decided whether a frame is accepted, behind the second one it is stored. A head
// begins a frame in every state. A frame that does not end as its length says is dropped:
// its units are given back, and the beats up to the next head are ignored.
func (u *leafIn) receive() {
	m, p := u.m, u.p
	in := u.admit()
	head := qcn.HeadOf(in.data)
	m.Unused("beat_prio", head.Prio, head.Kind)
	storing := m.Reg("storing_q", 1, 0, "a frame was accepted and has not ended")
	left := m.RegNoReset("beats_left_q", in.beats.Width(), "beats of the frame still to come")
	goesOn := m.Let("goes_on", storing.And(in.valid).AndNot(in.first))
	take := m.Let("take", in.accept.Or(goesOn))
	lastQ := m.RegNoReset("last_beat_q", 1, "one beat of the frame is still to come")
	final := m.Let("last_beat", rtlgen.Mux(in.accept, in.single, lastQ))
	beats := m.Let("beats_now", rtlgen.Mux(in.accept, in.beats, left))
	m.If(take, func() {
		left.Set(beats.Sub(1))
		lastQ.Set(beats.Eq(2))
	})
	open := m.Let("frame_open", take.AndNot(in.tail).AndNot(final))
	storing.Set(open)
	toEnd := m.Next("ends_next_q", open.And(beats.Eq(2)), 0, "a frame is stored, and one beat is still to come")

	// Units. The first beat of each takes one from the free list.
	beatQ := m.Reg("beat_q", rtlgen.IndexBits(qcn.UnitBeats), 0, "number of the next beat in its unit")
	beat := m.Let("beat", rtlgen.Mux(in.first, 0, beatQ))
	m.If(take, func() { beatQ.Set(beat.Add(1)) })
	full := m.Reg("unit_full_q", 1, 0, "the next beat of the frame takes another unit")
	full.Set(open.And(beat.Eq(qcn.UnitBeats - 1)))
	alloc := m.Let("alloc", in.accept.Or(in.valid.AndNot(in.first).And(full)))
	m.Assert("alloc_by_beat", alloc.Eq(take.And(beat.Eq(0))), "the first beat of a unit takes it")
	unit, phase := u.freeList(alloc)
	unitQ := m.RegNoReset("unit_q", p.unitBits(), "unit that was taken last")
	m.If(alloc, func() { unitQ.Set(unit) })
	into := m.Let("into", rtlgen.Mux(alloc, unit, unitQ))
	u.units.write(take, rtlgen.Cat(into, beat), in.data)

	// The frame.
	frameHead := m.RegNoReset("frame_head_q", p.pointerBits(), "pointer to the first unit of the frame")
	dst := m.RegNoReset("frame_dst_q", qcn.AddressBits, "destination of the frame that comes")
	src := m.RegNoReset("frame_src_q", qcn.AddressBits, "source of the frame that comes")
	prio := m.RegNoReset("frame_prio_q", qcn.PrioBits, "priority of the frame that comes")
	length := m.RegNoReset("frame_length_q", qcn.LengthBits, "bytes of the frame that comes")
	missing := m.RegNoReset("frame_missing_q", in.need.Width(), "units of the frame that are not yet taken")
	last := m.Let("last_unit", rtlgen.Mux(in.accept, in.need, missing).Eq(1))
	pointerNow := m.Let("pointer", rtlgen.Cat(last, phase, unit))
	m.If(in.accept, func() {
		frameHead.Set(pointerNow)
		dst.Set(head.Dst)
		src.Set(head.Src)
		prio.Set(head.Prio)
		length.Set(head.Length)
	})
	m.If(alloc, func() { missing.Set(rtlgen.Mux(in.accept, in.need, missing).Sub(1)) })
	whole := m.Let("whole_beats", head.Length.Sub(1))
	m.Unused("bytes", whole)
	u.ends.Write(in.accept, unit, rtlgen.Cat(head.Src, head.Dst))
	u.sizes.Write(in.accept, unit, rtlgen.Cat(head.Length, whole.Slice(qcn.BeatLog+1, qcn.BeatLog)))

	now := func(name string, fresh value, kept rtlgen.Reg) value {
		return m.Let(name, rtlgen.Mux(in.accept, fresh, kept))
	}
	u.receivedDst = now("dst", head.Dst, dst)
	frameSrc, framePrio := now("src", head.Src, src), now("prio", head.Prio, prio)
	frameLength := now("length", head.Length, length)
	headNow := now("head_now", pointerNow, frameHead)
	u.Alloc.Valid.Drive(alloc)
	u.Alloc.Unit.Drive(unit)
	u.Alloc.Head.Drive(headNow.Low(p.unitBits()))
	u.Alloc.Prio.Drive(framePrio)
	u.Alloc.Phase.Drive(phase)

	stored := m.Let("stored", in.accept.And(in.alone).Or(toEnd.And(in.follows).And(in.tail)))
	m.Assert("stored_with_its_last_beat", stored.Eq(take.And(in.tail).And(final)), "a frame ends with the last beat that its length says")
	u.Arr.Valid.Drive(stored)
	u.Arr.Prio.Drive(framePrio)
	u.Arr.Length.Drive(frameLength)
	u.Arr.Src.Drive(frameSrc)
	u.Arr.Dst.Drive(u.receivedDst)
	u.append(appended{
		valid: stored, dst: u.receivedDst, prio: framePrio, length: frameLength, head: headNow, tail: into,
		inner: m.Let("inner_link", alloc.AndNot(in.accept)), from: unitQ.Value, to: pointerNow,
	})
	broken := m.Next("broken_q", take.And(in.tail.Xor(final)), 0,
		"the frame's tail came early, or not with its last beat")
	gone := m.Let("goes_not_on", storing.AndNot(goesOn))
	u.dropped(alloc, in.accept, gone.Or(broken), rtlgen.Cat(phase, unit, p.voq(u.receivedDst, framePrio)))
	u.errors(in, gone, take, final, goesOn)

	m.Assert("length_matches", stored.Implies(last.Or(alloc.Not().And(missing.Eq(0)))),
		"a frame has as many units as its length says")
	m.Cover("dropped", u.Drop)
}

// admitted is a beat behind the two registers of the link.
type admitted struct {
	valid, first, tail, data value
	need, beats              value // units and beats of a frame that begins with it
	single, alone            value // it has one beat; and that is marked as the last
	follows                  value // a beat that is no head
	accept                   value // that frame is accepted
	refused                  value // why not: a bit of each cause from no_route on
}

// admit accepts a frame as a whole, or drops it: it needs room for all its units and
// one more, since a unit of the frame before may be taken in the same cycle. What is wrong
// with its header is looked up at the pins.
func (u *leafIn) admit() admitted {
	m, p := u.m, u.p
	validQ := m.Next("rx_valid_q", u.Rx.Valid, 0)
	firstQ := m.NextData("rx_head_q", u.Rx.Head, 0)
	tailQ := m.NextNoReset("rx_tail_q", u.Rx.Tail)
	dataQ := m.NextNoReset("rx_data_q", u.Rx.Data)
	head, pins := qcn.HeadOf(dataQ.Value), qcn.HeadOf(u.Rx.Data.Value)
	m.Unused("rx_prio", head.Prio, head.Src, head.Dst)
	units := m.NextNoReset("rx_need_q", unitsOf(pins.Length), "units that a frame with this head needs")
	beats := m.NextNoReset("rx_beats_q", roundUp(pins.Length, qcn.BeatBytes), "beats that a frame with this head has")
	exists := m.NextNoReset("rx_dst_exists_q", p.exists(pins.Dst), "the destination of this head exists")
	inUse := m.NextNoReset("rx_prio_exists_q", atMost(pins.Prio, p.Prios-1), "the priority of this head exists")
	starts := m.Let("starts_here", validQ.And(firstQ))
	begins := m.Let("begins", starts.And(head.Kind.Eq(qcn.KindData)))
	sized := m.Let("length_fits", units.Ne(0).And(atMost(units.Value, p.FrameUnits)))
	known := m.Let("known", exists.And(inUse).And(sized))
	room := m.Let("has_room", u.fits(head.Prio, units.Value).And(u.Enable).And(u.Ready).AndNot(u.wastes))
	accepts := m.Let("accept", begins.And(room).And(known))
	u.Drop.Drive(m.Next("drop_q", begins.AndNot(accepts), 0))

	unlike := m.Let("not_of_a_server", starts.And(head.Kind.Bit(0).Or(head.Kind.Bit(1).AndNot(tailQ))))
	refused := rtlgen.Cat(begins.And(known).AndNot(room), unlike, begins.And(exists).And(inUse).AndNot(sized),
		begins.And(exists).AndNot(inUse), begins.AndNot(exists))
	return admitted{
		valid: m.Next("beat_valid_q", validQ, 0).Value, first: m.NextData("beat_head_q", firstQ, 0).Value,
		tail: m.NextData("beat_tail_q", tailQ, 0).Value, data: m.NextNoReset("beat_data_q", dataQ).Value,
		need: m.NextNoReset("need_q", units).Value, beats: m.NextNoReset("beats_q", beats).Value,
		single:  m.NextNoReset("single_q", beats.Eq(1), "a frame with this head has one beat").Value,
		alone:   m.NextNoReset("alone_q", beats.Eq(1).And(tailQ), "a frame with this head has one beat, a tail").Value,
		follows: m.NextNoReset("follows_q", validQ.AndNot(firstQ), "a beat that is no head").Value,
		accept:  m.Next("accept_q", accepts, 0).Value,
		refused: m.Next("refused_q", refused, 0, "no_route, no_prio, bad_length, no_kind, no_room of this head").Value,
	}
}

// exists reports whether there is a server port of that address.
func (p FabricParams) exists(address value) value {
	known := atMost(p.leafOf(address), p.Leaves-1)
	if rest := qcn.AddressBits - p.addressBits(); rest > 0 {
		known = known.And(address.High(rest).Any().Not())
	}
	if p.Ports > 1 {
		known = known.And(atMost(address.Low(p.portBits()), p.Ports-1))
	}
	return known
}

// atMost is v <= limit, whatever the width of v: a comparison that is constant would be
// a warning of Verilator.
func atMost(v value, limit int) value {
	if w := v.Width(); limit >= 1<<w-1 {
		return v.Zext(w + 1).Le(1 << w)
	}
	return v.Le(limit)
}

// fits reports whether a priority has room for the given units and one more.
func (u *leafIn) fits(prio, need value) value {
	m, p := u.m, u.p
	w := max(rtlgen.CountBits(p.Units), need.Width()) + 1
	used := m.Let("used", u.Occupancy.At(prio.Low(rtlgen.IndexBits(p.Prios))))
	room := used.Zext(w).Add(need.Zext(w)).Lt(p.Units)
	return room
}

// freeList hands out units: after reset column by column, so that consecutive ones
// lie in different rows of the CulpritArray, then in the order in which they came
// back. Each has its phase with it.
func (u *leafIn) freeList(take value) (unit, phase value) {
	m, p := u.m, u.p
	column := m.Reg("fresh_column_q", rtlgen.IndexBits(qcn.CulpritColumns), 0,
		"column of the next unit that was never taken")
	row := m.Reg("fresh_row_q", rtlgen.IndexBits(p.rows()), 0, "row of the next unit that was never taken")
	fresh := m.Reg("fresh_q", 1, 1, "there are units that were never taken")
	m.If(take.And(fresh), func() {
		row.Set(prim.Successor(row, p.rows()))
		m.If(row.Eq(p.rows()-1), func() {
			column.Set(column.Add(1))
			m.If(column.Eq(qcn.CulpritColumns-1), func() { fresh.Set(0) })
		})
	})
	u.free = rtlgen.Use(m, "free", prim.FIFO(prim.FIFOParams{Width: p.unitBits() + 1, Depth: p.allUnits()}))
	u.free.Pop.Drive(take.AndNot(fresh))
	m.Unused("free", u.free.Full, u.free.Count)
	again := u.free.Rdata
	unit = m.Let("unit", rtlgen.Mux(fresh, rtlgen.Cat(row, column), again.Low(p.unitBits())))
	phase = m.Let("phase_of_unit", again.High(1).AndNot(fresh))
	m.Assert("unit_for_every_frame", take.Implies(fresh.Or(u.free.Empty.Not())),
		"there is a free unit for what is accepted")
	return unit, phase
}

// appended is a frame that is complete, and a unit that joins a frame.
type appended struct {
	valid, dst, prio, length, head, tail value
	inner, from, to                      value
}

// append puts a frame at the end of its VOQ, in the second cycle after its last beat;
// in the first one the tables are read. Then it can be requested.
func (u *leafIn) append(a appended) {
	m, p := u.m, u.p
	valid := m.Next("append_q", a.valid, 0)
	length := m.NextNoReset("append_length_q", a.length)
	head := m.NextNoReset("append_head_q", a.head)
	tail := m.NextNoReset("append_tail_q", a.tail)
	voq := m.NextNoReset("append_voq_q", p.voq(a.dst, a.prio), "VOQ of the frame that is appended")
	entered := rtlgen.Unpack[voqEnd](u.entered.ReadSync("end_read", valid, voq), u.dims())
	left := u.left.ReadSync("left_read", valid, voq)
	seen := rtlgen.Unpack[voqHead](u.headSeen.ReadSync("flip_read", valid, voq), u.dims())
	m.Unused("head_not_needed", seen.Head)

	linking := m.Next("linking_q", valid, 0)
	later := func(name string, r rtlgen.Reg) rtlgen.Reg { return m.NextNoReset(name, r) }
	headL, tailL, voqL := later("link_head_q", head), later("link_tail_q", tail), m.NextNoReset("link_voq_q", voq)
	empty := m.Let("voq_empty", entered.Frames.Eq(left))
	m.Unused("unit_phases", entered.Tail)
	end := rtlgen.Cat(tailL, entered.Frames.Add(1), rtlgen.Mux(empty, headL, entered.First),
		rtlgen.Mux(empty, seen.Flip.Not(), entered.Flip))
	u.entered.Write(linking.Or(u.sweeping), rtlgen.Mux(u.sweeping, u.sweepAt, voqL), rtlgen.Mux(u.sweeping, 0, end))

	joins := m.Let("joins", linking.AndNot(empty))
	u.next.Write(a.inner.Or(joins), rtlgen.Mux(a.inner, a.from, entered.Tail), rtlgen.Mux(a.inner, a.to, headL))
	m.Assert("one_link", a.inner.And(linking).Not(), "a frame is appended before the second unit of the next one comes")

	requests := rtlgen.Use(m, "requests", prim.FIFO(prim.FIFOParams{Width: voqL.Width() + qcn.LengthBits,
		Depth: p.allUnits()}))
	requests.Push.Drive(linking)
	requests.Wdata.Drive(rtlgen.Cat(voqL, later("link_length_q", length)))
	requests.Pop.Drive(u.Request.Taken)
	m.Unused("requests", requests.Full, requests.Count)
	u.Request.Valid.Drive(requests.Empty.Not())
	dstNow, prioNow := p.ofVOQ(m.Module, requests.Rdata.High(voqL.Width()))
	u.Request.Dst.Drive(dstNow)
	u.Request.Prio.Drive(prioNow)
	u.Request.Length.Drive(requests.Rdata.Low(qcn.LengthBits))
	m.Assume("request_there", u.Request.Taken.Implies(u.Request.Valid), "only a request that waits is taken")
}
