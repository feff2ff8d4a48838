package axis

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
)

// fields are those of a head that Join looks at.
type fields struct {
	Source value `width:"8"`
	Seq    value `width:"number"`
	Tag    tag
}

// look decides in lookSteps cycles what becomes of a packet: it becomes part of the frame of
// its source, or is dropped, perhaps with that frame. A step per register.
func (j *join) look() {
	m, p := j.m, j.p
	j.listHasRoom = m.Reg("list_has_room", 1, 0, "the list of whole frames has room for another")
	head := rtlgen.Unpack[fields](j.header, j.p.joinDims())
	numbered := rtlgen.Unpack[number](head.Seq, j.p.joinDims())
	n, ub, pb := p.contexts(), rtlgen.CountBits(p.room()), rtlgen.IndexBits(p.room())

	// Step 1: whose packet it is.
	me, src := j.io.MyPort.Zext(packet.SourceBits), head.Source
	known := m.NextNoReset("source_known", src.Lt(p.Ports).And(src.Ne(me)).AndNot(j.bad),
		"the packet is undamaged, and from another port")
	j.context = m.NextNoReset("source_context", src.Low(p.xw()).Sub(src.Gt(me).Zext(p.xw())),
		"context of the packet's source")
	rounded := m.Let("bytes_rounded", head.Tag.Bytes.AddCarry(p.wordBytes()-1))
	m.Unused("bytes_rest", rounded.Low(p.byteBits()))
	fits := m.Let("words_fit", rounded.High(4).Ne(0).And(rounded.High(4).Ne(packet.Beats)))
	legal := m.NextNoReset("length_legal", head.Tag.Last.Not().Or(fits), "the packet has a legal number of bytes")
	words := m.NextNoReset("packet_words", rtlgen.Mux(head.Tag.Last, rounded.High(4).Low(wordsBits), payload),
		"words of the frame in this packet")
	first, last := head.Tag.First, head.Tag.Last

	// Step 2: its context.
	open := m.RegArray("open", n, 1, 0, "a frame has begun and not ended, by context")
	expected := m.RegArrayNoReset("expected", n, p.seqBits(), "seq that the next packet must have, by context")
	at := m.RegArrayNoReset("write_place", n, pb, "place of the next word, by context")
	start := m.RegArray("frame_place", n, pb, 0, "place of the open frame's first word, by context")
	length := m.RegArray("words_so_far", n, p.lw(), 0, "words of the open frame so far, by context")
	taken := m.RegArray("words_taken", n, ub, 0, "running count of words taken, by context")
	freed := m.RegArray("words_freed", n, ub, 0, "running count of words freed, by context")
	here := j.context
	isOpen := m.NextNoReset("is_open", open.At(here), "the source has an open frame")
	expects := m.NextNoReset("expects", expected.At(here), "seq that a packet of the open frame must have")
	atNow := m.NextNoReset("write_place_q", at.At(here), "place of the next word in the context")
	startNow := m.NextNoReset("frame_place_q", start.At(here), "place of the open frame in the context")
	lengthNow := m.NextNoReset("words_so_far_q", length.At(here), "words of the source's open frame so far")
	takenNow := m.NextNoReset("words_taken_q", taken.At(here), "running count of words that the context took")
	base := m.NextNoReset("context_first", j.firstOf(j.oneHot("source_context", here.Value)),
		"address of the context's first word")

	// Step 3: whether it goes on, or begins.
	fits3 := m.Let("keeps_the_rules", known.And(legal))
	goesOn := m.Let("goes_on", isOpen.And(head.Seq.Eq(expects)).AndNot(first))
	begins := m.Let("begins_a_frame", first.And(numbered.Index.Eq(0)))
	goes := m.NextNoReset("goes", fits3.And(goesOn.Or(begins)), "the packet begins a frame, or goes on with one")
	gap := m.NextNoReset("ends_a_frame_early", known.And(isOpen).And(first.Or(goesOn.Not()).Or(legal.Not())),
		"the open frame has a gap, and is dropped")
	stray := m.NextNoReset("is_stray", known.AndNot(isOpen).AndNot(begins.And(legal)).Or(known.Not().AndNot(j.bad)),
		"the packet belongs to no frame")
	closed := m.NextNoReset("taken_without_frame", takenNow.Sub(lengthNow.Zext(ub)),
		"running count of words without the open frame")
	atBase := m.NextNoReset("place_of_packet", rtlgen.Mux(first, startNow, atNow),
		"place of the packet's first word in the context")
	lengthBase := m.NextNoReset("words_before", rtlgen.Mux(first, 0, lengthNow),
		"words of the frame before this packet")
	takenBase := m.NextNoReset("taken_before", rtlgen.Mux(first, takenNow.Sub(lengthNow.Zext(ub)), takenNow),
		"running count of words before this packet")

	// Step 4: what the context becomes with it.
	lengthThen := m.NextNoReset("words_then", lengthBase.Add(words.Zext(p.lw())), "words of the frame with this packet")
	takenThen := m.NextNoReset("taken_then", takenBase.Add(words.Zext(ub)), "running count of words with this packet")
	atSum := m.NextNoReset("place_sum", atBase.AddCarry(words.Zext(pb)),
		"place behind the packet, before the ring wraps")
	address := m.NextNoReset("packet_address", base.Add(atBase.Zext(p.aw())), "address of the packet's first word")
	frameAt := m.NextNoReset("frame_address", base.Add(startNow.Zext(p.aw())), "address of the frame's first word")
	goes4, gap4, stray4 := m.NextNoReset("goes_q", goes), m.NextNoReset("gap_q", gap), m.NextNoReset("stray_q", stray)

	// Step 5: whether it is too long.
	long := m.Let("frame_too_long", lengthThen.Gt(p.words()))
	accept := m.NextNoReset("accepts", goes4.AndNot(long), "the packet becomes part of its frame")
	closes := m.NextNoReset("closes", gap4.AndNot(goes4).Or(goes4.And(long)),
		"the packet and the open frame are dropped")
	tellsGap := m.NextNoReset("tells_gap", gap4.Or(goes4.And(long)), "the packet counts as a gap")
	tellsStray := m.NextNoReset("tells_stray", stray4)
	atThen := m.NextNoReset("place_then",
		rtlgen.Mux(atSum.Ge(p.room()), atSum.Low(pb).Sub(p.room()%(1<<pb)), atSum.Low(pb)),
		"place behind the packet in the context")

	j.accept, j.last, j.words, j.at = accept.Value, last, words.Value, address.Value
	j.frame = rtlgen.Pack(placed{At: frameAt.Value, Context: here.Value, Words: lengthThen.Value,
		Bytes: head.Tag.Bytes.Low(p.byteBits()).Sub(1)})
	starts := m.Let("packet_enters", j.fire.And(accept))
	m.If(starts, func() {
		at.At(here).Set(atThen)
		taken.At(here).Set(takenThen)
		expected.At(here).Set(head.Seq.Add(1))
		open.At(here).Set(last.Not())
		length.At(here).Set(rtlgen.Mux(last, 0, lengthThen))
		m.If(last, func() { start.At(here).Set(atThen) })
	}).ElseIf(j.fire.And(closes), func() {
		at.At(here).Set(startNow)
		taken.At(here).Set(closed)
		open.At(here).Set(0)
		length.At(here).Set(0)
	})
	m.If(j.read, func() { freed.At(j.readContext).Set(freed.At(j.readContext).Add(1)) })

	freedNow := m.NextNoReset("words_freed_q", freed.At(here), "running count of words that left the context")
	held := m.NextNoReset("words_held", takenNow.Sub(freedNow), "words in the context, those of the open frame too")
	room := m.NextNoReset("context_has_room", held.Le(p.room()-payload), "the context has room for a packet")
	j.room = room.Value
	whole := m.NextNoReset("waits_behind_a_frame", held.Gt(lengthNow.Zext(ub)),
		"a whole frame of the source has not left")
	m.Assert("waits_only_behind_a_whole_frame", j.decided.And(accept).AndNot(room).Implies(whole),
		"a packet waits for room only while a whole frame of its source has not left, which needs no packet to leave")
	m.Assert("contexts_keep_to_their_words", j.decided.And(accept).Implies(held.Le(p.room())), "no frame is overwritten")

	io := j.io
	event := m.Wire("errors", Causes-cutCauses)
	event.SetBit(Link-cutCauses, j.guardError)
	event.SetBit(Gap-cutCauses, j.fire.And(tellsGap))
	event.SetBit(Stray-cutCauses, j.fire.And(tellsStray))
	io.Error.Drive(m.Next("error_q", event, 0))
}
