package prim

import "culprit.example/culprit/rtlgen"

// LFSR is a Fibonacci shift register of maximal length: it runs through all
// 2^width-1 values but 0.
//
// A step shifts to the left; the new bit 0 is the parity of the tapped bits. The
// taps are those of P. Alfke, Efficient shift registers, LFSR counters, and long
// pseudo-random sequence generators, Xilinx XAPP 052, table 3.
func LFSR(p LFSRParams) *rtlgen.Typed[LFSRPorts] {
	m, io := rtlgen.New[LFSRPorts](p)
	if m.Refused() {
		return m
	}
	value := m.Reg("value_q", p.Width, 1)

	m.If(io.Enable, func() {
		feedback := value.And(m.Const(p.Width, LFSRTaps(p.Width))).Parity()
		value.Set(rtlgen.Cat(value.Low(p.Width-1), feedback))
	})
	io.Value.Drive(value)

	m.Assert("never_zero", value.Ne(0), "0 is the one state without a way out")
	return m
}

// LFSRLeap is the state of an LFSR after the given number of steps, fewer than it has bits. As many
// of its low bits are new: with a leap per cycle no bit is used twice.
func LFSRLeap(state rtlgen.Signal, steps int) rtlgen.Value {
	v := rtlgen.ValueOf(state)
	width := v.Width()
	taps := LFSRTaps(width)
	// Bit i of a state is the parity of the bits sources[i] of the first one.
	sources := make([]int, width)
	for i := range sources {
		sources[i] = 1 << i
	}
	bits := make([]rtlgen.Value, 0, steps)
	for range steps {
		feedback := 0
		for i, source := range sources {
			if taps>>i&1 == 1 {
				feedback ^= source
			}
		}
		sources = append([]int{feedback}, sources[:width-1]...)
		bits = append(bits, v.And(feedback).Parity())
	}
	return rtlgen.Cat(v.Low(width-steps), rtlgen.CatOf(bits))
}

// LFSRTaps is the mask of the tapped bits, bit 0 for position 1, of the
// maximal-length register of that width (3 to 32). For other widths it is -1, which
// no Const takes, so that the mistake is reported.
func LFSRTaps(width int) int {
	if width < 3 || width-3 >= len(lfsrTaps) {
		return -1
	}
	mask := 0
	for _, position := range lfsrTaps[width-3] {
		mask |= 1 << (position - 1)
	}
	return mask
}

// lfsrTaps has the tapped positions for widths from 3 up, numbered from 1.
var lfsrTaps = [][]int{
	{3, 2}, {4, 3}, {5, 3}, {6, 5}, {7, 6}, {8, 6, 5, 4}, {9, 5}, {10, 7},
	{11, 9}, {12, 6, 4, 1}, {13, 4, 3, 1}, {14, 5, 3, 1}, {15, 14}, {16, 15, 13, 4}, {17, 14}, {18, 11},
	{19, 6, 2, 1}, {20, 17}, {21, 19}, {22, 21}, {23, 18}, {24, 23, 22, 17}, {25, 22}, {26, 6, 2, 1},
	{27, 5, 2, 1}, {28, 25}, {29, 27}, {30, 6, 4, 1}, {31, 28}, {32, 22, 2, 1},
}
