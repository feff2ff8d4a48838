package axis

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// Join puts packets together to frames, each source in a context of its own, and offers whole
// frames to the host, in the order in which they became whole.
func Join(p Params) *rtlgen.Typed[JoinPorts] {
	m, io := rtlgen.New[JoinPorts](p)
	if m.Refused() {
		return m
	}
	j := &join{m: m.Module, p: p, io: io, fire: m.Wire("fire", 1), frees: m.Wire("frees_slot", 1),
		read: m.Wire("reads", 1), readContext: m.RegNoReset("sent_context", p.xw(),
			"context of the frame that is sent")}
	j.receive()
	j.look()
	j.move()
	j.emit()
	return m
}

// join is the netlist of Join while it is built.
type join struct {
	m  *rtlgen.Module
	p  Params
	io *JoinPorts

	// Slots, and the packet that is looked at.
	packets      rtlgen.Memory
	header       rtlgen.Reg // {src, seq, tag}
	bad          rtlgen.Reg // it is damaged
	slot         rtlgen.Reg
	decided      rtlgen.Reg // it is known what becomes of it
	fire, frees  rtlgen.Wire
	guardError   value
	accept, last value // it becomes part of a frame, and ends it
	words        value
	at           value // where it goes, in the memory of all contexts
	room         value // its context has room
	context      rtlgen.Reg
	frame        value // packed: the frame that it ends

	// Frames.
	memory      rtlgen.Memory // of all contexts
	becomes     value         // a frame is whole
	whole       rtlgen.Reg    // packed: which
	listHasRoom rtlgen.Reg
	read        rtlgen.Wire // a word of a frame is read, of this context
	readContext rtlgen.Reg
}

// placed is a frame in the memory of all contexts.
type placed struct {
	At      value `width:"address" doc:"its first word"`
	Context value `width:"context"`
	Words   value `width:"length"`
	Bytes   value `width:"byte_index" doc:"of its last word, less one"`
}

// aw is the width of an address in the memory of all contexts.
func (p Params) aw() int { return rtlgen.IndexBits(p.contexts() * p.room()) }

// joinDims are the names that the tags of placed use.
func (p Params) joinDims() rtlgen.Dims {
	d := p.dims()
	d["address"], d["context"] = p.aw(), p.xw()
	return d
}

// oneHot is a bit for each context, in a signal whose name begins with name.
func (j *join) oneHot(name string, context value) value {
	return j.m.Let(name+"_onehot", context.Decode(j.p.contexts()))
}

// ofContext is a constant of each context, of which oneHot chooses one.
func (j *join) ofContext(oneHot value, x func(i int) int) value {
	lanes := make([]value, j.p.contexts())
	for i := range lanes {
		lanes[i] = j.m.Const(j.p.aw(), x(i))
	}
	return rtlgen.OneHotMux(oneHot, rtlgen.LanesOf(lanes))
}

func (j *join) firstOf(oneHot value) value {
	return j.ofContext(oneHot, func(i int) int { return i * j.p.room() })
}

func (j *join) lastOf(oneHot value) value {
	return j.ofContext(oneHot, func(i int) int { return (i+1)*j.p.room() - 1 })
}

// walk moves an address through the words of a context, in a circle. What says which word is there.
func (j *join) walk(name, what string, starts value, at, context value, steps value) value {
	m, of := j.m, j.oneHot(name, context)
	address := m.RegNoReset(name, j.p.aw(), what)
	first := m.RegNoReset(name+"_first", j.p.aw(), "address of the first word of its context")
	last := m.RegNoReset(name+"_last", j.p.aw(), "address of the last word of its context")
	m.If(starts, func() {
		address.Set(at)
		first.Set(j.firstOf(of))
		last.Set(j.lastOf(of))
	}).ElseIf(steps, func() { address.Set(rtlgen.Mux(address.Eq(last), first, address.Add(1))) })
	return address.Value
}

// move copies the words of a packet from its slot to its context, one in a cycle.
func (j *join) move() {
	m, p := j.m, j.p
	left := m.Reg("words_left", wordsBits, 0, "words of the packet still to be moved")
	place := m.RegNoReset("place", packet.BeatIndex, "beat of the slot that is moved next")
	slot := m.RegNoReset("moved_slot", p.sw(), "slot of the packet that is moved")
	ends := m.RegNoReset("moves_the_last", 1, "the packet that is moved ends its frame")
	moves := m.Let("moves", left.Ne(0))
	done := m.Let("packet_is_moved", left.Eq(1))
	ready := m.Let("context_is_ready", j.room.And(j.listHasRoom).Or(j.accept.Not()))
	j.fire.Set(j.decided.And(ready).AndNot(moves))
	starts := m.Let("starts", j.fire.And(j.accept))
	j.frees.Set(j.fire.AndNot(j.accept).Or(done))
	m.If(starts, func() {
		left.Set(j.words)
		place.Set(1)
		slot.Set(j.slot)
		ends.Set(j.last)
	}).ElseIf(moves, func() {
		left.Set(left.Sub(1))
		place.Set(place.Add(1))
	})
	word := m.NextNoReset("moved_word", j.packets.ReadSync("slot_word", moves, rtlgen.Cat(slot, place)))
	at := j.walk("write_at", "address of the next word to move", starts, j.at, j.context.Value, moves)
	to := m.NextNoReset("write_at_q2", m.NextNoReset("write_at_q1", at))
	j.memory = m.Memory("frame_ram", p.contexts()*p.room(), p.Data, rtlgen.ReadUndefined,
		"words of frames, by context and place")
	j.memory.Write(m.Next("writes", m.Next("moves_q", moves, 0), 0), to, word)
	j.whole = m.RegNoReset("whole_frame", j.frame.Width(), "frame that ends with the packet being moved")
	m.If(starts, func() { j.whole.Set(j.frame) })
	j.becomes = m.Next("frame_is_whole", done.And(ends), 0, "a frame became whole, and enters the list").Value
	m.Cover("waits_for_room", j.decided.AndNot(ready))
	m.Cover("moves_back_to_back", m.Next("was_moved", done, 0).And(j.fire))
}

