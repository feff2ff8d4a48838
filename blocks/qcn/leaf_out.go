package qcn

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// LeafOut is the output side of a server port. The arbiter gives the places of the
// output buffer away in a circle, and they are sent in that order: a grant names the
// place, so a cell needs no sequence number, and reassembly is a count of cells per
// place. In a slot of four cycles two cells are received, one for each bank of the buffer.
func LeafOut(p FabricParams) *rtlgen.Typed[LeafOutPorts] {
	m, io := rtlgen.New[LeafOutPorts](p)
	u := &leafOut{m: m, LeafOutPorts: io, p: p}
	for lane := range u.lanes() {
		u.buffer = append(u.buffer, m.Memory(name("buffer_%d", lane), p.Places<<p.prioBits()*max(p.FrameUnits/2, 1)*UnitBeats, WordBits, rtlgen.ReadUndefined))
		u.done = append(u.done, m.RegArray(name("done_%d_q", lane), p.Prios, p.Places, 0))
	}
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

	buffer   []rtlgen.Memory   // of each bank
	done     []rtlgen.RegArray // of each bank and priority: places with all their cells
	sets     []bankDone        // of each bank: the place that becomes so in this cycle
	single   value             // that of bank 0 has one cell
	finished []value           // of each bank: with its cell a frame is complete
	sweepAt  rtlgen.Reg
	oldest   rtlgen.RegArray // of each priority: the place that is sent next
	started  rtlgen.Wire     // a frame starts, to the pacer
	notices  *prim.FIFOPorts // CNMs from the fabric
}

// bankDone is the last cell of a place in a bank.
type bankDone struct{ valid, prio, place value }

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

// messages passes on a request or a grant in phase 2.
func (u *leafOut) messages() {
	m := u.m
	here := u.phase(2)
	turn := newTurn(m.Module, "message", u.forThis("message_here", func(h CellHeader) value { return h.Kind.Eq(CellRequest).Or(h.Kind.Eq(CellGrant)) }))
	taken := m.Let("message_taken", here.And(turn.choice.Any))
	turn.use(taken)
	h := CellHeaderOf(m.Let("message", rtlgen.OneHotMux(turn.choice.OneHot, u.Cell.Header)))
	u.Skip.Drive(rtlgen.Mux(here, turn.choice.OneHot, 0))
	u.Req.Valid.Drive(taken.And(h.Kind.Eq(CellRequest)))
	u.Req.Src.Drive(h.Src)
	u.Req.Prio.Drive(h.Prio)
	u.Grant.Valid.Drive(taken.And(h.Kind.Eq(CellGrant)))
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
	u.sweepAt = m.Reg("sweep_q", rtlgen.IndexBits(places), 0)
	m.If(ready.Not(), func() {
		u.sweepAt.Set(u.sweepAt.Add(1))
		m.If(u.sweepAt.Eq(places-1), func() { ready.Set(1) })
	})
	u.Ready.Drive(ready)
}

// receive is the receivers: each takes a cell in phase 0 and writes its beats in phases
// 1, 2, 3, 0.
func (u *leafOut) receive() {
	m := u.m
	starts := m.Zero(u.p.Spines)
	passed := []value{}
	for lane := range u.lanes() {
		started, header := u.receiver(lane)
		starts = starts.Or(started)
		passed = append(passed, header)
	}
	u.Start.Drive(starts)
	last := u.lanes() - 1
	arrived := m.Let("arrived_header", rtlgen.Mux(u.finished[last], passed[last], passed[0]))
	h := CellHeaderOf(arrived)
	u.Arr.Valid.Drive(rtlgen.CatOf(u.finished).Any())
	u.Arr.Prio.Drive(h.Prio)
	u.Arr.Length.Drive(h.Length)
	u.Arr.Src.Drive(h.Src)
	u.Arr.Dst.Drive(u.Own)
	m.Unused("arrived_rest", arrived)
	m.Unused("down_rest", u.Down.Head, u.Down.Header)
}

