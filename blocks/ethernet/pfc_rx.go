package ethernet

import (
	"math/bits"

	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/rtlgen"
)

// Events of MAC control frames: bits of seen, lanes of counts.
const (
	Bad    = iota // the MAC has marked the frame as bad
	Short         // it ends before its fields do
	Opcode        // it is neither PFC nor PAUSE
	PFC           // a PFC frame is obeyed
	Pause         // a PAUSE frame is obeyed
	Events        // how many there are
)

// PFCRx takes the MAC control frames out of a stream, and obeys PFC and PAUSE. It looks at beats as
// they are taken, so a stream that is held up behind it does not delay a pause.
func PFCRx(p PFCRxParams) *rtlgen.Typed[PFCRxPorts] {
	m, io := rtlgen.New[PFCRxPorts](p)
	if m.Refused() {
		return m
	}
	filter(m.Module, io.SAxis, io.MAxis, p.Dims())
	f := parse(m.Module, io.SAxis)
	count := rtlgen.Use(m, "events", link.Errors(link.ErrorsParams{Causes: Events, Bits: p.CountBits}))
	count.Errors.Drive(f.events)
	count.Clear.Drive(io.Clear)
	io.Seen.Drive(count.Seen)
	io.Count.Drive(count.Counts)
	p.obey(m.Module, io, f)
	return m
}

// control is a MAC control frame, in the second cycle after that in which its last beat was taken.
type control struct {
	events value // what it is, one-hot; 0 without a frame
	enable value // of PFC; the time of PAUSE
	times  []value
}

// parse reads the fields of MAC control frames.
func parse(m *rtlgen.Module, s Source) control {
	h := hear(m, s, pfcOctets)
	ends := m.Next("ends", h.last, 0, "a frame has ended")
	bad := m.NextNoReset("ends_bad", m.NextNoReset("user_q", s.Tuser))
	is := h.is("to_control", 0, 6, controlMAC).And(h.is("type_matches", atType, 2, etherType))
	comes := m.Let("control_ends", ends.And(is).And(h.has("has_type", atOpcode)))
	pfc, pause := h.is("says_pfc", atOpcode, 2, opcodePFC), h.is("says_pause", atOpcode, 2, opcodePause)
	opcode := h.has("has_opcode", atEnable)
	enough := m.Let("is_long_enough", opcode.And(pfc.Implies(h.has("has_times", pfcOctets))).
		And(pause.Implies(h.has("has_time", pauseOctets))))
	good := m.Let("good", comes.And(enough).AndNot(bad))

	events := m.Wire("frame_event", Events, "bad, short, opcode, pfc, pause from bit 0 on")
	events.SetBit(Bad, comes.And(bad))
	events.SetBit(Short, comes.AndNot(bad).AndNot(enough))
	events.SetBit(Opcode, good.AndNot(pfc).AndNot(pause))
	events.SetBit(PFC, good.And(pfc))
	events.SetBit(Pause, good.And(pause))
	m.Assert("one_event_for_a_frame", events.AndNot(events.LowestOne()).Any().Not(), "a frame is one of the five")
	f := control{events: events.Value, enable: h.kept(atEnable)}
	for k := range classes {
		f.times = append(f.times, h.kept(atTimes+2*k))
	}
	return f
}

// obey has the timers of the priorities. They count beats of the link: a quantum has 512 bits.
func (p PFCRxParams) obey(m *rtlgen.Module, io *PFCRxPorts, f control) {
	fraction := bits.Len(uint(quantumBits/p.Width)) - 1
	left := m.RegArray("left", classes, fieldBits+fraction, 0, "beats of the link until a priority may send")
	paused := m.Reg("pause_q", classes, 0)
	all := f.events.Bit(Pause)
	mine := m.Let("speaks_of", rtlgen.Mux(all, m.Ones(classes), rtlgen.Mux(f.events.Bit(PFC), f.enable.Low(classes), 0)))
	for k := range classes {
		time := rtlgen.Mux(all, f.enable, f.times[k])
		timer := left.At(k)
		m.If(mine.Bit(k), func() {
			if fraction > 0 {
				timer.Set(rtlgen.Cat(time, m.Zero(fraction)))
			} else {
				timer.Set(time)
			}
			paused.SetBit(k, time.Any())
		}).ElseIf(io.Tick.And(paused.Bit(k)), func() {
			timer.Set(timer.Sub(1))
			paused.SetBit(k, timer.Ne(1))
		})
		m.Assert("paused_while_time_is_left_"+string(rune('0'+k)), paused.Bit(k).Eq(timer.Any()),
			"a priority is paused exactly while its timer is not 0")
	}
	io.Pause.Drive(paused)
	m.Cover("obeys_pfc", f.events.Bit(PFC))
	m.Cover("obeys_pause", all)
}
