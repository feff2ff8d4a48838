package recn

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// How a switch is put together from its ports, for every switch with links like
// these.

// JoinLinks brings a switch's link pins, n lanes of the fields, to its input and
// output ports, lane i to port i, and tells each input port its number.
func JoinLinks(m *rtlgen.Module, fields rtlgen.Bundle, n int, in, out *rtlgen.Instance) {
	rx := m.Receiver("rx", fields.Lanes(n))
	tx := m.Sender("tx", fields.Lanes(n))
	for _, f := range fields.Fields() {
		if f.Backward {
			rx.Set(f.Name, in.Out("rx_"+f.Name))
			out.In("tx_"+f.Name, tx.Get(f.Name))
		} else {
			in.In("rx_"+f.Name, rx.Get(f.Name))
			tx.Set(f.Name, out.Out("tx_"+f.Name))
		}
	}
	numbers := make([]value, n)
	for i := range numbers {
		numbers[i] = m.Const(rtlgen.IndexBits(n), i)
	}
	in.In("my_port", rtlgen.LanesOf(numbers))
}

// JoinCrossbar connects an output to its input for the 8 beats of a packet. The
// beats come two cycles after the grant: one for the memory's address, one for its
// data. It gives the input that each of the n outputs is connected to, by lanes.
func JoinCrossbar(m *rtlgen.Module, n int, start, source rtlgen.Value, in, out *rtlgen.Instance) rtlgen.Value {
	pw := rtlgen.IndexBits(n)
	left := m.RegArray("beats_left", n, rtlgen.CountBits(beats), 0)
	reading := m.Reg("reading_from", n*pw, 0)
	connected := m.Reg("connected", n, 0)
	m.For("o", n, func(o value) {
		m.If(start.Bit(o), func() {
			left.At(o).Set(beats)
			reading.SetLane(o, source.Lane(o, pw))
		}).ElseIf(left.At(o).Ne(0), func() {
			left.At(o).Set(left.At(o).Sub(1))
		})
		connected.SetBit(o, left.At(o).Ne(0))
	})
	from := m.Next("connected_to", reading.Value, 0)

	width := 3 + beatBits
	inputs := make([]value, n)
	for i := range inputs {
		inputs[i] = rtlgen.Cat(in.OutLane("beat_valid", i), in.OutLane("beat_sop", i), in.OutLane("beat_eop", i), in.OutLane("beat_data", i))
	}
	x := m.Instance("crossbar", prim.Crossbar(prim.CrossbarParams{Inputs: n, Outputs: n, Width: width}))
	x.In("data", rtlgen.LanesOf(inputs))
	x.In("select", from)
	x.In("enable", connected)
	for o := range n {
		beat := x.Out("q").Lane(o, width)
		out.InLane("beat_valid", o, beat.Slice(width-1, width-1))
		out.InLane("beat_sop", o, beat.Slice(width-2, width-2))
		out.InLane("beat_eop", o, beat.Slice(width-3, width-3))
		out.InLane("beat_data", o, beat.Low(beatBits))
	}
	return from.Value
}

// Countdown counts the cycles for which a grant keeps its input or output.
func Countdown(m *rtlgen.Module, busy rtlgen.Elem, grant rtlgen.Value, cycles int) {
	m.If(grant, func() {
		busy.Set(cycles)
	}).ElseIf(busy.Ne(0), func() {
		busy.Set(busy.Sub(1))
	})
}
