package prim

import (
	"fmt"

	"culprit.example/culprit/rtlgen"
)

// LinkDelay is a wire of a given length: q is d of latency cycles before. Both have
// width bits, the lower data bits of which have no reset, so that tools can make
// shift-register primitives of them. Until the first word after reset has arrived,
// these are unknown and the others 0.
func LinkDelay(p LinkDelayParams) *rtlgen.Typed[LinkDelayPorts] {
	m, io := rtlgen.New[LinkDelayPorts](p)
	if m.Refused() {
		return m
	}
	control := max(p.Width-p.Data, 0)
	var q []rtlgen.Value
	if control > 0 {
		q = append(q, p.delay(m.Reg("flight", p.Latency*control, 0,
			"control bits on the wire, the newest lowest"), io.D.High(control)))
	}
	if p.Data > 0 {
		q = append(q, p.delay(m.RegNoReset("flight_data", p.Latency*p.Data,
			"data bits on the wire, the newest lowest"), io.D.Low(p.Data)))
	}
	io.Q.Drive(rtlgen.CatOf(q))
	return m
}

// Check finds more data bits than there are bits.
func (p LinkDelayParams) Check() error {
	if p.Data > p.Width {
		return fmt.Errorf("data=%d of width=%d bits cannot be data: give up to %d", p.Data, p.Width, p.Width)
	}
	return nil
}

// delay moves what enters through the stages of flight, a lane per cycle, the newest
// word lowest, and gives what leaves.
func (p LinkDelayParams) delay(flight rtlgen.Reg, d rtlgen.Value) rtlgen.Value {
	if p.Latency == 1 {
		flight.Set(d)
	} else {
		flight.Set(rtlgen.Cat(flight.Low((p.Latency-1)*d.Width()), d))
	}
	return flight.High(d.Width())
}
