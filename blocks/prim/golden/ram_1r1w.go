package golden

import "math/big"

// What a read of the word being written returns: parameter rdw of ram_1r1w.
const (
	ReadOld       = 0
	ReadNew       = 1
	ReadUndefined = 2
)

// RAM1R1WIn holds the inputs of ram_1r1w.
type RAM1R1WIn struct {
	WrEn   bool
	WrAddr int
	WrData *big.Int
	RdEn   bool
	RdAddr int
}

// RAM1R1WOut holds the outputs of ram_1r1w.
type RAM1R1WOut struct {
	RdData      *big.Int `valid:"RdDataKnown"`
	RdDataKnown bool     `port:"-"`
}

// RAM1R1W is the model of ram_1r1w: words by address, only those that have been
// written, and the word read last (nil: unknown).
type RAM1R1W struct {
	depth, rdw int
	words      map[int]*big.Int
	read       *big.Int
}

// NewRAM1R1W makes a RAM that nothing has been written to.
func NewRAM1R1W(depth, rdw int) *RAM1R1W {
	must(rdw >= ReadOld && rdw <= ReadUndefined, "no read-during-write behaviour %d", rdw)
	return &RAM1R1W{depth: depth, rdw: rdw, words: map[int]*big.Int{}}
}

// Written reports whether a word has been written.
func (m *RAM1R1W) Written(addr int) bool { return m.words[addr] != nil }

// Step is one clock cycle.
func (m *RAM1R1W) Step(in RAM1R1WIn) RAM1R1WOut {
	must(in.WrAddr < m.depth && in.RdAddr < m.depth, "address beyond depth %d", m.depth)
	out := RAM1R1WOut{RdData: m.read, RdDataKnown: m.read != nil}

	old := m.words[in.RdAddr]
	if in.WrEn {
		m.words[in.WrAddr] = clone(in.WrData)
	}
	if in.RdEn {
		m.read = old
		if in.WrEn && in.WrAddr == in.RdAddr {
			switch m.rdw {
			case ReadNew:
				m.read = m.words[in.RdAddr]
			case ReadUndefined:
				m.read = nil
			}
		}
	}
	return out
}
