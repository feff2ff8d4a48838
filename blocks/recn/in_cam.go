package recn

import "culprit/rtlgen"

// InCAM is the CAM of an input port (IQ sections 2.2.1, 2.4; DD section II): one
// line {V, XOFF, SENT, R, turnpool, mask} per SAQ. V, XOFF, SENT and the name are
// the papers' 65 bits; R (ready) is DD's. DD's service level field is left out:
// with one service level it is constant.
//
// One line is written per cycle. A notification comes first, since it cannot
// wait on the bus; then an allocation, then a deallocation, which both ask again.
//
// R guards a SAQ that is born empty and not stopped, which would otherwise die
// before its first packet arrives: it is set by the first packet that is linked
// in, or when two heads of the cold queue have been inspected since (then the
// head that caused the allocation is gone: a false detection must not leak a
// line). DD takes R over from a switch with markers and does not say what sets it
// where there are none. A SAQ that a notification opens is born stopped, which
// guards it as well (DD: no premature deallocation), so it is born ready: with R=0
// it would outlive its tree at a port to which no packet comes any more. Without
// the ready bit (IQ alone) R is always 1 and not kept.
func InCAM(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("recn_in_cam")
	m.Doc("CAM of an input port: names and states of the set-aside queues")
	p.declare(m, saqsSpec, readySpec)
	c := newInCAM(m, p)
	c.lookup()
	c.writeLines()
	ready := c.readyGuard()

	m.Output("line_valid", c.valid.Value)
	m.Output("line_xoff", c.xoff.Value)
	m.Output("line_sent", c.sent.Value)
	m.Output("line_ready", ready)
	m.Output("line_tp", c.tp.Flat())
	m.Output("line_mask", c.mask.Flat())
	m.Output("allocated", c.allocate)
	m.Output("note_dropped", c.noteValid.And(c.noteXoff).And(c.same.Any().Not()).And(c.free.Any().Not()))

	m.Assume("one_deallocation", c.dealloc.And(c.dealloc.LowestOne().Not()).Eq(0))
	m.Assume("events_of_valid_lines", c.sentSet.Or(c.sentClear).Or(c.linked).And(c.free).Eq(0))
	m.Assume("allocation_has_room", c.allocValid.Implies(c.free.Any()))
	m.Assert("names_are_unique", c.duplicates().Not(), "no two valid lines have one name")
	return m
}

// inCAM is the netlist of the CAM while it is built.
type inCAM struct {
	m *rtlgen.Module
	p Params

	noteValid, noteXoff, noteTP, noteMask value
	allocValid, allocTP, allocMask        value
	dealloc, sentSet, sentClear, linked   value
	cqInspected                           value

	valid, xoff, sent rtlgen.Reg
	tp, mask          rtlgen.RegArray

	same, free, allocate value
	write                value // one-hot: the line that is born
}

func newInCAM(m *rtlgen.Module, p Params) *inCAM {
	s := p.SAQs
	return &inCAM{
		m: m, p: p,
		noteValid: m.Input("note_valid", 1), noteXoff: m.Input("note_xoff", 1),
		noteTP: m.Input("note_tp", turnBits), noteMask: m.Input("note_mask", turnBits),
		allocValid: m.Input("alloc_valid", 1),
		allocTP:    m.Input("alloc_tp", turnBits), allocMask: m.Input("alloc_mask", turnBits),
		dealloc: m.Input("dealloc", s), sentSet: m.Input("sent_set", s),
		sentClear: m.Input("sent_clear", s), linked: m.Input("linked", s),
		cqInspected: m.Input("cq_inspected", 1),

		valid: m.Reg("valid_q", s, 0), xoff: m.Reg("xoff_q", s, 0), sent: m.Reg("sent_q", s, 0),
		tp: m.RegArray("tp_q", s, turnBits, 0), mask: m.RegArray("mask_q", s, turnBits, 0),
	}
}

// lookup finds the line of the notification's name and the lowest free line.
func (c *inCAM) lookup() {
	m := c.m
	c.same = c.p.namedLines(m, "same_name", c.noteTP, c.noteMask, c.valid.Value, element(c.tp), element(c.mask))
	c.free = m.Let("free", c.valid.Not())
	c.allocate = m.Let("allocate", c.allocValid.And(c.noteValid.Not()))
}

// writeLines is the one write port of the lines.
func (c *inCAM) writeLines() {
	m := c.m
	chosen := m.Let("new_line", c.free.LowestOne())
	born := m.Let("born_by_note", c.noteValid.And(c.noteXoff).And(c.same.Any().Not()))
	c.write = m.Let("write_line", born.Or(c.allocate).Replicate(c.p.SAQs).And(chosen))
	m.For("k", c.p.SAQs, func(k value) {
		m.If(c.write.Bit(k), func() {
			c.valid.SetBit(k, 1)
			c.xoff.SetBit(k, c.noteValid)
			c.sent.SetBit(k, 0)
			c.tp.At(k).Set(rtlgen.Mux(c.noteValid, c.noteTP, c.allocTP))
			c.mask.At(k).Set(rtlgen.Mux(c.noteValid, c.noteMask, c.allocMask))
		}).ElseIf(c.noteValid.And(c.same.Bit(k)), func() {
			c.xoff.SetBit(k, c.noteXoff)
		}).ElseIf(c.noteValid.Or(c.allocate).Not().And(c.dealloc.Bit(k)), func() {
			c.valid.SetBit(k, 0)
		})
		m.If(c.sentSet.Bit(k), func() {
			c.sent.SetBit(k, 1)
		}).ElseIf(c.sentClear.Bit(k), func() {
			c.sent.SetBit(k, 0)
		})
	})
}

// readyGuard keeps the ready bits.
func (c *inCAM) readyGuard() value {
	m := c.m
	if c.p.ReadyBit == 0 {
		m.Unused("without_ready_bit", c.linked, c.cqInspected)
		return m.Ones(c.p.SAQs)
	}
	ready := m.Reg("ready_q", c.p.SAQs, 0)
	once := m.Reg("inspected_once", c.p.SAQs, 0)
	m.For("k", c.p.SAQs, func(k value) {
		m.If(c.write.Bit(k), func() {
			ready.SetBit(k, c.noteValid)
			once.SetBit(k, 0)
		}).ElseIf(c.linked.Bit(k), func() {
			ready.SetBit(k, 1)
		}).ElseIf(c.cqInspected, func() {
			once.SetBit(k, 1)
			m.If(once.Bit(k), func() { ready.SetBit(k, 1) })
		})
	})
	m.Cover("false_detection", c.cqInspected.And(once.And(c.valid).And(ready.Not()).Any()),
		"a line gets ready although no packet came")
	return ready.Value
}

// duplicates is 1 if two valid lines have one name.
func (c *inCAM) duplicates() value {
	m, s := c.m, c.p.SAQs
	if s == 1 {
		return m.Zero(1)
	}
	twin := m.Wire("has_twin", s)
	twin.Default(0)
	m.For("a", s, func(a value) {
		m.For("b", s, func(b value) {
			m.If(a.Ne(b).And(c.valid.Bit(a)).And(c.valid.Bit(b)).
				And(sameName(c.tp.At(a).Value, c.mask.At(a).Value, c.tp.At(b).Value, c.mask.At(b).Value)),
				func() { twin.SetBit(a, 1) })
		})
	})
	return twin.Any()
}
