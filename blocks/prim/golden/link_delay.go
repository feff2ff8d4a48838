package golden

import "math/big"

// LinkDelayIn holds the inputs of link_delay.
type LinkDelayIn struct {
	D *big.Int
}

// LinkDelayOut holds the outputs of link_delay.
type LinkDelayOut struct {
	Q *big.Int
}

// LinkDelay is the model of link_delay: the words that are on the link.
type LinkDelay struct {
	words []*big.Int // oldest first
}

// NewLinkDelay makes a link of the given latency, full of zeros.
func NewLinkDelay(latency int) *LinkDelay {
	m := &LinkDelay{}
	for i := 0; i < latency; i++ {
		m.words = append(m.words, new(big.Int))
	}
	return m
}

// Step is one clock cycle.
func (m *LinkDelay) Step(in LinkDelayIn) LinkDelayOut {
	out := LinkDelayOut{Q: m.words[0]}
	m.words = append(m.words[1:], clone(in.D))
	return out
}