// receiver is the receiver of one bank. It returns which downlinks it takes a cell from
// and the header of its cell.
func (u *leafOut) receiver(lane int) (starts, cell value) {
	m, p := u.m, u.p
	label := func(s string) string { return name(s+"_%d", lane) }
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
	from := m.Reg(label("from")+"_q", p.Spines, 0)
	header := m.RegNoReset(label("header")+"_q", HeaderBits)
	m.If(here, func() {
		from.Set(turn.choice.OneHot)
		header.Set(rtlgen.OneHotMux(turn.choice.OneHot, u.Cell.Header))
	})
	h := CellHeaderOf(header.Value)
	valid := m.Let(label("beat_comes"), u.Down.Valid.And(from).Any())
	data := m.Let(label("beat"), rtlgen.OneHotMux(from, u.Down.Data))
	isData := m.Let(label("is_data"), h.Kind.Eq(CellData))
	at := m.Let(label("cell_place"), u.place(h.Prio, h.Place))
	u.buffer[lane].Write(valid.And(isData), u.inBank(at, h.Index, m.Let(label("beat_number"), u.Phase.Sub(1))), data)
	m.Unused(label("cell_rest"), header)

	// Cells of a place that have come. The number goes back to 0 with the last one.
	places := p.Places << p.prioBits()
	cells := m.Memory(label("cells"), places, IndexBits, rtlgen.ReadUndefined)
	comes := m.Let(label("data_cell"), from.Any().And(isData))
	number := cells.ReadSync(label("cells_before"), comes.And(u.phase(1+lane)), at)
	units := m.Let(label("frame_units"), unitsOf(h.Length))
	w := max(units.Width(), IndexBits) + 1
	count := m.Let(label("cells_now"), number.Zext(w).Add(1))
	all := units.Zext(w)
	if u.lanes() == 2 {
		all = m.Let(label("cells_of_bank"), all.Add(1-lane).Shr(1))
	}
	counted := m.Let(label("counted"), comes.And(u.phase(2+lane)))
	full := m.Let(label("all_cells"), counted.And(count.Eq(all)))
	cells.Write(counted.Or(u.Ready.Not()), rtlgen.Mux(u.Ready, at, u.sweepAt), rtlgen.Mux(u.Ready.And(full.Not()), count.Low(IndexBits), 0))
	other := full
	u.sets = append(u.sets, bankDone{full, h.Prio, h.Place})
	if u.lanes() == 2 {
		single := m.Let(label("single_cell"), units.Eq(1))
		there := m.Let(label("other_bank"), rtlgen.Mux(single, 1, u.doneAt(1-lane, h.Prio, h.Place)))
		other = full.And(there)
		if lane == 0 {
			u.single = full.And(single)
		}
	}
	u.finished = append(u.finished, m.Let(label("frame_complete"), other))
	if lane == 0 {
		u.notice(valid.And(h.Kind.Eq(CellCNM)), data)
	}
	m.Assume(label("cleared"), valid.Implies(u.Ready), "no cell comes before the numbers are cleared")
	m.Assume(label("inside_the_place"), comes.Implies(atMost(h.Index, p.FrameUnits-1)), "a frame is not longer than a place")
	m.Assume(label("place_there"), comes.Implies(atMost(h.Place, p.Places-1)), "the arbiter has granted the place")
	return m.Let(label("starts"), rtlgen.Mux(here, turn.choice.OneHot, 0)), header.Value
}

// notice keeps a CNM from the fabric.
func (u *leafOut) notice(comes, data value) {
	m := u.m
	u.notices = rtlgen.Use(m, "notices", prim.FIFO(prim.FIFOParams{Width: WordBits, Depth: noticeDepth}))
	u.notices.Push.Drive(comes)
	u.notices.Wdata.Drive(data)
	u.Lost.Drive(comes.And(u.notices.Full))
	m.Unused("notices", u.notices.Count)
}

// doneAt tells whether a place has all cells of a bank.
func (u *leafOut) doneAt(bank int, prio, place value) value {
	p := u.p
	at := place.Low(rtlgen.IndexBits(p.Places)).Decode(p.Places)
	if p.Prios == 1 {
		return u.done[bank].At(0).And(at).Any()
	}
	return u.done[bank].At(prio.Low(rtlgen.IndexBits(p.Prios))).And(at).Any()
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

// place is the part of an address that stands for a place.
func (u *leafOut) place(prio, place value) value {
	index := place.Low(rtlgen.IndexBits(u.p.Places))
	if u.p.Prios == 1 {
		return index
	}
	return rtlgen.Cat(index, prio.Low(u.p.prioBits()))
}
