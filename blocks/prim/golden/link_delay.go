package golden

import "math/big"

// LinkDelayIn holds the inputs of link_delay.
type LinkDelayIn struct {
	D *big.Int
}

// LinkDelayOut holds the outputs of link_delay.
type LinkDelayOut struct {
	Q      *big.Int `valid:"QKnown"`
	QKnown bool     `port:"-"` // with data bits, not before the first word has arrived
}

// LinkDelay is the model of link_delay: the words that are on the link.
type LinkDelay struct {
	words []*big.Int // oldest first
}

// NewLinkDelay makes a link of the given latency, full of zeros, or of words that are
// unknown if there are data bits.
func NewLinkDelay(latency, data int) *LinkDelay {
	m := &LinkDelay{}
	for i := 0; i < latency; i++ {
		var word *big.Int
		if data == 0 {
			word = new(big.Int)
		}
		m.words = append(m.words, word)
	}
	return m
}

// Step is one clock cycle.
func (m *LinkDelay) Step(in LinkDelayIn) LinkDelayOut {
	out := LinkDelayOut{Q: m.words[0], QKnown: m.words[0] != nil}
	m.words = append(m.words[1:], clone(in.D))
	return out
}
