package qcn

import "culprit.example/culprit/rtlgen"

// Pacer lets a frame start when the wire has carried all bytes of the frames before,
// to the byte: a beat's bytes are earned per cycle, up to one beat while nothing is
// sent, and a frame's bytes are spent at its start. Frames of 1522 bytes thus start
// every 24 or 25 cycles, 24.094 on average, although they have 24 beats.
func Pacer(p ReactionParams) *rtlgen.Typed[PacerPorts] {
	m, io := rtlgen.New[PacerPorts](p)
	if m.Refused() {
		return m
	}
	const width = CostBits + 1
	credit := m.Reg("credit", width, BeatBytes, "bytes earned and not spent, two's complement")
	started := m.Next("started", io.Start, 0) // the credit is not yet cut to a beat: the cost is not known before
	spent := rtlgen.Mux(started, io.Cost.Zext(width), 0)
	full := m.Let("full", credit.High(1).Not().And(credit.Slice(width-2, BeatLog).Any())) // 64 or more
	earned := m.Let("earned", rtlgen.Mux(full.AndNot(started), BeatBytes, credit).Add(BeatBytes))
	credit.Set(earned.Sub(spent)) // the cost comes late
	ready := m.Let("ready_now", credit.High(1).Or(started).Not())
	io.Ready.Drive(ready)
	m.Assume("starts_while_ready", io.Start.Implies(ready), "a frame starts only while ready")
	return m
}
