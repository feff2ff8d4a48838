package prim

import (
	"math/big"

	"culprit.example/culprit/rtlgen"
)

// Parities are the bits of a linear function of v, bit 0 first: bit b, below bits, is the parity of those
// bits i of v for which bit b of columns[i] is 1. There is a column for each bit of v.
func Parities(v rtlgen.Value, columns []uint32, bits int) []rtlgen.Value {
	parities := make([]rtlgen.Value, bits)
	for b := range parities {
		mask := new(big.Int)
		for i, column := range columns {
			mask.SetBit(mask, i, uint(column>>b&1))
		}
		parities[b] = v.And(mask).Parity()
	}
	return parities
}

// CRC32 is the CRC-32 of IEEE 802.3 of messages of the given number of bits, as a function of
// them: constant is that of a message of zeros, and columns[i] is what bit i of a message inverts,
// bit 0 first on the wire. Bit 0 of the CRC is the coefficient of x^31.
func CRC32(bits int) (columns []uint32, constant uint32) {
	const polynomial = 0xedb88320 // the coefficient of x^31 in bit 0
	step := func(register uint32) uint32 { return register>>1 ^ register&1*polynomial }
	columns = make([]uint32, bits)
	column, constant := step(1), ^uint32(0)
	for i := bits - 1; i >= 0; i-- {
		columns[i] = column
		column, constant = step(column), step(constant)
	}
	return columns, ^constant
}
