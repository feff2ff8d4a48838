package axis

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// tag is what the head of a packet says of the frame in it: the field tag, with beats of 64 bits.
type tag struct {
	First value `width:"1" doc:"the frame begins"`
	Last  value `width:"1" doc:"it ends"`
	Bytes value `width:"tag_bytes" doc:"of the frame in this packet, 1 to 7 words; 7 words in all but the last"`
}

// number is the number of a packet in its head: the field seq, with beats of 64 bits.
type number struct {
	Frame value `width:"4" doc:"of the frames of this source, modulo 16"`
	Index value `width:"packet_index" doc:"of the packets of the frame, from 0"`
}

// Cut takes frames of AXI4-Stream, drops those that cannot be sent, and cuts the others into
// packets, 7 words behind each head. Frames are sent in the order in which they came, a packet
// in 8 cycles, back to back.
func Cut(p Params) *rtlgen.Typed[CutPorts] {
	m, io := rtlgen.New[CutPorts](p)
	if m.Refused() {
		return m
	}
	p.send(m.Module, io, p.accept(m.Module, io))
	return m
}

// plan is the next packet.
type plan struct {
	Turn  value `width:"index(ports)"`
	Words value `width:"3"`
	Tag   tag
}

// next makes the plan of a packet, in a register, while the one before is sent.
func (p Params) next(m *rtlgen.Module, io *CutPorts, f frames, sends value) (ready value, of plan) {
	waits := m.Reg("plan_waits", 1, 0, "a planned packet waits to be sent")
	fresh := m.Reg("fresh", 1, 1, "the next packet begins a frame")
	left := m.RegNoReset("words_left", p.lw(), "words of the frame that are not planned yet")
	words := m.Let("words_to_send", rtlgen.Mux(fresh, f.next.Words, left))
	last := m.Let("last_packet", words.Le(payload))
	makes := m.Let("makes_plan", f.any.AndNot(waits))
	f.pop(m.Let("frame_is_planned", makes.And(last)))
	m.If(makes, func() {
		fresh.Set(last)
		left.Set(words.Sub(payload))
		waits.Set(1)
	}).ElseIf(sends, func() { waits.Set(0) })
	count := m.Let("packet_words", rtlgen.Mux(last, words.Low(wordsBits), payload))
	whole := m.Let("whole_words", count.Sub(1))
	part := m.Let("last_bytes", rtlgen.Mux(last, f.next.Bytes, m.Ones(p.byteBits())))
	word := rtlgen.Pack(plan{Turn: p.ports().TurnTo(m, "turn", io.MyPort, f.next.Dest), Words: count,
		Tag: tag{First: fresh.Value, Last: last, Bytes: m.Let("packet_bytes", rtlgen.Cat(whole, part).Add(1))}})
	held := m.RegNoReset("plan", word.Width(), "turn, words and tag of the next packet")
	m.If(makes, func() { held.Set(word) })
	return waits.Value, rtlgen.Unpack[plan](held, p.dims())
}

// send sends the packets.
func (p Params) send(m *rtlgen.Module, io *CutPorts, f frames) {
	sends := m.Wire("sends", 1)
	ready, next := p.next(m, io, f, sends.Value)
	credits := rtlgen.Use(m, "credits", prim.CreditCounter(prim.CreditCounterParams{Max: p.Slots}))
	credits.Give.Drive(m.Next("tx_credit_q", io.TxCredit, 0))
	credits.Take.Drive(sends)
	m.Unused("credit_count", credits.Count)
	m.Unused("credit_excess", credits.Excess)

	busy := m.Reg("busy", 1, 0, "the beats behind a head are sent")
	place := m.Reg("place", packet.BeatIndex, 1, "number of the beat behind the head")
	words := m.Reg("packet_words_left", wordsBits, 0, "words of the packet still to be read")
	sends.Set(ready.And(credits.Available).AndNot(busy))
	end := m.Let("packet_ends", busy.And(place.All()))
	m.If(sends, func() { busy.Set(1) }).ElseIf(end, func() { busy.Set(0) })
	m.If(busy, func() { place.Set(rtlgen.Mux(place.All(), 1, place.Add(1))) })
	reads := m.Let("word_is_read", words.Ne(0))
	f.read.Set(reads)
	m.If(sends, func() { words.Set(next.Words) }).ElseIf(reads, func() { words.Set(words.Sub(1)) })

	frame := m.Reg("frame_number", frameBits, 0, "number of the frame, modulo 16")
	index := m.Reg("packet_index", p.indexBits(), 0, "number of the packet in its frame")
	seq := number{Frame: frame.Value, Index: index.Value}
	head := m.RegNoReset("head", packet.BeatBits, "lowest 64 bits of the first beat of the packet, the only ones that are not 0")
	m.If(sends, func() {
		pool := rtlgen.Cat(next.Turn, m.Ones(packet.TurnBits-p.pw()))
		way := packet.Header{Turnpool: pool, Tptr: m.Const(packet.TptrBits, packet.TurnBits-1)}
		head.Set(rtlgen.Cat(rtlgen.Pack(way), io.MyPort.Zext(packet.SourceBits), rtlgen.Pack(seq), rtlgen.Pack(next.Tag)))
		index.Set(rtlgen.Mux(next.Tag.Last, 0, index.Add(1)))
		frame.Set(frame.Add(next.Tag.Last.Zext(frameBits)))
	})
	late := func(name string, x value) value { return m.Next(name+"_q2", m.Next(name+"_q1", x, 0), 0).Value }
	beats := m.Next("valid_q1", sends.Or(busy), 0, "a beat of a packet is due")
	valid := m.Next("valid_q2", beats, 0)
	first, filled := late("first", sends.Value), late("filled", reads)
	last := late("last", end)
	io.Tx.Valid.Drive(m.Next("tx_valid_q", valid, 0))
	io.Tx.Sop.Drive(m.Next("tx_sop_q", first, 0))
	io.Tx.Eop.Drive(m.Next("tx_eop_q", last, 0))
	io.Tx.Bad.Drive(m.Zero(1))
	io.Tx.Data.Drive(m.Next("tx_data_q", rtlgen.Mux(first, head.Zext(p.Data), rtlgen.Mux(filled, f.word, 0)), 0))
	m.Assert("words_follow_the_head", reads.Implies(busy), "a word is read in its place behind the head")
	m.Cover("waits_for_a_credit", ready.AndNot(busy).AndNot(credits.Available))
	m.Cover("back_to_back", end.And(ready))
}
