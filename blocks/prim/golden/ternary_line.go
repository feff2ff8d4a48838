package golden

import "math/big"

// TernaryLineIn holds the inputs of ternary_line.
type TernaryLineIn struct {
	Valid bool
	Value *big.Int
	Mask  *big.Int // a 1 is a bit that counts
	Key   *big.Int
}

// TernaryLineOut holds the outputs of ternary_line.
type TernaryLineOut struct {
	Hit bool
}

// TernaryLine is the model of ternary_line. It has no state.
type TernaryLine struct {
	width int
}

// NewTernaryLine makes a line.
func NewTernaryLine(width int) *TernaryLine { return &TernaryLine{width} }

// Step is one clock cycle.
func (m *TernaryLine) Step(in TernaryLineIn) TernaryLineOut {
	value, mask, key := clone(in.Value), clone(in.Mask), clone(in.Key)
	hit := in.Valid
	for b := 0; b < m.width; b++ {
		if mask.Bit(b) == 1 && value.Bit(b) != key.Bit(b) {
			hit = false
		}
	}
	return TernaryLineOut{Hit: hit}
}
