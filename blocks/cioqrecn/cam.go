package cioqrecn

import (
	"culprit/blocks/packet"
	"culprit/rtlgen"
)

// CAM keeps the names and states of the SAQs of one side (DD, figure 5): lines {V,
// turnpool, mask, B}; the ready bit R of the line is kept with its marker. SENT,
// that an Xoff is outstanding, comes on top of the papers' 65 bits: without it
// nobody knows when an Xon is due.
//
// A packet that arrives is looked up: it goes to the SAQ of the longest matching
// name, else to its standard queue (DD: "the longest matching one is selected").
//
// Everything that sets a SAQ up or changes its B is an event, one per cycle:
//
//	event_block, event_allocate
//	0 0   Xon: clears B
//	1 0   Xoff: sets B if there is a SAQ of that name
//	1 1   Xoff that allocates one if there is none
//	0 1   detection, or an output side's request: allocates one if there is none
//
// A deallocation waits for a cycle without an event.
func CAM(p SideParams) *rtlgen.Typed[CAMPorts] {
	m, io := rtlgen.New[CAMPorts](p)
	c := &cam{
		CAMPorts: io, m: m.Module, p: p,
		valid: m.Reg("valid_q", p.SAQs, 0), blocked: m.Reg("blocked_q", p.SAQs, 0), sent: m.Reg("sent_q", p.SAQs, 0),
		tp: m.RegArrayNoReset("tp_q", p.SAQs, packet.TurnBits), mask: m.RegArrayNoReset("mask_q", p.SAQs, packet.TurnBits),
	}
	c.lines = packet.LinesIn(c.valid, c.tp, c.mask)
	c.lookup()
	c.findHost()
	c.event()

	io.Line.Valid.Drive(c.valid)
	io.Line.Blocked.Drive(c.blocked)
	io.Line.Sent.Drive(c.sent)
	io.Line.Tp.Drive(c.tp.Flat())
	io.Line.Mask.Drive(c.mask.Flat())
	m.Assume("one_deallocation", io.Dealloc.AndNot(io.Dealloc.LowestOne()).Eq(0))
	m.Assume("changes_of_valid_lines", io.Dealloc.Or(io.SentSet).Or(io.SentClear).AndNot(c.valid).Eq(0))
	m.Assert("names_are_unique", c.lines.Twins(m.Module).Not(), "no two valid lines have one name")
	return m
}

// cam is the netlist of the CAM while it is built.
type cam struct {
	*CAMPorts
	m *rtlgen.Module
	p SideParams

	valid, blocked, sent rtlgen.Reg
	tp, mask             rtlgen.RegArray
	lines                packet.Lines
}

// lookup finds the queue of a packet that arrives.
func (c *cam) lookup() {
	m := c.m
	hit := m.Wire("hit", c.p.SAQs)
	for k := range m.Each("k", c.p.SAQs) {
		hit.SetBit(k, c.valid.Bit(k).And(c.lines.Of(k).Matches(c.Lookup.Turns)))
	}
	c.Lookup.Queue.Drive(rtlgen.Mux(hit.Any(), c.longest("hit", hit), c.Lookup.Standard.Zext(c.p.queueBits())))
}

// longest is the queue of the candidate with the longest name; name is that of the
// candidates.
func (c *cam) longest(name string, candidates rtlgen.Wire) value {
	m := c.m
	if c.p.SAQs == 1 {
		return m.Const(c.p.queueBits(), c.p.Standard)
	}
	outranked := c.lines.Outranked(m, name+"_outranked", candidates)
	longest := m.Let("longest_"+name, candidates.AndNot(outranked))
	m.Assert("one_longest_"+name, longest.AndNot(longest.LowestOne()).Eq(0), "names that match one packet have different lengths")
	return longest.Priority().Zext(c.p.queueBits()).Add(c.p.Standard)
}

// findHost finds the queue to which packets through the event's point have gone so
// far: that of the longest name on the way there.
func (c *cam) findHost() {
	m := c.m
	prefix := m.Wire("prefix", c.p.SAQs)
	for k := range m.Each("k", c.p.SAQs) {
		prefix.SetBit(k, c.valid.Bit(k).And(c.mask.At(k).Lt(c.Event.Mask)).
			And(c.lines.Of(k).Matches(c.Event.Tp)))
	}
	c.BornHost.Drive(rtlgen.Mux(prefix.Any(), c.longest("prefix", prefix), c.Event.Standard.Zext(c.p.queueBits())))
}

// event is the one write port of the lines.
func (c *cam) event() {
	m := c.m
	valid, block, allocate := c.Event.Valid, c.Event.Block, c.Event.Allocate
	same := c.lines.Named(m, "same_name", packet.NameIn(c.Event.NameOf))
	free := m.Let("free", c.valid.Not())
	needed := m.Let("line_needed", valid.And(allocate).And(same.Any().Not()))
	born := m.Let("born_line", free.LowestOne().And(needed.Replicate(c.p.SAQs)))
	changes := m.Let("changes_block", valid.And(block.Or(allocate.Not())))
	for k := range m.Each("k", c.p.SAQs) {
		m.If(born.Bit(k), func() {
			c.valid.SetBit(k, 1)
			c.blocked.SetBit(k, block)
			c.sent.SetBit(k, 0)
			c.tp.At(k).Set(c.Event.Tp)
			c.mask.At(k).Set(c.Event.Mask)
		}).Else(func() {
			m.If(changes.And(same.Bit(k)), func() { c.blocked.SetBit(k, block) })
			m.If(c.Dealloc.Bit(k).AndNot(valid), func() { c.valid.SetBit(k, 0) })
			m.If(c.SentSet.Bit(k), func() {
				c.sent.SetBit(k, 1)
			}).ElseIf(c.SentClear.Bit(k), func() {
				c.sent.SetBit(k, 0)
			})
		})
	}
	c.Born.Drive(born)
	c.Refused.Drive(needed.And(free.Any().Not()))
}