// held is how many words the register stage behind the memory holds.
const held = 16

// emit reads whole frames, a word in a cycle, and offers them to the host.
func (j *join) emit() {
	m, p, io := j.m, j.p, j.io
	list := rtlgen.Use(m, "frames", prim.FIFO(prim.FIFOParams{Width: j.whole.Width(), Depth: descriptors}))
	list.Push.Drive(j.becomes)
	list.Wdata.Drive(j.whole)
	j.listHasRoom.Set(list.Count.Lt(descriptors - 3))
	next := rtlgen.Unpack[placed](list.Rdata, p.joinDims())
	left := m.Reg("frame_words_left", p.lw(), 0, "words of the frame still to be read")
	bytes := m.RegNoReset("frame_bytes", p.byteBits(), "bytes of the frame's last word, less one")
	tid := m.RegNoReset("frame_source", destBits, "port that the frame comes from")
	last := m.Let("last_word", left.Eq(1))
	out := rtlgen.Use(m, "out", prim.FIFO(prim.FIFOParams{Width: p.Data + p.wordBytes() + 1 + destBits, Depth: held}))
	places := m.Reg("places_taken", rtlgen.CountBits(held), 0, "words read that the host has not taken")
	j.read.Set(left.Ne(0).AndNot(places.High(1)))
	loads := m.Let("loads_a_frame", list.Empty.Not().And(left.Eq(0).Or(last.And(j.read))))
	list.Pop.Drive(loads)
	m.If(loads, func() {
		left.Set(next.Words)
		bytes.Set(next.Bytes)
		j.readContext.Set(next.Context)
		x := next.Context.Zext(destBits)
		tid.Set(x.Add(x.Ge(io.MyPort.Zext(destBits)).Zext(destBits)))
	}).ElseIf(j.read, func() { left.Set(left.Sub(1)) })
	at := j.walk("read_at", "address of the next word to send", loads, next.At, next.Context, j.read.Value)
	word := m.NextNoReset("read_q", j.memory.ReadSync("read_word", j.read, at))

	keep := m.Wire("keep_of_last", p.wordBytes())
	for i := range p.wordBytes() {
		keep.SetBit(i, bytes.Ge(i))
	}
	side := m.Let("beside", rtlgen.Cat(tid, last, rtlgen.Mux(last, keep, m.Ones(p.wordBytes()))))
	comes := m.Next("read_valid", j.read, 0)
	pushes := m.Next("out_push", comes, 0)
	out.Push.Drive(pushes)
	out.Wdata.Drive(rtlgen.Cat(m.NextNoReset("beside_q2", m.NextNoReset("beside_q1", side)), word))
	pops := m.Let("beat_is_taken", io.MAxis.Tready.AndNot(out.Empty))
	out.Pop.Drive(io.MAxis.Tready)
	prim.UpDown(m, places, j.read, pops)
	m.Unused("fifo_states", list.Full, out.Full)

	io.MAxis.Tvalid.Drive(out.Empty.Not())
	io.MAxis.Tdata.Drive(out.Rdata.Low(p.Data))
	io.MAxis.Tkeep.Drive(out.Rdata.Slice(p.Data+p.wordBytes()-1, p.Data))
	io.MAxis.Tlast.Drive(out.Rdata.Bit(p.Data + p.wordBytes()))
	io.MAxis.Tid.Drive(out.Rdata.High(destBits))
	io.MAxis.Tuser.Drive(m.Zero(1))
	Rules(m, "m_axis", io.MAxis.Stream, m.Assert, io.MAxis.Tid.Value)
	m.Assert("list_has_room_for_a_frame", j.becomes.Implies(list.Full.Not()), "no frame is lost")
	coming := comes.Zext(places.Width()).Add(pushes.Zext(places.Width()))
	m.Assert("place_for_each_word", places.Le(held).And(places.Eq(out.Count.Add(coming))),
		"no word is read without a place for it")
	m.Cover("frames_back_to_back", loads.And(j.read))
}
