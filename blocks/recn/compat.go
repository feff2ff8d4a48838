package recn

import (
	"culprit/blocks/packet"
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// Forms that families use which are not converted yet.
const (
	beatBits = packet.BeatBits
	beats    = packet.Beats
)

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

// LinkFields are the fields of a link between two RECN ports.
func LinkFields(p Params) rtlgen.Bundle {
	b := rtlgen.Bundle{}.Forward("valid", 1).Forward("sop", 1).Forward("eop", 1).Forward("data", beatBits).Backward("credit", 1)
	if p.SAQs > 0 {
		b = b.Backward("msg_valid", 1).Backward("msg_xoff", 1).Backward("msg_tp", packet.TurnBits).Backward("msg_mask", packet.TurnBits)
	}
	return b
}

func Aligned(m *rtlgen.Module, name string, header rtlgen.Value) rtlgen.Value {
	return packet.Aligned(m, name, header)
}
func (p Params) OutputOf(m *rtlgen.Module, name string, port, turn rtlgen.Value) rtlgen.Value {
	return p.ports().OutputOf(m, name, port, turn)
}
func (p Params) RequestedOutput(m *rtlgen.Module, myPort, header rtlgen.Value) rtlgen.Value {
	return p.ports().RequestedOutput(m, myPort, header)
}
func (p Params) TurnTo(m *rtlgen.Module, name string, input, output rtlgen.Value) rtlgen.Value {
	return p.ports().TurnTo(m, name, input, output)
}
func (p Params) FirstTurnMask(m *rtlgen.Module) rtlgen.Value { return p.ports().FirstTurnMask(m) }
func Matches(turns, tp, mask rtlgen.Value) rtlgen.Value {
	return packet.Name{Tp: tp, Mask: mask}.Matches(turns)
}
func SameName(tpA, maskA, tpB, maskB rtlgen.Value) rtlgen.Value {
	return packet.Name{Tp: tpA, Mask: maskA}.Same(packet.Name{Tp: tpB, Mask: maskB})
}
func (p Params) lines(valid rtlgen.Signal, tp, mask func(k rtlgen.Value) rtlgen.Value) packet.Lines {
	return packet.Lines{N: p.SAQs, Valid: valid, Of: func(k rtlgen.Value) packet.Name {
		n := packet.Name{Mask: mask(k)}
		if tp != nil {
			n.Tp = tp(k)
		}
		return n
	}}
}
func (p Params) NamedLines(m *rtlgen.Module, wire string, nameTP, nameMask, valid rtlgen.Value, tp, mask func(k rtlgen.Value) rtlgen.Value) rtlgen.Value {
	return p.lines(valid, tp, mask).Named(m, wire, packet.Name{Tp: nameTP, Mask: nameMask})
}
func (p Params) Shorter(m *rtlgen.Module, name string, candidate rtlgen.Value, mask func(k rtlgen.Value) rtlgen.Value) rtlgen.Value {
	return p.lines(candidate, nil, mask).Outranked(m, name, candidate, false)
}
func Above(m *rtlgen.Module, level rtlgen.Value, threshold int) rtlgen.Value {
	return prim.Above(m, level, threshold)
}
func Below(m *rtlgen.Module, level rtlgen.Value, threshold int) rtlgen.Value {
	return prim.Below(m, level, threshold)
}
func (p Params) DescribePorts(m *rtlgen.Module) {}
