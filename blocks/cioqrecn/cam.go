package cioqrecn

import (
	"culprit/blocks/recn"
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
func CAM(saqs, standard int) *rtlgen.Module {
	m := rtlgen.NewModule("cioq_recn_cam")
	m.Doc("CAM of one side: names and states of the set-aside queues")
	m.Param("saqs", saqs, saqsSpec.Default)
	m.Param("standard", standard, standardSpec.Default)
	c := newCAM(m, saqs, standard)
	c.lookup()
	c.findHost()
	c.event()

	m.Output("line_valid", c.valid.Value)
	m.Output("line_blocked", c.blocked.Value)
	m.Output("line_sent", c.sent.Value)
	m.Output("line_tp", c.tp.Flat())
	m.Output("line_mask", c.mask.Flat())
	m.Assume("one_deallocation", c.dealloc.AndNot(c.dealloc.LowestOne()).Eq(0))
	m.Assume("changes_of_valid_lines", c.dealloc.Or(c.sentSet).Or(c.sentClear).AndNot(c.valid).Eq(0))
	m.Assert("names_are_unique", c.duplicates().Not(), "no two valid lines have one name")
	return m
}

// cam is the netlist of the CAM while it is built.
type cam struct {
	m              *rtlgen.Module
	saqs, standard int
	width          recn.Params // for what depends on the number of SAQs only

	valid, blocked, sent        rtlgen.Reg
	tp, mask                    rtlgen.RegArray
	eventTP, eventMask          value
	dealloc, sentSet, sentClear value
}

func newCAM(m *rtlgen.Module, saqs, standard int) *cam {
	return &cam{
		m: m, saqs: saqs, standard: standard, width: recn.Params{SAQs: saqs},
		valid: m.Reg("valid_q", saqs, 0), blocked: m.Reg("blocked_q", saqs, 0), sent: m.Reg("sent_q", saqs, 0),
		tp: m.RegArray("tp_q", saqs, turnBits, 0), mask: m.RegArray("mask_q", saqs, turnBits, 0),
		eventTP: m.Input("event_tp", turnBits), eventMask: m.Input("event_mask", turnBits),
		dealloc: m.Input("dealloc", saqs), sentSet: m.Input("sent_set", saqs), sentClear: m.Input("sent_clear", saqs),
	}
}

// queueBits is the width of a queue number: standard queues first, then the SAQs.
func (c *cam) queueBits() int { return rtlgen.IndexBits(c.standard + c.saqs) }

// lookup finds the queue of a packet that arrives.
func (c *cam) lookup() {
	m := c.m
	turns := m.Input("lookup_turns", turnBits)
	standard := m.Input("lookup_standard", rtlgen.IndexBits(c.standard))
	hit := m.Wire("hit", c.saqs)
	m.For("k", c.saqs, func(k value) {
		hit.SetBit(k, c.valid.Bit(k).And(recn.Matches(turns, c.tp.At(k).Value, c.mask.At(k).Value)))
	})
	m.Output("lookup_queue", rtlgen.Mux(hit.Any(), c.longest("hit", hit.Value), standard.Zext(c.queueBits())))
}

// longest is the queue of the candidate with the longest name; name is that of the
// candidates.
func (c *cam) longest(name string, candidates value) value {
	m := c.m
	if c.saqs == 1 {
		return m.Const(c.queueBits(), c.standard)
	}
	outranked := c.width.Shorter(m, name+"_outranked", candidates, func(k value) value { return c.mask.At(k).Value })
	longest := m.Let("longest_"+name, candidates.AndNot(outranked))
	m.Assert("one_longest_"+name, longest.AndNot(longest.LowestOne()).Eq(0), "names that match one packet have different lengths")
	return longest.Priority().Zext(c.queueBits()).Add(c.standard)
}

// findHost finds the queue to which packets through the event's point have gone so
// far: that of the longest name on the way there.
func (c *cam) findHost() {
	m := c.m
	standard := m.Input("event_standard", rtlgen.IndexBits(c.standard))
	prefix := m.Wire("prefix", c.saqs)
	m.For("k", c.saqs, func(k value) {
		prefix.SetBit(k, c.valid.Bit(k).And(c.mask.At(k).Lt(c.eventMask)).
			And(recn.Matches(c.eventTP, c.tp.At(k).Value, c.mask.At(k).Value)))
	})
	m.Output("born_host", rtlgen.Mux(prefix.Any(), c.longest("prefix", prefix.Value), standard.Zext(c.queueBits())))
}

// event is the one write port of the lines.
func (c *cam) event() {
	m := c.m
	valid, block, allocate := m.Input("event_valid", 1), m.Input("event_block", 1), m.Input("event_allocate", 1)
	same := c.width.NamedLines(m, "same_name", c.eventTP, c.eventMask, c.valid.Value,
		func(k value) value { return c.tp.At(k).Value }, func(k value) value { return c.mask.At(k).Value })
	free := m.Let("free", c.valid.Not())
	needed := m.Let("line_needed", valid.And(allocate).And(same.Any().Not()))
	born := m.Let("born_line", free.LowestOne().And(needed.Replicate(c.saqs)))
	changes := m.Let("changes_block", valid.And(block.Or(allocate.Not())))
	m.For("k", c.saqs, func(k value) {
		m.If(born.Bit(k), func() {
			c.valid.SetBit(k, 1)
			c.blocked.SetBit(k, block)
			c.sent.SetBit(k, 0)
			c.tp.At(k).Set(c.eventTP)
			c.mask.At(k).Set(c.eventMask)
		}).Else(func() {
			m.If(changes.And(same.Bit(k)), func() { c.blocked.SetBit(k, block) })
			m.If(c.dealloc.Bit(k).AndNot(valid), func() { c.valid.SetBit(k, 0) })
			m.If(c.sentSet.Bit(k), func() {
				c.sent.SetBit(k, 1)
			}).ElseIf(c.sentClear.Bit(k), func() {
				c.sent.SetBit(k, 0)
			})
		})
	})
	m.Output("born", born)
	m.Output("refused", needed.And(free.Any().Not()))
}

// duplicates is 1 if two valid lines have one name.
func (c *cam) duplicates() value {
	m := c.m
	if c.saqs == 1 {
		return m.Zero(1)
	}
	twin := m.Wire("has_twin", c.saqs)
	twin.Default(0)
	m.For("a", c.saqs, func(a value) {
		m.For("b", c.saqs, func(b value) {
			m.If(a.Ne(b).And(c.valid.Bit(a)).And(c.valid.Bit(b)).
				And(recn.SameName(c.tp.At(a).Value, c.mask.At(a).Value, c.tp.At(b).Value, c.mask.At(b).Value)),
				func() { twin.SetBit(a, 1) })
		})
	})
	return twin.Any()
}
