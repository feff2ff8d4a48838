package bench

import (
	"fmt"

	packet "culprit.example/culprit/blocks/packet/golden"
)

// Scoreboard follows every packet from the port where it enters to the one where it
// leaves. It knows nothing of the switch in between.
type Scoreboard struct {
	turnBits  int
	nextID    uint64
	inside    map[uint64]*Record    // by packet id, which is in the second beat
	sent      map[Flow]int          // packets of the flow that entered
	next      map[Flow]int          // number of the packet of the flow that is to leave next
	assembly  map[int][]packet.Word // per exit: the beats of the packet that is leaving
	Delivered int
	Reordered int      // packets that left out of turn within their flow
	Problems  []string // what else is wrong, the first few
}

// Flow is what must stay in order: packets of one entry with the same key.
type Flow struct {
	Entry int
	Key   uint64
}

// Record is what is known about a packet inside.
type Record struct {
	Flow   Flow
	number int // within its flow
	exit   int
	beats  []packet.Word // as they must leave
}

// NewScoreboard makes a scoreboard for switches with the given number of ports.
func NewScoreboard(ports int) *Scoreboard {
	return &Scoreboard{
		turnBits: packet.TurnBits(ports), inside: map[uint64]*Record{},
		sent: map[Flow]int{}, next: map[Flow]int{}, assembly: map[int][]packet.Word{},
	}
}

// Inside is the number of packets that have entered and not left.
func (b *Scoreboard) Inside() int { return len(b.inside) }

// Enter registers a packet; it puts the packet's id into the second beat. hops is the
// number of switches up to the exit.
func (b *Scoreboard) Enter(f Flow, exit, hops int, beats []packet.Word) {
	b.nextID++
	beats[1][0] = b.nextID
	header := packet.HeaderOf(beats[0])
	for range hops {
		header = header.Moved(b.turnBits)
	}
	leaving := append([]packet.Word{header.In(beats[0])}, beats[1:]...)
	b.inside[b.nextID] = &Record{Flow: f, number: b.sent[f], exit: exit, beats: leaving}
	b.sent[f]++
}

// Leave looks at the pins of an exit in one cycle. With the last beat of a packet it
// is the packet's record.
func (b *Scoreboard) Leave(exit int, pins packet.Beat) *Record {
	if !pins.Valid {
		if n := len(b.assembly[exit]); n > 0 {
			b.Problem("exit %d: a gap after beat %d", exit, n-1)
		}
		return nil
	}
	b.assembly[exit] = append(b.assembly[exit], pins.Data)
	beats := b.assembly[exit]
	if pins.Sop != (len(beats) == 1) || pins.Eop != (len(beats) == packet.Beats) {
		b.Problem("exit %d: beat %d has sop=%t eop=%t", exit, len(beats)-1, pins.Sop, pins.Eop)
	}
	if len(beats) < packet.Beats {
		return nil
	}
	b.assembly[exit] = nil
	r := b.inside[beats[1][0]]
	if r == nil {
		b.Problem("exit %d: packet %d is not inside: lost its mark, or a second copy", exit, beats[1][0])
		return nil
	}
	delete(b.inside, beats[1][0])
	b.Delivered++
	b.judge(r, exit, beats)
	return r
}

func (b *Scoreboard) judge(r *Record, exit int, beats []packet.Word) {
	if r.exit != exit {
		b.Problem("packet %d leaves at exit %d instead of %d", beats[1][0], exit, r.exit)
	}
	for i, want := range r.beats {
		if beats[i] != want {
			b.Problem("packet %d: beat %d is %016x instead of %016x", beats[1][0], i, beats[i], want)
		}
	}
	if r.number != b.next[r.Flow] {
		b.Reordered++
	}
	b.next[r.Flow] = max(b.next[r.Flow], r.number+1)
}

// Problem notes that something is wrong.
func (b *Scoreboard) Problem(format string, args ...any) {
	if len(b.Problems) < 10 {
		b.Problems = append(b.Problems, fmt.Sprintf(format, args...))
	}
}

// Check panics if a packet was mistreated: then the golden model is wrong, and
// with it every engine that agrees with it.
func (b *Scoreboard) Check() {
	if b.Reordered > 0 {
		b.Problem("%d packets left out of order", b.Reordered)
	}
	if len(b.Problems) > 0 {
		panic(fmt.Sprintf("BUG: the golden model breaks a rule: %v", b.Problems))
	}
}
