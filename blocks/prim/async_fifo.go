package prim

import (
	"fmt"

	"culprit.example/culprit/rtlgen"
)

// AsyncFIFO is a queue of words between two clocks, with the oldest word on its output.
//
// Each side counts its words modulo twice the depth, and gives the other side the count in Gray code: one bit changes
// with each word, so a synchronizer has the count of before or after, never a third. The count of the other side
// comes late, which makes a side believe in less room, or fewer words, than there are. A word is read from the
// memory many edges after it was written, so the memory has no path from one clock to the other that counts. It may
// be of LUTs or a block RAM.
func AsyncFIFO(p AsyncFIFOParams) *rtlgen.Typed[AsyncFIFOPorts] {
	m, io := rtlgen.New[AsyncFIFOPorts](p)
	if m.Refused() {
		return m
	}
	f := asyncFIFO{m: m, io: io, p: p, storage: m.Memory("storage", p.Depth, p.Width, rtlgen.ReadUndefined,
		"words by their number, modulo depth")}
	count := rtlgen.CountBits(p.Depth)
	m.Clocked(io.WrClk, func() { f.wr = f.counter("wr", count) })
	m.Clocked(io.RdClk, func() { f.rd = f.counter("rd", count) })
	m.Clocked(io.WrClk, f.write)
	m.Clocked(io.RdClk, f.read)
	return m
}

// Check finds a depth that is no power of two.
func (p AsyncFIFOParams) Check() error {
	if p.Depth&(p.Depth-1) != 0 {
		return fmt.Errorf("depth=%d is no power of two, which the counts in Gray code need: give %d or %d", p.Depth,
			1<<(rtlgen.CountBits(p.Depth)-1), 1<<rtlgen.CountBits(p.Depth))
	}
	return nil
}

type asyncFIFO struct {
	m       *rtlgen.Typed[AsyncFIFOPorts]
	io      *AsyncFIFOPorts
	p       AsyncFIFOParams
	storage rtlgen.Memory
	wr, rd  sideCount
}

// sideCount is the count of the words that a side has moved, as a number and in Gray code.
type sideCount struct {
	binary, gray rtlgen.Reg
	after        rtlgen.Value // the next value of gray if a word moves
}

func (f asyncFIFO) counter(side string, width int) sideCount {
	m, moved := f.m, map[string]string{"wr": "written", "rd": "read"}
	c := sideCount{
		binary: m.Reg(side+"_count_q", width, 0, "words "+moved[side]+", modulo twice the depth"),
		gray:   m.Reg(side+"_gray_q", width, 0, "words "+moved[side]+", in Gray code"),
	}
	next := m.Let(side+"_count_next", c.binary.Add(1))
	c.after = m.Let(side+"_gray_next", next.Xor(next.High(width-1).Zext(width)))
	return c
}

// moves has the count go on when a word moves.
func (c sideCount) moves(f asyncFIFO, side string, word rtlgen.Value) {
	f.m.If(word, func() {
		c.binary.Set(c.binary.Add(1))
		c.gray.Set(c.after)
	})
	before := f.m.Next(side+"_gray_before", c.gray, 0)
	changed := f.m.Let(side+"_gray_changed", before.Xor(c.gray))
	f.m.Assert(side+"_gray_changes_one_bit", changed.And(changed.Sub(1)).Eq(0),
		"the count that the other clock takes changes in one bit at most")
}

// held is how many words are in the memory.
func (f asyncFIFO) held() rtlgen.Value { return f.wr.binary.Sub(f.rd.binary) }

func (f asyncFIFO) write() {
	m := f.m
	full := m.Reg("full_q", 1, 0)
	push := m.Let("do_push", f.io.Push.AndNot(full))
	rd := m.Synchronize("rd_gray", f.rd.gray, f.p.Stages, 0)
	// The count of a full memory is the other one plus depth: in Gray code the two highest bits are the opposite.
	top := m.Const(rd.Width(), 3<<(rd.Width()-2))
	limit := m.Let("full_at", rd.Xor(top))
	full.Set(rtlgen.Mux(push, f.wr.after, f.wr.gray).Eq(limit))
	f.io.Full.Drive(full)
	f.storage.Write(push, f.wr.binary.Low(rtlgen.IndexBits(f.p.Depth)), f.io.Wdata)
	f.wr.moves(f, "wr", push)
	m.Assert("never_over", push.Implies(f.held().Lt(f.p.Depth)), "no word is written over one that was not read")
	m.Cover("push_while_full", f.io.Push.And(full))
}

func (f asyncFIFO) read() {
	m := f.m
	empty := m.Reg("empty_q", 1, 1)
	wr := m.Synchronize("wr_gray", f.wr.gray, f.p.Stages, 0)
	fetch := m.Let("fetch", f.rd.gray.Ne(wr).And(empty.Or(f.io.Pop)))
	empty.Set(empty.Or(f.io.Pop).AndNot(fetch))
	f.io.Empty.Drive(empty)
	word := f.storage.ReadSync("oldest", fetch, f.rd.binary.Low(rtlgen.IndexBits(f.p.Depth)))
	f.io.Rdata.Drive(word)
	f.rd.moves(f, "rd", fetch)
	m.Assert("never_under", fetch.Implies(f.held().Ne(0)), "no word is read that was not written")
	m.Assert("held_in_range", f.held().Le(f.p.Depth), "the memory never holds more than depth words")
	m.Cover("pop_while_empty", f.io.Pop.And(empty))
	m.Cover("fetch_behind_pop", fetch.AndNot(empty))
}
