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
	RdataKnown bool     `port:"-"`           // not while Empty
	Full       bool
	Empty      bool
	Count      int
}

// FIFO is the model of fifo: a queue of at most depth words. A push is ignored
// while the queue is full, even if a pop makes room in the same cycle; a pop is
// ignored while no word can be read. A word can be read from the cycle after its push
// on, of a queue of more than 32 words one cycle later.
type FIFO struct {
	depth, latency int
	now            int
	words          []fifoWord // oldest first
}

type fifoWord struct {
	value  *big.Int
	pushed int // cycle
}

// NewFIFO makes an empty FIFO.
func NewFIFO(depth int) *FIFO {
	if depth > 32 {
		return &FIFO{depth: depth, latency: 2}
	}
	return &FIFO{depth: depth, latency: 1}
}

// Step is one clock cycle.
func (m *FIFO) Step(in FIFOIn) FIFOOut {
	out := FIFOOut{
		Full:  len(m.words) == m.depth,
		Empty: len(m.words) == 0 || m.now < m.words[0].pushed+m.latency,
		Count: len(m.words),
	}
	if !out.Empty {
		out.Rdata, out.RdataKnown = m.words[0].value, true
	}

	if in.Pop && !out.Empty {
		m.words = m.words[1:]
	}
	if in.Push && !out.Full {
		m.words = append(m.words, fifoWord{clone(in.Wdata), m.now})
	}
	m.now++
	return out
}
