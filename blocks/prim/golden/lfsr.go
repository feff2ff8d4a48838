package golden

// LFSRIn holds the inputs of lfsr.
type LFSRIn struct {
	Enable bool
}

// LFSROut holds the outputs of lfsr.
type LFSROut struct {
	Value uint64
}

// lfsrTaps are the feedback positions of a maximal-length XOR shift register,
// numbered from 1 at the low end.
var lfsrTaps = map[int][]int{
	3: {3, 2}, 4: {4, 3}, 5: {5, 3}, 6: {6, 5}, 7: {7, 6}, 8: {8, 6, 5, 4}, 9: {9, 5}, 10: {10, 7},
	11: {11, 9}, 12: {12, 6, 4, 1}, 13: {13, 4, 3, 1}, 14: {14, 5, 3, 1}, 15: {15, 14}, 16: {16, 15, 13, 4},
	17: {17, 14}, 18: {18, 11}, 19: {19, 6, 2, 1}, 20: {20, 17}, 21: {21, 19}, 22: {22, 21}, 23: {23, 18},
	24: {24, 23, 22, 17}, 25: {25, 22}, 26: {26, 6, 2, 1}, 27: {27, 5, 2, 1}, 28: {28, 25}, 29: {29, 27},
	30: {30, 6, 4, 1}, 31: {31, 28}, 32: {32, 22, 2, 1},
}

// LFSR is the model of lfsr: a row of bits that moves up by one place; what
// comes in at the low end is the parity of the tapped bits.
type LFSR struct {
	bits []bool // bits[0] is position 1
	taps []int
}

// NewLFSR makes a register of 3 to 32 bits with the value 1.
func NewLFSR(width int) *LFSR {
	taps, ok := lfsrTaps[width]
	must(ok, "no lfsr of width %d", width)
	m := &LFSR{bits: make([]bool, width), taps: taps}
	m.bits[0] = true
	return m
}

// Step is one clock cycle.
func (m *LFSR) Step(in LFSRIn) LFSROut {
	var out LFSROut
	for i, b := range m.bits {
		if b {
			out.Value |= 1 << i
		}
	}
	if in.Enable {
		feedback := false
		for _, t := range m.taps {
			feedback = feedback != m.bits[t-1]
		}
		m.bits = append([]bool{feedback}, m.bits[:len(m.bits)-1]...)
	}
	return out
}
