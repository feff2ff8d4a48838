package qcn

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// send reads the frames that were granted, a unit in a slot:
//
//	phase 3  the tables of the VOQ of the next grant are read
//	phase 0  if an uplink is free: first beat, the frame's length, the VOQ shrinks
//	phase 1  second beat; with the first unit of a frame, the head of the VOQ is written
//	         and the grant is done with
//	phase 2  third beat, pointer to the next unit; with the last unit of a frame, its
//	         first one is given back, so that its header stands while there is a unit
//	phase 3  fourth beat, the unit is given back; behind the last unit of a frame the
//	         pointer leads to the next frame of the VOQ
//
// A frame that comes in phase 0 or before still finds the VOQ occupied and has linked
// itself by phase 2; one that comes later finds it empty.
func (u *leafIn) send() {
	m, p := u.m, u.p
	grants := rtlgen.Use(m, "grants", prim.FIFO(prim.FIFOParams{Width: AddressBits + PrioBits + PlaceBits, Depth: p.allUnits()}))
	grants.Push.Drive(u.Grant.Valid)
	grants.Wdata.Drive(rtlgen.Cat(u.Grant.Dst, u.Grant.Prio, u.Grant.Place))
	m.Unused("grants", grants.Full, grants.Count)
	grant := rtlgen.Unpack[grantWord](grants.Rdata, u.dims())

	// Phase 3.
	fetch := m.Let("fetch", u.phase(3))
	voq := m.Let("grant_voq", p.voq(grant.Dst, grant.Prio))
	entered := rtlgen.Unpack[voqEnd](u.entered.ReadSync("fetch_end", fetch, voq), u.dims())
	left := u.left.ReadSync("fetch_left", fetch, voq)
	seen := rtlgen.Unpack[voqHead](u.headSeen.ReadSync("fetch_head", fetch, voq), u.dims())
	m.Unused("end_of_voq", entered.Tail, entered.Frames)
	fetched := m.Reg("fetched_q", 1, 0)
	m.If(fetch, func() { fetched.Set(grants.Empty.Not()) })

	// Phase 0.
	within := m.Reg("within_q", 1, 0) // a frame has units left
	current := m.RegNoReset("current_q", p.pointerBits())
	firstUnit := m.RegNoReset("first_unit_q", p.pointerBits())
	voqQ := m.RegNoReset("voq_q", voq.Width())
	leftQ := m.RegNoReset("left_q", p.frameBits())
	flipQ := m.RegNoReset("flip_q", 1)
	grantQ := m.RegNoReset("grant_q", grants.Rdata.Width())
	index := m.Reg("index_q", IndexBits, 0)
	lastQ := m.RegNoReset("last_q", 1)
	slot := m.Reg("slot_q", 1, 0)        // a unit is read in this slot
	cnmSlot := m.Reg("cnm_slot_q", 1, 0) // a CNM goes out in this slot
	starts := m.Let("starts", u.phase(0))
	u.Want.Drive(starts.And(u.CNM.Valid.Or(within).Or(fetched)))
	send := m.Let("send", u.Go.AndNot(u.CNM.Valid))
	sendFirst := m.Let("send_first", send.AndNot(within))
	head := m.Let("voq_head", rtlgen.Mux(entered.Flip.Xor(seen.Flip), entered.First, seen.Head))
	at := m.Let("at", rtlgen.Mux(within, current, head))
	here := rtlgen.Unpack[pointer](at, u.dims())
	m.If(starts, func() {
		slot.Set(send)
		cnmSlot.Set(u.Go.And(u.CNM.Valid))
	})
	m.If(send, func() {
		within.Set(here.Last.Not())
		current.Set(at)
		lastQ.Set(here.Last)
		index.Set(rtlgen.Mux(within, index.Add(1), 0))
	})
	m.If(sendFirst, func() {
		voqQ.Set(voq)
		leftQ.Set(left)
		flipQ.Set(entered.Flip)
		grantQ.Set(grants.Rdata)
		firstUnit.Set(at)
	})
	frame := rtlgen.Unpack[storedFrame](u.frames.ReadSync("frame", sendFirst, here.Unit), u.dims())
	m.Unused("frame_dst", frame.Dst, frame.Src)
	shrinks := m.Let("shrinks", send.And(here.Last))
	u.left.Write(shrinks.Or(u.sweeping), u.swept(rtlgen.Mux(within, voqQ, voq)),
		rtlgen.Mux(u.sweeping, 0, rtlgen.Mux(within, leftQ, left).Add(1)))

	// Phases 2 and 3.
	now := rtlgen.Unpack[pointer](current.Value, u.dims())
	follower := u.next.ReadSync("follower", slot.And(u.phase(2)), now.Unit)
	ends := m.Let("slot_ends", slot.And(u.phase(3)))
	m.If(ends, func() { current.Set(follower) })
	behind := m.Let("behind_frame", ends.And(lastQ))
	single := m.Let("first_cell", index.Eq(0))

	// Whether an uplink takes the first unit of a frame is known late in phase 0. What
	// follows from it for the VOQ and the grant is done in phase 1.
	begun := m.Let("frame_begun", slot.And(u.phase(1)).And(single))
	grants.Pop.Drive(begun)
	u.headSeen.Write(begun.Or(behind).Or(u.sweeping), u.swept(voqQ.Value),
		rtlgen.Mux(u.sweeping, 0, rtlgen.Cat(rtlgen.Mux(u.phase(1), current, follower), flipQ)))

	// Looked up a cycle ahead: none of it changes between phases 1 and 3.
	kept, unit := u.phase(1).And(lastQ).AndNot(single), u.phase(2).And(lastQ.Or(single.Not()))
	returned := rtlgen.Unpack[pointer](m.NextNoReset("returned_q", rtlgen.Mux(u.phase(1), firstUnit, current)).Value, u.dims())
	m.Unused("returned_last", returned.Last)
	u.give(m.Next("returns_q", slot.And(kept.Or(unit)), 0).Value, returned, grantQ.Value)
	u.Dep.Valid.Drive(behind)
	u.Dep.Prio.Drive(rtlgen.Unpack[grantWord](grantQ.Value, u.dims()).Prio)
	u.Dep.Length.Drive(frame.Length)
	u.drive(slot.Value, cnmSlot.Value, here, now, grantQ.Value, frame, index.Value, lastQ.Value, send)
	u.find()

	m.Assume("go_wanted", u.Go.Implies(u.Want), "an uplink takes a cell where there is one")
	m.Assume("grant_expected", u.Grant.Valid.Implies(grants.Full.Not()), "there is no grant without a request")
}

