package spineleaf

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// CellGuard stands at the end of a fabric link, in front of the buffer of cells. A head begins a
// cell in every state. A cell whose header cannot be is dropped, with its credit given back;
// one that is cut short stays so, and the buffer knows how many of its beats there are.
func CellGuard(p FabricParams) *rtlgen.Typed[CellGuardPorts] {
	m, io := rtlgen.New[CellGuardPorts](p)
	if m.Refused() {
		return m
	}
	rx := io.Rx
	h := CellHeaderOf(rx.Header)
	head := m.Let("head", rx.Valid.And(rx.Head))
	route := m.Let("route_exists", p.leads(m.Module, io, h))
	left := m.Reg("beats_left_q", BeatsBits, 0, "beats of the cell still to come")
	ended := m.Reg("ended_q", 1, 0, "a cell has ended with the beat before")
	skip := m.Reg("skip_q", 1, 0, "beats up to the next head are dropped, and were counted")
	credits := m.Reg("credits_out_q", rtlgen.CountBits(p.Cells), p.Cells, "credits that the other end has")
	there := m.Let("has_credit", credits.Ne(0))
	takes := m.Let("comes_with_credit", head.And(there))
	accept := m.Let("accept", p.accepts(m.Module, m.Let("may_pass", takes.And(route)), h))
	goesOn := m.Let("goes_on", left.Ne(0).And(rx.Valid).AndNot(rx.Head))
	cut := m.Let("is_cut", left.Ne(0).AndNot(goesOn))
	stray := m.Let("stray", rx.Valid.AndNot(rx.Head).AndNot(goesOn))
	more := m.Let("more_beats", rtlgen.Mux(accept, rtlgen.Mux(h.Beats.Any(), h.Beats.Sub(1), 0),
		rtlgen.Mux(goesOn, left.Sub(1), 0)))
	left.Set(more)
	ended.Set(accept.Or(goesOn).AndNot(more.Any()))
	skip.Set(rtlgen.Mux(head, accept.Not(), skip.Or(stray).Or(cut)))

	io.Out.Valid.Drive(accept.Or(goesOn))
	io.Out.Head.Drive(accept)
	io.Out.Header.Drive(rx.Header)
	io.Out.Data.Drive(rx.Data)
	io.Out.Bad.Drive(rx.Bad)

	// Credits: one goes back for each cell that leaves, and for each that is refused.
	first := m.Let("first_stray", stray.AndNot(skip))
	lost := m.Let("lost_head", first.AndNot(ended).And(there)) // of a cell that had a credit
	refused := m.Next("takes_q", takes, 0).AndNot(m.NextNoReset("accept_q", accept))
	gives := m.Let("refused_or_lost", refused.Or(m.Next("lost_head_q", lost, 0)))
	owed := m.Reg("credits_owed_q", rtlgen.CountBits(p.Cells), 0, "credits of dropped cells still to be given back")
	owes := m.Let("owes", owed.Ne(0))
	back := m.Let("credit_back", io.Freed.Or(owes))
	fewer := m.Let("takes_credit", takes.Or(lost))
	m.If(fewer.AndNot(back), func() {
		credits.Set(credits.Sub(1))
	}).ElseIf(back.AndNot(fewer).And(credits.Ne(p.Cells)), func() {
		credits.Set(credits.Add(1))
	})
	pays := m.Let("pays", owes.AndNot(io.Freed))
	prim.UpDown(m.Module, owed, gives, pays)
	io.Credit.Drive(back)

	io.Error.Drive(m.Next("error_q", rtlgen.Cat(head.AndNot(there), takes.And(route).AndNot(accept), takes.AndNot(route),
		first.And(ended), cut, first.AndNot(ended)), 0))
	wide := func(v value) value { return v.Zext(credits.Width() + 1) }
	m.Assume("freed_once", io.Freed.Implies(wide(credits.Value).Add(wide(owed.Value)).Add(wide(gives)).Lt(p.Cells)),
		"only cells that have come leave the buffer")
	m.Unused("rest", rx.Header)
	return m
}

// leads reports whether a cell has a way: at a leaf to one of its ports, at a spine to a server
// port that there is.
func (p FabricParams) leads(m *rtlgen.Module, io *CellGuardPorts, h CellHeader) value {
	exists := m.Let("dst_exists", p.exists(h.Dst))
	if p.AtLeaf == 1 {
		exists = exists.And(p.leafOf(h.Dst).Eq(io.Own))
	}
	return exists
}

// accepts reports whether a cell that may pass is accepted: whether the fields of its header go
// together. A spine looks at beats alone. The length is compared last: it takes longest.
func (p FabricParams) accepts(m *rtlgen.Module, may value, h CellHeader) value {
	if p.AtLeaf == 0 {
		return may.And(atMost(h.Beats, CellBeats))
	}
	// The cell is a whole unit of its frame, or the last one with the rest of the bytes.
	const unit = BeatsBits + qcn.BeatLog - 1 // bits of a byte in its unit
	units, rest := h.Length.High(qcn.LengthBits-unit), h.Length.Low(unit)
	part := rest.High(2).Zext(BeatsBits).Add(rest.Low(qcn.BeatLog).Any().Zext(BeatsBits))
	in := p.compare(m, h.Index, units)
	fits := m.Let("fits_into_a_place", in.fits.And(in.all.And(rest.Any()).Not()))
	whole := m.Let("whole_unit", in.all.Or(in.below).And(h.Beats.Eq(CellBeats)))
	last := m.Let("rest_of_the_bytes", in.equal.AndNot(in.all).And(rest.Any()).And(h.Beats.Eq(part)))
	parties := m.Let("parties_exist", may.And(atMost(h.Prio, p.Prios-1)).And(p.exists(h.Src)))
	place := m.Let("place_exists", atMost(h.Place, p.Places-1))
	frame := m.Let("of_a_frame", parties.And(place).And(h.Kind.Eq(CellData)).And(fits))
	none := m.Let("no_beats", h.Beats.Eq(0))
	others := m.Let("of_no_frame", rtlgen.Mux(h.Kind.Bit(1), parties.And(none).And(h.Kind.Bit(0).Not().Or(place)),
		may.And(h.Kind.Bit(0)).And(h.Beats.Eq(1))))
	return frame.And(whole.Or(last)).Or(others)
}

// compared is the number of a cell beside the whole units of its frame.
type compared struct {
	fits         value // there are not more units than in a place, and the cell is one of those
	all          value // there are as many
	below, equal value // of their lowest bits
}

// compare compares no more bits than a place needs.
func (p FabricParams) compare(m *rtlgen.Module, index, units value) compared {
	if p.FrameUnits >= 1<<units.Width() {
		return compared{m.Ones(1), m.Zero(1), index.Lt(units), index.Eq(units)}
	}
	w := rtlgen.CountBits(p.FrameUnits) - 1
	c := compared{fits: index.High(index.Width() - w).Any().Not(), all: units.Bit(w), below: m.Zero(1), equal: m.Ones(1)}
	none := m.Ones(1) // of the lowest bits
	if w > 0 {
		low := units.Low(w)
		c.below, c.equal, none = index.Low(w).Lt(low), index.Low(w).Eq(low), low.Any().Not()
	}
	c.fits = c.fits.And(c.all.Not().Or(none))
	if above := units.Width() - w - 1; above > 0 {
		c.fits = c.fits.AndNot(units.High(above).Any())
	}
	return c
}
