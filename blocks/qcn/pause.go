package qcn

import (
	"fmt"
	"math/bits"

	"culprit/rtlgen"
)

// PauseUnit sends PAUSE for the buffers of a port: STOP when a priority reaches q_high
// units, GO when it has drained to q_low (UQ section 2). What several priorities have
// to say goes into one frame.
func PauseUnit(p PauseParams) *rtlgen.Typed[PausePorts] {
	m, io := rtlgen.New[PausePorts](p)
	n := p.Prios
	told := m.Reg("told", n, 0) // what the last frame has said
	stop := m.Wire("stop", n)
	for k := range m.Each("k", n) {
		units := io.Occupancy.At(k)
		stop.SetBit(k, io.Enable.And(rtlgen.Mux(told.Bit(k), units.Gt(p.QLow), units.Ge(p.QHigh))))
	}
	changed := m.Let("changed", stop.Xor(told))
	speaks := changed
	var again reg // what is stopped goes into the next frame, too
	if p.Refresh > 0 {
		again = m.Reg("again", 1, 0)
		speaks = m.Let("speaks_of", changed.Or(rtlgen.Mux(again, stop, 0)))
	}

	valid, data := m.Reg("tx_valid_q", 1, 0), m.RegNoReset("tx_data_q", WordBits)
	free := m.Let("tx_free", valid.Not().Or(io.Tx.Ready))
	m.If(free, func() {
		valid.Set(speaks.Any())
		told.Set(stop)
		data.Set(rtlgen.Pack(Pause{
			Head: Head{
				Kind: m.Const(KindBits, KindPause), Prio: m.Zero(PrioBits), Dst: io.Port.Value, Src: io.Port.Value, Length: m.Const(LengthBits, ControlBytes),
			},
			Enable: speaks.Zext(Priorities), Stop: stop.And(speaks).Zext(Priorities), Quanta: m.Const(QuantaBits, p.Quanta), Rest: m.Zero(WordBits - pauseBits),
		}))
	})
	if p.Refresh > 0 {
		timer := m.Reg("timer", bits.Len(uint(p.Refresh)), 0)
		due := m.Let("refresh_due", timer.Eq(p.Refresh-1))
		stopped := m.Let("any_stopped", told.Any())
		m.If(stopped.AndNot(due), func() { timer.Set(timer.Add(1)) }).Else(func() { timer.Set(0) })
		m.If(stopped.And(due), func() { again.Set(1) }).ElseIf(free, func() { again.Set(0) })
	}
	io.Tx.Valid.Drive(valid)
	io.Tx.Data.Drive(data)
	io.Stopped.Drive(told)
	m.Cover("stop_of_several", valid.And(told.AndNot(told.LowestOne()).Any()))
	return m
}

// pauseBits are the bits of a PAUSE frame that mean something.
const pauseBits = headBits + 2*Priorities + QuantaBits

// Check finds thresholds that do not protect the buffer.
func (p PauseParams) Check() error {
	if p.Refresh >= p.Quanta && p.Refresh > 0 {
		return fmt.Errorf("refresh=%d is not below quanta=%d: STOP would end before it is repeated: give refresh up to %d", p.Refresh, p.Quanta, p.Quanta-1)
	}
	return CheckThresholds(p.QLow, p.QHigh, p.Units, p.Headroom)
}

// CheckThresholds finds thresholds of PAUSE that do not protect a buffer of so many
// units. A block without a buffer has 0 units, which are not checked.
func CheckThresholds(low, high, units, headroom int) error {
	switch {
	case units == 0:
		return nil
	case low >= high:
		return fmt.Errorf("q_low=%d is not below q_high=%d: GO would follow STOP at once: give q_low up to %d, or a larger q_high", low, high, high-1)
	case headroom >= units:
		return fmt.Errorf("headroom=%d leaves nothing of the buffer of units=%d: give headroom up to %d, or more units", headroom, units, units-1)
	case high > units-headroom:
		return fmt.Errorf("q_high=%d leaves %d of units=%d for what comes after STOP, less than headroom=%d: give q_high up to %d, or more units", high, max(0, units-high), units, headroom, units-headroom)
	}
	return nil
}
