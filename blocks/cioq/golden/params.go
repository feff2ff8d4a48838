package golden

import "math/big"

// Params are the parameters of the element and its units, as in the contract.
type Params struct {
	Ports         int
	Data          int // bits of a beat
	SlotsIn       int
	SlotsOut      int
	Stage         int
	Credits       int
	LinkLatency   int
	CreditLatency int
	CutThrough    int
	ErrorBits     int
}

// Cells reports whether a segment is one word.
func (p Params) Cells() bool { return p.Data == 96 }

// turn is the element's turn in the route of a header.
func (p Params) turn(header *big.Int) int {
	bits := 1
	for 1<<bits < p.Ports {
		bits++
	}
	above := p.Data - 1 - (p.Stage+1)*bits
	return int(new(big.Int).Rsh(header, uint(above)).Uint64() & (1<<bits - 1))
}

// Beat is what passes a link in a cycle.
type Beat struct {
	Valid, Head, Tail bool
	Bad               bool // with the tail, in beat mode: the segment is damaged
	Data              *big.Int
}

// Lane is what passes a lane of the crossbar in a cycle.
type Lane struct {
	Valid, Ends bool
	Bad         bool // with the last beat: the segment is damaged
	Data        *big.Int
}

// segment is a segment that is in an element, with the beats that have come so far.
type segment struct {
	beats []*big.Int
	whole bool // the last beat has come
	bad   bool // with whole: it is damaged
	turn  int
}

// badAt reports whether beat i tells that the segment is damaged.
func (s *segment) badAt(i int) bool { return s.isLast(i) && s.bad }

// isLast reports whether beat i is the last one.
func (s *segment) isLast(i int) bool { return s.whole && i == len(s.beats)-1 }
