package packet

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// Crossing says how packets go through the crossbar of a switch.
type Crossing struct {
	Ports  Ports
	Cycles int    // a packet takes
	Left   string // name of the registers that count them down
}

// Join connects an output to its input for the cycles of a packet. start has a bit
// per output: a grant; source is its input, a lane per output. The words come two
// cycles after the grant: one for the memory's address, one for its data. words
// are those of the inputs; the result are those of the outputs, 0 where nothing
// comes, and the input that each output is connected to, by lanes.
func (c Crossing) Join(m *rtlgen.Module, start, source rtlgen.Signal, words []rtlgen.Value) (out []rtlgen.Value, from rtlgen.Value) {
	n, pw := int(c.Ports), c.Ports.Bits()
	started, sources := rtlgen.ValueOf(start), rtlgen.ValueOf(source)
	left := m.RegArray(c.Left, n, rtlgen.CountBits(c.Cycles), 0)
	reading := m.RegNoReset("reading_from", n*pw)
	connected := m.Reg("connected", n, 0)
	for o := range m.Each("o", n) {
		m.If(started.Bit(o), func() {
			left.At(o).Set(c.Cycles)
			reading.SetLane(o, sources.Lane(o, pw))
		}).ElseIf(left.At(o).Ne(0), func() {
			left.At(o).Set(left.At(o).Sub(1))
		})
		connected.SetBit(o, left.At(o).Ne(0))
	}
	from = m.NextNoReset("connected_to", reading).Value

	width := words[0].Width()
	x := rtlgen.Use(m, "crossbar", prim.Crossbar(prim.CrossbarParams{Inputs: n, Outputs: n, Width: width}))
	x.Data.Drive(rtlgen.LanesOf(words))
	x.Select.Drive(from)
	x.Enable.Drive(connected)
	for o := range n {
		out = append(out, x.Q.At(o))
	}
	return out, from
}

// Cross is Join from the ports of the inputs to those of the outputs, arrays of n
// copies each. The result is the input that each output is connected to.
func Cross[I, O any](m *rtlgen.Module, c Crossing, start, source rtlgen.Signal, in I, out O) rtlgen.Value {
	var words []rtlgen.Value
	for i := range int(c.Ports) {
		words = append(words, rtlgen.Pack(rtlgen.Copy(in, i)))
	}
	words, from := c.Join(m, start, source, words)
	for o, word := range words {
		rtlgen.Spread(rtlgen.Copy(out, o), word)
	}
	return from
}
