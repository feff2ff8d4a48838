package qcn

import (
	"math/big"

	"culprit.example/culprit/rtlgen"
)

// FCS is the frame check sequence of Ethernet for a frame of 64 bytes: CRC-32 of its
// first 60. A CRC is linear, so each bit of it is the parity of some bits of the frame,
// which a mask names, inverted or not.
func FCS(FrameParams) *rtlgen.Typed[FCSPorts] {
	m, io := rtlgen.New[FCSPorts](FrameParams{})
	if m.Refused() {
		return m
	}
	var none fcsInput
	constant := none.fcs()
	masks := make([]*big.Int, fcsBits)
	for i := range masks {
		masks[i] = new(big.Int)
	}
	for at := range dataBytes * 8 {
		var one fcsInput
		one.bit(at)
		changed := one.fcs() ^ constant
		for i, mask := range masks {
			mask.SetBit(mask, at, uint(changed>>i&1))
		}
	}
	for i, mask := range masks {
		bit := io.Data.And(mask).Parity()
		if constant>>i&1 == 1 {
			bit = bit.Not()
		}
		io.FCS.SetBit(i, bit)
	}
	return m
}

// fcsInput are the bytes of a frame before its FCS, byte 0 first.
type fcsInput [dataBytes]byte

// bit sets a bit of the input data: the highest ones are byte 0.
func (f *fcsInput) bit(at int) { f[dataBytes-1-at/8] |= 1 << (at % 8) }

// fcs is the FCS with byte 60 of the frame highest: the shift register takes the bits
// of a byte from the lowest on, and goes out inverted, its oldest bits first.
func (f *fcsInput) fcs() uint32 {
	const polynomial = 0xedb88320
	r := ^uint32(0)
	for _, b := range f {
		for i := range 8 {
			feedback := (r ^ uint32(b)>>i) & 1
			r = r>>1 ^ feedback*polynomial
		}
	}
	r = ^r
	return r<<24 | r>>8&0xff<<16 | r>>16&0xff<<8 | r>>24
}
