package prim

import "culprit/rtlgen"

// LinkDelay is a wire of a given length: q is d of latency cycles before, and 0
// until the first word after reset has arrived. Both have width bits.
func LinkDelay(p LinkDelayParams) *rtlgen.Typed[LinkDelayPorts] {
	m, io := rtlgen.New[LinkDelayPorts](p)
	// One register, a lane per cycle of flight, the newest word lowest.
	flight := m.Reg("flight", p.Latency*p.Width, 0)

	if p.Latency == 1 {
		flight.Set(io.D)
	} else {
		flight.Set(rtlgen.Cat(flight.Low((p.Latency-1)*p.Width), io.D))
	}
	io.Q.Drive(flight.High(p.Width))
	return m
}
