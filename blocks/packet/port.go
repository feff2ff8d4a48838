package packet

import "culprit.example/culprit/rtlgen"

// AssumeLink states what the sending end of a link does: packets come whole, with turns that
// exist, and each with a credit, of which it has the given number at the start.
func (n Ports) AssumeLink(m *rtlgen.Module, rx Rx, credits int) {
	n.AssumePackets(m, rx.Beat)
	w := rtlgen.CountBits(credits)
	left := m.Reg("credits_of_sender", w, credits, "credits that the sending end has")
	comes := m.Let("packet_comes", rx.Valid.And(rx.Sop))
	left.Set(left.Sub(comes.Zext(w)).Add(rx.Credit.Zext(w)))
	m.Assume("packet_has_a_credit", comes.Implies(left.Ne(0)), "a packet is sent only with a credit")
}

// AssumePackets is AssumeLink without the credits.
func (n Ports) AssumePackets(m *rtlgen.Module, rx Beat[rtlgen.In]) {
	beat := m.Reg("beat_of_packet", BeatIndex, 0, "number of the next beat in its packet")
	m.If(rx.Valid, func() { beat.Set(rtlgen.Mux(rx.Eop, 0, beat.Add(1))) })
	m.Assume("sop_first", rx.Valid.Implies(rx.Sop.Eq(beat.Eq(0))), "sop with the first beat")
	m.Assume("eop_last", rx.Valid.Implies(rx.Eop.Eq(beat.Eq(Beats-1))), "eop with the last beat")
	m.Assume("no_gap", beat.Any().Implies(rx.Valid), "the beats of a packet come one after the other")
	turn := n.CurrentTurn(m, "turn_at_the_pins", HeaderIn(rx.Data))
	m.Assume("turn_is_legal", rx.Valid.And(rx.Sop).Implies(turn.Lt(int(n)-1)),
		"the turn leads to an output other than the port's own")
}

// Reading is a granted packet that is read from the packet memory, one word per
// cycle from the cycle after its grant on.
type Reading struct {
	Active, Slot, Word rtlgen.Value // registers
	First              rtlgen.Value // the first word is read
	Last               rtlgen.Value // the last word is read: the slot is free
}

// Read makes the registers of a Reading. slot is the slot of a packet granted in
// this cycle, words the number of words of a packet. It makes signals that start
// with tx.
func Read(m *rtlgen.Module, grant, slot rtlgen.Signal, words int) Reading {
	active := m.Reg("tx_active", 1, 0, "a word of a granted packet is read")
	sending := m.RegNoReset("tx_slot", rtlgen.ValueOf(slot).Width(), "slot of the packet that is read")
	word := m.Reg("tx_word", rtlgen.IndexBits(words), 0, "number of the word that is read")
	last := m.Let("tx_last", active.And(word.Eq(m.Constant("last_word", word.Width(), words-1))))
	m.If(grant, func() {
		active.Set(1)
		sending.Set(slot)
		word.Set(0)
	}).ElseIf(active, func() {
		active.Set(last.Not())
		word.Set(word.Add(1))
	})
	m.Assume("grant_when_idle", rtlgen.ValueOf(grant).And(active).Implies(last),
		"a grant comes when the packet before is read")
	return Reading{active.Value, sending.Value, word.Value, active.And(word.Eq(0)), last}
}

// ToCrossbar shows the beats that are read to the crossbar, two cycles after the read.
// word is that of the packet memory, one cycle after the read: a block RAM is slow to
// show its word, so that a register stands between it and the crossbar. A beat that was
// lost is 0 there.
func (r Reading) ToCrossbar(m *rtlgen.Module, beat Beat[rtlgen.Out], word Word) {
	eop := m.Next("read_eop_q", r.Last, 0)
	beat.Valid.Drive(m.Next("beat_valid_q", m.Next("read_valid_q", r.Active, 0), 0))
	beat.Sop.Drive(m.Next("beat_sop_q", m.Next("read_sop_q", r.First, 0, "the first word of a packet was read"), 0))
	beat.Eop.Drive(m.Next("beat_eop_q", eop, 0))
	beat.Bad.Drive(m.Next("beat_bad_q", eop.And(word.Bad), 0))
	beat.Data.Drive(m.NextNoReset("beat_data_q", rtlgen.Mux(word.Lost, 0, word.Data)))
}

// Word is what a packet memory shows of a packet, one cycle after the read.
type Word struct {
	Data rtlgen.Signal
	Lost rtlgen.Signal // the packet was cut short before it
	Bad  rtlgen.Signal // with the last one: the packet is damaged
}

// MovedOn is the first beat of a packet with the turn pointer at the next switch's
// turn. It makes the signals next_tptr and next_header.
func (n Ports) MovedOn(m *rtlgen.Module, beat rtlgen.Signal) rtlgen.Value {
	h := FirstOf(beat).Header
	h.Tptr = m.Let("next_tptr", h.Tptr.Sub(n.Bits()))
	b := rtlgen.ValueOf(beat)
	moved := rtlgen.Cat(m.Let("next_header", rtlgen.Pack(h)), b.Low(BeatBits-HeaderBits))
	if rest := b.Width() - BeatBits; rest > 0 {
		return rtlgen.Cat(b.High(rest), moved)
	}
	return moved
}

// Send drives the beats of a link through the given number of registers. All fields are 0 while
// valid is 0; data is unknown until the first cycle after reset has come through.
func Send(m *rtlgen.Module, tx Beat[rtlgen.Out], cycles int, valid, sop, eop, bad, data rtlgen.Signal) {
	beat := rtlgen.Cat(valid, sop, eop, bad, data)
	rtlgen.Spread(tx, DelayData(m, "link", rtlgen.Mux(valid, beat, 0), rtlgen.ValueOf(data).Width(), cycles))
}

// SendOn sends the beats that come from the crossbar, with the turn pointer moved to
// the next switch's turn. The result is the beat in the first of the registers, as the
// next switch gets it: who looks at the packets that leave looks at them there, since
// the way through the crossbar fills a cycle.
func (n Ports) SendOn(m *rtlgen.Module, beat Beat[rtlgen.In], tx Beat[rtlgen.Out],
	cycles int) (first, data rtlgen.Value) {
	moved := n.MovedOn(m, beat.Data)
	patched := m.Let("patched", rtlgen.Mux(beat.Sop, moved, beat.Data))
	valid := m.Next("passed_valid_q", beat.Valid, 0).Value
	sop := m.Next("passed_sop_q", rtlgen.Mux(beat.Valid, beat.Sop, 0), 0,
		"the beat behind the crossbar is the first").Value
	eop := m.Next("passed_eop_q", rtlgen.Mux(beat.Valid, beat.Eop, 0), 0,
		"the beat behind the crossbar is the last").Value
	bad := m.Next("passed_bad_q", rtlgen.Mux(beat.Valid, beat.Bad, 0), 0,
		"the packet behind the crossbar is damaged").Value
	data = m.NextNoReset("passed_data_q", rtlgen.Mux(beat.Valid, patched, 0),
		"beat behind the crossbar, as the next switch gets it").Value
	rtlgen.Spread(tx, DelayData(m, "link", rtlgen.Cat(valid, sop, eop, bad, data), data.Width(), cycles-1))
	return sop, data
}
