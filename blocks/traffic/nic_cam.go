package traffic

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// NICCAM is the CAM of a NIC: what the Xoffs and Xons of the first switch have
// left. It is that of an output port (package recn) but for a line's end: a line
// whose Xon came stays until no packet is set aside for it.
//
// A message is compared with the lines on its way into the register behind the pins,
// so that what it does fits one cycle: whether its name is a prefix of a line's. The
// other way round, one comparator per line serves the Xoffs and the packets: nothing
// is decided about a packet in a cycle with an Xoff. Which names are prefixes of which
// is noted when a line is made, so that neither a stopped list nor the shortest name
// has to be searched for.
func NICCAM(p Params) *rtlgen.Typed[NICCAMPorts] {
	m, io := rtlgen.New[NICCAMPorts](p)
	if m.Refused() {
		return m
	}
	l := p.Lines
	c := &nicCAM{
		NICCAMPorts: io, m: m.Module, lines: l,
		valid:     m.Reg("valid", l, 0, "the line has a name, a bit per line"),
		xoff:      m.Reg("xoff", l, 0, "the line has an Xoff, a bit per line"),
		stopped:   m.RegNoReset("stopped_q", l),
		tp:        m.RegArrayNoReset("tp", l, packet.TurnBits, "turns of the name, by line"),
		mask:      m.RegArrayNoReset("mask", l, packet.TurnBits, "significant bits of the turns, by line"),
		length:    m.RegArrayNoReset("length", l, lengthBits, "number of significant bits, by line"),
		shorter:   m.RegArrayNoReset("shorter", l, l, "lines whose names are shorter prefixes, by line"),
		extension: m.RegNoReset("extension", l, "the line's name begins with the message's, by line"),
		sameName:  m.RegNoReset("same_name", l, "the line's name is the message's, by line"),
	}
	c.receive()
	c.compare()
	c.choose()
	c.update()
	c.stop()
	return m
}

// lengthBits is the width of the length of a name, 0 to 31.
const lengthBits = 5

type nicCAM struct {
	*NICCAMPorts
	m     *rtlgen.Module
	lines int

	valid, xoff      rtlgen.Reg // a bit per line
	tp, mask, length rtlgen.RegArray
	shorter          rtlgen.RegArray // per line, a bit per line: its name is a shorter prefix
	stopped          rtlgen.Reg      // a bit per line: it or a shorter prefix has XOFF

	// The message, one register behind the pins.
	msgValid, msgXoff, msgTp, msgMask, msgLength rtlgen.Reg
	// a bit per line: the message's name is a prefix of its name, or the same; the same
	extension, sameName             rtlgen.Reg
	pinLength                       value
	isXoff, isNew, born, free, same value

	matches value // a bit per line: its name matches the key
}

// receive takes the message from the pins.
func (c *nicCAM) receive() {
	m := c.m
	c.msgValid, c.msgXoff = m.Next("msg_valid_q", c.Msg.Valid, 0), m.NextData("msg_xoff_q", c.Msg.Xoff, 0)
	c.msgTp, c.msgMask = m.NextNoReset("msg_tp_q", c.Msg.Tp), m.NextNoReset("msg_mask_q", c.Msg.Mask)
	c.pinLength = m.Let("pin_length", nameLength(c.Msg.Mask))
	c.msgLength = m.NextNoReset("msg_length", c.pinLength)
	c.MsgArrives.Drive(c.msgValid)
	c.isXoff = m.Let("is_xoff", c.msgValid.And(c.msgXoff))
	c.XoffArrives.Drive(c.isXoff)
}

// nameLength is the number of ones of a mask: bit b of it is 1 if the last one is in an
// odd group of 2^b.
func nameLength(mask rtlgen.Signal) value {
	v := rtlgen.ValueOf(mask)
	bits := make([]value, lengthBits)
	for b := range bits {
		var ends []value // groups that have the last one
		for from := 1 << b; from <= packet.TurnBits; from += 2 << b {
			end := v.Bit(packet.TurnBits - from)
			if next := from + 1<<b; next <= packet.TurnBits {
				end = end.AndNot(v.Bit(packet.TurnBits - next))
			}
			ends = append(ends, end)
		}
		bits[lengthBits-1-b] = rtlgen.CatOf(ends).Any()
	}
	return rtlgen.CatOf(bits)
}

