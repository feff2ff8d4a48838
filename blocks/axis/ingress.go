package axis

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// offered is a beat behind the register stage of the stream.
type offered struct {
	Dest  value `width:"dest"`
	User  value `width:"1"`
	Last  value `width:"1"`
	Bytes value `width:"byte_counts" doc:"of each 64 bits"`
	Data  value `width:"word"`
}

// description is a frame in the buffer.
type description struct {
	Dest  value `width:"index(ports)"`
	Words value `width:"length" doc:"how many"`
	Bytes value `width:"byte_index" doc:"of the last word, less one"`
}

// dims are the names that the tags of the structs above use.
func (p Params) dims() rtlgen.Dims {
	d := p.Dims()
	d["ports"], d["length"] = p.Ports, p.lw()
	d["byte_counts"] = p.Data / partBits * partCount
	d["byte_index"], d["tag_bytes"], d["packet_index"], d["number"] = p.byteBits(), p.tagBits(), p.indexBits(), p.seqBits()
	return d
}

// frames is the buffer of frames that came in whole, seen by who reads them.
type frames struct {
	next    description // the oldest frame; unknown without any
	any     value       // there is one
	pop     func(value) // it is done
	read    rtlgen.Wire // the next word is read
	word    value       // two cycles after read
	freeing rtlgen.Reg  // words that were read so far
}

// Bytes of a beat are counted in parts of partBits bits, each with partCount bits.
const (
	partBits  = 64
	partCount = 4
)

// bytesOfParts are the numbers of bytes in the parts of a beat.
func (p Params) bytesOfParts(keep rtlgen.In) value {
	counts := make([]value, p.Data/partBits)
	for i := range counts {
		const bytes = partBits / 8
		counts[i] = keep.Slice(bytes*(i+1)-1, bytes*i).PopCount()
	}
	return rtlgen.LanesOf(counts)
}

// sumOfParts adds these numbers in a tree.
func (p Params) sumOfParts(counts value) value {
	sums := make([]value, p.Data/partBits)
	for i := range sums {
		sums[i] = counts.Slice(partCount*(i+1)-1, partCount*i)
	}
	for ; len(sums) > 1; sums = sums[:len(sums)/2] {
		for i := range len(sums) / 2 {
			sums[i] = sums[2*i].AddCarry(sums[2*i+1])
		}
	}
	return sums[0]
}

