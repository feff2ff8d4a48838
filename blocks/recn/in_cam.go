package recn

import (
	"fmt"

	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
)

// InCAM is the CAM of an input port (IQ sections 2.2.1, 2.4; DD section II): one
// line {V, XOFF, SENT, R, turnpool, mask} per SAQ. IQ's 65 bits are V, XOFF, SENT
// and the name, DD's are V, B (XOFF), R and the name. DD's service level field is
// left out: packets have no level, so that it would be constant.
//
// One line is written per cycle. A notification comes first, since it cannot
// wait on the bus; then an allocation, then a deallocation, which both ask again.
//
// R guards a SAQ that is born empty and not stopped, which would otherwise die
// before its first packet arrives: it is set by the first packet that is linked
// in, or at the second cycle since in which the cold queue's head counts as
// inspected. The first may count an inspection from before the birth; at the
// second the head that caused the allocation is known to be gone (a false
// detection must not leak a line). DD takes R over from a switch with markers and
// does not say what sets it where there are none; that every SAQ is born blocked
// cannot hold for one that detection opens, since nobody would send its Xon.
//
// The mask of a name is kept as one bit per turn. Which of two lines has the longer
// name is a matrix of bits, written when a line is born: the post-processing asks in
// every cycle, and a comparison of masks would be in its path.
//
// A SAQ that a notification opens is born stopped, which guards it as well (DD: no
// premature deallocation), so it is born ready: with R=0 it would outlive its tree at
// a port to which no packet comes any more. Without the ready bit (IQ alone) R is 0
// only until the first packet can have come.
func InCAM(p Params) *rtlgen.Typed[InCAMPorts] {
	m, io := rtlgen.New[InCAMPorts](p)
	if m.Refused() {
		return m
	}
	s := p.SAQs
	c := &inCAM{
		InCAMPorts: io, m: m.Module, p: p,
		valid: m.Reg("valid_q", s, 0), xoff: m.Reg("xoff_q", s, 0), sent: m.Reg("sent_q", s, 0),
		tp:   m.RegArrayNoReset("tp_q", s, packet.TurnBits, "turns of the name, by line"),
		mask: m.RegArrayNoReset("mask_q", s, p.ports().Turns(), "significant turns of the name, by line"),
	}
	c.lookup()
	c.writeLines()
	c.rankLines()
	ready := c.readyGuard()

	io.Line.Valid.Drive(c.valid)
	io.Line.Xoff.Drive(c.xoff)
	io.Line.Sent.Drive(c.sent)
	io.Line.Ready.Drive(ready)
	io.Line.Tp.Drive(c.tp.Flat())
	io.Line.Mask.Drive(p.ports().NameMasks(m.Module, c.mask))
	io.Allocated.Drive(c.allocate)
	io.NoteDropped.Drive(io.Note.Valid.And(io.Note.Xoff).And(io.NoteAllocate).And(c.same.Any().Not()).
		And(c.free.Any().Not()))

	lines := p.ports().Lines(c.valid, c.tp, c.mask)
	m.Assume("one_deallocation", io.Dealloc.And(io.Dealloc.LowestOne().Not()).Eq(0))
	m.Assume("events_of_valid_lines", io.SentSet.Or(io.SentClear).Or(io.Linked).And(c.free).Eq(0))
	p.ports().AssumeName(m.Module, "notified_name", io.Note.Valid, packet.NameIn(io.Note.NameOf))
	p.ports().AssumeName(m.Module, "allocated_name", io.Alloc.Valid, packet.NameIn(io.Alloc.NameOf))
	m.Assume("allocation_has_room", io.Alloc.Valid.Implies(c.free.Any()))
	m.Assume("allocated_name_is_new", io.Alloc.Valid.Implies(lines.Named(c.m, "allocated_before",
		packet.NameIn(io.Alloc.NameOf)).Any().Not()),
		"no line has the name that is allocated")
	m.Assert("names_are_unique", lines.Twins(c.m).Not(), "no two valid lines have one name")
	return m
}

// inCAM is the netlist of the CAM while it is built.
type inCAM struct {
	*InCAMPorts
	m *rtlgen.Module
	p Params

	valid, xoff, sent rtlgen.Reg
	tp, mask          rtlgen.RegArray

	same, free, allocate value
	newMask              value // of the line that is born, a bit per turn
	write                value // one-hot: the line that is written; it may stay invalid
}

