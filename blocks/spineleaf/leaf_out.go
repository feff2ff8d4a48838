package spineleaf

import (
	"fmt"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// LeafOut is the output side of a server port. The arbiter gives the places of the
// output buffer away in a circle, and they are sent in that order: a grant names the
// place, so a cell needs no sequence number, and reassembly is a count of cells per
// place. In a slot of four cycles two cells are received, one for each bank of the buffer.
func LeafOut(p FabricParams) *rtlgen.Typed[LeafOutPorts] {
	m, io := rtlgen.New[LeafOutPorts](p)
	if m.Refused() {
		return m
	}
	u := &leafOut{m: m, LeafOutPorts: io, p: p}
	for lane := range u.lanes() {
		u.buffer = append(u.buffer, newBankedRAM(m.Module, fmt.Sprintf("buffer_%d", lane), u.bankDoc(),
			p.Places<<p.prioBits()*max(p.FrameUnits/2, 1)*qcn.UnitBeats, 1+qcn.WordBits))
	}
	u.gaveUp = givenUp{of: m.Wire("gives_up", p.Prios), place: m.Wire("gives_up_place", u.placeBits()), lap: m.Wire("gives_up_lap", 1)}
	u.sweep()
	u.messages()
	u.receive()
	u.send()
	return m
}

type leafOut struct {
	m *rtlgen.Typed[LeafOutPorts]
	*LeafOutPorts
	p FabricParams

	buffer   []bankedRAM   // halves of the output buffer
	whole    rtlgen.Memory // of each place: lap of the last frame that was complete, its length
	complete rtlgen.Reg    // a frame is complete, that of cell
	cell     CellHeader    // the cell that is counted
	sweepAt  rtlgen.Reg
	gaveUp   givenUp
	notices  *prim.FIFOPorts // CNMs from the fabric
}

// noticeDepth is the number of CNMs from the fabric that wait for the server link.
const noticeDepth = 16

func (u *leafOut) phase(k int) value { return u.Phase.Eq(k) }

func (u *leafOut) header(d int) CellHeader { return CellHeaderOf(u.Cell.Header.At(d)) }

// forThis tells for each downlink whether its cell is for this port and wanted.
func (u *leafOut) forThis(label string, wanted func(CellHeader) value) value {
	m, p := u.m, u.p
	lanes := make([]value, p.Spines)
	for d := range lanes {
		h := u.header(d)
		is := u.Cell.Valid.Bit(d).And(wanted(h))
		if p.Ports > 1 {
			is = is.And(h.Dst.Low(p.portBits()).Eq(u.Own.Low(p.portBits())))
		}
		lanes[d] = is
	}
	return m.Let(label, rtlgen.LanesOf(lanes))
}

// messages takes a request or a grant in phase 2, and passes it on in phase 3, while its
// downlink still shows it.
func (u *leafOut) messages() {
	m := u.m
	here := u.phase(2)
	messages := u.forThis("message_here", func(h CellHeader) value {
		return h.Kind.Eq(CellRequest).Or(h.Kind.Eq(CellGrant))
	})
	turn := newTurn(m.Module, "message", messages)
	turn.use(here.And(turn.choice.Any))
	taken := m.Let("message_taken", rtlgen.Mux(here, turn.choice.OneHot, 0))
	u.Skip.Drive(taken)
	from := m.Next("message_from_q", taken, 0)
	h := CellHeaderOf(m.Let("message", rtlgen.OneHotMux(from, u.Cell.Header)))
	comes := m.Let("message_comes", from.Any())
	u.Req.Valid.Drive(comes.And(h.Kind.Eq(CellRequest)))
	u.Req.Src.Drive(h.Src)
	u.Req.Prio.Drive(h.Prio)
	u.Grant.Valid.Drive(comes.And(h.Kind.Eq(CellGrant)))
	u.Grant.Dst.Drive(h.Src)
	u.Grant.Prio.Drive(h.Prio)
	u.Grant.Place.Drive(h.Place)
	m.Unused("message_rest", h.Beats, h.Dst, h.Length, h.Index)
}

// lanes is the number of banks of the output buffer, each with a receiver of its own:
// cells with an even and with an odd number. So a port can receive twice what it
// sends, and a burst does not stay in the fabric.
func (u *leafOut) lanes() int { return min(u.p.FrameUnits, 2) }

// sweep clears the numbers of cells after reset.
func (u *leafOut) sweep() {
	m := u.m
	places := u.p.Places << u.p.prioBits()
	ready := m.Reg("ready_q", 1, 0)
	u.sweepAt = m.Reg("sweep_q", rtlgen.IndexBits(places), 0, "place whose number of cells is cleared after reset")
	m.If(ready.Not(), func() {
		u.sweepAt.Set(u.sweepAt.Add(1))
		m.If(u.sweepAt.Eq(places-1), func() { ready.Set(1) })
	})
	u.Ready.Drive(ready)
}

// receive is the receivers: each takes a cell in phase 0 and writes its beats in phases
// 2, 3, 0, 1.
func (u *leafOut) receive() {
	m := u.m
	starts := m.Zero(u.p.Spines)
	comes, headers := []value{}, []value{}
	for lane := range u.lanes() {
		started, data, header := u.receiver(lane)
		starts = starts.Or(started)
		comes, headers = append(comes, data), append(headers, header)
	}
	u.Start.Drive(starts)
	u.count(comes, headers)
	u.Arr.Valid.Drive(u.complete)
	u.Arr.Prio.Drive(u.cell.Prio)
	u.Arr.Length.Drive(u.cell.Length)
	u.Arr.Src.Drive(u.cell.Src)
	u.Arr.Dst.Drive(u.Own)
	m.Unused("down_rest", u.Down.Head, u.Down.Header)
}

// receiver is the receiver of one bank. It returns which downlinks it takes a cell
// from, whether the one it has is a part of a frame, and its header.
func (u *leafOut) receiver(lane int) (starts, comes, cell value) {
	m, p := u.m, u.p
	label := func(s string) string { return fmt.Sprintf(s+"_%d", lane) }
	here := u.phase(0)
	mine := u.forThis(label("cell_here"), func(h CellHeader) value {
		data := h.Kind.Eq(CellData)
		switch {
		case u.lanes() == 1:
			return data.Or(h.Kind.Eq(CellCNM))
		case lane == 0:
			return data.AndNot(h.Index.Bit(0)).Or(h.Kind.Eq(CellCNM))
		}
		return data.And(h.Index.Bit(0))
	})
	turn := newTurn(m.Module, label("cell"), mine)
	turn.use(here.And(turn.choice.Any))
	from := m.Reg(label("from")+"_q", p.Spines, 0, "downlink of the cell that is received, one-hot")
	header := m.RegNoReset(label("header")+"_q", HeaderBits, "header of the cell that is received")
	m.If(here, func() {
		from.Set(turn.choice.OneHot)
		header.Set(rtlgen.OneHotMux(turn.choice.OneHot, u.Cell.Header))
	})
	h := CellHeaderOf(header.Value)
	comes = m.Let(label("data_cell"), from.Any().And(h.Kind.Eq(CellData)))
	of := m.NextNoReset(label("beats_of")+"_q", header)
	m.Unused(label("beats_rest"), of)
	u.store(lane, m.NextNoReset(label("beats_from")+"_q", from).Value, CellHeaderOf(of))
	m.Unused(label("cell_rest"), header)
	m.Assume(label("inside_the_place"), comes.Implies(atMost(h.Index, p.FrameUnits-1)),
		"a frame is not longer than a place")
	m.Assume(label("place_there"), comes.Implies(atMost(h.Place, p.Places-1)), "the arbiter has granted the place")
	return m.Let(label("starts"), rtlgen.Mux(here, turn.choice.OneHot, 0)), comes, header.Value
}

// store writes the beats of a cell into a bank.
func (u *leafOut) store(lane int, from value, h CellHeader) {
	m := u.m
	label := func(s string) string { return fmt.Sprintf(s+"_%d", lane) }
	valid := m.Let(label("beat_comes"), u.Down.Valid.And(from).Any())
	data := m.Let(label("beat"), rtlgen.OneHotMux(from, u.Down.Data))
	bad := m.Let(label("beat_bad"), u.Down.Bad.And(from).Any())
	isData := m.Let(label("is_data"), h.Kind.Eq(CellData))
	u.buffer[lane].write(valid.And(isData),
		u.inBank(u.place(h.Prio, h.Place), h.Index, m.Let(label("beat_number"), u.Phase.Sub(2))), rtlgen.Cat(bad, data))
	if lane == 0 {
		u.notice(valid.And(h.Kind.Eq(CellCNM)).AndNot(bad), data)
	}
	m.Assume(label("cleared"), valid.Implies(u.Ready), "no cell comes before the numbers are cleared")
}

// count counts the cells that have come of each place: in phase 1 the cell of the even
// bank is looked at and in phase 3 that of the odd one, two cycles later it is counted,
// three cycles later a complete frame is reported. If both have the same place, the
// number is written in the cycle of the second look-up, and forwarded. The number goes
// back to 0 with the last cell. The lap changes then: the transmitter sees a complete
// frame by it, so nobody has to take back a mark when the frame is sent.
func (u *leafOut) count(comes, headers []value) {
	m, p := u.m, u.p
	places := p.Places << p.prioBits()
	looks := u.Phase.Bit(0)
	came, header := comes[0].AndNot(u.Phase.Bit(1)), headers[0]
	if u.lanes() == 2 {
		came, header = rtlgen.Mux(u.Phase.Bit(1), comes[1], comes[0]), rtlgen.Mux(u.Phase.Bit(1), headers[1], headers[0])
	}
	came, header = m.Let("cell_came", came.And(looks)), m.Let("looked_at", header)
	next := CellHeaderOf(header)
	cameQ := m.NextNoReset("cell_came_q", came)
	valid := m.NextNoReset("counted_q", cameQ) // means nothing before ready
	looked := m.RegNoReset("looked_at_q", HeaderBits, "header of the cell that is looked at")
	cell := m.RegNoReset("cell_q", HeaderBits, "header of the cell that is counted")
	last := m.RegNoReset("last_cell_q", IndexBits, "number of the last cell of its frame")
	at := u.place(next.Prio, next.Place)
	m.If(looks, func() { looked.Set(header) })
	m.If(looks.Not(), func() {
		cell.Set(looked)
		length := CellHeaderOf(looked.Value).Length
		last.Set(length.High(IndexBits).Sub(length.Low(rtlgen.IndexBits(qcn.UnitBytes)).Any().Not().Zext(IndexBits)))
	})
	u.cell = CellHeaderOf(cell.Value)
	m.Unused("cell_rest", cell)

	cells := m.Memory("cells", places, IndexBits+1, rtlgen.ReadUndefined,
		"lap and number of cells that have come, by place")
	read := m.NextNoReset("cells_before_q", cells.ReadSync("cells_before", came, at))
	written := m.RegNoReset("cells_written_q", IndexBits+1, "lap and number of cells that were written last")
	same := m.NextNoReset("same_place_q",
		m.NextNoReset("written_q", valid.And(u.place(u.cell.Prio, u.cell.Place).Eq(at)),
			"the place that was looked up was just written"))
	before := m.Let("cells_so_far", rtlgen.Mux(same, written, read))
	lap, number := before.High(1), before.Low(IndexBits)
	all := m.Let("all_cells", valid.And(u.Ready).And(number.Eq(last)))
	gives := m.Let("gives_one_up", u.gaveUp.of.Any())
	u.gaveUp.may = m.Let("may_give_up", looks.Or(cameQ).Or(valid).Not().And(u.Ready))
	counted := m.Let("counted_place", rtlgen.Mux(u.Ready, rtlgen.Mux(gives, u.gaveUp.place, u.place(u.cell.Prio, u.cell.Place)), u.sweepAt))
	now := m.Let("cells_now", rtlgen.Cat(lap.Xor(all), rtlgen.Mux(all, 0, number.Add(1))))
	m.If(looks, func() { written.Set(now) })
	none := rtlgen.Cat(u.gaveUp.lap, m.Zero(IndexBits))
	cells.Write(valid.Or(gives).Or(u.Ready.Not()), counted, rtlgen.Mux(u.Ready, rtlgen.Mux(gives, none, now), 0))
	u.whole = m.Memory("whole", places, qcn.LengthBits+1, rtlgen.ReadUndefined,
		"lap and bytes of the last complete frame, by place")
	u.whole.Write(all.Or(gives).Or(u.Ready.Not()), counted, rtlgen.Mux(u.Ready,
		rtlgen.Mux(gives, rtlgen.Cat(u.gaveUp.lap, m.Zero(qcn.LengthBits)), rtlgen.Cat(lap.Not(), u.cell.Length)), 0))
	u.complete = m.Next("complete_q", all, 0)
}

// notice keeps a CNM from the fabric.
func (u *leafOut) notice(comes, data value) {
	m := u.m
	u.notices = rtlgen.Use(m, "notices", prim.FIFO(prim.FIFOParams{Width: qcn.WordBits, Depth: noticeDepth}))
	u.notices.Push.Drive(comes)
	u.notices.Wdata.Drive(data)
	u.Lost.Drive(comes.And(u.notices.Full))
	m.Unused("notices", u.notices.Count)
}

// bankDoc says what the words of a bank are.
func (u *leafOut) bankDoc() string {
	if u.p.FrameUnits <= 2 {
		return "beats of frames {bad, beat}, by {place, beat}"
	}
	return "beats of frames {bad, beat}, by {place, cell, beat}"
}

// inBank is the address of a beat in its bank: place, cell, beat.
func (u *leafOut) inBank(place, cell, beat value) value {
	n := rtlgen.IndexBits(u.p.FrameUnits)
	switch u.p.FrameUnits {
	case 1, 2:
		return rtlgen.Cat(place, beat)
	}
	return rtlgen.Cat(place, cell.Slice(n-1, 1), beat)
}

// placeBits is the width of place.
func (u *leafOut) placeBits() int { return rtlgen.IndexBits(u.p.Places) + u.p.prioBits() }

// place is the part of an address that stands for a place.
func (u *leafOut) place(prio, place value) value {
	index := place.Low(rtlgen.IndexBits(u.p.Places))
	if u.p.Prios == 1 {
		return index
	}
	return rtlgen.Cat(index, prio.Low(u.p.prioBits()))
}
