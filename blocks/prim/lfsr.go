package prim

import "culprit/rtlgen"

// LFSR is a Fibonacci shift register of maximal length: it runs through all
// 2^width-1 values but 0.
//
// A step shifts to the left; the new bit 0 is the parity of the tapped bits. The
// taps are those of P. Alfke, Efficient shift registers, LFSR counters, and long
// pseudo-random sequence generators, Xilinx XAPP 052, table 3.
func LFSR(p LFSRParams) *rtlgen.Typed[LFSRPorts] {
	m, io := rtlgen.New[LFSRPorts](p)
	value := m.Reg("value_q", p.Width, 1)

	m.If(io.Enable, func() {
		feedback := value.And(m.Const(p.Width, LFSRTaps(p.Width))).Parity()
		value.Set(rtlgen.Cat(value.Low(p.Width-1), feedback))
	})
	io.Value.Drive(value)

	m.Assert("never_zero", value.Ne(0), "0 is the one state without a way out")
	return m
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

// Leap is the state of an LFSR after so many steps, 1 to its width: the bits that come
// in stand in its lowest places, as many as there were steps.
func Leap(state rtlgen.Signal, steps int) rtlgen.Value {
	s := rtlgen.ValueOf(state)
	width := s.Width()
	taps := LFSRTaps(width)
	// bits[i] is the mask of the present bits whose parity bit i will be.
	bits := make([]int, width)
	for i := range bits {
		bits[i] = 1 << i
	}
	for range steps {
		next := 0
		for i, mask := range bits {
			if taps>>i&1 == 1 {
				next ^= mask
			}
		}
		bits = append([]int{next}, bits[:width-1]...)
	}
	var fresh []rtlgen.Value // the highest first
	for i := steps - 1; i >= 0; i-- {
		fresh = append(fresh, parityOf(s, bits[i]))
	}
	if steps == width {
		return rtlgen.CatOf(fresh)
	}
	return rtlgen.Cat(s.Low(width-steps), rtlgen.CatOf(fresh))
}

// parityOf is the parity of the bits that a mask names.
func parityOf(v rtlgen.Value, mask int) rtlgen.Value {
	var sum *rtlgen.Value
	for i := range v.Width() {
		if mask>>i&1 == 0 {
			continue
		}
		bit := v.Bit(i)
		if sum != nil {
			bit = sum.Xor(bit)
		}
		sum = &bit
	}
	return *sum
}
