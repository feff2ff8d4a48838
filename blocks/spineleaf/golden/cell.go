package golden

import "math/big"

// FabricParams are the parameters of leaf, spine and network.
type FabricParams struct {
	Leaves, Ports, Spines, Prios, InUnits, Places, FrameUnits, Cells, RateNum, RateDen, DOS int

	LeafQEq, WShift, Sample, Table, Quantizer, LeafQHigh, LeafQLow int
	PauseQuanta, PauseReaction, PauseRefresh                       int

	AtLeaf, FrameTimeout, ErrorBits, StormDetect, StormRestore, StormDrop, StormBits int
}

// Kinds of cells.
const (
	CellData = iota
	CellCNM
	CellRequest
	CellGrant
)

// CellHeader is the header of a cell.
type CellHeader struct{ Beats, Dst, Kind, Src, Prio, Length, Place, Index int }

// Bits are the header as a number.
func (h CellHeader) Bits() uint64 {
	v := uint64(h.Beats)
	for _, f := range [][2]int{{12, h.Dst}, {2, h.Kind}, {12, h.Src}, {3, h.Prio}, {14, h.Length}, {10, h.Place},
		{6, h.Index}} {
		v = v<<f[0] | uint64(f[1])
	}
	return v
}

// HeaderOf takes a header apart.
func HeaderOf(v uint64) CellHeader {
	take := func(bits int) int {
		x := int(v & (1<<bits - 1))
		v >>= bits
		return x
	}
	var h CellHeader
	h.Index, h.Place, h.Length, h.Prio = take(6), take(10), take(14), take(3)
	h.Src, h.Kind, h.Dst, h.Beats = take(12), take(2), take(12), take(3)
	return h
}

// cellBytes is what the header of a cell takes of a link, and beatBytes what a beat of
// its payload takes; a unit has unitBeats of them.
const (
	cellBytes = 10
	beatBytes = 64
	unitBeats = 4
	unitBytes = unitBeats * beatBytes
)

// rows is the number of rows of 16 units of an input buffer.
func (p FabricParams) rows() int { return max(ceil(p.Prios*p.InUnits+4, 16), 16) }

// InputUnits is the number of units of an input buffer.
func (p FabricParams) InputUnits() int { return 16 * p.rows() }

// ceil is the number of parts of that size.
func ceil(x, size int) int { return (x + size - 1) / size }

// portBits are the bits of an address that number the ports of a leaf.
func (p FabricParams) portBits() int {
	n := 0
	for 1<<n < p.Ports {
		n++
	}
	return n
}

// addresses is the range of the addresses.
func (p FabricParams) addresses() int {
	n := 2
	for n < p.Leaves {
		n *= 2
	}
	return n << p.portBits()
}

// voq is the number of a VOQ.
func (p FabricParams) voq(address, prio int) int { return prio*p.addresses() + address }

// Address is the address of a server port.
func (p FabricParams) Address(leaf, port int) int { return leaf<<p.portBits() | port }

// exists reports whether there is a server port of that address.
func (p FabricParams) exists(address int) bool {
	return address>>p.portBits() < p.Leaves && address&(1<<p.portBits()-1) < p.Ports
}

// fifo is a queue of which a word can be read some cycles after it was pushed.
type fifo[T any] struct {
	latency, now int
	words        []T
	pushed       []int
}

// newFIFO makes a queue of that depth: more than 32 words are in a block RAM.
func newFIFO[T any](depth int) *fifo[T] {
	if depth > 32 {
		return &fifo[T]{latency: 2}
	}
	return &fifo[T]{latency: 1}
}

func (f *fifo[T]) ready() bool { return len(f.words) > 0 && f.now >= f.pushed[0]+f.latency }

func (f *fifo[T]) push(w T) {
	f.words = append(f.words, w)
	f.pushed = append(f.pushed, f.now)
}

func (f *fifo[T]) pop() T {
	w := f.words[0]
	f.words, f.pushed = f.words[1:], f.pushed[1:]
	return w
}

// tick ends a cycle.
func (f *fifo[T]) tick() { f.now++ }

