package spineleaf

import (
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// givenUp is the frame that is given up in this cycle: its priority, its place, and the lap that
// its place would have had with it.
type givenUp struct {
	of, place, lap rtlgen.Wire
	may            value // no cell is counted
}

// giveUp gives up frames in the oldest places of which cells are missing for too long. Their places
// are marked as complete, and then taken out in their turn, without being sent. It returns the priority, one-hot.
func (u *leafOut) giveUp(h heads, lap rtlgen.Reg) value {
	m, p, n := u.m, u.p, u.p.Prios
	width := rtlgen.IndexBits(p.Timeout)
	age := m.RegArray("missing_for_q", n, width, 0, "cycles for which cells are missing, of each priority")
	waits := m.Let("cells_missing", u.Taken.AndNot(h.there))
	over := m.Wire("missing_too_long", n)
	for k := range m.Each("k", n) {
		late := age.At(k).Eq(p.Timeout - 1)
		over.SetBit(k, late.And(waits.Bit(k)))
		m.If(waits.Bit(k).Not(), func() { age.At(k).Set(0) }).
			ElseIf(late.Not(), func() { age.At(k).Set(age.At(k).Add(1)) })
	}
	one := m.Let("gives_up_now", rtlgen.Mux(u.gaveUp.may, over.LowestOne(), 0))
	u.gaveUp.of.Set(one)
	places := make([]value, n)
	for k := range places {
		places[k] = u.place(m.Const(qcn.PrioBits, k), h.oldest.At(k).Value)
	}
	u.gaveUp.place.Set(rtlgen.OneHotMux(one, rtlgen.LanesOf(places)))
	u.gaveUp.lap.Set(lap.And(one).Any())
	u.Missing.Drive(m.Next("missing_q", one.Any(), 0))
	return one
}

// discard is what a frame that is not sent changes: it takes a cycle, and nothing of the wire.
type discard struct {
	bytes, sends      value // bytes to be read; something begins to be sent
	dropping, missing rtlgen.Reg
}

// discard takes frames that were given up, and those of stormed priorities, out of the buffer without
// sending them.
func (u *leafOut) discard(head heads, begins, short, bytes value) discard {
	m := u.m
	of := head.dead.Value
	if u.p.watched() == 1 {
		of = of.Or(u.Discard)
	}
	chosen := head.turn.choice.OneHot
	drops := m.Let("drops", chosen.And(of).Any().AndNot(short))
	dropping := m.RegNoReset("dropping_q", 1, "the frame is taken out without being sent")
	missing := m.RegNoReset("drops_missing_q", 1, "the frame was given up, since cells are missing")
	m.If(begins, func() {
		dropping.Set(drops)
		missing.Set(chosen.And(head.dead).Any().AndNot(short))
	})
	return discard{rtlgen.Mux(drops, 1, bytes), begins.AndNot(drops), dropping, missing}
}

// shown is a mark of a beat, without those of frames that are not sent.
func (d discard) shown(mark value) value { return mark.AndNot(d.dropping) }

// report tells the watchdog of a frame that is done.
func (d discard) report(u *leafOut, head heads, done, prio value) {
	if u.p.watched() == 0 {
		return
	}
	u.Waits.Drive(head.there)
	gone := u.m.Let("was_dropped", done.And(d.dropping).AndNot(d.missing))
	dropped := u.m.Wire("dropped_prio", u.p.Prios)
	for k := range u.m.Each("k", u.p.Prios) {
		dropped.SetBit(k, gone.And(prio.Eq(k.Zext(qcn.PrioBits))))
	}
	u.Dropped.Drive(dropped)
}
