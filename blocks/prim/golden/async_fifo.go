package golden

import "math/big"

// AsyncFIFOIn holds the inputs of async_fifo in an instant.
type AsyncFIFOIn struct {
	WrClk bool // the clock has an edge
	Push  bool
	Wdata *big.Int
	RdClk bool
	Pop   bool
}

// AsyncFIFOOut holds the outputs of async_fifo.
type AsyncFIFOOut struct {
	Full       bool
	Rdata      *big.Int `valid:"RdataKnown"` // the oldest word
	RdataKnown bool     `port:"-"`           // not while Empty
	Empty      bool
}

// AsyncFIFO is the model of async_fifo: a side knows of the other one how many words that had moved, as many edges of
// its own clock ago as a synchronizer has registers. The model counts words without end.
type AsyncFIFO struct {
	depth         int
	words         []*big.Int // in the memory, oldest first
	oldest        *big.Int   // at the output; nil: none
	pushed, taken int        // words that have come into the memory, and have left it
	toWrite       []int      // taken, on the way to the writing side, the newest first
	toRead        []int      // pushed, on the way to the reading side
	full          bool
}

// NewAsyncFIFO makes an empty FIFO.
func NewAsyncFIFO(depth, stages int) *AsyncFIFO {
	return &AsyncFIFO{depth: depth, toWrite: make([]int, stages), toRead: make([]int, stages)}
}

// Step is an instant: both clocks may have an edge, and neither side sees what the other one does in it.
func (m *AsyncFIFO) Step(in AsyncFIFOIn) AsyncFIFOOut {
	out := AsyncFIFOOut{Full: m.full, Empty: m.oldest == nil}
	if m.oldest != nil {
		out.Rdata, out.RdataKnown = m.oldest, true
	}
	pushed, taken := m.pushed, m.taken
	if in.RdClk {
		m.read(in.Pop, pushed)
	}
	if in.WrClk {
		m.write(in.Push, in.Wdata, taken)
	}
	return out
}

func (m *AsyncFIFO) write(push bool, word *big.Int, taken int) {
	known := m.toWrite[len(m.toWrite)-1]
	if push && !m.full {
		m.words = append(m.words, clone(word))
		m.pushed++
	}
	m.full = m.pushed-known == m.depth
	m.toWrite = append([]int{taken}, m.toWrite[:len(m.toWrite)-1]...)
}

func (m *AsyncFIFO) read(pop bool, pushed int) {
	known := m.toRead[len(m.toRead)-1]
	if pop {
		m.oldest = nil
	}
	if m.oldest == nil && known > m.taken {
		m.oldest, m.words = m.words[0], m.words[1:]
		m.taken++
	}
	m.toRead = append([]int{pushed}, m.toRead[:len(m.toRead)-1]...)
}
