package golden

import (
	"hash/crc32"
	"math/big"
	"math/rand"
	"slices"
	"testing"

	"gotest.tools/v3/assert"
)

// TestBitCRC: over whole bytes it is the CRC-32 of Ethernet.
func TestBitCRC(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	for size := range 90 {
		text := make([]byte, size)
		rng.Read(text)
		reversed := slices.Clone(text)
		slices.Reverse(reversed) // byte 0 is lowest
		assert.Equal(t, BitCRC(new(big.Int).SetBytes(reversed), 8*size), crc32.ChecksumIEEE(text), "%x", text)
	}
}

// TestReplayWord: a word comes back as it was, and no word that differs from it in up to three
// bits is taken for one.
func TestReplayWord(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	f := ReplayFormat{Width: 64, Depth: 64, Epoch: 8}
	w := ReplayWord{Kind: Flit, Nak: true, From: 3, To: 250, Seq: 127, Ack: 64, Flit: big.NewInt(0x1234567)}
	bits := f.Encode(w)
	got, ok := f.Decode(bits)
	assert.Assert(t, ok)
	assert.Equal(t, got.Flit.Cmp(w.Flit), 0)
	got.Flit = w.Flit
	assert.Equal(t, got, w)
	for range 1000 {
		damaged := new(big.Int).Set(bits)
		for _, at := range rng.Perm(f.Bits())[:1+rng.Intn(3)] {
			damaged.SetBit(damaged, at, damaged.Bit(at)^1)
		}
		_, ok := f.Decode(damaged)
		assert.Assert(t, !ok)
	}
	_, ok = f.Decode(nil)
	assert.Assert(t, !ok, "a line at 0 says nothing")
}
