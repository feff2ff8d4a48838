package spineleaf

import (
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
	route, sound := m.Let("route_exists", p.leads(m.Module, io, h)), m.Let("header_can_be", p.canBe(m.Module, h))
	left := m.Reg("beats_left_q", BeatsBits, 0)                           // of the cell that comes
	ended := m.Reg("ended_q", 1, 0)                                       // it has ended with the beat before
	skip := m.Reg("skip_q", 1, 0)                                         // beats up to the next head are dropped, and were counted
	credits := m.Reg("credits_out_q", rtlgen.CountBits(p.Cells), p.Cells) // of the other end
	there := m.Let("has_credit", credits.Ne(0))
	accept := m.Let("accept", head.And(route).And(sound).And(there))
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
	refused := m.Let("refused", head.And(there).AndNot(accept))
	lost := m.Let("lost_head", first.AndNot(ended).And(there)) // of a cell that had a credit
	owed := m.Reg("credits_owed_q", rtlgen.CountBits(p.Cells), 0)
	owes := m.Let("owes", owed.Ne(0))
	back := m.Let("credit_back", io.Freed.Or(owes))
	takes := m.Let("takes_credit", accept.Or(refused).Or(lost))
	m.If(takes.AndNot(back), func() {
		credits.Set(credits.Sub(1))
	}).ElseIf(back.AndNot(takes).And(credits.Ne(p.Cells)), func() {
		credits.Set(credits.Add(1))
	})
	gives := m.Let("refused_or_lost", refused.Or(lost))
	pays := m.Let("pays", owes.AndNot(io.Freed))
	m.If(gives.AndNot(pays), func() {
		owed.Set(owed.Add(1))
	}).ElseIf(pays.AndNot(gives), func() {
		owed.Set(owed.Sub(1))
	})
	io.Credit.Drive(back)

	io.Error.Drive(m.Next("error_q", rtlgen.Cat(head.AndNot(there), head.And(there).And(route).AndNot(sound),
		head.And(there).AndNot(route), first.And(ended), cut, first.AndNot(ended)), 0))
	m.Assume("freed_once", io.Freed.Implies(credits.Zext(credits.Width()+1).Add(owed.Zext(credits.Width()+1)).Lt(p.Cells)),
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

// canBe reports whether the fields of a header go together. A spine looks at beats alone.
func (p FabricParams) canBe(m *rtlgen.Module, h CellHeader) value {
	if p.AtLeaf == 0 {
		return atMost(h.Beats, CellBeats)
	}
	units, beats := m.Let("units", unitsOf(h.Length)), m.Let("beats", roundUp(h.Length, qcn.BeatBytes))
	m.Unused("many_beats", beats)
	last := m.Let("last_cell", units.Eq(h.Index.Zext(units.Width()).Add(1)))
	rest := m.Let("beats_of_last_cell", beats.Low(2).Zext(BeatsBits))
	size := rtlgen.Mux(last.And(rest.Any()), rest, CellBeats)
	ofData := m.Let("data_can_be", units.Gt(h.Index.Zext(units.Width())).And(atMost(units, p.FrameUnits)).
		And(h.Beats.Eq(size)))
	ofPrio, ofSource := m.Let("prio_exists", atMost(h.Prio, p.Prios-1)), m.Let("src_exists", p.exists(h.Src))
	ofPlace := m.Let("place_exists", atMost(h.Place, p.Places-1))
	message := h.Beats.Any().Not().And(ofPrio).And(ofSource)
	return m.Let("kind_can_be", rtlgen.Mux(h.Kind.Bit(1), message.And(h.Kind.Bit(0).Not().Or(ofPlace)),
		rtlgen.Mux(h.Kind.Bit(0), h.Beats.Eq(1), ofData.And(ofPlace).And(ofPrio).And(ofSource))))
}
