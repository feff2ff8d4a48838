package prim

import "culprit/rtlgen"

// LinkDelay is a wire of a given length: q is d of latency cycles before, and 0
// until the first word after reset has arrived. Both have width bits.
func LinkDelay(width, latency int) *rtlgen.Module {
	m := rtlgen.NewModule("link_delay")
	m.Doc("pipeline of registers: the flight time of a link")
	m.Param("width", width, 64)
	m.Param("latency", latency, 2)

	d := m.Input("d", width)

	// One register, a lane per cycle of flight, the newest word lowest.
	flight := m.Reg("flight", latency*width, 0)

	if latency == 1 {
		flight.Set(d)
	} else {
		flight.Set(rtlgen.Cat(flight.Low((latency-1)*width), d))
	}
	m.Output("q", flight.High(width))
	return m
}
