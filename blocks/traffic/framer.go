package traffic

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// Framer sends a packet: the header, the time stamps and the check words, one beat
// per cycle, through the link's registers. The NICs of all schemes use it.
//
//	start                  the packet's fields are taken; only while ready
//	turnpool[31] src[8] dst[8] seq[12] tag[8] made[32]
//	now[32]                time, for the stamp of the packet's departure
//	ready                  a function of registers: nothing is sent, or the last beat
//	tx_valid .. tx_data    link pins; all 0 while not tx_valid
//
// With start in cycle g, the beats enter the link's registers in g+1 .. g+8.
func Framer(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("traffic_framer")
	m.Doc("sends a packet: header, time stamps, check words")
	p.declare(m, latSpec)
	start := m.Input("start", 1)
	now := m.Input("now", timeBits)

	left := m.Reg("beats_left", rtlgen.CountBits(beats), 0)
	m.If(start, func() { left.Set(beats) }).ElseIf(left.Ne(0), func() { left.Set(left.Sub(1)) })
	keep := func(name string, width int) value {
		r := m.Reg(name+"_q", width, 0)
		in := m.Input(name, width)
		m.If(start, func() { r.Set(in) })
		return r.Value
	}
	turnpool, src, dst := keep("turnpool", turnBits), keep("src", nodeBits), keep("dst", nodeBits)
	seq, tag, made := keep("seq", seqBits), keep("tag", tagBits), keep("made", timeBits)
	sent := m.Reg("sent", timeBits, 0)
	first := m.Let("first", left.Eq(beats))
	m.If(first, func() { sent.Set(now) })

	beat := m.Let("beat", m.Zero(phaseBits).Sub(left.Low(phaseBits)))
	check := m.Let("check", checkWord(beat, src, dst, seq, made))
	word := m.Wire("word", beatBits)
	m.Switch(beat, func(c rtlgen.Cases) {
		c.Case(func() {
			word.Set(rtlgen.Cat(turnpool, m.Const(tptrBits, turnBits-1), src, seq, tag))
		}, 0)
		c.Case(func() { word.Set(rtlgen.Cat(dst, m.Zero(beatBits-nodeBits-timeBits), made)) }, 1)
		c.Case(func() { word.Set(sent.Zext(beatBits)) }, 2)
		c.Default(func() { word.Set(rtlgen.Cat(check, check.Not())) })
	})
	sending := m.Let("sending", left.Ne(0))
	link := m.Instance("link", prim.LinkDelay(prim.LinkDelayParams{Width: 3 + beatBits, Latency: p.LinkLatency}))
	link.In("d", rtlgen.Mux(sending, rtlgen.Cat(sending, first, left.Eq(1), word.Value), 0))
	pins := link.Out("q")
	m.Output("ready", left.Le(1))
	m.Output("tx_valid", pins.Slice(beatBits+2, beatBits+2))
	m.Output("tx_sop", pins.Slice(beatBits+1, beatBits+1))
	m.Output("tx_eop", pins.Slice(beatBits, beatBits))
	m.Output("tx_data", pins.Low(beatBits))
	m.Assume("starts_when_ready", start.Implies(left.Le(1)))
	return m
}

// checkWord is the upper half of beats 3 to 7: it differs from beat to beat and
// from packet to packet, so that a beat in the wrong place is noticed.
func checkWord(beat, src, dst, seq, made value) value {
	return rtlgen.Cat(beat.Zext(timeBits-2*nodeBits-seqBits), src, dst, seq).Xor(made)
}
