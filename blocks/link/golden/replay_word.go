package golden

import "math/big"

// Kinds of words of a replayed line.
const (
	Hello = iota
	Welcome
	Idle
	Flit
)

// ReplayFormat has the widths of a word.
type ReplayFormat struct{ Width, Depth, Epoch int }

// ReplayWord is a word of a replayed line without its CRC.
type ReplayWord struct {
	Kind     int
	Nak      bool
	From, To int
	Seq, Ack int
	Flit     *big.Int // nil is 0
}

// numbers is how many sequence numbers there are.
func (f ReplayFormat) numbers() int { return 2 * f.Depth }

// widths are those of the fields below the flit, from bit 0 on.
func (f ReplayFormat) widths() []int {
	n := big.NewInt(int64(f.numbers() - 1)).BitLen()
	return []int{2, 1, f.Epoch, f.Epoch, n, n}
}

// message is the number of bits below the CRC.
func (f ReplayFormat) message() int {
	bits := f.Width
	for _, w := range f.widths() {
		bits += w
	}
	return bits
}

// Bits is the number of bits of a word with its CRC.
func (f ReplayFormat) Bits() int { return f.message() + 32 }

// Encode is the word with its CRC.
func (f ReplayFormat) Encode(w ReplayWord) *big.Int {
	nak := 0
	if w.Nak {
		nak = 1
	}
	word := new(big.Int)
	at := uint(0)
	parts := []int{w.Kind, nak, w.From, w.To, w.Seq, w.Ack}
	for i, width := range f.widths() {
		word.Or(word, new(big.Int).Lsh(big.NewInt(int64(parts[i])), at))
		at += uint(width)
	}
	if w.Flit != nil {
		word.Or(word, new(big.Int).Lsh(w.Flit, at))
	}
	crc := new(big.Int).SetUint64(uint64(BitCRC(word, f.message())))
	return word.Or(word, crc.Lsh(crc, uint(f.message())))
}

// Decode takes a word apart; ok reports whether its CRC fits.
func (f ReplayFormat) Decode(bits *big.Int) (w ReplayWord, ok bool) {
	if bits == nil {
		bits = new(big.Int)
	}
	if new(big.Int).Rsh(bits, uint(f.message())).Uint64() != uint64(BitCRC(bits, f.message())) {
		return ReplayWord{}, false
	}
	var parts [6]int
	at := uint(0)
	for i, width := range f.widths() {
		for b := range width {
			parts[i] |= int(bits.Bit(int(at)+b)) << b
		}
		at += uint(width)
	}
	payload := new(big.Int).Rsh(bits, at)
	payload.And(payload, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(f.Width)), big.NewInt(1)))
	return ReplayWord{parts[0], parts[1] == 1, parts[2], parts[3], parts[4], parts[5], payload}, true
}

// BitCRC is the CRC-32 of IEEE 802.3 of the lowest n bits, bit 0 first. Bit 0 of the result
// is the coefficient of x^31.
func BitCRC(bits *big.Int, n int) uint32 {
	const top = 1 << 31
	r := ^uint32(0) // the coefficient of x^31 on top, as in the standard
	for i := range n {
		feedback := r&top != 0 != (bits.Bit(i) == 1)
		r <<= 1
		if feedback {
			r ^= 0x04c11db7
		}
	}
	var crc uint32
	for i := range 32 {
		crc |= ^r >> (31 - i) & 1 << i
	}
	return crc
}
