package ethernet

import (
	"culprit.example/culprit/rtlgen"
)

// PFCTx puts PFC frames between the frames of a stream. A frame speaks of all priorities that are
// stopped and of those that no longer are, so a lost one is made good by the next.
func PFCTx(p PFCTxParams) *rtlgen.Typed[PFCTxPorts] {
	m, io := rtlgen.New[PFCTxPorts](p)
	if m.Refused() {
		return m
	}
	xoff, told := m.Next("xoff_q", io.Xoff, 0), m.Reg("told_q", classes, 0)
	begins := m.Wire("begins", 1, "a PFC frame begins")
	due := p.refresh(m.Module, io.Tick, told, begins.Value)
	wanted := m.Let("wanted", xoff.Xor(told).Any().Or(due))
	enable := m.RegNoReset("enable", classes, "enable vector of the frame")
	m.If(begins, func() {
		enable.Set(xoff.Or(told))
		told.Set(xoff)
	})
	frame := inserted{wanted: wanted, begins: begins, beats: p.frame(m.Module, io.MAC, enable, told), octets: frameOctets}
	frame.insert(m.Module, io.SAxis, io.MAxis, p.Dims())
	io.Told.Drive(told)
	io.Sent.Drive(m.Next("sent_q", begins, 0))
	m.Cover("stops_and_releases", begins.And(told.AndNot(xoff).Any()).And(xoff.AndNot(told).Any()))
	return m
}

// refresh reports that a repetition is due.
func (p PFCTxParams) refresh(m *rtlgen.Module, tick rtlgen.In, told rtlgen.Reg, begins value) value {
	period := p.Refresh * (quantumBits / p.Width)
	timer := m.RegNoReset("timer", rtlgen.CountBits(period-1), "cycles of the link since the last frame began")
	due := m.Reg("refresh_due", 1, 0, "a repetition is due")
	m.If(begins, func() {
		timer.Set(0)
		due.Set(0)
	}).ElseIf(tick.And(told.Any()).AndNot(due), func() {
		timer.Set(timer.Add(1))
		due.Set(timer.Eq(period - 1))
	})
	m.Assert("repeats_what_is_stopped", due.Implies(told.Any()), "a repetition is due only while a priority is stopped")
	return due.Value
}

// frame is the PFC frame in beats, the first one lowest. Times are quanta or 0.
func (p PFCTxParams) frame(m *rtlgen.Module, mac rtlgen.In, enable, xoff rtlgen.Reg) value {
	f := layout{m: m}
	f.constant(6, controlMAC)
	f.field(mac)
	f.constant(2, etherType)
	f.constant(2, opcodePFC)
	f.constant(1, 0)
	f.field(enable)
	for k := range classes {
		for _, octet := range []int{p.Quanta >> 8, p.Quanta & 0xff} {
			f.octets = append(f.octets, rtlgen.Mux(xoff.Bit(k), m.Const(8, octet), 0))
		}
	}
	f.constant(frameOctets-pfcOctets, 0)
	return f.inBeats("frame", p.Width)
}