// accept takes the frames of the stream into a buffer. A frame is there when its last beat is,
// and whole: one that is dropped gives its words back at once. So a frame never waits for
// room while nothing before it can leave.
func (p Params) accept(m *rtlgen.Module, io *CutPorts) frames {
	s := io.SAxis
	// Bytes are counted on both sides of the stage: of 64 at once the count would fill a cycle.
	offer := rtlgen.Cat(s.Tdest, s.Tuser, s.Tlast, m.Let("bytes_of_parts", p.bytesOfParts(s.Tkeep)), s.Tdata)
	stage := rtlgen.Use(m, "stage", prim.SkidBuffer(prim.SkidBufferParams{Width: offer.Width()}))
	hostRules(m, "s_axis", s.Stream, m.Assume, s.Tdest.Value)
	stage.In.Valid.Drive(s.Tvalid)
	stage.In.Data.Drive(offer)
	s.Tready.Drive(stage.In.Ready)
	beat := rtlgen.Unpack[offered](stage.Out.Data, p.dims())
	takes := m.Reg("takes", 1, 0, "buffer and list have room for more beats")
	stage.Out.Ready.Drive(takes)

	valid := m.Next("beat_valid", stage.Out.Valid.And(takes), 0, "a beat was taken from the stage")
	data := m.NextNoReset("beat_data", beat.Data, "the beat, first byte in bits 7:0")
	last := m.Let("frame_ends", valid.And(m.NextNoReset("beat_last", beat.Last, "the beat ends a frame")))
	bytes := m.NextNoReset("beat_bytes", p.sumOfParts(beat.Bytes), "bytes in the beat")
	dest := m.NextNoReset("beat_dest", beat.Dest, "port that the frame goes to")
	bad := m.NextNoReset("beat_bad", beat.User, "with the last beat: the frame is bad")

	length := m.Reg("frame_words", p.lw(), 0, "words of the frame before this beat")
	at := m.Reg("at_mtu", 1, 0, "the frame has as many words as mtu bytes are, rounded down")
	over := m.Reg("over_mtu", 1, 0, "the frame has more words than these")
	full, rest := p.MTU/p.wordBytes(), p.MTU%p.wordBytes()
	tooLong := m.Let("too_long", over.Or(at.And(bytes.Gt(rest))))
	m.If(last, func() {
		length.Set(0)
		at.Set(0)
		over.Set(0)
	}).ElseIf(valid, func() {
		length.Set(length.Add(over.Not().Zext(p.lw())))
		at.Set(length.Eq(full - 1))
		over.Set(over.Or(at))
	})
	none := m.Let("no_such_port", dest.Eq(io.MyPort.Zext(destBits)))
	if p.Ports < 1<<destBits {
		none = m.Let("no_way", none.Or(dest.Ge(p.Ports)))
	}
	// A last beat may have no byte: the word before it is the last one then, if there is one.
	empty := m.Let("beat_is_empty", bytes.Eq(0))
	broken := m.Let("is_bad", bad.Or(empty.And(length.Eq(0))))
	event := m.Wire("errors", cutCauses)
	event.SetBit(Long, last.And(tooLong))
	event.SetBit(NoDest, last.And(none).AndNot(tooLong))
	event.SetBit(Bad, last.And(broken).AndNot(none).AndNot(tooLong))
	io.Error.Drive(m.Next("error_q", event, 0))
	drops := m.Let("drops", tooLong.Or(none).Or(broken))
	enters := m.Let("frame_enters", last.AndNot(drops))

	aw := rtlgen.IndexBits(p.buffer())
	to := m.Reg("write_at", aw+1, 0, "place of the next word that comes in")
	start := m.Reg("frame_at", aw+1, 0, "place of the incoming frame's first word")
	from := m.Reg("read_at", aw+1, 0, "place of the next word to send")
	write := m.Let("writes", valid.AndNot(over).AndNot(last.And(empty)))
	behind := m.Let("write_behind", to.Add(1))
	m.If(last.And(drops), func() { to.Set(start) }).ElseIf(write, func() { to.Set(behind) })
	m.If(enters, func() { start.Set(rtlgen.Mux(empty, to, behind)) })
	memory := m.Memory("frame_ram", p.buffer(), p.Data, rtlgen.ReadUndefined, "words of frames, by place")
	memory.Write(write, to.Low(aw), data)
	read := m.Wire("reads", 1)
	m.If(read, func() { from.Set(from.Add(1)) })
	word := m.NextNoReset("read_q", memory.ReadSync("read_word", read, from.Low(aw)))

	list := rtlgen.Use(m, "frames", prim.FIFO(prim.FIFOParams{Width: p.pw() + p.lw() + p.byteBits(), Depth: descriptors}))
	list.Push.Drive(enters)
	list.Wdata.Drive(rtlgen.Pack(description{Dest: dest.Low(p.pw()), Words: length.Add(empty.Not().Zext(p.lw())),
		Bytes: bytes.Low(p.byteBits()).Sub(1)}))
	inBuffer := m.Let("words_in_buffer", to.Sub(from))
	held := m.Next("held_q", inBuffer, 0)
	roomy := m.Next("has_room", held.Lt(p.buffer()-slack/2), 0, "the frame buffer has room for more words")
	takes.Set(roomy.And(m.Next("list_has_room", list.Count.Lt(descriptors-slack/2), 0,
		"the list of frames has room for more")))

	m.Assert("places_in_order", start.Sub(from).Le(inBuffer).And(inBuffer.Le(p.buffer())),
		"what is read comes before the frame that comes in, and the buffer holds both")
	m.Assert("buffer_has_room", write.Implies(inBuffer.Lt(p.buffer())), "no word is lost")
	m.Assert("list_has_room_for_a_frame", enters.Implies(list.Full.Not()), "no frame is lost")
	m.Assert("reads_whole_frames", read.Implies(from.Ne(start)), "only words of whole frames are read")
	m.Unused("list_full", list.Full)
	m.Cover("frame_dropped", last.And(drops))
	m.Cover("buffer_is_full", roomy.Not())
	return frames{next: rtlgen.Unpack[description](list.Rdata, p.dims()), any: list.Empty.Not(),
		pop: func(x value) { list.Pop.Drive(x) }, read: read, word: word.Value, freeing: from}
}
