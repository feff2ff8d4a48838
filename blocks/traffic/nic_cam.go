package traffic

import (
	"culprit/blocks/packet"
	"culprit/rtlgen"
)

// NICCAM is the CAM of a NIC: what the Xoffs and Xons of the first switch have
// left. It is that of an output port (package recn) but for a line's end: a line
// whose Xon came stays until no packet is set aside for it.
//
// One comparator per line serves the messages, and the candidate when there is no
// message. Which names are prefixes of which is noted when a line is made, so that
// neither a stopped list nor the shortest name has to be searched for.
func NICCAM(p Params) *rtlgen.Typed[NICCAMPorts] {
	m, io := rtlgen.New[NICCAMPorts](p)
	l := p.Lines
	c := &nicCAM{
		NICCAMPorts: io, m: m.Module, lines: l,
		valid: m.Reg("valid", l, 0), xoff: m.Reg("xoff", l, 0),
		tp: m.RegArrayNoReset("tp", l, packet.TurnBits), mask: m.RegArrayNoReset("mask", l, packet.TurnBits),
		shorter: m.RegArray("shorter", l, l, 0),
	}
	c.stop()
	c.compare()
	c.choose()
	c.update()
	return m
}

type nicCAM struct {
	*NICCAMPorts
	m     *rtlgen.Module
	lines int

	valid, xoff rtlgen.Reg // a bit per line
	tp, mask    rtlgen.RegArray
	shorter     rtlgen.RegArray // per line, a bit per line: its name is a shorter prefix

	prefix, extension, same value // a bit per line, against the message
	hit                     value // a bit per line: it has XOFF and matches the turns
}

// stop finds the lines whose packets must stay.
func (c *nicCAM) stop() {
	for k := range c.m.Each("k", c.lines) {
		c.Stopped.SetBit(k, c.xoff.Bit(k).Or(c.shorter.At(k).And(c.xoff).Any()))
	}
}

// compare finds the lines whose names are prefixes of the key, and those of which
// the message's name is one. The candidate's turns are a name of full length.
func (c *nicCAM) compare() {
	m, l := c.m, c.lines
	key := m.Let("key", rtlgen.Mux(c.Msg.Valid, c.Msg.Tp, c.Turns))
	keyMask := m.Let("key_mask", rtlgen.Mux(c.Msg.Valid, c.Msg.Mask, m.Ones(packet.TurnBits)))
	prefix, extension := m.Wire("prefix", l), m.Wire("extension", l)
	for k := range m.Each("k", l) {
		differs := key.Xor(c.tp.At(k))
		prefix.SetBit(k, c.valid.Bit(k).And(differs.Or(keyMask.Not()).And(c.mask.At(k)).Eq(0)))
		extension.SetBit(k, differs.Or(c.mask.At(k).Not()).And(c.Msg.Mask).Eq(0))
	}
	c.prefix, c.extension = prefix.Value, extension.Value
	c.same = m.Let("same_name", prefix.And(extension))
	c.hit = m.Let("matching_xoff", prefix.And(c.xoff))
}

// choose finds the shortest of the names that stop the candidate.
func (c *nicCAM) choose() {
	m := c.m
	c.Hit.Drive(c.hit.Any())
	if c.lines == 1 {
		c.Target.Drive(m.Zero(1))
		return
	}
	shortest := m.Wire("shortest", c.lines)
	for k := range m.Each("k", c.lines) {
		shortest.SetBit(k, c.hit.Bit(k).And(c.shorter.At(k).And(c.hit).Any().Not()))
	}
	c.Target.Drive(shortest.Priority())
	m.Assert("one_shortest", c.Msg.Valid.Or(shortest.Eq(shortest.LowestOne())), "names that match have different lengths")
}

// update does what the message says, and ends the lines that got their Xon and
// have no packets left.
func (c *nicCAM) update() {
	m, l := c.m, c.lines
	isXoff := m.Let("is_xoff", c.Msg.Valid.And(c.Msg.Xoff))
	free := m.Let("free", c.valid.Not())
	isNew := m.Let("is_new", isXoff.AndNot(c.same.Any()))
	born := m.Let("born", isNew.Replicate(l).And(free.LowestOne()))
	kept := c.valid.And(c.xoff.Or(c.InUse))
	c.valid.Set(kept.Or(born).Or(c.same.And(isXoff.Replicate(l))))
	m.If(isXoff, func() {
		c.xoff.Set(c.xoff.Or(c.same).Or(born))
	}).ElseIf(c.Msg.Valid, func() {
		c.xoff.Set(c.xoff.AndNot(c.same))
	})
	for k := range m.Each("k", l) {
		m.If(born.Bit(k), func() {
			c.tp.At(k).Set(c.Msg.Tp)
			c.mask.At(k).Set(c.Msg.Mask)
			c.shorter.At(k).Set(c.prefix)
		}).ElseIf(isNew, func() {
			c.shorter.At(k).Set(rtlgen.Mux(c.extension.Bit(k), c.shorter.At(k).Or(born), c.shorter.At(k).AndNot(born)))
		})
	}
	c.Refused.Drive(isNew.AndNot(free.Any()))
	m.Assert("xoff_lines_are_valid", c.xoff.AndNot(c.valid).Eq(0))
	tail := m.Let("msg_mask_n", c.Msg.Mask.Not())
	m.Assume("mask_is_prefix", c.Msg.Valid.Implies(tail.And(tail.Add(1)).Eq(0)), "a mask is ones from the top, then zeros")
	m.Assume("packets_only_with_line", c.InUse.AndNot(c.valid).Eq(0), "nothing is set aside for an invalid line")
}
