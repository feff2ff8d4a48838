package bench

import (
	"fmt"

	"culprit/blocks/voq/golden"
)

// scoreboard follows every packet from the port where it enters to the one where
// it leaves. It knows nothing of the switch in between.
type scoreboard struct {
	ports    int
	nextID   uint64
	inside   map[uint64]*record // by packet id, which is in the second beat
	last     map[flow]int       // number of the packet of the flow that left last
	sent     map[flow]int       // packets of the flow that entered
	assembly [][]uint64         // per exit: the beats of the packet that is leaving
	problems []string           // the first few
}

// flow is what must stay in order: packets from one port to one destination.
type flow struct{ entry, dst int }

// record is what is known about a packet inside.
type record struct {
	flow   flow
	number int // within its flow
	exit   int
	beats  []uint64 // as they must leave
}

func newScoreboard(ports int) *scoreboard {
	return &scoreboard{
		ports: ports, nextID: 1, inside: map[uint64]*record{}, last: map[flow]int{}, sent: map[flow]int{}, assembly: make([][]uint64, ports),
	}
}

// enter registers a packet; it fills in its second beat, the mark.
func (b *scoreboard) enter(f flow, exit int, beats []uint64) {
	beats[1] = b.nextID
	leaving := append([]uint64{golden.Moved(b.ports, beats[0])}, beats[1:]...)
	b.inside[b.nextID] = &record{flow: f, number: b.sent[f], exit: exit, beats: leaving}
	b.sent[f]++
	b.nextID++
}

// leave looks at the pins of an exit in one cycle. With the last beat of a packet
// it is the packet's record.
func (b *scoreboard) leave(exit int, valid, sop, eop bool, data uint64) *record {
	if !valid {
		if n := len(b.assembly[exit]); n > 0 {
			b.problem("exit %d: a gap after beat %d", exit, n-1)
		}
		return nil
	}
	b.assembly[exit] = append(b.assembly[exit], data)
	beats := b.assembly[exit]
	if sop != (len(beats) == 1) || eop != (len(beats) == golden.Beats) {
		b.problem("exit %d: beat %d has sop=%t eop=%t", exit, len(beats)-1, sop, eop)
	}
	if len(beats) < golden.Beats {
		return nil
	}
	b.assembly[exit] = nil
	r := b.inside[beats[1]]
	if r == nil {
		b.problem("exit %d: packet %d is not inside: lost its mark, or a second copy", exit, beats[1])
		return nil
	}
	delete(b.inside, beats[1])
	b.judge(r, exit, beats)
	return r
}

func (b *scoreboard) judge(r *record, exit int, beats []uint64) {
	if r.exit != exit {
		b.problem("packet %d leaves at exit %d instead of %d", beats[1], exit, r.exit)
	}
	for i, want := range r.beats {
		if beats[i] != want {
			b.problem("packet %d: beat %d is %016x instead of %016x", beats[1], i, beats[i], want)
		}
	}
	if last, any := b.last[r.flow]; any && r.number != last+1 {
		b.problem("packet %d of %v leaves after number %d", r.number, r.flow, last)
	}
	b.last[r.flow] = r.number
}

func (b *scoreboard) problem(format string, args ...any) {
	if len(b.problems) < 10 {
		b.problems = append(b.problems, fmt.Sprintf(format, args...))
	}
}

// check panics if a packet was mistreated: then the golden model is wrong, and
// with it every engine that agrees with it.
func (b *scoreboard) check() {
	if len(b.problems) > 0 {
		panic(fmt.Sprintf("BUG: the golden model breaks a rule: %v", b.problems))
	}
}