// compare finds the lines of whose names the message's is a prefix, the one with the
// same name, and those whose names are prefixes of the key. The line that the message
// of the cycle before makes is not there yet when the pins are compared with it.
func (c *nicCAM) compare() {
	m, l := c.m, c.lines
	key := m.NextNoReset("key", rtlgen.Mux(c.Msg.Valid.And(c.Msg.Xoff), c.Msg.Tp, c.Turns),
		"turns that are compared with all names")
	matches, extension, same := m.Wire("prefix", l), m.Wire("longer", l), m.Wire("same_length", l)
	for k := range m.Each("k", l) {
		matches.SetBit(k, key.Xor(c.tp.At(k)).And(c.mask.At(k)).Eq(0))
		extension.SetBit(k, c.Msg.Tp.Xor(c.tp.At(k)).Or(c.mask.At(k).Not()).And(c.Msg.Mask).Eq(0))
		same.SetBit(k, c.length.At(k).Eq(c.pinLength))
	}
	c.matches = matches.Value
	c.same = m.Let("same", c.valid.And(c.sameName))
	c.free = m.Let("free", c.valid.Not())
	c.isNew = m.Let("is_new", c.isXoff.AndNot(c.same.Any()))
	c.born = m.Let("born", c.isNew.Replicate(l).And(prim.LowestOne(m, "first_free", c.free)))
	ofBorn := m.Let("born_extends", c.Msg.Tp.Xor(c.msgTp).Or(c.msgMask.Not()).And(c.Msg.Mask).Eq(0))
	c.extension.Set(rtlgen.Mux(ofBorn, extension.Or(c.born), extension.AndNot(c.born)))
	sameAsBorn := m.Let("born_is_same", ofBorn.And(c.msgLength.Eq(c.pinLength)))
	pinSame := m.Let("pin_same", extension.And(same))
	c.sameName.Set(rtlgen.Mux(sameAsBorn, pinSame.Or(c.born), pinSame.AndNot(c.born)))
}

// choose finds the names that stop the packet, and in the next cycle the shortest of them.
func (c *nicCAM) choose() {
	m := c.m
	kept := m.RegNoReset("kept_matches", c.lines, "the name matches the kept packet, by line")
	m.If(c.Keep, func() { kept.Set(c.matches) })
	ofKey := m.Let("key_xoff", c.matches.And(c.xoff).AndNot(c.Kept.Replicate(c.lines)))
	ofKept := m.Let("kept_xoff", kept.And(c.xoff).And(c.Kept.Replicate(c.lines)))
	c.Hit.Drive(ofKey.Any().Or(ofKept.Any()))
	hit := m.NextNoReset("matching_xoff", ofKey.Or(ofKept), "a line with Xoff matches the packet, by line")
	shortest := m.Wire("shortest", c.lines)
	for k := range m.Each("k", c.lines) {
		shortest.SetBit(k, hit.Bit(k).And(c.shorter.At(k).And(hit).Any().Not()))
	}
	c.Target.Drive(shortest)
}

// update does what the message says, and ends the lines that got their Xon and
// have no packets left.
func (c *nicCAM) update() {
	m, l := c.m, c.lines
	kept := c.valid.And(c.xoff.Or(c.InUse))
	c.valid.Set(kept.Or(c.born).Or(c.same.And(c.isXoff.Replicate(l))))
	m.If(c.isXoff, func() {
		c.xoff.Set(c.xoff.Or(c.same).Or(c.born))
	}).ElseIf(c.msgValid, func() {
		c.xoff.Set(c.xoff.AndNot(c.same))
	})
	for k := range m.Each("k", l) {
		m.If(c.born.Bit(k), func() {
			c.tp.At(k).Set(c.msgTp)
			c.mask.At(k).Set(c.msgMask)
			c.length.At(k).Set(c.msgLength)
			c.shorter.At(k).Set(c.valid.And(c.matches).AndNot(c.extension)) // the key is the message's name
		}).ElseIf(c.isNew, func() {
			c.shorter.At(k).Set(rtlgen.Mux(c.extension.Bit(k), c.shorter.At(k).Or(c.born), c.shorter.At(k).AndNot(c.born)))
		})
	}
	c.Refused.Drive(c.isNew.AndNot(c.free.Any()))
	m.Assert("xoff_lines_are_valid", c.xoff.AndNot(c.valid).Eq(0))
	tail := m.Let("msg_mask_n", c.Msg.Mask.Not())
	m.Assume("mask_is_prefix", c.Msg.Valid.Implies(tail.And(tail.Add(1)).Eq(0)), "a mask is ones from the top, then zeros")
	m.Assume("packets_only_with_line", c.InUse.AndNot(c.valid).Eq(0), "nothing is set aside for an invalid line")
}

// stop finds the lines whose packets must stay from the next cycle on. A message's line
// is not in the matrix yet when it makes it; it is known of which lines its name is a
// prefix.
func (c *nicCAM) stop() {
	m, l := c.m, c.lines
	ends := m.Let("xon_ends", c.same.And(c.msgValid.AndNot(c.msgXoff).Replicate(l)))
	xoff := m.Let("xoff_stays", c.xoff.AndNot(ends))
	begins := m.Let("xoff_begins", c.isXoff.And(c.same.Any().Or(c.free.Any())))
	for k := range m.Each("k", l) {
		by := c.shorter.At(k).And(xoff).Any()
		c.stopped.SetBit(k, xoff.Bit(k).Or(by).Or(begins.And(c.extension.Bit(k))).Or(c.born.Bit(k)))
	}
	c.Stopped.Drive(c.stopped)
}
