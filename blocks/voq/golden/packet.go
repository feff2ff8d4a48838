package golden

import "math/bits"

// Beats of a packet.
const Beats = 8

// Places in a first beat {turnpool[30:0], tptr[4:0], src[7:0], seq[11:0], tag[7:0]}.
const (
	poolAt = 33
	tptrAt = 28
	tptrIs = 31 // mask of the turn pointer
)

// Params are the parameters of the switches, as in the contract.
type Params struct {
	Ports       int
	Slots       int // VOQsw: slots of an input port
	Nodes       int // VOQnet: queues of an input port
	Depth       int // VOQnet: slots of a queue
	Queue       int // adapter: packets that wait at most
	LinkLatency int // registers up to the link pins
}

// TurnBits is the width of a turn in a switch of n ports.
func TurnBits(n int) int { return max(1, bits.Len(uint(n-1))) }

// Turn is the turn from one port to another.
func Turn(n, from, to int) int { return (to - from - 1 + 2*n) % n }

// Wanted is the output port that a packet with this first beat wants when it
// comes in at a port.
func Wanted(n, port int, first uint64) int {
	pool, tptr := first>>poolAt, int(first>>tptrAt&tptrIs)
	w := TurnBits(n)
	turn := int(pool >> (tptr - w + 1) & (1<<w - 1))
	return (port + turn + 1) % n
}

// Moved is a first beat with the turn pointer on the next turn.
func Moved(n int, first uint64) uint64 {
	next := (first>>tptrAt - uint64(TurnBits(n))) & tptrIs
	return first&^(tptrIs<<tptrAt) | next<<tptrAt
}

// beat is what a link carries in a cycle.
type beat struct {
	valid, sop, eop bool
	data            uint64
}

// packet is a packet in an input port.
type packet struct {
	words []uint64 // those that have arrived
	port  int      // output port of this switch
	dst   int      // tag of the first beat
}

// line is a chain of n registers, n >= 0, that start with zero values.
type line[T any] struct{ stage []T }

func newLine[T any](n int) line[T] { return line[T]{make([]T, n)} }

// shift is the clock edge: in goes in.
func (l *line[T]) shift(in T) {
	if n := len(l.stage); n > 0 {
		copy(l.stage, l.stage[1:])
		l.stage[n-1] = in
	}
}

// end is what comes out in this cycle; given is what goes in, which comes out
// of a line without registers.
func (l *line[T]) end(given T) T {
	if len(l.stage) == 0 {
		return given
	}
	return l.stage[0]
}
