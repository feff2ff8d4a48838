package recn

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// noteDepth is the depth of an output port's notification FIFO.
const noteDepth = 4

// note is an entry of the notification FIFO.
type note struct {
	Xoff     value
	Target   value `width:"port"`
	Tp       value `width:"turns"`
	TurnMask value `width:"mask"`
}

func (p Params) noteDims() rtlgen.Dims {
	return packet.Dims(rtlgen.Dims{"port": p.pw(), "mask": p.ports().Turns()})
}

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
// The turns of a packet are shifted in its first cycle and compared in the next. Which
// name is longer is kept as in InCAM.
//
// The paper gives no number of lines: it is that of the SAQs. It clears only the
// line's Xoff bit on an Xon; such a line would serve nothing, so it is freed. With
// leaves first it is kept, marked as told, until it is freed from outside.
func OutCAM(p Params) *rtlgen.Typed[OutCAMPorts] {
	m, io := rtlgen.New[OutCAMPorts](p)
	if m.Refused() {
		return m
	}
	s := p.SAQs
	c := &outCAM{
		OutCAMPorts: io, m: m.Module, p: p,
		valid: m.Reg("valid_q", s, 0), xoff: m.Reg("xoff_q", s, 0, "the line has an Xoff, by line"),
		pending: m.Reg("pending", s, 0, "an Xoff is to be told, by line"),
		source:  m.RegNoReset("source", p.pw(), "input port of the packet that is told about"),
		tp:      m.RegArrayNoReset("tp", s, packet.TurnBits, "turns of the name, by line"),
		mask:    m.RegArrayNoReset("mask", s, p.ports().Turns(), "significant turns of the name, by line"),
	}
	if p.LeafFirst == 1 {
		c.told = m.Reg("told_q", s, 0)
	}
	c.lookup()
	push := c.choosePush()
	c.updatePending(push)
	c.update(push)

	p.ports().AssumeName(m.Module, "name_of_a_message", io.Msg.Valid, packet.NameIn(io.Msg.NameOf))
	io.LineValid.Drive(c.valid)
	if p.LeafFirst == 1 {
		io.LineXoff.Drive(c.xoff)
		io.LineTold.Drive(c.told)
		io.LineTp.Drive(c.tp.Flat())
		io.LineMask.Drive(p.ports().NameMasks(m.Module, c.mask))
	}
	io.CamFull.Drive(io.Msg.Valid.And(io.Msg.Xoff).And(c.same.Any().Not()).And(c.free.Any().Not()))
	return m
}

// outCAM is the netlist of the CAM while it is built.
type outCAM struct {
	*OutCAMPorts
	m *rtlgen.Module
	p Params

	valid, xoff, pending, source rtlgen.Reg
	tp, mask                     rtlgen.RegArray
	told                         rtlgen.Reg // leaves first only

	same, free, matching value
	first, source1       value // a packet passed in the cycle before, from this input port
	newMask              value // of the message, a bit per turn
	write                value // one-hot: the line that is written; it may stay invalid
}

// notePush is the notification that enters the FIFO in this cycle.
type notePush struct {
	release value // one-hot: lines that tell their Xon and are freed
	unicast value // one-hot: lines that tell their Xoff
}

func (c *outCAM) lookup() {
	m, s := c.m, c.p.SAQs
	lines := c.p.ports().Lines(c.valid, c.tp, c.mask)
	c.newMask = m.Let("new_mask", c.p.ports().TurnMask(c.Msg.Mask))
	m.Unused("inner_bits_of_turns", c.Msg.Mask)
	c.same = packet.SameName(m, c.valid.Value, c.tp, c.mask, c.Msg.Tp.Value, c.newMask)
	matching := m.Wire("matching", s)
	c.first = m.NextNoReset("first_q", c.First.Valid).Value // with no valid line it has no effect
	c.source1 = m.NextNoReset("first_source_q", c.First.Source).Value
	turns := m.NextNoReset("first_turns_q", packet.Aligned(m, "first", c.First.Header))
	for k := range m.Each("k", s) {
		matching.SetBit(k, c.valid.Bit(k).And(c.xoff.Bit(k)).And(lines.Of(k).Matches(turns)))
	}
	c.matching = matching.Value
	c.free = m.Let("free", c.valid.Not())
	c.write = m.Let("write_line", c.free.LowestOne().And(c.Msg.Valid.Replicate(s)))
}

