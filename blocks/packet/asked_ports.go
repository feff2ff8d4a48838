package packet

import "culprit.example/culprit/rtlgen"

// askedPorts are registers with the output that each input asks for, in a code that one
// lookup table with four inputs turns into the request to an output: the upper bits of its
// number, and the lowest bit one-hot, both of whose bits are 0 if the input does not ask.
type askedPorts struct {
	n, upper int
	high     rtlgen.Reg // lane i: all bits but the lowest one; unknown if the input does not ask
	low      rtlgen.Reg // two bits for input i
}

func newAskedPorts(m *rtlgen.Module, ports Ports) askedPorts {
	n, upper := int(ports), ports.Bits()-1
	a := askedPorts{n: n, upper: upper, low: m.Reg("ask_low", 2*n, 0,
		"lowest bit of the output each input asks for, one-hot")}
	if upper > 0 {
		a.high = m.RegNoReset("ask_high", n*upper, "upper bits of the output that each input asks for")
	}
	return a
}

// codeBits is the width of a code.
func (a askedPorts) codeBits() int { return a.upper + 2 }

// code is that of an input that asks for a port, if it asks.
func (a askedPorts) code(port, ask rtlgen.Value) rtlgen.Value {
	low := rtlgen.Cat(port.Bit(0).And(ask), ask.AndNot(port.Bit(0)))
	if a.upper == 0 {
		return low
	}
	return rtlgen.Cat(port.High(a.upper), low)
}

// set has input i ask for what a code says.
func (a askedPorts) set(i, code rtlgen.Value) {
	a.low.SetLane(i, code.Slice(1, 0))
	if a.upper > 0 {
		a.high.SetLane(i, code.High(a.upper))
	}
}

// any reports whether input i asks.
func (a askedPorts) any(i rtlgen.Value) rtlgen.Value { return a.low.Lane(i, 2).Any() }

// number is the port that input i asks for; unknown if it does not ask.
func (a askedPorts) number(i rtlgen.Value) rtlgen.Value {
	lowest := a.low.Lane(i, 2).Bit(1)
	if a.upper == 0 {
		return lowest
	}
	return rtlgen.Cat(a.high.Lane(i, a.upper), lowest)
}

// bits are the outputs, of which input i asks for one at most.
func (a askedPorts) bits(i rtlgen.Value) rtlgen.Value {
	low := a.low.Lane(i, 2)
	if a.upper == 0 {
		return low
	}
	out := make([]rtlgen.Value, a.n)
	for o := range out {
		out[o] = a.high.Lane(i, a.upper).Eq(o / 2).And(low.Bit(o % 2))
	}
	return rtlgen.LanesOf(out)
}
