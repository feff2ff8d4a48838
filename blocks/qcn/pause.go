package qcn

import (
	"fmt"
	"math/bits"

	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

// PauseUnit sends PAUSE for the buffers of a port: STOP when a priority reaches q_high
// units, GO when it has drained to q_low (UQ section 2). What several priorities have
// to say goes into one frame. A STOP ends by itself at the other end, so it is repeated
// as long as it is meant, early enough to be obeyed before the one before has ended.
func PauseUnit(p PauseParams) *rtlgen.Typed[PausePorts] {
	m, io := rtlgen.New[PausePorts](p)
	if m.Refused() {
		return m
	}
	n := p.Prios
	told := m.Reg("told", n, 0) // what the last frame has said
	stop := m.Wire("stop", n)
	for k := range m.Each("k", n) {
		units := io.Occupancy.At(k)
		stop.SetBit(k, io.Enable.And(rtlgen.Mux(told.Bit(k), units.Gt(p.QLow), units.Ge(p.QHigh))))
	}
	changed := m.Let("changed", stop.Xor(told))
	again := m.Reg("again", 1, 0, "what is stopped goes into the next frame, too")
	speaks := m.Let("speaks_of", changed.Or(rtlgen.Mux(again, stop, 0)))

	valid, data := m.Reg("tx_valid_q", 1, 0), m.RegNoReset("tx_data_q", WordBits)
	free := m.Let("tx_free", valid.Not().Or(io.Tx.Ready))
	m.If(free, func() {
		valid.Set(speaks.Any())
		told.Set(stop)
		data.Set(rtlgen.Pack(Pause{
			Head: Head{
				Kind: m.Const(KindBits, KindPause), Prio: m.Zero(PrioBits), Dst: io.Port.Value, Src: io.Port.Value,
				Length: m.Const(LengthBits, ControlBytes),
			},
			Enable: speaks.Zext(Priorities), Stop: stop.And(speaks).Zext(Priorities), Quanta: m.Const(QuantaBits, p.Quanta),
			Rest: m.Zero(WordBits - pauseBits),
		}))
	})
	period := p.period()
	timer := m.Reg("timer", bits.Len(uint(period)), 0, "cycles since STOP was last repeated")
	due := m.Let("refresh_due", timer.Eq(period-1))
	stopped := m.Let("any_stopped", told.Any())
	m.If(stopped.AndNot(due), func() { timer.Set(timer.Add(1)) }).Else(func() { timer.Set(0) })
	m.If(stopped.And(due), func() { again.Set(1) }).ElseIf(free, func() { again.Set(0) })
	io.Tx.Valid.Drive(valid)
	io.Tx.Data.Drive(data)
	io.Stopped.Drive(told)
	m.Cover("stop_of_several", valid.And(told.AndNot(told.LowestOne()).Any()))
	return m
}

// pauseBits are the bits of a PAUSE frame that mean something.
const pauseBits = headBits + 2*Priorities + QuantaBits

// period is the number of cycles after which a STOP is repeated.
func (p PauseParams) period() int {
	if p.Refresh > 0 {
		return p.Refresh
	}
	return p.Quanta - p.Reaction
}

// Check finds a STOP that would end before it is repeated, and thresholds that do not
// protect the buffer.
func (p PauseParams) Check() error {
	if p.Quanta > 0 { // qcn_pause_rx has none
		if err := CheckRefresh("", p.Quanta, p.Reaction, p.Refresh); err != nil {
			return err
		}
	}
	if err := CheckHeadroom("headroom", p.Headroom, p.Rate, p.Cable, p.FrameUnits); err != nil {
		return err
	}
	return CheckThresholds("", "units", p.QLow, p.QHigh, p.Units, p.Headroom)
}

// leastRefresh is the shortest time between two repetitions of a STOP: PAUSE frames that
// come in every cycle would leave nothing of the link for others.
const leastRefresh = 2

// CheckRefresh finds a STOP that would end before it is repeated. The names of the
// parameters begin with prefix.
func CheckRefresh(prefix string, quanta, reaction, refresh int) error {
	most := quanta - reaction
	switch {
	case most < leastRefresh:
		return fmt.Errorf("%[1]squanta=%[2]d leaves no time for %[1]sreaction=%[3]d: a STOP would end before its repetition is obeyed: give %[1]squanta from %[4]d on, or a smaller %[1]sreaction",
			prefix, quanta, reaction, reaction+leastRefresh)
	case refresh > most:
		return fmt.Errorf("%[1]srefresh=%[2]d with %[1]sreaction=%[3]d is more than %[1]squanta=%[4]d: a STOP would end before its repetition is obeyed: give %[1]srefresh up to %[5]d, or 0",
			prefix, refresh, reaction, quanta, most)
	case refresh > 0 && refresh < leastRefresh:
		return fmt.Errorf("%[1]srefresh=%[2]d: PAUSE frames would take the whole link: give %[1]srefresh from %[3]d on, or 0",
			prefix, refresh, leastRefresh)
	}
	return nil
}

// CheckThresholds finds thresholds of PAUSE that do not protect a buffer of the given number of
// units. A block without a buffer has 0 units, which are not checked. The names of the thresholds begin
// with prefix, buffer is that of the units.
func CheckThresholds(prefix, buffer string, low, high, units, headroom int) error {
	switch {
	case units == 0:
		return nil
	case low >= high:
		return fmt.Errorf("%[1]sq_low=%[2]d is not below %[1]sq_high=%[3]d: GO would follow STOP at once: give %[1]sq_low up to %[4]d, or a larger %[1]sq_high",
			prefix, low, high, high-1)
	case headroom >= units:
		return fmt.Errorf("%sheadroom=%d leaves nothing of the buffer of %s=%d: give %[1]sheadroom up to %[5]d, or more %[3]s",
			prefix, headroom, buffer, units, units-1)
	case high > units-headroom:
		return fmt.Errorf("%[1]sq_high=%[2]d leaves %[3]d of %[4]s=%[5]d for what comes after STOP, less than %[1]sheadroom=%[6]d: give %[1]sq_high up to %[7]d, or more %[4]s",
			prefix, high, max(0, units-high), buffer, units, headroom, units-headroom)
	}
	return nil
}

// PauseWait is the longest time from a repetition falling due until the other end of a
// link without delay obeys it, cycles, if frames have up to the given number of beats: the frame is
// made in 2 cycles, waits for one under way with its gap and for a PAUSE frame before it,
// passes the transmitter, and is heard a cycle later.
func PauseWait(beats int) int {
	const made, pause, transmitter, heard = 2, 2, 4, 1
	return made + (beats + 1) + pause + transmitter + heard
}

// PauseTold is what PAUSE frames say over a link: which priorities are stopped. says and
// obeys are the instances of qcn_pause and qcn_pause_rx at its ends, and what is said is
// obeyed late by at most the given number of cycles.
func PauseTold(l blocks.Link, says, obeys string, prios, late int) (list []blocks.Told) {
	for k := range prios {
		list = append(list, blocks.Told{
			Where: "link " + l.String(), What: fmt.Sprintf("STOP of priority %d", k), Late: late,
			Said:   blocks.Bits{Path: says + ".told", Lo: k, Width: 1},
			Obeyed: blocks.Bits{Path: obeys + ".paused_q", Lo: k, Width: 1},
		})
	}
	return list
}
