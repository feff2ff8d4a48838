package prim

import "culprit.example/culprit/rtlgen"

// fifoShallow is the deepest FIFO that reads its storage asynchronously, from LUT RAM.
// A block RAM is smaller from there on, and reads at a clock edge only.
const fifoShallow = 32

// FIFO is a queue of depth words of width bits with the oldest word on its output.
//
// A word pushed in cycle t can be read from t+1 on, with more than 32 words from t+2
// on: these are in a block RAM. A push while full is ignored even if a word is popped
// in the same cycle, so that full depends on no input.
func FIFO(p FIFOParams) *rtlgen.Typed[FIFOPorts] {
	m, io := rtlgen.New[FIFOPorts](p)
	if m.Refused() {
		return m
	}

	f := fifo{m, io, p, m.Reg("count_q", rtlgen.CountBits(p.Depth), 0)}
	push := m.Let("do_push", io.Push.AndNot(io.Full))
	pop := m.Let("do_pop", io.Pop.AndNot(io.Empty))
	io.Count.Drive(f.count)
	io.Full.Set(f.isFull())
	switch {
	case p.Depth == 1:
		f.single(push)
	case p.Depth <= fifoShallow:
		f.shallow(push, pop)
	default:
		f.deep(push, pop)
	}
	m.If(push.Xor(pop), func() { // one adder: all ones is -1
		f.count.Set(f.count.Add(rtlgen.Mux(pop, m.Ones(f.count.Width()), 1)))
	})

	assertAtMost(m.Module, "count_in_range", f.count, p.Depth, "the queue never holds more than depth words")
	m.Cover("push_while_full", io.Push.And(io.Full))
	m.Cover("pop_while_empty", io.Pop.And(io.Empty))
	m.Cover("push_and_pop", push.And(pop))
	return m
}

type fifo struct {
	m     *rtlgen.Typed[FIFOPorts]
	io    *FIFOPorts
	p     FIFOParams
	count rtlgen.Reg
}

// isFull is the top bit of the count, where no other value has it.
func (f fifo) isFull() rtlgen.Value {
	if f.p.Depth == 1<<(f.count.Width()-1) {
		return f.count.High(1)
	}
	return f.count.Eq(f.p.Depth)
}

// single needs no pointers.
func (f fifo) single(push rtlgen.Value) {
	word := f.m.RegNoReset("word", f.p.Width, "the word that is held")
	f.m.If(push, func() { word.Set(f.io.Wdata) })
	f.io.Rdata.Set(word)
	f.io.Empty.Set(f.count.Eq(0))
}

func (f fifo) shallow(push, pop rtlgen.Value) {
	index := rtlgen.IndexBits(f.p.Depth)
	head := f.m.Reg("head", index, 0, "place of the oldest word")
	tail := f.m.Reg("tail", index, 0, "place of the next word that is pushed")
	f.m.If(push, func() { tail.Set(Successor(tail, f.p.Depth)) })
	f.m.If(pop, func() { head.Set(Successor(head, f.p.Depth)) })
	storage := f.m.Memory("storage", f.p.Depth, f.p.Width, rtlgen.ReadOld, "words of the queue, by place")
	storage.Write(push, tail, f.io.Wdata)
	f.io.Rdata.Set(storage.Read("oldest", head))
	f.io.Empty.Set(f.count.Eq(0))
	f.m.Assert("ends_meet", head.Ne(tail).Or(f.io.Full).Or(f.io.Empty),
		"head and tail are equal only in a full or an empty queue")
}

// deep keeps the two oldest words in registers as well as in the RAM, so that the
// output of a block RAM, which comes late in a cycle, leads to a register alone. A pop
// frees a register. The third-oldest word is read from the RAM in that cycle, and is in
// the register two cycles later, when it may be the oldest. A word that is one of the
// two oldest in the cycle after its push is copied then, from the register in which the
// last word stays: so no push decides in its own cycle where it goes.
func (f fifo) deep(push, pop rtlgen.Value) {
	m, depth := f.m, f.p.Depth
	empty := m.Reg("empty_q", 1, 1)
	several := m.Let("several", f.count.High(f.count.Width()-1).Any())
	empty.Set(several.Or(rtlgen.Mux(empty, f.count.Bit(0), f.io.Pop.Not())).Not())
	f.io.Empty.Set(empty)

	index := rtlgen.IndexBits(depth)
	third := m.Reg("third", index, 2, "place of the third-oldest word")
	tail := m.Reg("tail", index, 0, "place of the next word that is pushed")
	m.If(push, func() { tail.Set(Successor(tail, depth)) })
	m.If(pop, func() { third.Set(Successor(third, depth)) })
	two := f.count.Bit(1)
	many := m.Let("many", f.count.High(f.count.Width()-2).Any()) // four or more
	fetch := m.Let("fetch", pop.And(many.Or(two.And(f.count.Bit(0)))))
	storage := m.Memory("storage", depth, f.p.Width, rtlgen.ReadUndefined, "words of the queue, by place")
	storage.Write(push, tail, f.io.Wdata)
	word := storage.ReadSync("fetched", fetch, third)
	fetched := m.Next("fetched_q", fetch, 0)

	last := m.RegNoReset("last_q", f.p.Width, "the word that was pushed last")
	m.If(push, func() { last.Set(f.io.Wdata) })
	copies := m.Let("copies", m.Next("pushed_q", push, 0).AndNot(many).AndNot(two.And(f.count.Bit(0))))
	first, second := m.RegNoReset("first_q", f.p.Width), m.RegNoReset("second_q", f.p.Width, "the second-oldest word")
	// A pop moves what is in the second register, or comes into it in this cycle.
	m.If(pop.Or(copies.AndNot(two)), func() { first.Set(rtlgen.Mux(fetched, word, rtlgen.Mux(copies, last, second))) })
	m.If(fetched.Or(copies), func() { second.Set(rtlgen.Mux(fetched, word, last)) })
	f.io.Rdata.Set(first)

	m.Assert("no_collision", fetch.And(push).Implies(third.Ne(tail)), "a word is not read while it is written")
	m.Assert("one_source", copies.And(fetched).Not(), "one word at most comes into the registers in a cycle")
	m.Cover("late_word", empty.And(f.count.Ne(0)))
	m.Cover("pop_behind_pop", fetched.And(fetch))
}
