package bench

import (
	"math/big"
	"math/rand"

	"culprit.example/culprit/blocks/cioq/golden"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/kit"
)

// phase is how the surroundings of a block behave for a while, in percent.
type phase struct {
	cycles int
	load   int // a segment begins where one can
	drain  int // what has come moves on: starts at an input, credits at an output
	hot    int // a segment goes to the hot output
	short  int // a segment has the shortest length
	long   int // it has the longest one
}

// program is phases one after the other, again and again.
type program []phase

func (p program) at(cycle int) phase {
	total := 0
	for _, ph := range p {
		total += ph.cycles
	}
	cycle %= total
	for _, ph := range p {
		if cycle < ph.cycles {
			return ph
		}
		cycle -= ph.cycles
	}
	panic("BUG: a cycle beyond the program")
}

// length chooses the beats of a segment.
func (ph phase) length(rng *rand.Rand, p golden.Params) int {
	switch {
	case p.Cells():
		return 1
	case kit.Chance(rng, ph.short):
		return 2
	case kit.Chance(rng, ph.long):
		return longest(p)
	}
	return 2 + rng.Intn(longest(p)-1)
}

// longest is the most beats of a segment: a header and 256 bytes.
func longest(p golden.Params) int {
	if p.Cells() {
		return 1
	}
	return 33
}

// goal is the output of a segment from an input of an element.
func (ph phase) goal(rng *rand.Rand, p golden.Params, cycle, input int) int {
	switch {
	case ph.hot < 0:
		return (input + cycle/64) % p.Ports
	case kit.Chance(rng, ph.hot):
		return cycle / 1000 % p.Ports
	}
	return rng.Intn(p.Ports)
}

// sender is the sending end of a link, with its credits.
type sender struct {
	rng     *rand.Rand
	p       golden.Params
	credits int
	length  int // beats of the segment on its way
	beat    int // the next one
	header  func() *big.Int
}

// drive is a beat; credit is what came back in the cycle before.
func (s *sender) drive(ph phase) golden.Beat {
	if s.beat == s.length {
		if s.credits == 0 || !kit.Chance(s.rng, ph.load) {
			// What is not valid is arbitrary.
			return golden.Beat{Head: kit.Chance(s.rng, 50), Tail: kit.Chance(s.rng, 50), Bad: kit.Chance(s.rng, 50),
				Data: s.word()}
		}
		s.credits--
		s.length, s.beat = ph.length(s.rng, s.p), 0
	}
	b := golden.Beat{Valid: true, Head: s.beat == 0, Tail: s.beat == s.length-1, Data: s.word()}
	if b.Head {
		b.Data = s.header()
	}
	b.Bad = !b.Tail && kit.Chance(s.rng, 50) // counts with the tail only
	s.beat++
	return b
}

func (s *sender) word() *big.Int { return word(s.rng, s.p.Data) }

// word is a random number of the given number of bits.
func word(rng *rand.Rand, bits int) *big.Int {
	return new(big.Int).Rand(rng, new(big.Int).Lsh(big.NewInt(1), uint(bits)))
}

// withTurn is a random header whose turn for the element is the given one.
func withTurn(rng *rand.Rand, p golden.Params, turn int) *big.Int {
	bits := ir.IndexBits(p.Ports)
	h := word(rng, p.Data)
	at := p.Data - 1 - (p.Stage+1)*bits
	for b := range bits {
		h.SetBit(h, at+b, uint(turn>>b&1))
	}
	return h
}
