package clos

import (
	"culprit.example/culprit/blocks/cioq"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// NIC is a network interface without congestion management: cells wait in one FIFO.
// The cells of a flow take all routes in turn, by their number in the flow.
func NIC(p Params) *rtlgen.Typed[NICPorts] {
	m, io := rtlgen.New[NICPorts](p)
	if m.Refused() {
		return m
	}
	w := p.nw()
	queue := rtlgen.Use(m, "cells", prim.FIFO(prim.FIFOParams{Width: w + tagBits, Depth: p.Queue}))
	credits := rtlgen.Use(m, "credits", prim.CreditCounter(prim.CreditCounterParams{Max: p.Credits}))
	queue.Push.Drive(io.Make.Valid)
	queue.Wdata.Drive(rtlgen.Cat(io.Make.Dst.Low(w), io.Make.Tag))
	io.Make.Refused.Drive(queue.Full)
	if w < nodeBits {
		m.Unused("node_rest", io.Make.Dst.High(nodeBits-w), io.Node.High(nodeBits-w))
	}
	m.Unused("counts", queue.Count, credits.Count, credits.Excess)

	sends := m.Let("sends", queue.Empty.Not().And(credits.Available))
	queue.Pop.Drive(sends)
	credits.Take.Drive(sends)
	credits.Give.Drive(io.Tx.Credit)
	m.Assume("credit_of_a_sent_cell", io.Tx.Credit.Implies(credits.Count.Ne(p.Credits)),
		"a credit comes only for a cell that was sent")
	dst, tag := queue.Rdata.High(w), queue.Rdata.Low(tagBits)
	path := m.Let("path", tag.Slice(stampBits+p.pw()-1, stampBits).Add(dst.Low(p.pw())).Add(io.Node.Low(p.pw())))
	header := rtlgen.Cat(m.Zero(1), path, dst, io.Node.Low(w))
	word := rtlgen.Cat(header, m.Zero(cioq.CellData-header.Width()-tagBits), tag)
	rtlgen.Spread(io.Tx.Word, rtlgen.Cat(sends, sends, sends, word))
	return m
}
