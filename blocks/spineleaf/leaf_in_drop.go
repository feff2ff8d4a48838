package spineleaf

import (
	"culprit.example/culprit/rtlgen"
)

// dropped keeps the units of the frame that comes, in a ring: those of a frame that is
// stored are forgotten, those of one that is dropped are given back, a unit in each of the
// phases 0 and 1, in which the sending side gives none back. word is {phase, unit, VOQ} of
// a unit that is taken.
func (u *leafIn) dropped(alloc, accept, drops, word value) {
	m := u.m
	bits := rtlgen.IndexBits(u.p.dropRing())
	ring := m.Memory("frame_units", u.p.dropRing(), word.Width(), rtlgen.ReadOld,
		"{phase, unit, VOQ} of coming and dropped frames, a ring").Style(rtlgen.Distributed)
	base := m.Reg("frame_base_q", bits, 0, "ring address behind the units of dropped frames")
	next := m.Reg("frame_next_q", bits, 0, "ring address behind the units of the frame")
	oldest := m.Reg("dropped_q", bits, 0, "ring address of the oldest unit of dropped frames")
	m.If(drops, func() { base.Set(next) })
	at := m.Let("frame_unit_at", rtlgen.Mux(accept.AndNot(drops), base, next))
	m.If(alloc, func() { next.Set(at.Add(1)) })
	ring.Write(alloc, at, word)

	waits := m.Let("dropped_units", base.Sub(oldest))
	u.wastes.Set(waits.High(1))
	back := m.Let("gives_dropped", waits.Any().And(u.phase(3).Or(u.phase(0))))
	m.If(back, func() { oldest.Set(oldest.Add(1)) })
	u.back.valid, u.back.word = back, m.Let("dropped_unit", ring.Read("dropped_word", oldest))
	m.Cover("unit_of_a_dropped_frame", back)
}

// dropRing is the number of units that the ring holds: those of dropped frames, of the frame that
// comes and of one that is accepted as it is dropped.
func (p FabricParams) dropRing() int { return max(4*p.FrameUnits, 4) }

// errors tells what is wrong with a beat, a cycle later.
func (u *leafIn) errors(in admitted, gone, take, final, goesOn value) {
	m := u.m
	stray := m.Let("stray", in.valid.AndNot(in.first).AndNot(goesOn))
	early, long := m.Let("ends_early", take.And(in.tail).AndNot(final)), m.Let("is_long", take.And(final).AndNot(in.tail))
	skip := m.Reg("skip_q", 1, 0, "beats up to the next head are dropped, and were counted")
	behind := m.Let("behind_it", rtlgen.Mux(in.first, in.accept, goesOn).Or(in.tail).Not())
	skip.Set(rtlgen.Mux(in.valid, long.Or(behind), skip.Or(gone)))
	noHead := m.Let("headless", stray.AndNot(skip))
	u.Error.Drive(m.Next("error_q", rtlgen.Cat(in.refused, long, gone.Or(early), noHead), 0))
}
