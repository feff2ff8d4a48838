package golden

import "math/bits"

// The turnpool, the turn pointer, and what is counted in turns.
const (
	poolBits = 31
	poolOnes = 1<<poolBits - 1
)

// TurnBits is the width of a turn in a switch of n ports: the bits that index
// 0..n-1, at least one.
func TurnBits(n int) int {
	return max(1, bits.Len(uint(n-1)))
}

// Turn is the turn from input port from to output port to of a switch of n
// ports. The turn to the own port, which no packet takes, is n-1.
func Turn(n, from, to int) int {
	return ((to-from-1)%n + n) % n
}

// MaxTurns is the number of whole turns that the turnpool holds.
func MaxTurns(n int) int { return poolBits / TurnBits(n) }

// OutPort is the output port that a turn leads to.
func OutPort(n, from, turn int) int {
	return (from + turn + 1) % n
}

// Header is {turnpool[30:0], tptr[4:0]}, the routing part of a packet's first beat.
type Header uint64

// lowBits of a first beat are below the header, which ends at bit 63.
const lowBits = 28

// MakeHeader builds a header.
func MakeHeader(turnpool uint32, tptr int) Header {
	return Header(turnpool)<<5 | Header(tptr&31)
}

// HeaderOf takes the header out of the first beat.
func HeaderOf(beat Word) Header { return Header(beat[0] >> lowBits) }

// In is a first beat with this header instead of its own.
func (h Header) In(beat Word) Word {
	beat[0] = uint64(h)<<lowBits | beat[0]&(1<<lowBits-1)
	return beat
}

// Turnpool and Tptr are the fields of the header.
func (h Header) Turnpool() uint32 { return uint32(h >> 5) }

// Tptr is the position of the most significant bit of the current turn.
func (h Header) Tptr() int { return int(h & 31) }

// Moved is the header after one more turn of the given width.
func (h Header) Moved(turnBits int) Header {
	return MakeHeader(h.Turnpool(), (h.Tptr()-turnBits)&31)
}

// Aligned is the turnpool with the current turn moved to the top and ones
// behind the last turn.
func (h Header) Aligned() uint32 {
	shift := (30 - h.Tptr()) & 31
	return uint32((uint64(h.Turnpool())<<shift | (1<<shift - 1)) & poolOnes)
}

// Wanted is the output port of a switch of n ports that a packet wants that comes in
// at a port.
func (h Header) Wanted(n, port int) int {
	return OutPort(n, port, FirstTurn(h.Aligned(), TurnBits(n)))
}

// FirstTurn is the turn on top of an aligned view.
func FirstTurn(aligned uint32, turnBits int) int {
	return int(aligned >> (poolBits - turnBits))
}

// Name names a congestion point: the turns that lead there, from the top, and
// a mask of ones over them.
type Name struct {
	Tp   uint32
	Mask uint32
}

// OneTurn is the name of the output that a single turn leads to.
func OneTurn(turn, turnBits int) Name {
	return Name{
		Tp:   uint32(turn) << (poolBits - turnBits),
		Mask: poolOnes &^ (1<<(poolBits-turnBits) - 1),
	}
}

// Header is that of a packet to the point, with nothing behind it.
func (a Name) Header() Header { return MakeHeader(a.Tp|poolOnes&^a.Mask, 30) }

// Extended is the name with one more turn in front. It is false if the last
// turn of the name falls out at the bottom.
func (a Name) Extended(turn, turnBits int) (Name, bool) {
	first := OneTurn(turn, turnBits)
	longer := Name{Tp: first.Tp | a.Tp>>turnBits, Mask: first.Mask | a.Mask>>turnBits}
	return longer, a.Mask&(1<<turnBits-1) == 0
}

// Behind is the name of a point behind this one, with one more turn at the end. It is
// false if the turn does not fit.
func (a Name) Behind(turn, turnBits int) (Name, bool) {
	free := poolBits - a.Length() - turnBits
	if free < 0 {
		return a, false
	}
	return Name{Tp: a.Tp | uint32(turn)<<free, Mask: a.Mask | (1<<turnBits-1)<<free}, true
}

// Rest is the name without its first turn, as the switch behind that knows the point.
func (a Name) Rest(turnBits int) Name {
	return Name{Tp: a.Tp << turnBits & poolOnes, Mask: a.Mask << turnBits & poolOnes}
}

// Proper reports whether a link may bring the name: its mask has ones for whole turns of
// that width from the top, for one at least, and the turns are 0 below.
func (a Name) Proper(turnBits int) bool {
	for n := turnBits; n <= poolBits; n += turnBits {
		if a.Mask == poolOnes&^(1<<(poolBits-n)-1) {
			return a.Tp&^a.Mask == 0
		}
	}
	return false
}

// Matches reports whether a packet with this aligned view goes through the point.
func (a Name) Matches(aligned uint32) bool { return (aligned^a.Tp)&a.Mask == 0 }

// Equal reports whether two names are the same point.
func (a Name) Equal(b Name) bool { return a.Mask == b.Mask && (a.Tp^b.Tp)&a.Mask == 0 }

// Length is the number of ones of the mask: T per turn.
func (a Name) Length() int { return bits.OnesCount32(a.Mask) }

// Named reads lane k of a pair of tp and mask vectors.
func Named(tp, mask []uint32, k int) Name { return Name{Tp: tp[k], Mask: mask[k]} }
