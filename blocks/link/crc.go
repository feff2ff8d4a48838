package link

import (
	"fmt"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

const (
	crcBits  = 32
	crcChunk = 128 // bits whose sum is a register: three levels of four inputs
)

// crcSum is the CRC of a message a cycle before: the sum of registers, each of which has the
// part that a chunk of the message contributes.
func crcSum(m *rtlgen.Module, name string, message value) value {
	columns, constant := prim.CRC32(message.Width())
	sum := m.Const(crcBits, uint64(constant))
	for low := 0; low < len(columns); low += crcChunk {
		high := min(low+crcChunk, len(columns))
		part := m.Wire(fmt.Sprintf("%s_part_%d", name, low/crcChunk), crcBits)
		for bit, parity := range prim.Parities(message.Slice(high-1, low), columns[low:high], crcBits) {
			part.SetBit(bit, parity)
		}
		sum = sum.Xor(m.NextNoReset(fmt.Sprintf("%s_part_%d_q", name, low/crcChunk), part))
	}
	return sum
}
