package axis

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
)

// State is Module.Assume or Module.Assert.
type State func(name string, cond rtlgen.Signal, doc ...string)

// Rules are those of AXI4-Stream for one end of a stream: what a host must keep, and an edge promises.
// With a number of a port beside the beats, TDEST or TID, it is the same in all beats of a frame.
func Rules[F, B rtlgen.Direction](m *rtlgen.Module, name string, s Stream[F, B], say State, number ...rtlgen.Signal) {
	rules(m, name, s, say, packet.ValueOf(s.Tkeep).Bit(0), "the bytes of a beat are those from bit 0 up, one at least", number)
}

// hostRules are Rules for a stream whose last beat may have no byte.
func hostRules(m *rtlgen.Module, name string, s Stream[rtlgen.In, rtlgen.Out], say State, number ...rtlgen.Signal) {
	rules(m, name, s, say, s.Tkeep.Bit(0).Or(s.Tlast), "the bytes of a beat are those from bit 0 up, one at least but in a last beat",
		number)
}

// rules are Rules. filled says that a beat has as many bytes as it must, which bytes says in words.
func rules[F, B rtlgen.Direction](m *rtlgen.Module, name string, s Stream[F, B], say State, filled value, bytes string,
	number []rtlgen.Signal) {
	in, ready := packet.ValueOf[F], packet.ValueOf(s.Tready)
	keep, valid, last := in(s.Tkeep), in(s.Tvalid), in(s.Tlast)
	fields := append([]rtlgen.Signal{in(s.Tuser), last, keep}, number...)
	beat := rtlgen.Cat(append(fields, in(s.Tdata))...)
	waits := m.Next(name+"_waits", valid.AndNot(ready), 0, "a beat was offered and not taken")
	before := m.NextNoReset(name+"_before", beat, "the beat of the cycle before")
	mixes := func() {}
	if len(number) > 0 {
		all := rtlgen.Cat(number...)
		inside := m.Reg(name+"_inside", 1, 0, "a frame has begun and not ended")
		of := m.RegNoReset(name+"_number", all.Width(), "port number of the last beat taken")
		m.If(valid.And(ready), func() {
			inside.Set(last.Not())
			of.Set(all)
		})
		mixes = func() {
			say("one_frame_at_a_time", valid.And(inside).Implies(all.Eq(of)), "beats of two frames do not mix")
		}
	}
	say("beat_stays", waits.Implies(valid.And(beat.Eq(before))), "a beat stays until it is taken")
	say("keep_from_bit_0", valid.Implies(filled.And(keep.And(keep.Add(1)).Any().Not())), bytes)
	say("only_the_last_beat_is_short", valid.AndNot(last).Implies(keep.All()), "all beats but the last are full")
	mixes()
}

// Packed are the fields of a stream that a buffer keeps: {TUSER, TLAST, TKEEP, TDATA}.
func Packed[F, B rtlgen.Direction](s Stream[F, B]) rtlgen.Value {
	in := packet.ValueOf[F]
	return rtlgen.Cat(in(s.Tuser), in(s.Tlast), in(s.Tkeep), in(s.Tdata))
}
