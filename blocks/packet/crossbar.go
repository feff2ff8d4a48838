package packet

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// Crossing says how packets go through the crossbar of a switch.
type Crossing struct {
	Ports  Ports
	Cycles int    // a packet takes
	Left   string // name of the registers that count them down
}

// Join connects an output to its input for the cycles of a packet. start has a bit
// per output: a grant; source is its input, a lane per output. The words come three
// cycles after the grant: one for the memory's address, one for its data, one for the
// register behind it. words are those of the inputs; the result are those of the
// outputs, 0 where nothing comes, and a lane per output with a bit for the input that it
// is connected to.
//
// The cycles between give each output a register per input, so that nothing but an
// AND-OR is behind the words.
func (c Crossing) Join(m *rtlgen.Module, start, source rtlgen.Signal,
	words []rtlgen.Value) (out []rtlgen.Value, connected rtlgen.Value) {
	n, pw := int(c.Ports), c.Ports.Bits()
	started, sources := rtlgen.ValueOf(start), rtlgen.ValueOf(source)
	left := m.RegArray(c.Left, n, rtlgen.CountBits(c.Cycles), 0, "words of the packet still to be read, of each output")
	reading := m.RegNoReset("reading_from", n*pw, "input that each output reads from")
	read := m.Reg("read", n, 0, "outputs for which a word is read")
	for o := range m.Each("o", n) {
		Countdown(m, left.At(o), started.Bit(o), c.Cycles)
		m.If(started.Bit(o), func() { reading.SetLane(o, sources.Lane(o, pw)) })
		read.SetBit(o, left.At(o).Ne(0))
	}
	readFrom := m.NextNoReset("read_from", reading)
	from := m.Reg("connected", n*n, 0, "input that each output is connected to, one-hot")
	for o := range m.Each("o", n) {
		from.SetLane(o, rtlgen.Mux(read.Bit(o), readFrom.Lane(o, pw).Decode(n), 0))
	}

	width := words[0].Width()
	lanes := m.Let("to_crossbar", rtlgen.LanesOf(words))
	crossed := m.Wire("crossed", n*width)
	for o := range m.Each("o", n) {
		crossed.SetLane(o, rtlgen.OneHotMux(from.Lane(o, n), lanes))
	}
	for o := range n {
		out = append(out, crossed.Lane(o, width))
	}
	return out, from.Value
}

// Cross is Join from the ports of the inputs to those of the outputs, arrays of n
// copies each. The result has a lane per output with a bit for the input that it is
// connected to.
func Cross[I, O any](m *rtlgen.Module, c Crossing, start, source rtlgen.Signal, in I, out O) rtlgen.Value {
	var words []rtlgen.Value
	for i := range int(c.Ports) {
		words = append(words, rtlgen.Pack(rtlgen.Copy(in, i)))
	}
	words, connected := c.Join(m, start, source, words)
	for o, word := range words {
		rtlgen.Spread(rtlgen.Copy(out, o), word)
	}
	return connected
}

// Inputs are the inputs that the outputs are connected to, a lane per output.
func (c Crossing) Inputs(m *rtlgen.Module, connected rtlgen.Value) rtlgen.Value {
	n, pw := int(c.Ports), c.Ports.Bits()
	from := m.Wire("connected_to", n*pw)
	for o := range m.Each("o", n) {
		from.SetLane(o, prim.Encode(m, connected.Lane(o, n)))
	}
	return from.Value
}
