package bench

import (
	"fmt"

	"culprit/blocks/recn/golden"
)

// Scoreboard follows every packet from the port where it enters to the one
// where it leaves. It knows nothing of the switch in between.
type Scoreboard struct {
	turnBits  int
	nextID    uint64
	inside    map[uint64]*record // by packet id
	last      map[flow]int       // number of the packet of the flow that left last
	sent      map[flow]int       // packets of the flow that entered
	assembly  map[int][]uint64   // per exit: the beats of the packet that is leaving
	Delivered int
	Reordered int
	Problems  []string // what else is wrong, the first few
}

// flow is what must stay in order: packets of one input, source and route.
type flow struct {
	entry  int
	header golden.Header
	src    uint8
}

// record is what is known about a packet inside.
type record struct {
	flow   flow
	number int // within its flow
	exit   int
	beats  []uint64 // as they must leave
}

// NewScoreboard makes a scoreboard for switches with the given number of ports.
func NewScoreboard(ports int) *Scoreboard {
	return &Scoreboard{
		turnBits: golden.TurnBits(ports), inside: map[uint64]*record{},
		last: map[flow]int{}, sent: map[flow]int{}, assembly: map[int][]uint64{},
	}
}

// Inside is the number of packets that have entered and not left.
func (b *Scoreboard) Inside() int { return len(b.inside) }

// Enter registers a packet and returns its beats. hops is the number of
// switches up to the exit, payload what beats 2 to 7 carry.
func (b *Scoreboard) Enter(entry, exit, hops int, header golden.Header, src uint8, payload [6]uint64) []uint64 {
	f := flow{entry: entry, header: header, src: src}
	number := b.sent[f]
	b.sent[f] = number + 1
	b.nextID++
	low := uint64(src)<<20 | uint64(number&0xfff)<<8 | uint64(entry)
	beats := append([]uint64{uint64(header)<<28 | low, b.nextID}, payload[:]...)

	moved := header
	for range hops {
		moved = moved.Moved(b.turnBits)
	}
	leaving := append([]uint64{uint64(moved)<<28 | low}, beats[1:]...)
	b.inside[b.nextID] = &record{flow: f, number: number, exit: exit, beats: leaving}
	return beats
}

// Leave looks at the pins of an exit in one cycle. It is true with the last
// beat of a packet.
func (b *Scoreboard) Leave(exit int, valid, sop, eop bool, data uint64) bool {
	if !valid {
		if len(b.assembly[exit]) > 0 {
			b.problem("exit %d: a gap after beat %d", exit, len(b.assembly[exit])-1)
		}
		return false
	}
	b.assembly[exit] = append(b.assembly[exit], data)
	beats := b.assembly[exit]
	if sop != (len(beats) == 1) || eop != (len(beats) == golden.Beats) {
		b.problem("exit %d: beat %d has sop=%t eop=%t", exit, len(beats)-1, sop, eop)
	}
	if len(beats) < golden.Beats {
		return false
	}
	b.assembly[exit] = nil
	b.left(exit, beats)
	return true
}

func (b *Scoreboard) left(exit int, beats []uint64) {
	r := b.inside[beats[1]]
	if r == nil {
		b.problem("exit %d: packet %d is not inside: lost its mark, or a second copy", exit, beats[1])
		return
	}
	delete(b.inside, beats[1])
	b.Delivered++
	if r.exit != exit {
		b.problem("packet %d leaves at exit %d instead of %d", beats[1], exit, r.exit)
	}
	for i, want := range r.beats {
		if beats[i] != want {
			b.problem("packet %d: beat %d is %016x instead of %016x", beats[1], i, beats[i], want)
		}
	}
	if last, any := b.last[r.flow]; any && r.number < last {
		b.Reordered++
	}
	b.last[r.flow] = max(b.last[r.flow], r.number)
}

func (b *Scoreboard) problem(format string, args ...any) {
	if len(b.Problems) < 10 {
		b.Problems = append(b.Problems, fmt.Sprintf(format, args...))
	}
}

// Check panics if a packet was mistreated: then the golden model is wrong, and
// with it every engine that agrees with it.
func (b *Scoreboard) Check() {
	if b.Reordered > 0 {
		b.problem("%d packets left out of order", b.Reordered)
	}
	if len(b.Problems) > 0 {
		panic(fmt.Sprintf("BUG: the golden model breaks a rule: %v", b.Problems))
	}
}
