package bench

import (
	"math/big"
	"math/rand"

	qcn "culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/blocks/spineleaf/golden"
	"culprit.example/culprit/testbench/kit"
)

// randomWord is a beat of random bits.
func randomWord(rng *rand.Rand) *big.Int {
	return qcn.Word{rng.Uint64(), rng.Uint64()}.Big()
}

// randomAddress is the address of a server port that there is.
func randomAddress(rng *rand.Rand, p golden.FabricParams) int {
	return p.Address(rng.Intn(p.Leaves), rng.Intn(max(p.Ports, 1)))
}

// beatsOf is a frame as beats: the first one with the header, then random ones.
func beatsOf(rng *rand.Rand, f qcn.Frame) []*big.Int {
	beats := []*big.Int{f.Word().Big()}
	for len(beats)*64 < f.Length {
		beats = append(beats, randomWord(rng))
	}
	return beats
}

// randomLength is the length of a frame of at most the given number of units, short ones more
// often.
func randomLength(rng *rand.Rand, units int) int {
	switch rng.Intn(4) {
	case 0:
		return 64
	case 1:
		return min(units*256, 1522)
	}
	return 64 + rng.Intn(units*256-63)
}

// serverLink plays a server: frames, beat after beat.
type serverLink struct{ beats []linkBeat }

// next is the beat of this cycle, if there is one; begin makes a frame when the last
// one is out.
func (l *serverLink) next(begin func() []linkBeat) (valid, head, tail bool, data *big.Int) {
	if len(l.beats) == 0 {
		l.beats = begin()
	}
	if len(l.beats) == 0 {
		return false, false, false, nil
	}
	b := l.beats[0]
	l.beats = l.beats[1:]
	return b.valid, b.head, b.tail, b.data
}

// cellTraffic plays the sender of a fabric link: cells whose beats come without a gap,
// as many as there are credits for.
type cellTraffic struct {
	beats  []*big.Int
	header uint64
	head   bool
}

// next is the beat of this cycle; begin gives the header of a new cell, if one may
// begin.
func (l *cellTraffic) next(rng *rand.Rand,
	begin func() (golden.CellHeader, bool)) (valid, head bool, header uint64, data *big.Int) {
	if len(l.beats) == 0 {
		h, ok := begin()
		if !ok {
			return false, false, 0, nil
		}
		l.header, l.head = h.Bits(), true
		for range max(h.Beats, 1) {
			l.beats = append(l.beats, randomWord(rng))
		}
	}
	data, head = l.beats[0], l.head
	l.beats, l.head = l.beats[1:], false
	return true, head, l.header, data
}

// randomCell is a cell for any server port.
func randomCell(rng *rand.Rand, p golden.FabricParams) golden.CellHeader {
	h := golden.CellHeader{
		Dst: randomAddress(rng, p), Src: randomAddress(rng, p), Prio: rng.Intn(8), Length: rng.Intn(1 << 14),
		Place: rng.Intn(1 << 10), Index: rng.Intn(1 << 6),
		Kind: kit.Pick(rng, []int{golden.CellData, golden.CellData, golden.CellCNM, golden.CellRequest, golden.CellGrant}),
	}
	switch h.Kind {
	case golden.CellData:
		h.Beats = 1 + rng.Intn(4)
	case golden.CellCNM:
		h.Beats = 1
	}
	return h
}
