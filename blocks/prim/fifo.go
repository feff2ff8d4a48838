package prim

import "culprit/rtlgen"

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
		f.deep(push)
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
	word := f.m.RegNoReset("word", f.p.Width)
	f.m.If(push, func() { word.Set(f.io.Wdata) })
	f.io.Rdata.Set(word)
	f.io.Empty.Set(f.count.Eq(0))
}

// ends are the pointers to the oldest word that is not read and to the first free
// place.
func (f fifo) ends(read, push rtlgen.Value) (head, tail rtlgen.Reg) {
	index := rtlgen.IndexBits(f.p.Depth)
	head, tail = f.m.Reg("head", index, 0), f.m.Reg("tail", index, 0)
	f.m.If(push, func() { tail.Set(Successor(tail, f.p.Depth)) })
	f.m.If(read, func() { head.Set(Successor(head, f.p.Depth)) })
	return head, tail
}

func (f fifo) shallow(push, pop rtlgen.Value) {
	head, tail := f.ends(pop, push)
	storage := f.m.Memory("storage", f.p.Depth, f.p.Width, rtlgen.ReadOld)
	storage.Write(push, tail, f.io.Wdata)
	f.io.Rdata.Set(storage.Read("oldest", head))
	f.io.Empty.Set(f.count.Eq(0))
	f.m.Assert("ends_meet", head.Ne(tail).Or(f.io.Full).Or(f.io.Empty), "head and tail are equal only in a full or an empty queue")
}

// deep fetches the oldest word into the register of the block RAM whenever that is
// free or becomes free. Nothing is in the register only if at most one word is held:
// the word that was pushed last is then still in the RAM alone. A word is fetched a
// cycle after it was written at the earliest, so a read never meets its write.
func (f fifo) deep(push rtlgen.Value) {
	m := f.m
	empty := m.Reg("empty_q", 1, 1)
	several := m.Let("several", f.count.High(f.count.Width()-1).Any())
	waiting := several.Or(f.count.Bit(0).And(empty))
	fetch := m.Let("fetch", waiting.And(empty.Or(f.io.Pop)))
	empty.Set(several.Or(rtlgen.Mux(empty, f.count.Bit(0), f.io.Pop.Not())).Not())
	f.io.Empty.Set(empty)

	head, tail := f.ends(fetch, push)
	storage := m.Memory("storage", f.p.Depth, f.p.Width, rtlgen.ReadUndefined)
	storage.Write(push, tail, f.io.Wdata)
	f.io.Rdata.Set(storage.ReadSync("oldest", fetch, head))

	m.Assert("register_filled", empty.Implies(several.Not()), "with two words or more the oldest is in the register")
	m.Assert("no_collision", fetch.And(push).Implies(head.Ne(tail)), "a word is not read while it is written")
	m.Cover("late_word", empty.And(f.count.Ne(0)))
}
