package prim

import "culprit/rtlgen"

// FIFO is a queue of depth words of width bits.
//
//	push, wdata[width]  append a word; ignored while full
//	pop                 drop the oldest word; ignored while empty
//	rdata[width]        the oldest word, combinationally from the storage; unknown while empty
//	full, empty         functions of registers only
//	count[CountBits]    words held
//
// A word pushed in cycle t can be read from t+1 on. A push while full is ignored
// even if a word is popped in the same cycle, so that full depends on no input.
// The storage is a memory with asynchronous read (LUT RAM, or flip-flops).
func FIFO(width, depth int) *rtlgen.Module {
	m := rtlgen.NewModule("fifo")
	m.Doc("queue of words, first in, first out")
	m.Param("width", width, 8)
	m.Param("depth", depth, 16)
	index := rtlgen.IndexBits(depth)

	push := m.Input("push", 1)
	wdata := m.Input("wdata", width)
	pop := m.Input("pop", 1)

	count := m.Reg("count_q", rtlgen.CountBits(depth), 0)

	rdata := m.OutputVar("rdata", width)
	full := m.OutputVar("full", 1)
	empty := m.OutputVar("empty", 1)
	full.Set(count.Eq(depth))
	empty.Set(count.Eq(0))
	m.Output("count", count.Value)

	doPush := m.Let("do_push", push.AndNot(full))
	doPop := m.Let("do_pop", pop.AndNot(empty))
	m.If(doPush.AndNot(doPop), func() {
		count.Set(count.Add(1))
	}).ElseIf(doPop.AndNot(doPush), func() {
		count.Set(count.Sub(1))
	})

	if depth == 1 { // one word needs no pointers
		word := m.Reg("word", width, 0)
		m.If(doPush, func() { word.Set(wdata) })
		rdata.Set(word)
	} else {
		head := m.Reg("head", index, 0)
		tail := m.Reg("tail", index, 0)
		m.If(doPush, func() { tail.Set(Successor(tail.Value, depth)) })
		m.If(doPop, func() { head.Set(Successor(head.Value, depth)) })
		storage := m.Memory("storage", depth, width, rtlgen.ReadOld)
		storage.Write(doPush, tail.Value, wdata)
		rdata.Set(storage.Read("oldest", head.Value))
		m.Assert("ends_meet", head.Ne(tail).Or(full).Or(empty), "head and tail are equal only in a full or an empty queue")
	}

	assertAtMost(m, "count_in_range", count.Value, depth, "the queue never holds more than depth words")
	m.Cover("push_while_full", push.And(full))
	m.Cover("pop_while_empty", pop.And(empty))
	m.Cover("push_and_pop", doPush.And(doPop))
	return m
}
