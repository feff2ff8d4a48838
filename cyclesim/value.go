package cyclesim

import (
	"fmt"
	"math/big"
	"slices"
)

// Value is the value of a signal.
type Value struct {
	Width int
	Words []uint64 // little-endian, (Width+63)/64 of them, zeros above Width
}

// Uint64 is the low 64 bits; those of the zero Value are 0.
func (v Value) Uint64() uint64 {
	if len(v.Words) == 0 {
		return 0
	}
	return v.Words[0]
}

// Big is the value as a number.
func (v Value) Big() *big.Int {
	x := new(big.Int)
	for i := len(v.Words) - 1; i >= 0; i-- {
		x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(v.Words[i]))
	}
	return x
}

// Equal reports whether width and bits are the same.
func (v Value) Equal(w Value) bool {
	return v.Width == w.Width && slices.Equal(v.Words, w.Words)
}

// String writes the value as a Verilog literal: 12'h02a.
func (v Value) String() string {
	return fmt.Sprintf("%d'h%0*x", v.Width, (v.Width+3)/4, v.Big())
}
