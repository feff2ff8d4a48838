package bench

import (
	"math/big"
	"math/rand"

	"culprit.example/culprit/blocks/link/golden"
	"culprit.example/culprit/testbench/kit"
)

// lineFaults are what a line does to words, in chances per 10,000.
type lineFaults struct {
	flip, burst, lose, double, invent int
	flits                             int // only flits are lost, with this chance
	dead                              bool
}

// line is a wire of words with a delay, which damages, loses, doubles and invents some.
type line struct {
	rng    *rand.Rand
	bits   int
	faults lineFaults
	flight []*big.Int // the oldest first; nil is no word
}

func newLine(rng *rand.Rand, bits, delay int) *line {
	return &line{rng: rng, bits: bits, flight: make([]*big.Int, delay)}
}

// pass takes a word, nil if there is none, and gives the one that comes out.
func (l *line) pass(word *big.Int) *big.Int {
	before := word
	if len(l.flight) > 0 {
		before = l.flight[len(l.flight)-1]
	}
	l.flight = append(l.flight, l.fault(word, before))
	out := l.flight[0]
	l.flight = l.flight[1:]
	return out
}

// fault is what becomes of a word that enters behind another one.
func (l *line) fault(word, before *big.Int) *big.Int {
	f := l.faults
	chance := func(of int) bool { return of > 0 && l.rng.Intn(10000) < of }
	switch {
	case word == nil || f.dead || chance(f.lose):
		return nil
	case word.Bit(0)+2*word.Bit(1) == golden.Flit && chance(f.flits):
		return nil
	case chance(f.double):
		return before
	case chance(f.invent):
		return new(big.Int).Rand(l.rng, new(big.Int).Lsh(big.NewInt(1), uint(l.bits)))
	case chance(f.flip):
		return flipped(word, l.rng.Intn(l.bits))
	case chance(f.burst):
		at, length := l.rng.Intn(l.bits-16), 2+l.rng.Intn(15)
		word = flipped(word, at)
		for i := 1; i < length; i++ {
			if kit.Chance(l.rng, 50) {
				word = flipped(word, at+i)
			}
		}
	}
	return word
}

// flipped is a word with a bit inverted.
func flipped(word *big.Int, at int) *big.Int {
	w := new(big.Int).Set(word)
	return w.SetBit(w, at, w.Bit(at)^1)
}
