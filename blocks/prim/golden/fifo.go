package golden

import "math/big"

// FIFOIn holds the inputs of fifo.
type FIFOIn struct {
	Push  bool
	Wdata *big.Int
	Pop   bool
}

// FIFOOut holds the outputs of fifo.
type FIFOOut struct {
	Rdata      *big.Int `valid:"RdataKnown"` // the oldest word
	RdataKnown bool     `port:"-"`           // not while empty
	Full       bool
	Empty      bool
	Count      int
}

// FIFO is the model of fifo: a queue of at most depth words. A push is ignored
// while the queue is full, even if a pop makes room in the same cycle; a pop is
// ignored while it is empty.
type FIFO struct {
	depth int
	words []*big.Int // oldest first
}

// NewFIFO makes an empty FIFO.
func NewFIFO(depth int) *FIFO { return &FIFO{depth: depth} }

// Step is one clock cycle.
func (m *FIFO) Step(in FIFOIn) FIFOOut {
	out := FIFOOut{
		Full:  len(m.words) == m.depth,
		Empty: len(m.words) == 0,
		Count: len(m.words),
	}
	if !out.Empty {
		out.Rdata, out.RdataKnown = m.words[0], true
	}

	if in.Pop && !out.Empty {
		m.words = m.words[1:]
	}
	if in.Push && !out.Full {
		m.words = append(m.words, clone(in.Wdata))
	}
	return out
}
