package ethernet

import (
	"culprit.example/culprit/blocks/axis"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// beat is what a buffer of a stream keeps: axis.Packed.
type beat struct {
	User value `width:"1"`
	Last value `width:"1"`
	Keep value `width:"keep"`
	Data value `width:"word"`
}

// enter is the input stage of a stream: a skid buffer, whose output is the oldest beat.
func enter(m *rtlgen.Module, s Source) *prim.SkidBufferPorts {
	stage := rtlgen.Use(m, "in_stage", prim.SkidBuffer(prim.SkidBufferParams{Width: axis.Packed(s).Width()}))
	axis.Rules(m, "s_axis", s, m.Assume)
	stage.In.Valid.Drive(s.Tvalid)
	stage.In.Data.Drive(axis.Packed(s))
	s.Tready.Drive(stage.In.Ready)
	return stage
}

// leave is the output stage of a stream: a skid buffer.
func leave(m *rtlgen.Module, s Sink, dims rtlgen.Dims) *prim.SkidBufferPorts {
	stage, _ := leaveWith(m, s, dims, 0)
	return stage
}

// leaveWith is such a stage for beats with some bits beside them, the same in all beats of a frame; 0
// for none. In its words they are above the beat. It returns those of the beat at the output, too.
func leaveWith(m *rtlgen.Module, s Sink, dims rtlgen.Dims, side int) (*prim.SkidBufferPorts, value) {
	width := rtlgen.PackedWidth[beat](dims)
	stage := rtlgen.Use(m, "out_stage", prim.SkidBuffer(prim.SkidBufferParams{Width: width + side}))
	b := rtlgen.Unpack[beat](stage.Out.Data.Low(width), dims)
	s.Tvalid.Drive(stage.Out.Valid)
	s.Tdata.Drive(b.Data)
	s.Tkeep.Drive(b.Keep)
	s.Tlast.Drive(b.Last)
	s.Tuser.Drive(b.User)
	stage.Out.Ready.Drive(s.Tready)
	var above value
	var beside []rtlgen.Signal
	if side > 0 {
		above = m.Let("beside_out", stage.Out.Data.High(side))
		beside = append(beside, above)
	}
	say := func(name string, cond rtlgen.Signal, doc ...string) { m.Assert("out_"+name, cond, doc...) }
	axis.Rules(m, "m_axis", s, say, beside...)
	return stage, above
}

// filter passes all frames but the MAC control frames, through a place between two skid buffers. The
// ethertype is in the second beat of 8 octets: then the first one waits in the place for it.
func filter(m *rtlgen.Module, in Source, out Sink, dims rtlgen.Dims) {
	from, to := enter(m, in), leave(m, out, dims)
	next := rtlgen.Unpack[beat](from.Out.Data, dims)
	bytes := next.Keep.Width()
	moves := m.Wire("moves", 1)
	from.Out.Ready.Drive(moves)
	starts := m.Reg("next_starts", 1, 1, "the oldest beat of the input stage begins a frame")
	held := m.Reg("held", 1, 0, "a beat is in the place")
	place := m.RegNoReset("place", from.Out.Data.Width(), "it")
	first := m.RegNoReset("place_starts", 1, "it begins a frame")
	m.If(moves, func() {
		starts.Set(next.Last)
		first.Set(starts)
		place.Set(from.Out.Data)
	})

	here := rtlgen.Unpack[beat](place, dims)
	toControl := m.Let("next_to_control", octets(next.Data, 0, 6).Eq(controlMAC))
	isType := m.Let("next_has_type", octets(next.Data, atType%bytes, 2).Eq(etherType).And(next.Keep.Bit((atType+1)%bytes)))
	matches := m.RegNoReset("place_matches", 1, "its octets are those of a MAC control frame")
	waits, control := m.Zero(1), m.Let("control", first.And(matches))
	if bytes > atType {
		m.If(moves, func() { matches.Set(toControl.And(isType)) })
	} else {
		m.If(moves, func() { matches.Set(toControl) })
		waits = m.Let("waits", first.AndNot(here.Last).AndNot(from.Out.Valid))
		control = m.Let("type_follows", control.AndNot(here.Last).And(from.Out.Valid).And(isType))
	}
	inside := m.Reg("dropping", 1, 0, "the beat in the place goes on a frame that is dropped")
	drops := m.Let("drops", rtlgen.Mux(inside, 1, control))
	leaves := m.Let("leaves", held.And(drops.Or(to.In.Ready.AndNot(waits))))
	m.If(leaves, func() { inside.Set(drops.AndNot(here.Last)) })
	moves.Set(from.Out.Valid.And(rtlgen.Mux(held, leaves, 1)))
	held.Set(rtlgen.Mux(moves, 1, held.AndNot(leaves)))
	passes := m.Let("passes", held.AndNot(waits).AndNot(drops))
	to.In.Valid.Drive(passes)
	to.In.Data.Drive(place)

	m.Assert("drops_whole_frames", held.And(inside).Implies(first.Not()), "a frame ends before the next one begins")
	noneLeaves(m, m.Let("beat_passes", passes.And(to.In.Ready)), here)
	m.Cover("control_frame_behind_a_stall", control.And(to.In.Ready.Not()))
}

// noneLeaves asserts that no beats that leave make a MAC control frame.
func noneLeaves(m *rtlgen.Module, leaves value, b beat) {
	bytes := b.Keep.Width()
	starts := m.Reg("out_starts", 1, 1, "the next beat that leaves begins a frame")
	m.If(leaves, func() { starts.Set(b.Last) })
	matches := m.Let("out_to_control", starts.And(octets(b.Data, 0, 6).Eq(controlMAC)))
	if bytes < atType {
		before := m.Reg("out_head_matches", 1, 0, "the beat before began a frame to the address of MAC control")
		m.If(leaves, func() { before.Set(matches.AndNot(b.Last)) })
		matches = before.Value
	}
	isType := octets(b.Data, atType%bytes, 2).Eq(etherType).And(b.Keep.Bit((atType + 1) % bytes))
	m.Assert("no_control_frame_leaves", leaves.And(matches).Implies(isType.Not()), "all MAC control frames are taken out")
}