// swept is an address in a table that is cleared after reset.
func (u *leafIn) swept(address value) value {
	return rtlgen.Mux(u.sweeping, u.sweepAt, address)
}

// give gives a unit back.
func (u *leafIn) give(valid value, unit pointer, grantBits value) {
	grant := rtlgen.Unpack[grantWord](grantBits, u.dims())
	u.free.Push.Drive(valid)
	u.free.Wdata.Drive(rtlgen.Cat(unit.Phase.Not(), unit.Unit))
	u.Release.Valid.Drive(valid)
	u.Release.Unit.Drive(unit.Unit)
	u.Release.Phase.Drive(unit.Phase)
	u.released.valid, u.released.prio = valid, grant.Prio
	u.released.dst = grant.Dst
}

// drive makes the cell of the beats that are read.
func (u *leafIn) drive(slot, cnmSlot value, here, now pointer, grantBits value, frame storedFrame, index, last, send value) {
	m := u.m
	grant := rtlgen.Unpack[grantWord](grantBits, u.dims())
	unit := m.Let("read_unit", rtlgen.Mux(u.phase(0), here.Unit, now.Unit))
	read := m.Let("read", rtlgen.Mux(u.phase(0), send, slot))
	word := u.units.ReadSync("word", read, rtlgen.Cat(unit, u.Phase))

	whole := m.Let("whole_beats", frame.Length.Sub(1))
	others := m.Let("other_beats", rtlgen.Mux(last, whole.Slice(7, 6), CellBeats-1)) // than the first one
	beats := others.Zext(BeatsBits).Add(1)
	m.Unused("bytes", whole)
	// Beats behind the first one, a cycle ahead: the length of a frame comes late.
	more := m.Next("more_q", slot.AndNot(u.phase(0)).And(u.Phase.Le(others)), 0)
	first := m.Let("first_beat", u.phase(1))
	head := m.Let("sends_head", slot.Or(cnmSlot).And(first))
	u.Tx.Valid.Drive(head.Or(more))
	u.Tx.Head.Drive(head)
	u.Tx.Data.Drive(rtlgen.Mux(cnmSlot, u.CNM.Data, word))
	u.CNM.Taken.Drive(cnmSlot.And(first))
	cnm := CNMOf(u.CNM.Data)
	data := rtlgen.Cat(beats, grant.Dst, m.Const(CellKinds, CellData), u.Own, grant.Prio, frame.Length, grant.Place, index)
	notice := rtlgen.Cat(m.Const(BeatsBits, 1), cnm.Dst, m.Const(CellKinds, CellCNM), u.Own, cnm.Prio, m.Zero(LengthBits+PlaceBits+IndexBits))
	u.Tx.Header.Drive(rtlgen.Mux(cnmSlot, notice, data))
}

// find looks up a frame for the search engine.
func (u *leafIn) find() {
	frame := rtlgen.Unpack[storedFrame](u.frames.ReadSync("found", u.Find.Valid, u.Find.Unit), u.dims())
	u.m.Unused("found_length", frame.Length)
	u.Find.Src.Drive(frame.Src)
	u.Find.Dst.Drive(frame.Dst)
}