// choosePush lets a line that waits to tell its Xon go first, since that frees it.
func (c *outCAM) choosePush() notePush {
	m, p := c.m, c.p
	fifo := rtlgen.Use(m, "note_fifo", prim.FIFO(prim.FIFOParams{Width: rtlgen.PackedWidth[note](p.noteDims()),
		Depth: noteDepth}))
	fifo.Pop.Drive(c.NoteTake)
	room := fifo.Full.Not().Replicate(p.SAQs)
	quiet := c.valid.And(c.xoff.Not())
	if p.LeafFirst == 1 {
		quiet = quiet.AndNot(c.told)
	}
	waiting := m.Let("xon_waiting", quiet)
	release := m.Let("released", waiting.LowestOne().And(room))
	candidate := m.Let("xoff_waiting", c.valid.And(c.xoff).And(c.pending))
	longest := candidate
	if p.SAQs > 1 {
		// lane k: the lines that are shorter than line k
		shorter := m.Let("shorter", packet.RankNames(m, c.mask, c.write, c.newMask).Longer)
		longest = m.Let("longest", candidate.AndNot(rtlgen.OneHotMux(candidate, shorter)))
	}
	unicast := m.Let("unicast", longest.And(room).And(waiting.Any().Not().Replicate(p.SAQs)))

	pushed := m.Let("pushed", release.Or(unicast))
	fifo.Push.Drive(pushed.Any())
	fifo.Wdata.Drive(rtlgen.Pack(note{
		Xoff: unicast.Any(), Target: c.source.Value,
		Tp: rtlgen.OneHotMux(pushed, c.tp.Flat()), TurnMask: rtlgen.OneHotMux(pushed, c.mask.Flat()),
	}))
	first := rtlgen.Unpack[note](m.Let("note", fifo.Rdata), p.noteDims())
	c.Note.Valid.Drive(fifo.Empty.Not())
	c.Note.Xoff.Drive(first.Xoff)
	c.Note.Tp.Drive(first.Tp)
	c.Note.Mask.Drive(p.ports().NameMask(first.TurnMask))
	c.Note.Target.Drive(first.Target)
	m.Assume("take_what_is_there", c.NoteTake.And(fifo.Empty).Not())
	m.Assert("one_push", pushed.AndNot(pushed.LowestOne()).Eq(0))
	return notePush{release, unicast}
}

// updatePending notes the lines that a passing packet matches; notifications of
// the packet before that still wait are lost.
func (c *outCAM) updatePending(push notePush) {
	m := c.m
	m.If(c.first, func() {
		c.pending.Set(c.matching)
		c.source.Set(c.source1)
	}).Else(func() {
		c.pending.Set(c.pending.AndNot(push.release.Or(push.unicast)))
	})
}

// update writes the lines: a released line is free, unless a message of this
// cycle takes it again. A free line is written with every message; only its valid
// bit waits for the search whether the name has a line.
func (c *outCAM) update(push notePush) {
	m := c.m
	isXoff := m.Let("msg_is_xoff", c.Msg.Valid.And(c.Msg.Xoff))
	born := m.Let("born", isXoff.And(c.same.Any().Not()).Replicate(c.p.SAQs).And(c.write))
	if c.p.LeafFirst == 1 {
		c.updateKept(push, born)
		return
	}
	for k := range m.Each("k", c.p.SAQs) {
		m.If(c.write.Bit(k), func() {
			c.valid.SetBit(k, born.Bit(k))
			c.xoff.SetBit(k, 1)
			c.tp.At(k).Set(c.Msg.Tp)
			c.mask.At(k).Set(c.newMask)
		}).ElseIf(c.Msg.Valid.And(c.same.Bit(k)), func() {
			c.xoff.SetBit(k, c.Msg.Xoff)
			c.valid.SetBit(k, c.Msg.Xoff.Or(push.release.Bit(k).Not()))
		}).ElseIf(push.release.Bit(k), func() {
			c.valid.SetBit(k, 0)
		})
	}
}

// updateKept is update with leaves first: a released line is told.
func (c *outCAM) updateKept(push notePush, born value) {
	m := c.m
	for k := range m.Each("k", c.p.SAQs) {
		m.If(c.write.Bit(k), func() {
			c.valid.SetBit(k, born.Bit(k))
			c.xoff.SetBit(k, 1)
			c.told.SetBit(k, 0)
			c.tp.At(k).Set(c.Msg.Tp)
			c.mask.At(k).Set(c.newMask)
		}).ElseIf(c.Msg.Valid.And(c.Msg.Xoff).And(c.same.Bit(k)), func() {
			c.xoff.SetBit(k, 1)
			c.told.SetBit(k, 0)
		}).Else(func() {
			m.If(c.Msg.Valid.And(c.same.Bit(k)), func() { c.xoff.SetBit(k, 0) })
			m.If(push.release.Bit(k), func() { c.told.SetBit(k, 1) })
			m.If(c.Gone.Bit(k), func() { c.valid.SetBit(k, 0) })
		})
	}
	m.Assume("frees_what_was_told", c.Gone.AndNot(c.valid.And(c.told).AndNot(c.xoff)).Eq(0))
	m.Assume("frees_without_a_message", c.Gone.Any().And(c.Msg.Valid).Not())
}
