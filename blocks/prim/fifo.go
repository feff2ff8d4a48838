package prim

import "culprit/rtlgen"

// FIFO is a queue of depth words of width bits.
//
// A word pushed in cycle t can be read from t+1 on. A push while full is ignored
// even if a word is popped in the same cycle, so that full depends on no input.
// The storage is a memory with asynchronous read (LUT RAM, or flip-flops).
func FIFO(p FIFOParams) *rtlgen.Typed[FIFOPorts] {
	m, io := rtlgen.New[FIFOPorts](p)
	index := rtlgen.IndexBits(p.Depth)

	count := m.Reg("count_q", rtlgen.CountBits(p.Depth), 0)

	io.Full.Set(count.Eq(p.Depth))
	io.Empty.Set(count.Eq(0))
	io.Count.Drive(count)

	doPush := m.Let("do_push", io.Push.AndNot(io.Full))
	doPop := m.Let("do_pop", io.Pop.AndNot(io.Empty))
	m.If(doPush.AndNot(doPop), func() {
		count.Set(count.Add(1))
	}).ElseIf(doPop.AndNot(doPush), func() {
		count.Set(count.Sub(1))
	})

	if p.Depth == 1 { // one word needs no pointers
		word := m.Reg("word", p.Width, 0)
		m.If(doPush, func() { word.Set(io.Wdata) })
		io.Rdata.Set(word)
	} else {
		head := m.Reg("head", index, 0)
		tail := m.Reg("tail", index, 0)
		m.If(doPush, func() { tail.Set(Successor(tail, p.Depth)) })
		m.If(doPop, func() { head.Set(Successor(head, p.Depth)) })
		storage := m.Memory("storage", p.Depth, p.Width, rtlgen.ReadOld)
		storage.Write(doPush, tail, io.Wdata)
		io.Rdata.Set(storage.Read("oldest", head))
		m.Assert("ends_meet", head.Ne(tail).Or(io.Full).Or(io.Empty), "head and tail are equal only in a full or an empty queue")
	}

	assertAtMost(m.Module, "count_in_range", count, p.Depth, "the queue never holds more than depth words")
	m.Cover("push_while_full", io.Push.And(io.Full))
	m.Cover("pop_while_empty", io.Pop.And(io.Empty))
	m.Cover("push_and_pop", doPush.And(doPop))
	return m
}
