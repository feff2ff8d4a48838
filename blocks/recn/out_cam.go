package recn

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// noteDepth is the depth of an output port's notification FIFO.
const noteDepth = 4

// OutCAM is the CAM of an output port and what it tells the input ports (IQ
// sections 2.4, 2.5). An Xoff from downstream makes a line; a packet that leaves
// through the port and matches a line tells its input port to set such packets
// aside; an Xon from downstream is told to all input ports and frees the line.
//
// A line with V and not XOFF has got its Xon and waits to tell: so no Xon is ever
// lost, however full the FIFO is. An Xoff may be lost, since the next matching
// packet repeats it. All lines that match a packet are told about, the longest
// name first (paper silent on several matches).
//
// The paper gives no number of lines: it is that of the SAQs. It clears only the
// line's Xoff bit on an Xon; such a line would serve nothing, so it is freed.
func OutCAM(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("recn_out_cam")
	m.Doc("CAM of an output port and its notifications to the input ports")
	p.declare(m, portsSpec, saqsSpec)
	c := newOutCAM(m, p)
	c.lookup()
	push := c.choosePush()
	c.updatePending(push)
	c.update(push)

	m.Output("line_valid", c.valid.Value)
	m.Output("cam_full", c.msgValid.And(c.msgXoff).And(c.same.Any().Not()).And(c.free.Any().Not()))
	return m
}

type outCAM struct {
	m *rtlgen.Module
	p Params

	msgValid, msgXoff, msgTP, msgMask     value
	firstValid, firstHeader, source, take value

	valid, xoff, pending, sourceQ rtlgen.Reg
	tp, mask                      rtlgen.RegArray

	same, free, matching value
	full                 value
}

// notePush is the notification that enters the FIFO in this cycle.
type notePush struct {
	release value // one-hot: lines that tell their Xon and are freed
	unicast value // one-hot: lines that tell their Xoff
}

func newOutCAM(m *rtlgen.Module, p Params) *outCAM {
	s := p.SAQs
	return &outCAM{
		m: m, p: p,
		msgValid: m.Input("msg_valid", 1), msgXoff: m.Input("msg_xoff", 1),
		msgTP: m.Input("msg_tp", turnBits), msgMask: m.Input("msg_mask", turnBits),
		firstValid: m.Input("first_valid", 1), firstHeader: m.Input("first_header", headerBits),
		source: m.Input("first_source", p.pw()), take: m.Input("note_take", 1),

		valid: m.Reg("valid_q", s, 0), xoff: m.Reg("xoff_q", s, 0),
		pending: m.Reg("pending", s, 0), sourceQ: m.Reg("source", p.pw(), 0),
		tp: m.RegArray("tp", s, turnBits, 0), mask: m.RegArray("mask", s, turnBits, 0),
	}
}

func (c *outCAM) lookup() {
	m, s := c.m, c.p.SAQs
	c.same = c.p.namedLines(m, "same_name", c.msgTP, c.msgMask, c.valid.Value, element(c.tp), element(c.mask))
	matching := m.Wire("matching", s)
	turns := aligned(m, "first", c.firstHeader)
	m.For("k", s, func(k value) {
		matching.SetBit(k, c.valid.Bit(k).And(c.xoff.Bit(k)).And(matches(turns, c.tp.At(k).Value, c.mask.At(k).Value)))
	})
	c.matching = matching.Value
	c.free = m.Let("free", c.valid.Not())
}

// choosePush lets a line that waits to tell its Xon go first, since that frees it.
func (c *outCAM) choosePush() notePush {
	m, p := c.m, c.p
	fifo := m.Instance("note_fifo", prim.FIFO(prim.FIFOParams{Width: 1 + 2*turnBits + p.pw(), Depth: noteDepth}))
	fifo.In("pop", c.take)
	c.full = fifo.Out("full")
	room := c.full.Not().Replicate(p.SAQs)
	waiting := m.Let("xon_waiting", c.valid.And(c.xoff.Not()))
	release := m.Let("released", waiting.LowestOne().And(room))
	candidate := m.Let("xoff_waiting", c.valid.And(c.xoff).And(c.pending))
	outranked := p.outrank(m, "shorter", candidate, element(c.mask), false)
	unicast := m.Let("unicast", candidate.AndNot(outranked).And(room).And(waiting.Any().Not().Replicate(p.SAQs)))

	pushed := m.Let("pushed", release.Or(unicast))
	fifo.In("push", pushed.Any())
	fifo.In("wdata", rtlgen.Cat(unicast.Any(), c.sourceQ.Value,
		rtlgen.OneHotMux(pushed, c.tp.Flat()), rtlgen.OneHotMux(pushed, c.mask.Flat())))
	entry := m.Let("note", fifo.Out("rdata"))
	m.Output("note_valid", fifo.Out("empty").Not())
	m.Output("note_xoff", entry.High(1))
	m.Output("note_tp", entry.Slice(2*turnBits-1, turnBits))
	m.Output("note_mask", entry.Low(turnBits))
	m.Output("note_target", entry.Slice(2*turnBits+p.pw()-1, 2*turnBits))
	m.Assume("take_what_is_there", c.take.And(fifo.Out("empty")).Not())
	m.Assert("one_push", pushed.AndNot(pushed.LowestOne()).Eq(0))
	return notePush{release, unicast}
}

// updatePending notes the lines that a passing packet matches; notifications of
// the packet before that still wait are lost.
func (c *outCAM) updatePending(push notePush) {
	m := c.m
	m.If(c.firstValid, func() {
		c.pending.Set(c.matching)
		c.sourceQ.Set(c.source)
	}).Else(func() {
		c.pending.Set(c.pending.AndNot(push.release.Or(push.unicast)))
	})
}

// update writes the lines: a released line is free, unless a message of this
// cycle takes it again.
func (c *outCAM) update(push notePush) {
	m := c.m
	isXoff := m.Let("msg_is_xoff", c.msgValid.And(c.msgXoff))
	born := m.Let("born", isXoff.And(c.same.Any().Not()).Replicate(c.p.SAQs).And(c.free.LowestOne()))
	m.For("k", c.p.SAQs, func(k value) {
		m.If(born.Bit(k), func() {
			c.valid.SetBit(k, 1)
			c.xoff.SetBit(k, 1)
			c.tp.At(k).Set(c.msgTP)
			c.mask.At(k).Set(c.msgMask)
		}).ElseIf(c.msgValid.And(c.same.Bit(k)), func() {
			c.xoff.SetBit(k, c.msgXoff)
			c.valid.SetBit(k, c.msgXoff.Or(push.release.Bit(k).Not()))
		}).ElseIf(push.release.Bit(k), func() {
			c.valid.SetBit(k, 0)
		})
	})
}
