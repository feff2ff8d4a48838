package link

import (
	"fmt"
	"math/big"

	"culprit.example/culprit/rtlgen"
)

const (
	crcBits       = 32
	crcPolynomial = 0xedb88320 // of IEEE 802.3, the coefficient of x^31 in bit 0
	crcChunk      = 128        // bits whose sum is a register: three levels of four inputs
)

// crcStep is the shift register of the CRC after a bit.
func crcStep(state uint32, bit int) uint32 {
	state ^= uint32(bit)
	return state>>1 ^ state&1*crcPolynomial
}

// crcOf is the CRC of a message, two cycles after it: its sums over chunks are registers, and
// so is their sum. A CRC is linear: each of its bits is the parity of some bits of the
// message, inverted or not.
func crcOf(m *rtlgen.Module, name string, message value) rtlgen.Reg {
	return m.NextNoReset(name+"_crc", crcSum(m, name, message))
}

// crcSum is the CRC of a message a cycle before, as a function of registers.
func crcSum(m *rtlgen.Module, name string, message value) value {
	bits := message.Width()
	columns := make([]uint32, bits) // what a bit that is 1 changes
	constant := ^uint32(0)          // the CRC of zeros
	state := crcStep(0, 1)
	for i := bits - 1; i >= 0; i-- {
		columns[i] = state
		state = crcStep(state, 0)
		constant = crcStep(constant, 0)
	}
	constant = ^constant
	sum := m.Const(crcBits, uint64(constant))
	for low := 0; low < bits; low += crcChunk {
		high := min(low+crcChunk, bits)
		chunk := message.Slice(high-1, low)
		part := m.Wire(fmt.Sprintf("%s_part_%d", name, low/crcChunk), crcBits)
		for bit := range crcBits {
			mask := new(big.Int)
			for i, column := range columns[low:high] {
				mask.SetBit(mask, i, uint(column>>bit&1))
			}
			part.SetBit(bit, chunk.And(mask).Parity())
		}
		sum = sum.Xor(m.NextNoReset(fmt.Sprintf("%s_part_%d_q", name, low/crcChunk), part))
	}
	return sum
}
