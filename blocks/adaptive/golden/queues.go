package golden

import (
	"math/big"

	qcn "culprit.example/culprit/blocks/qcn/golden"
)

// QueuesIn are the inputs of the memory of a switch.
type QueuesIn struct {
	EnqValid   bool
	EnqIn      int
	EnqOut     int
	EnqWord    *big.Int
	EnqBeats   int
	Want       []bool
	DoneValid  []bool
	DoneSlot   []int
	DoneLength []int
}

// QueuesOut are its outputs.
type QueuesOut struct {
	Fetched    []bool
	FrameWord  *big.Int `valid:"Comes"`
	FrameBeats int      `valid:"Comes"`
	FrameSlot  int      `valid:"Comes"`
	Taken      []bool
	LeftValid  []bool
	LeftLength int `valid:"Leaves"`
	Used       []int
	Entering   []bool
	Lost       bool
	NoRoom     []bool

	Comes, Leaves bool `port:"-"`
}

// givenBack is a place that can be taken again from a cycle on.
type givenBack struct{ place, from int }

// Queues is the memory of a switch.
type Queues struct {
	ports, slots, places int // places: a slot is input * places + place

	queues [][]int // slots by output
	frames map[int]Stored
	fresh  []int         // places of each input that were used at all
	back   [][]givenBack // places that were given back
	used   []int
	cycle  int

	fetchAfter, doneAfter int // who had a turn last

	fetched int // output, -1: none
	slot    int
	left    int // output, -1: none
	length  int
	lost    int // input, -1: none
}

// NewQueues makes the memory, each input with the given number of slots.
func NewQueues(ports, slots int) *Queues {
	q := &Queues{ports: ports, slots: slots, places: 1, queues: make([][]int, ports), frames: map[int]Stored{},
		fetched: -1, left: -1, lost: -1}
	for q.places < slots {
		q.places *= 2
	}
	q.fresh, q.back, q.used = make([]int, ports), make([][]givenBack, ports), make([]int, ports)
	q.fetchAfter, q.doneAfter = ports-1, ports-1
	return q
}

// Length is the number of frames in the queue of an output.
func (q *Queues) Length(output int) int { return len(q.queues[output]) }

// Leaving is a frame that was fetched.
type Leaving struct {
	Slot, Length int
}

// Fetched is the frame that comes in the next cycle, with its output, for stimulus.
func (q *Queues) Fetched() (output int, f Leaving, ok bool) {
	if q.fetched < 0 {
		return 0, Leaving{}, false
	}
	return q.fetched, Leaving{q.slot, qcn.FrameOf(q.frames[q.slot].Word).Length}, true
}

// Free is the number of free slots of an input, for stimulus.
func (q *Queues) Free(input int) int { return q.slots - q.used[input] }

// Reused reports whether an input has used all its slots at least once, for stimulus.
func (q *Queues) Reused(input int) bool { return q.fresh[input] == q.slots }

// Step is one clock cycle.
func (q *Queues) Step(in QueuesIn) QueuesOut {
	out := QueuesOut{
		Fetched: make([]bool, q.ports), Taken: make([]bool, q.ports), LeftValid: make([]bool, q.ports),
		Used: append([]int{}, q.used...), Lost: q.lost >= 0,
		Entering: make([]bool, q.ports), NoRoom: make([]bool, q.ports),
		Comes: q.fetched >= 0, Leaves: q.left >= 0, LeftLength: q.length, FrameSlot: q.slot,
	}
	if q.fetched >= 0 {
		out.Fetched[q.fetched] = true
		out.FrameWord, out.FrameBeats = q.frames[q.slot].Word.Big(), q.frames[q.slot].Beats
	}
	if q.left >= 0 {
		out.LeftValid[q.left] = true
	}

	if q.lost >= 0 {
		out.NoRoom[q.lost] = true
	}

	rests := q.fetched
	q.fetched = q.turn(q.fetchAfter, func(o int) bool { return in.Want[o] && len(q.queues[o]) > 0 && o != rests })
	done := q.turn(q.doneAfter, func(o int) bool { return in.DoneValid[o] })
	q.enqueue(in)
	if in.EnqValid && q.lost < 0 {
		out.Entering[in.EnqOut] = true
	}
	if q.fetched >= 0 {
		q.fetchAfter = q.fetched
		q.slot = q.queues[q.fetched][0]
		q.queues[q.fetched] = q.queues[q.fetched][1:]
	}
	if q.left = done; done >= 0 {
		q.doneAfter = done
		out.Taken[done] = true
		q.length = in.DoneLength[done]
		i := in.DoneSlot[done] / q.places
		q.used[i]--
		from := q.cycle + 1
		if q.slots > 32 {
			from++
		}
		q.back[i] = append(q.back[i], givenBack{in.DoneSlot[done] % q.places, from})
	}
	q.cycle++
	return out
}

// turn is the first after the last winner that wants a turn, -1 if nobody does.
func (q *Queues) turn(last int, wants func(int) bool) int {
	for k := 1; k <= q.ports; k++ {
		if o := (last + k) % q.ports; wants(o) {
			return o
		}
	}
	return -1
}

// enqueue finds a slot for the frame that comes.
func (q *Queues) enqueue(in QueuesIn) {
	q.lost = -1
	if !in.EnqValid {
		return
	}
	i := in.EnqIn
	var place int
	switch {
	case q.fresh[i] < q.slots:
		place = q.fresh[i]
		q.fresh[i]++
	case len(q.back[i]) > 0 && q.back[i][0].from <= q.cycle:
		place = q.back[i][0].place
		q.back[i] = q.back[i][1:]
	default:
		q.lost = i
		return
	}
	slot := i*q.places + place
	q.used[i]++
	q.frames[slot] = Stored{qcn.WordOf(in.EnqWord), in.EnqBeats}
	q.queues[in.EnqOut] = append(q.queues[in.EnqOut], slot)
}
