package qcn

import (
	"math/bits"

	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// FCS is the frame check sequence of Ethernet for a frame of 64 bytes: CRC-32 of its
// first 60. A CRC is linear, so each bit of it is the parity of some bits of the frame,
// inverted or not. The highest bits of the data are byte 0, whose lowest bit is first on the
// wire; the highest bits of the FCS are byte 60.
func FCS(FrameParams) *rtlgen.Typed[FCSPorts] {
	m, io := rtlgen.New[FCSPorts](FrameParams{})
	if m.Refused() {
		return m
	}
	onWire, constant := prim.CRC32(dataBytes * 8)
	constant = bits.ReverseBytes32(constant)
	columns := make([]uint32, len(onWire))
	for at := range columns {
		columns[at] = bits.ReverseBytes32(onWire[(dataBytes-1-at/8)*8+at%8])
	}
	for i, bit := range prim.Parities(io.Data.Value, columns, fcsBits) {
		if constant>>i&1 == 1 {
			bit = bit.Not()
		}
		io.FCS.SetBit(i, bit)
	}
	return m
}