// circle takes turns among n: the next one after the last that was served.
type circle struct{ n, last int }

func newCircle(n int) circle { return circle{n, n - 1} }

// pick is the one whose turn it is, -1 if none asks.
func (c circle) pick(asks func(i int) bool) int {
	for k := 1; k <= c.n; k++ {
		if i := (c.last + k) % c.n; asks(i) {
			return i
		}
	}
	return -1
}

// CellBufferIn are the inputs of a cell buffer.
type CellBufferIn struct {
	RxValid, RxHead bool
	RxHeader        uint64
	RxData          *big.Int
	RxBad           bool
	Start, Skip     bool
}

// CellBufferOut are its outputs.
type CellBufferOut struct {
	Credit, Full  bool
	CellValid     bool
	CellHeader    uint64 `valid:"CellValid"`
	TxValid       bool
	TxHead        bool
	TxHeader      uint64   `valid:"TxHeaderKnown"`
	TxHeaderKnown bool     `port:"-"` // a cell was read since the reset
	TxData        *big.Int `valid:"TxValid"`
	TxBad         bool     `valid:"TxValid"`
}

type cell struct {
	header uint64
	data   []*big.Int
	bad    []bool
}

// beats is how long the cell is on a link.
func (c *cell) beats() int { return max(HeaderOf(c.header).Beats, 1) }

// CellBuffer is a FIFO of cells.
type CellBuffer struct {
	cells   int
	queue   []*cell
	writing *cell
	reading *cell
	at      int
	busy    bool
	credit  bool
	tx      cellBeat // what is on tx
}

// cellBeat is a cycle of a link of cells.
type cellBeat struct {
	valid, head bool
	header      uint64
	known       bool // there is a header
	data        *big.Int
	bad         bool // it was lost
}

// NewCellBuffer makes an empty buffer of the given number of cells.
func NewCellBuffer(cells int) *CellBuffer { return &CellBuffer{cells: cells} }

// Busy reports whether another cell cannot be read yet.
func (m *CellBuffer) Busy() bool { return m.busy && m.at+1 < m.reading.beats() }

// Leaving reports whether the cell at the head has left in the cycle before.
func (m *CellBuffer) Leaving() bool { return m.credit }

// Len is the number of cells in the buffer.
func (m *CellBuffer) Len() int { return len(m.queue) }

// Out are the outputs, which depend on no input.
func (m *CellBuffer) Out() CellBufferOut {
	out := CellBufferOut{Credit: m.credit, Full: len(m.queue) == m.cells}
	if len(m.queue) > 0 {
		out.CellValid, out.CellHeader = true, m.queue[0].header
	}
	out.TxValid, out.TxHead, out.TxData = m.tx.valid, m.tx.head, m.tx.data
	out.TxHeader, out.TxHeaderKnown, out.TxBad = m.tx.header, m.tx.known, m.tx.bad
	return out
}

// read is the beat that is read, on tx in the next cycle.
func (m *CellBuffer) read() (b cellBeat) {
	if m.reading != nil {
		b.header, b.known = m.reading.header, true
	}
	if m.busy {
		b.valid, b.head, b.bad, b.data = true, m.at == 0, true, new(big.Int)
		if m.at < len(m.reading.data) {
			b.bad, b.data = m.reading.bad[m.at], m.reading.data[m.at]
		}
	}
	return b
}

// Step is one clock cycle.
func (m *CellBuffer) Step(in CellBufferIn) CellBufferOut {
	out := m.Out()
	m.tx = m.read()
	if m.credit {
		m.queue = m.queue[1:]
	}
	m.credit = in.Start || in.Skip
	if m.busy {
		m.at++
		m.busy = m.at < m.reading.beats()
	}
	if in.Start {
		m.reading, m.at, m.busy = m.queue[0], 0, true
	}
	if in.RxValid {
		if in.RxHead {
			m.writing = &cell{header: in.RxHeader}
			m.queue = append(m.queue, m.writing)
		}
		m.writing.data, m.writing.bad = append(m.writing.data, in.RxData), append(m.writing.bad, in.RxBad)
	}
	return out
}
