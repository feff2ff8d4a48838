package qcn

import "culprit.example/culprit/rtlgen"

// PauseRx obeys PAUSE: STOP holds a priority until GO, or for the quanta of the frame
// (802.1Qbb). A quantum is a beat, so a cycle. What a STOP leaves behind is the cycle
// in which it ends.
func PauseRx(p PauseParams) *rtlgen.Typed[PauseRxPorts] {
	m, io := rtlgen.New[PauseRxPorts](p)
	if m.Refused() {
		return m
	}
	n := p.Prios
	f := PauseOf(io.Rx.Data)
	m.Unused("rx", f.Prio, f.Dst, f.Src, f.Length, f.Rest)
	if n < Priorities {
		m.Unused("other_priorities", f.Enable.High(Priorities-n), f.Stop.High(Priorities-n))
	}
	now := m.Reg("now", QuantaBits, 0, "time, cycles, modulo 2^16")
	now.Set(now.Add(1))
	heard := m.Let("heard", io.Rx.Valid.And(io.Rx.Head).And(io.Rx.Tail).And(f.Kind.Eq(KindPause)))
	told := m.Let("told", rtlgen.Mux(heard, f.Enable.Low(n), 0))
	stop := m.Let("stop", rtlgen.Mux(f.Quanta.Any(), f.Stop.Low(n), 0))
	until := m.Let("stops_until", now.Add(f.Quanta))

	paused := m.Reg("paused_q", n, 0)
	end := m.RegArrayNoReset("paused_until", n, QuantaBits, "time at which each STOP ends")
	for k := range m.Each("k", n) {
		m.If(told.Bit(k), func() {
			paused.SetBit(k, stop.Bit(k))
			end.At(k).Set(until)
		}).ElseIf(end.At(k).Eq(now), func() {
			paused.SetBit(k, 0)
		})
	}
	io.Paused.Drive(paused)
	return m
}