// lookup finds the line of the notification's name and the lowest free line.
func (c *inCAM) lookup() {
	m := c.m
	mask := c.p.ports().TurnMask(c.Note.Mask)
	c.same = packet.SameName(m, c.valid.Value, c.tp, c.mask, c.Note.Tp.Value, mask)
	c.newMask = m.Let("new_mask", rtlgen.Mux(c.Note.Valid, mask, c.p.ports().TurnMask(c.Alloc.Mask)))
	m.Unused("inner_bits_of_turns", c.Note.Mask, c.Alloc.Mask)
	c.free = m.Let("free", c.valid.Not())
	c.allocate = m.Let("allocate", c.Alloc.Valid.And(c.Note.Valid.Not()))
}

// writeLines is the one write port of the lines. A free line is written with every
// notification and allocation, and only its valid bit waits for the search whether the
// name has a line.
func (c *inCAM) writeLines() {
	m := c.m
	chosen := m.Let("new_line", c.free.LowestOne())
	born := m.Let("born_by_note", c.Note.Valid.And(c.Note.Xoff).And(c.NoteAllocate).And(c.same.Any().Not()))
	c.write = m.Let("write_line", c.Note.Valid.Or(c.Alloc.Valid).Replicate(c.p.SAQs).And(chosen))
	valid := m.Let("line_is_born", born.Or(c.allocate).Replicate(c.p.SAQs).And(chosen))
	c.LineBorn.Drive(m.Next("line_born_q", valid, 0))
	for k := range m.Each("k", c.p.SAQs) {
		m.If(c.write.Bit(k), func() {
			c.valid.SetBit(k, valid.Bit(k))
			c.xoff.SetBit(k, c.Note.Valid)
			c.sent.SetBit(k, 0)
			c.tp.At(k).Set(rtlgen.Mux(c.Note.Valid, c.Note.Tp, c.Alloc.Tp))
			c.mask.At(k).Set(c.newMask)
		}).ElseIf(c.Note.Valid.And(c.same.Bit(k)), func() {
			c.xoff.SetBit(k, c.Note.Xoff)
		}).ElseIf(c.Note.Valid.Or(c.allocate).Not().And(c.Dealloc.Bit(k)), func() {
			c.valid.SetBit(k, 0)
		})
		m.If(c.SentSet.Bit(k), func() {
			c.sent.SetBit(k, 1)
		}).ElseIf(c.SentClear.Bit(k), func() {
			c.sent.SetBit(k, 0)
		})
	}
}

// rankLines keeps which line's name is longer than which. Masks are ones from the top,
// so that the longer one has a bit which the other has not.
func (c *inCAM) rankLines() {
	m, s := c.m, c.p.SAQs
	if s == 1 {
		c.Line.Longer.Drive(m.Zero(1))
		return
	}
	c.Line.Longer.Drive(packet.RankNames(m, c.mask, c.write, c.newMask).Longer)
}

// readyGuard keeps the ready bits.
func (c *inCAM) readyGuard() value {
	m := c.m
	if c.p.ReadyBit == 0 {
		m.Unused("without_ready_bit", c.Linked, c.CqInspected)
		return c.youngGuard()
	}
	ready := m.Reg("ready_q", c.p.SAQs, 0)
	once := m.Reg("inspected_once", c.p.SAQs, 0, "the cold queue was inspected once, by line")
	for k := range m.Each("k", c.p.SAQs) {
		m.If(c.write.Bit(k), func() {
			ready.SetBit(k, c.Note.Valid)
			once.SetBit(k, 0)
		}).ElseIf(c.Linked.Bit(k), func() {
			ready.SetBit(k, 1)
		}).ElseIf(c.CqInspected, func() {
			once.SetBit(k, 1)
			m.If(once.Bit(k), func() { ready.SetBit(k, 1) })
		})
	}
	m.Cover("false_detection", c.CqInspected.And(once.And(c.valid).And(ready.Not()).Any()),
		"a line gets ready although no packet came")
	return ready.Value
}

// youngGuard is 0 for a line in its first cycles, until a packet can come.
func (c *inCAM) youngGuard() value {
	young := c.m.Next("young_1", c.write, 0).Value
	all := young
	for i := 2; i < firstPacket; i++ {
		young = c.m.Next(fmt.Sprintf("young_%d", i), young, 0).Value
		all = all.Or(young)
	}
	return all.Not()
}
