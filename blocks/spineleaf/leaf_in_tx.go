package spineleaf

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
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
// A beat is on tx four cycles later.
//
// A frame that comes in phase 0 or before still finds the VOQ occupied and has linked
// itself by phase 2; one that comes later finds it empty.
func (u *leafIn) send() {
	m, p := u.m, u.p
	granting := m.Let("granted_voq", p.voq(u.Grant.Dst.Value, u.Grant.Prio.Value))
	m.Unused("grant_address", u.Grant.Dst, u.Grant.Prio)
	grants := rtlgen.Use(m, "grants", prim.FIFO(prim.FIFOParams{Width: granting.Width() + PlaceBits, Depth: p.allUnits()}))
	grants.Push.Drive(u.Grant.Valid)
	grants.Wdata.Drive(rtlgen.Cat(granting, u.Grant.Place))
	m.Unused("grants", grants.Full, grants.Count)

	// Phase 3.
	fetch := m.Let("fetch", u.phase(3))
	voq := m.Let("grant_voq", u.granted(grants.Rdata.Value).voq)
	entered := rtlgen.Unpack[voqEnd](u.entered.ReadSync("fetch_end", fetch, voq), u.dims())
	left := u.left.ReadSync("fetch_left", fetch, voq)
	seen := rtlgen.Unpack[voqHead](u.headSeen.ReadSync("fetch_head", fetch, voq), u.dims())
	m.Unused("end_of_voq", entered.Tail, entered.Frames)
	fetched := m.Reg("fetched_q", 1, 0, "a grant waits, and its VOQ was looked up")
	m.If(fetch, func() { fetched.Set(grants.Empty.Not()) })

	// Phase 0.
	within := m.Reg("within_q", 1, 0, "the frame has units left to be read")
	current := m.RegNoReset("current_q", p.pointerBits(), "pointer to the unit of this slot, then to the next")
	firstUnit := m.RegNoReset("first_unit_q", p.pointerBits(), "pointer to the first unit of the frame")
	voqQ := m.RegNoReset("voq_q", voq.Width(), "VOQ of the frame that is sent")
	leftQ := m.RegNoReset("left_q", p.frameBits(), "number of frames that left its VOQ before it")
	flipQ := m.RegNoReset("flip_q", 1, "bit flip of its VOQ at the receiving side")
	grantQ := m.RegNoReset("grant_q", grants.Rdata.Width(), "grant {VOQ, place} of the frame that is sent")
	index := m.Reg("index_q", IndexBits, 0, "number of the cell in its frame")
	lastQ := m.RegNoReset("last_q", 1, "the unit of this slot is the last of its frame")
	slot := m.Reg("slot_q", 1, 0, "a unit is read in this slot")
	cnmSlot := m.Reg("cnm_slot_q", 1, 0, "a CNM goes out in this slot")
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
	frame := rtlgen.Unpack[frameSize](u.sizes.ReadSync("frame", sendFirst, rtlgen.Unpack[pointer](head, u.dims()).Unit),
		u.dims())
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
	u.give(slot.And(kept.Or(unit)), rtlgen.Mux(u.phase(1), firstUnit, current), u.granted(grantQ.Value).voq)
	u.Dep.Valid.Drive(behind)
	u.Dep.Prio.Drive(u.granted(grantQ.Value).prio)
	u.drive(slot.Value, cnmSlot.Value, within.Value, rtlgen.Unpack[pointer](head, u.dims()).Unit, now, grantQ.Value, frame,
		index.Value, lastQ.Value, send)
	u.find()

	m.Assume("go_wanted", u.Go.Implies(u.Want), "an uplink takes a cell where there is one")
	m.Assume("grant_expected", u.Grant.Valid.Implies(grants.Full.Not()), "there is no grant without a request")
}

// swept is an address in a table that is cleared after reset.
func (u *leafIn) swept(address value) value {
	return rtlgen.Mux(u.sweeping, u.sweepAt, address)
}

