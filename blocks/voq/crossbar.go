package voq

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// switchParts is a switch while it is built.
type switchParts struct {
	m       *rtlgen.Module
	p       Params
	in, out *rtlgen.Instance // the input and the output ports

	start, source value // grants per output
}

// links brings the link pins to the ports, lane i to port i.
func (s *switchParts) links(fields rtlgen.Bundle) {
	m, n := s.m, s.p.Ports
	rx := m.Receiver("rx", fields.Lanes(n))
	tx := m.Sender("tx", fields.Lanes(n))
	for _, f := range fields.Fields() {
		if f.Backward {
			rx.Set(f.Name, s.in.Out("rx_"+f.Name))
			s.out.In("tx_"+f.Name, tx.Get(f.Name))
		} else {
			s.in.In("rx_"+f.Name, rx.Get(f.Name))
			tx.Set(f.Name, s.out.Out("tx_"+f.Name))
		}
	}
	numbers := make([]value, n)
	for i := range numbers {
		numbers[i] = m.Const(s.p.pw(), i)
	}
	s.in.In("my_port", rtlgen.Lanes(numbers...))
	m.Output("stat_free", s.in.Out("stat_free"))
	m.Output("stat_credit", s.out.Out("stat_credit"))
	for _, d := range portDocs {
		if fieldOf(d.name, fields) {
			m.Describe(d.name, d.text)
		}
	}
}

// crossbar connects an output to its input for the 8 beats of a packet. The beats
// come two cycles after the grant: one for the memory's address, one for its data.
func (s *switchParts) crossbar() {
	m, n, pw := s.m, s.p.Ports, s.p.pw()
	left := m.RegArray("beats_left", n, rtlgen.CountBits(beats), 0)
	reading := m.Reg("reading_from", n*pw, 0)
	connected := m.Reg("connected", n, 0)
	m.For("o", n, func(o value) {
		m.If(s.start.Bit(o), func() {
			left.At(o).Set(beats)
			reading.SetLane(o, s.source.Lane(o, pw))
		}).ElseIf(left.At(o).Ne(0), func() {
			left.At(o).Set(left.At(o).Sub(1))
		})
		connected.SetBit(o, left.At(o).Ne(0))
	})

	// A beat with its marks in front.
	width := 3 + beatBits
	inputs := make([]value, n)
	for i := range inputs {
		inputs[i] = rtlgen.Cat(s.in.OutLane("beat_valid", i), s.in.OutLane("beat_sop", i), s.in.OutLane("beat_eop", i), s.in.OutLane("beat_data", i))
	}
	x := m.Instance("crossbar", prim.Crossbar(n, n, width))
	x.In("data", rtlgen.Lanes(inputs...))
	x.In("select", m.Next("connected_to", reading.Value, 0).Value)
	x.In("enable", connected)
	for o := range n {
		beat := x.Out("q").Lane(o, width)
		s.out.InLane("beat_valid", o, beat.Slice(width-1, width-1))
		s.out.InLane("beat_sop", o, beat.Slice(width-2, width-2))
		s.out.InLane("beat_eop", o, beat.Slice(width-3, width-3))
		s.out.InLane("beat_data", o, beat.Low(beatBits))
	}
}

// portDocs says what the ports of a switch are; every port has a lane per link,
// lane 0 lowest. rx is the receiving side of a link, tx the sending side.
var portDocs = []struct{ name, text string }{
	{"rx_valid", "a beat arrives"},
	{"rx_sop", "first beat: {turnpool, tptr, src, seq, tag}"},
	{"rx_eop", "last beat"},
	{"rx_data", "beat"},
	{"rx_credit", "back to the sender: a slot is free again"},
	{"rx_credit_dst", "the queue whose slot it is"},
	{"tx_valid", "a beat leaves"},
	{"tx_sop", "first beat"},
	{"tx_eop", "last beat"},
	{"tx_data", "beat"},
	{"tx_credit", "from the receiver: a slot is free again"},
	{"tx_credit_dst", "the queue whose slot it is"},
	{"stat_free", "free slots of the input port"},
	{"stat_credit", "credits of the output port"},
}

// fieldOf tells whether a port of portDocs is there on links with these fields.
func fieldOf(port string, fields rtlgen.Bundle) bool {
	if port == "stat_free" || port == "stat_credit" {
		return true
	}
	for _, f := range fields.Fields() {
		if port == "rx_"+f.Name || port == "tx_"+f.Name {
			return true
		}
	}
	return false
}
