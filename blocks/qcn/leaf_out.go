package qcn

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// LeafOut is the output side of a server port. The arbiter gives the places of the
// output buffer away in a circle, and they are sent in that order: a grant names the
// place, so a cell needs no sequence number, and reassembly is a count of cells per
// place. A cell is received in a slot of four cycles.
func LeafOut(p FabricParams) *rtlgen.Typed[LeafOutPorts] {
	m, io := rtlgen.New[LeafOutPorts](p)
	u := &leafOut{m: m, LeafOutPorts: io, p: p}
	u.buffer = m.Memory("buffer", p.Places<<p.prioBits()*p.FrameUnits*UnitBeats, WordBits, rtlgen.ReadUndefined)
	u.messages()
	u.receive()
	u.send()
	return m
}

type leafOut struct {
	m *rtlgen.Typed[LeafOutPorts]
	*LeafOutPorts
	p FabricParams

	buffer   rtlgen.Memory
	complete rtlgen.RegArray // of each priority: places with a complete frame
	oldest   rtlgen.RegArray // of each priority: the place that is sent next
	started  rtlgen.Wire     // a frame starts, to the pacer
	finished struct{ valid, prio, place value }
	notices  *prim.FIFOPorts // CNMs from the fabric
}

// noticeDepth is the number of CNMs from the fabric that wait for the server link.
const noticeDepth = 16

func (u *leafOut) phase(k int) value { return u.Phase.Eq(k) }

func (u *leafOut) header(d int) CellHeader { return CellHeaderOf(u.Cell.Header.At(d)) }

// forThis tells for each downlink whether its cell is for this port and of the given
// kinds.
func (u *leafOut) forThis(name string, kinds ...int) value {
	m, p := u.m, u.p
	lanes := make([]value, p.Spines)
	for d := range lanes {
		h := u.header(d)
		is := h.Kind.Eq(kinds[0])
		for _, k := range kinds[1:] {
			is = is.Or(h.Kind.Eq(k))
		}
		if p.Ports > 1 {
			is = is.And(h.Dst.Low(p.portBits()).Eq(u.Own.Low(p.portBits())))
		}
		lanes[d] = u.Cell.Valid.Bit(d).And(is)
	}
	return m.Let(name, rtlgen.LanesOf(lanes))
}

// messages passes on a request or a grant in phase 2.
func (u *leafOut) messages() {
	m := u.m
	here := u.phase(2)
	turn := newTurn(m.Module, "message", u.forThis("message_here", CellRequest, CellGrant))
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

// receive takes a cell in phase 0 and writes its beats in phases 1, 2, 3, 0.
func (u *leafOut) receive() {
	m, p := u.m, u.p
	here := u.phase(0)
	turn := newTurn(m.Module, "cell", u.forThis("cell_here", CellData, CellCNM))
	turn.use(here.And(turn.choice.Any))
	u.Start.Drive(rtlgen.Mux(here, turn.choice.OneHot, 0))
	from := m.Reg("from_q", p.Spines, 0)
	header := m.RegNoReset("header_q", HeaderBits)
	m.If(here, func() {
		from.Set(turn.choice.OneHot)
		header.Set(rtlgen.OneHotMux(turn.choice.OneHot, u.Cell.Header))
	})
	h := CellHeaderOf(header.Value)
	valid := m.Let("beat_comes", u.Down.Valid.And(from).Any())
	data := m.Let("beat", rtlgen.OneHotMux(from, u.Down.Data))
	beat := m.Let("beat_number", u.Phase.Sub(1))
	isData := m.Let("is_data", h.Kind.Eq(CellData))
	index := h.Index.Low(rtlgen.IndexBits(p.FrameUnits))
	if p.FrameUnits == 1 {
		u.buffer.Write(valid.And(isData), rtlgen.Cat(u.place(h.Prio, h.Place), beat), data)
	} else {
		u.buffer.Write(valid.And(isData), rtlgen.Cat(u.place(h.Prio, h.Place), index, beat), data)
	}
	m.Unused("cell_rest", header, u.Down.Head, u.Down.Header)

	// Cells of a place that have come. The number goes back to 0 with the last one.
	places := p.Places << p.prioBits()
	cells := m.Memory("cells", places, IndexBits, rtlgen.ReadUndefined)
	ready := m.Reg("ready_q", 1, 0)
	sweep := m.Reg("sweep_q", rtlgen.IndexBits(places), 0)
	m.If(ready.Not(), func() {
		sweep.Set(sweep.Add(1))
		m.If(sweep.Eq(places-1), func() { ready.Set(1) })
	})
	u.Ready.Drive(ready)
	at := m.Let("cell_place", u.place(h.Prio, h.Place))
	comes := m.Let("data_cell", from.Any().And(isData))
	number := cells.ReadSync("cells_before", comes.And(u.phase(1)), at)
	count := m.Let("cells_now", number.Zext(IndexBits+1).Add(1))
	all := m.Let("frame_units", unitsOf(h.Length))
	w := max(all.Width(), count.Width())
	counted := m.Let("counted", comes.And(u.phase(2)))
	full := m.Let("all_cells", counted.And(count.Zext(w).Eq(all.Zext(w))))
	cells.Write(counted.Or(ready.Not()), rtlgen.Mux(ready, at, sweep), rtlgen.Mux(ready.And(full.Not()), count.Low(IndexBits), 0))
	u.finished.valid, u.finished.prio, u.finished.place = full, h.Prio, h.Place
	u.Arr.Valid.Drive(full)
	u.Arr.Prio.Drive(h.Prio)
	u.Arr.Length.Drive(h.Length)
	u.Arr.Src.Drive(h.Src)
	u.Arr.Dst.Drive(u.Own)

	u.notices = rtlgen.Use(m, "notices", prim.FIFO(prim.FIFOParams{Width: WordBits, Depth: noticeDepth}))
	notice := m.Let("notice", valid.And(h.Kind.Eq(CellCNM)))
	u.notices.Push.Drive(notice)
	u.notices.Wdata.Drive(data)
	u.Lost.Drive(notice.And(u.notices.Full))
	m.Unused("notices", u.notices.Count)
	m.Assume("cleared", valid.Implies(ready), "no cell comes before the numbers are cleared")
	m.Assume("inside_the_place", comes.Implies(atMost(h.Index, p.FrameUnits-1)), "a frame is not longer than a place")
	m.Assume("place_there", comes.Implies(atMost(h.Place, p.Places-1)), "the arbiter has granted the place")
}

// place is the part of an address that stands for a place.
func (u *leafOut) place(prio, place value) value {
	index := place.Low(rtlgen.IndexBits(u.p.Places))
	if u.p.Prios == 1 {
		return index
	}
	return rtlgen.Cat(index, prio.Low(u.p.prioBits()))
}
