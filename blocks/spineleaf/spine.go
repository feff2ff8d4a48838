package spineleaf

import (
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// Spine is a switch of cells with a buffer at each input and each output. It knows
// of a cell its size and the leaf that it goes to. In a slot of four cycles each
// input sends the cell at its head if an output takes it; the outputs choose by
// turns, in the last cycle of the slot before.
func Spine(p FabricParams) *rtlgen.Typed[SpinePorts] {
	m, io := rtlgen.New[SpinePorts](p)
	if m.Refused() {
		return m
	}
	n := p.Leaves
	phase := m.Reg("phase_q", 2, 0, "cycle of the slot, 0 to 3")
	phase.Set(phase.Add(1))
	decide, begin := m.Let("decide", phase.Eq(3)), m.Let("begins", phase.Eq(0))
	in := rtlgen.UseArray(m, "in_buffer", n, CellBuffer(p))
	out := rtlgen.UseArray(m, "out_buffer", n, CellBuffer(p))
	guard := p.guard(m.Module, n, 0, io.Up, in)
	io.UpCredit.Drive(guard.Credit)
	in.Skip.Broadcast(0)
	out.Skip.Broadcast(0)
	m.Unused("buffers", in.Full)

	// Requests: lanes of inputs, then of outputs.
	byInput := m.Wire("wants_by_input", n*n)
	for i := range m.Each("i", n) {
		leaf := p.leafOf(CellHeaderOf(in.Cell.Header.At(i)).Dst)
		byInput.SetLane(i, rtlgen.Mux(in.Cell.Valid.Bit(i), leaf.Decode(n).AndNot(out.Full), 0))
	}
	choice := newLaneTurns(m.Module, "in", m.Let("wants", byInput.Transpose(n)), n)
	choice.use(func(value) value { return decide })
	chosen := m.Reg("chosen_q", n*n, 0, "input that each output has chosen, one-hot")
	m.If(decide, func() { chosen.Set(choice.choice) })
	starts := m.Let("starts", chosen.Transpose(n))
	start := m.Wire("start_in", n)
	for i := range m.Each("i", n) {
		start.SetBit(i, begin.And(starts.Lane(i, n).Any()))
	}
	in.Start.Drive(start)

	// Crossbar: which input an output listens to. The first beat comes in phase 2.
	from := m.Reg("from_q", n*n, 0, "input that each output listens to, one-hot")
	m.If(phase.Eq(1), func() { from.Set(chosen) })
	valid, head := m.Wire("crossed_valid", n), m.Wire("crossed_head", n)
	header, data, bad := m.Wire("crossed_header", n*HeaderBits), m.Wire("crossed_data", n*qcn.WordBits), m.Wire("crossed_bad", n)
	for o := range m.Each("o", n) {
		of := from.Lane(o, n)
		valid.SetBit(o, in.Tx.Valid.And(of).Any())
		head.SetBit(o, in.Tx.Head.And(of).Any())
		header.SetLane(o, rtlgen.OneHotMux(of, in.Tx.Header))
		data.SetLane(o, rtlgen.OneHotMux(of, in.Tx.Data))
		bad.SetBit(o, in.Tx.Bad.And(of).Any())
	}
	out.Rx.Valid.Drive(valid)
	out.Rx.Head.Drive(head)
	out.Rx.Header.Drive(header)
	out.Rx.Data.Drive(data)
	out.Rx.Bad.Drive(bad)

	// Links to the leaves.
	links := p.meter(m.Module, n, phase.Value, io.DownCredit.Value)
	sends := m.Let("sends", rtlgen.Mux(begin, out.Cell.Valid.And(links.ready), 0))
	out.Start.Drive(sends)
	rtlgen.Connect(io.Down, out.Tx)
	sizes := make([]value, n)
	for o := range sizes {
		sizes[o] = out.Tx.Header.Lane(o, HeaderBits).High(BeatsBits)
	}
	links.charge(out.Tx.Head.Value, m.Let("begun_beats", rtlgen.LanesOf(sizes)))
	p.countFabricErrors(m.Module, io.Err, n, guard.Error.Value, links.excess.Value)
	m.Unused("outputs", out.Credit, out.Cell.Header)
	return m
}

// guard puts a guard in front of each of n buffers of cells at the ends of links.
func (p FabricParams) guard(m *rtlgen.Module, n, atLeaf int, rx CellLink[rtlgen.In],
	buffer *CellBufferPorts) *CellGuardPorts {
	p.AtLeaf = atLeaf
	if atLeaf == 0 { // it does not look at what these are about, and has one name
		d := rtlgen.Default[FabricParams]()
		p.Prios, p.Places, p.FrameUnits = d.Prios, d.Places, d.FrameUnits
	}
	guard := rtlgen.UseArray(m, "guard", n, CellGuard(p))
	rtlgen.Connect(guard.Rx, rx)
	rtlgen.Connect(buffer.Rx, guard.Out)
	guard.Freed.Drive(buffer.Credit)
	return guard
}
