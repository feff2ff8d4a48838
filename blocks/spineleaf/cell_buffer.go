package spineleaf

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// CellBuffer is a FIFO of cells: the input or the output buffer of a spine's port,
// or the end of a link at a leaf. A cell can be read from the cycle after its first
// beat on, since its beats come without a gap. It is on tx two cycles after its start:
// behind the block RAM there is a register.
func CellBuffer(p FabricParams) *rtlgen.Typed[CellBufferPorts] {
	m, io := rtlgen.New[CellBufferPorts](p)
	if m.Refused() {
		return m
	}
	index, beat := rtlgen.IndexBits(p.Cells), rtlgen.IndexBits(CellBeats)
	count := m.Reg("count_q", rtlgen.CountBits(p.Cells), 0, "cells in the buffer")
	leaves := m.Let("leaves", io.Start.Or(io.Skip))
	left := m.Next("left_q", leaves, 0) // the cell at the head has left
	enters := m.Let("enters", io.Rx.Valid.And(io.Rx.Head))

	// Writing: the cell that comes, its beat.
	tail := m.Reg("tail_q", index, 0, "entry of the buffer for the next cell")
	writing := m.Reg("writing_q", index, 0, "entry of the cell that comes")
	beatIn := m.Reg("beat_in_q", beat, 0, "number of the next beat of the cell that comes")
	cell := m.Let("cell_in", rtlgen.Mux(io.Rx.Head, tail, writing))
	m.If(io.Rx.Valid, func() { beatIn.Set(rtlgen.Mux(io.Rx.Head, 1, beatIn.Add(1))) })
	m.If(enters, func() {
		tail.Set(prim.Successor(tail, p.Cells))
		writing.Set(tail)
	})
	headers := m.Memory("headers", p.Cells, HeaderBits, rtlgen.ReadUndefined, "headers of the cells, by entry")
	headers.Write(enters, tail, io.Rx.Header)
	data := m.Memory("data", p.Cells*CellBeats, 1+qcn.WordBits, rtlgen.ReadUndefined,
		"beats {bad, data} of the cells, by {entry, beat}")
	at := m.Let("beat_at", rtlgen.Mux(io.Rx.Head, 0, beatIn))
	data.Write(io.Rx.Valid, rtlgen.Cat(cell, at), rtlgen.Cat(io.Rx.Bad, io.Rx.Data))
	lasts := m.Memory("last_beats", p.Cells, beat, rtlgen.ReadOld,
		"last beat that has come of a cell, by entry").Style(rtlgen.Distributed)
	lasts.Write(io.Rx.Valid, cell, at)

	// Reading: the cell at the head, or the one that is on its way out.
	head := m.Reg("head_q", index, 0, "entry of the cell at the head")
	oldest := headers.Read("oldest", head)
	there := m.Reg("there_q", 1, 0) // count is not 0
	there.Set(enters.Or(there.AndNot(left.And(count.Eq(1)))))
	io.Cell.Valid.Drive(there)
	io.Cell.Header.Drive(oldest)
	io.Full.Drive(count.Eq(p.Cells))
	m.If(left, func() { head.Set(prim.Successor(head, p.Cells)) })
	m.If(left.Xor(enters), func() { count.Set(count.Add(rtlgen.Mux(left, m.Ones(count.Width()), 1))) })

	reading := m.Reg("reading_q", index, 0, "entry of the cell that is read")
	beatOut := m.Reg("beat_out_q", beat, 0, "number of the beat that was read last")
	beats := m.Reg("beats_q", BeatsBits, 0, "beats of the cell that is read")
	valid := m.Reg("valid_q", 1, 0, "a beat was read in the cycle before")
	first := m.Reg("first_q", 1, 0, "the beat that was read is the first of its cell")
	header := m.RegNoReset("header_q", HeaderBits, "header of the cell that is read")
	next := m.Let("next_beat", beatOut.Add(1))
	more := m.Let("more", valid.And(next.Zext(BeatsBits).Lt(beats)).And(next.Ne(0)))
	valid.Set(io.Start.Or(more))
	first.Set(io.Start)
	m.If(io.Start, func() {
		reading.Set(head)
		header.Set(oldest)
		beats.Set(CellHeaderOf(oldest).Beats)
		beatOut.Set(0)
	}).ElseIf(more, func() { beatOut.Set(next) })
	from := m.Let("read_at", rtlgen.Mux(io.Start, rtlgen.Cat(head, m.Zero(beat)), rtlgen.Cat(reading, next)))
	word := data.ReadSync("beat", io.Start.Or(more), from)
	// A beat that never came is 0. The slot may be taken again before the cell is out: the
	// largest place that was seen counts.
	last, lastOfHead := m.Let("last_beat", lasts.Read("last_beat_of", reading)), lasts.Read("last_beat_of_head", head)
	seen := m.RegNoReset("last_seen_q", beat, "last beat of the cell seen to have come")
	later := m.Let("came_later", last.Gt(seen))
	m.If(io.Start, func() { seen.Set(lastOfHead) }).ElseIf(later, func() { seen.Set(last) })
	lost := m.NextNoReset("beat_lost_q", io.Start.Not().And(next.Gt(last)).And(next.Gt(seen)),
		"the beat that was read never came")
	io.Tx.Data.Drive(m.NextNoReset("tx_data_q", rtlgen.Mux(lost, 0, word.Low(qcn.WordBits))))
	io.Tx.Bad.Drive(m.NextNoReset("tx_bad_q", lost.Or(word.High(1))))
	io.Tx.Valid.Drive(m.Next("tx_valid_q", valid, 0))
	io.Tx.Head.Drive(m.Next("tx_head_q", first, 0))
	io.Tx.Header.Drive(m.NextNoReset("tx_header_q", header))
	io.Credit.Drive(left)

	m.Assume("one_way_out", io.Start.And(io.Skip).Not(), "a cell is read or skipped, not both")
	m.Assert("there_by_count", there.Eq(count.Ne(0)), "there is a cell if the count says so")
	m.Assume("something_leaves", leaves.Implies(count.Ne(0)), "only a cell that is there leaves")
	m.Assume("one_at_a_time", leaves.Implies(left.Not()),
		"in the cycle after a cell has left the next one is not yet known")
	m.Assume("never_overfilled", enters.Implies(count.Ne(p.Cells).Or(left)), "the sender has a credit for every cell")
	m.Assume("no_interruption", io.Start.Implies(more.Not()), "a cell is not read before the one before is out")
	m.Cover("all_taken", io.Full)
	return m
}
