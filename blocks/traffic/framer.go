package traffic

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
)

// Framer sends a packet: the header, the time stamps and the check words, one beat
// per cycle, through the link's registers. The NICs of all schemes use it.
//
// With start in cycle g, the beats enter the link's registers in g+1 .. g+8.
func Framer(p Params) *rtlgen.Typed[FramerPorts] {
	m, io := rtlgen.New[FramerPorts](p)
	if m.Refused() {
		return m
	}
	left := m.Reg("beats_left", rtlgen.CountBits(packet.Beats), 0, "beats of the packet still to be sent")
	packet.Countdown(m.Module, left, io.Start, packet.Beats)
	keep := func(name, of string, in rtlgen.In) value {
		r := m.RegNoReset(name+"_q", in.Width(), of)
		m.If(io.Start, func() { r.Set(in) })
		return r.Value
	}
	turnpool := keep("turnpool", "turns of the packet", io.Turnpool)
	src, dst := keep("src", "source of the packet", io.Src), keep("dst", "destination of the packet", io.Dst)
	seq, tag := keep("seq", "sequence number of the packet", io.Seq), keep("tag", "tag of the packet", io.Tag)
	made := keep("made", "cycle in which the packet was made", io.Made)
	sent := m.RegNoReset("sent", timeBits, "cycle in which beat 0 enters the link")
	first := m.Let("first", left.Eq(packet.Beats))
	m.If(first, func() { sent.Set(io.Now) })

	beat := m.Let("beat", m.Zero(phaseBits).Sub(left.Low(phaseBits)))
	check := m.Let("check", checkWord(beat, src, dst, seq, made))
	word := m.Wire("word", packet.BeatBits)
	m.Switch(beat, func(c rtlgen.Cases) {
		c.Case(func() {
			header := packet.Header{Turnpool: turnpool, Tptr: m.Const(packet.TptrBits, packet.TurnBits-1)}
			word.Set(rtlgen.Pack(packet.First{Header: header, Source: src, Seq: seq, Tag: tag}))
		}, 0)
		c.Case(func() { word.Set(rtlgen.Cat(dst, m.Zero(packet.BeatBits-nodeBits-timeBits), made)) }, 1)
		c.Case(func() { word.Set(sent.Zext(packet.BeatBits)) }, 2)
		c.Default(func() { word.Set(rtlgen.Cat(check, check.Not())) })
	})
	sending := m.Let("sending", left.Ne(0))
	packet.Send(m.Module, io.Tx, p.LinkLatency, sending, first, left.Eq(1), m.Zero(1), word)
	io.Ready.Drive(left.Le(1))
	m.Assume("starts_when_ready", io.Start.Implies(left.Le(1)))
	return m
}

// checkWord is the upper half of beats 3 to 7: it differs from beat to beat and
// from packet to packet, so that a beat in the wrong place is noticed.
func checkWord(beat value, src, dst, seq, made rtlgen.Signal) value {
	return rtlgen.Cat(beat.Zext(timeBits-2*nodeBits-seqBits), src, dst, seq).Xor(made)
}
