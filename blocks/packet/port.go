package packet

import "culprit.example/culprit/rtlgen"

// Received is the register behind the beats of a link's receiving end.
type Received struct {
	Valid, Sop, Eop, Data rtlgen.Value
	Start                 rtlgen.Value // the first beat of a packet is in the register
}

// Header is the routing header of a packet that starts.
func (r Received) Header() rtlgen.Value { return r.Data.High(HeaderBits) }

// Receive registers the beats that come in. It makes the signals rx_..._q. That the turn
// of a packet leads to an output, and not back to where it came from, is an assumption.
func (n Ports) Receive(m *rtlgen.Module, rx Beat[rtlgen.In]) Received {
	r := Received{
		Start: m.Next("rx_start_q", rx.Valid.And(rx.Sop), 0).Value,
		Valid: m.Next("rx_valid_q", rx.Valid, 0).Value,
		Sop:   m.Next("rx_sop_q", rx.Sop, 0).Value,
		Eop:   m.Next("rx_eop_q", rx.Eop, 0).Value,
		Data:  m.NextNoReset("rx_data_q", rx.Data).Value,
	}
	h := HeaderOf(r.Header())
	shift := m.Const(TptrBits, TurnBits-1).Sub(h.Tptr)
	aligned, least := h.Turnpool.Not().Shl(shift).Not(), (int(n)-1)<<(TurnBits-n.Bits()) // of a turn back
	m.Assume("turn_is_legal", r.Start.Implies(aligned.Lt(least)), "the turn leads to an output other than the port's own")
	return r
}

// AssumeBeats states that packets come whole: word counts the beats of a packet, and is
// 0 between packets.
func AssumeBeats(m *rtlgen.Module, valid, sop, eop, word rtlgen.Value) {
	m.Assume("sop_first", valid.Implies(sop.Eq(word.Eq(0))), "sop with the first beat")
	m.Assume("eop_last", valid.Implies(eop.Eq(word.Eq(Beats-1))), "eop with the last beat")
	m.Assume("no_gap", word.Any().Implies(valid), "the beats of a packet come one after the other")
}

// AssumeLink states what the sending end of a link does: packets come whole, and each with
// a credit, of which there are so many at the start.
func AssumeLink(m *rtlgen.Module, rx Rx, credits int) {
	beat := m.Reg("beat_of_packet", BeatIndex, 0)
	m.If(rx.Valid, func() { beat.Set(rtlgen.Mux(rx.Eop, 0, beat.Add(1))) })
	AssumeBeats(m, rx.Valid.Value, rx.Sop.Value, rx.Eop.Value, beat.Value)

	w := rtlgen.CountBits(credits)
	left := m.Reg("credits_of_sender", w, credits)
	comes := m.Let("packet_comes", rx.Valid.And(rx.Sop))
	left.Set(left.Sub(comes.Zext(w)).Add(rx.Credit.Zext(w)))
	m.Assume("packet_has_a_credit", comes.Implies(left.Ne(0)), "a packet is sent only with a credit")
}

// To drives the beats of an instance with those that were received.
func (r Received) To(beat Beat[rtlgen.In]) {
	beat.Valid.Drive(r.Valid)
	beat.Sop.Drive(r.Sop)
	beat.Eop.Drive(r.Eop)
	beat.Data.Drive(r.Data)
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
	active := m.Reg("tx_active", 1, 0)
	sending := m.RegNoReset("tx_slot", rtlgen.ValueOf(slot).Width())
	word := m.Reg("tx_word", rtlgen.IndexBits(words), 0)
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
// data is that of the packet memory, one cycle after the read: a block RAM is slow to
// show its word, so that a register stands between it and the crossbar.
func (r Reading) ToCrossbar(m *rtlgen.Module, beat Beat[rtlgen.Out], data rtlgen.Signal) {
	beat.Valid.Drive(m.Next("beat_valid_q", m.Next("read_valid_q", r.Active, 0), 0))
	beat.Sop.Drive(m.Next("beat_sop_q", m.Next("read_sop_q", r.First, 0), 0))
	beat.Eop.Drive(m.Next("beat_eop_q", m.Next("read_eop_q", r.Last, 0), 0))
	beat.Data.Drive(m.NextNoReset("beat_data_q", data))
}

// MovedOn is the first beat of a packet with the turn pointer at the next switch's
// turn. It makes the signals next_tptr and next_header.
func (n Ports) MovedOn(m *rtlgen.Module, beat rtlgen.Signal) rtlgen.Value {
	h := FirstOf(beat).Header
	h.Tptr = m.Let("next_tptr", h.Tptr.Sub(n.Bits()))
	return rtlgen.Cat(m.Let("next_header", rtlgen.Pack(h)), rtlgen.ValueOf(beat).Low(BeatBits-HeaderBits))
}

// Send drives the beats of a link through the given number of registers. All fields are 0 while
// valid is 0; data is unknown until the first cycle after reset has come through.
func Send(m *rtlgen.Module, tx Beat[rtlgen.Out], cycles int, valid, sop, eop, data rtlgen.Signal) {
	beat := rtlgen.Cat(valid, sop, eop, data)
	rtlgen.Spread(tx, DelayData(m, "link", rtlgen.Mux(valid, beat, 0), BeatBits, cycles))
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
	sop := m.Next("passed_sop_q", rtlgen.Mux(beat.Valid, beat.Sop, 0), 0).Value
	eop := m.Next("passed_eop_q", rtlgen.Mux(beat.Valid, beat.Eop, 0), 0).Value
	data = m.NextNoReset("passed_data_q", rtlgen.Mux(beat.Valid, patched, 0)).Value
	rtlgen.Spread(tx, DelayData(m, "link", rtlgen.Cat(valid, sop, eop, data), BeatBits, cycles-1))
	return sop, data
}