// give gives a unit back, a cycle later: one that was sent in phases 2 and 3, one of a dropped
// frame in phases 0 and 1.
func (u *leafIn) give(sent, unit, voq value) {
	m := u.m
	unit = m.Let("unit_sent", unit)
	bits := u.p.pointerBits() - 1 // {phase, unit}
	word := rtlgen.Mux(u.back.valid, u.back.word, rtlgen.Cat(unit.Low(bits), voq))
	returned := m.NextNoReset("returned_q", word, "{phase, unit, VOQ} of the unit that is given back")
	valid := m.Next("returns_q", sent.Or(u.back.valid), 0).Value
	phase, number := returned.High(1), returned.High(bits).Low(bits-1)
	u.free.Push.Drive(valid)
	u.free.Wdata.Drive(rtlgen.Cat(phase.Not(), number))
	u.Release.Valid.Drive(valid)
	u.Release.Unit.Drive(number)
	u.Release.Phase.Drive(phase)
	u.released.valid = valid
	u.released.dst, u.released.prio = u.p.ofVOQ(m.Module, returned.Low(voq.Width()))
	m.Unused("unit_sent_rest", unit.High(1), returned)
}

// drive makes the cell of the beats that are read. Its first beat, read in phase 0, is
// on tx in phase 0 of the next slot: the address, the output of a bank and tx are
// registers. The rate of the uplinks has to know its size before.
func (u *leafIn) drive(slot, cnmSlot, within, head value, now pointer, grantBits value, frame frameSize,
	index, last, send value) {
	m := u.m
	grant := u.granted(grantBits)
	unit := m.Let("read_unit", rtlgen.Mux(u.phase(0).AndNot(within), head, now.Unit))
	read := m.Let("read", rtlgen.Mux(u.phase(0), send, slot))
	reads := m.NextNoReset("read_q", read)
	readAt := m.NextNoReset("read_at_q", rtlgen.Cat(unit, u.Phase), "address {unit, beat} that is read")
	word := u.units.read(reads.Value, readAt.Value)

	// known from phase 2 on
	others := m.NextNoReset("other_beats_q", rtlgen.Mux(last, frame.Others, CellBeats-1),
		"beats of the cell but for the first one")
	beats := m.Let("cell_beats", rtlgen.Mux(cnmSlot, 1, others.Zext(BeatsBits).Add(1)))
	u.Beats.Drive(beats)

	begins := m.Let("cell_begins", u.phase(3))
	cell := m.Reg("cell_q", 1, 0, "the cell of the slot before is on its way")
	count := m.RegNoReset("cell_beats_q", others.Width(), "beats of the cell on its way but for the first")
	m.If(begins, func() {
		cell.Set(slot)
		count.Set(others)
	})
	first := m.Let("first_beat", begins.And(slot.Or(cnmSlot)))
	more := m.Let("more", begins.Not().And(cell).And(u.Phase.Lt(count)))
	u.Tx.Valid.Drive(m.Next("tx_valid_q", first.Or(more), 0))
	u.Tx.Head.Drive(m.Next("tx_head_q", first, 0))
	notice := m.Let("sends_cnm", begins.And(cnmSlot))
	u.Tx.Data.Drive(m.NextNoReset("tx_data_q", rtlgen.Mux(notice, u.CNM.Data, word)))
	u.CNM.Taken.Drive(notice)
	cnm := qcn.CNMOf(u.CNM.Data)
	length := m.NextNoReset("cell_length_q", frame.Length) // from phase 2 on
	u.Dep.Length.Drive(length)
	ofData := rtlgen.Cat(beats, grant.dst, m.Const(CellKinds, CellData), u.Own, grant.prio, length, grant.place, index)
	ofCNM := rtlgen.Cat(beats, cnm.Dst, m.Const(CellKinds, CellCNM), u.Own, cnm.Prio,
		m.Zero(qcn.LengthBits+PlaceBits+IndexBits))
	u.Tx.Header.Drive(m.NextNoReset("tx_header_q", rtlgen.Mux(cnmSlot, ofCNM, ofData)))
}

// find looks up a frame for the search engine.
func (u *leafIn) find() {
	frame := rtlgen.Unpack[frameEnds](u.ends.ReadSync("found", u.Find.Valid, u.Find.Unit), u.dims())
	u.Find.Src.Drive(frame.Src)
	u.Find.Dst.Drive(frame.Dst)
}
