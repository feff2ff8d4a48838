package golden

import packet "culprit.example/culprit/blocks/packet/golden"

// headState is what the post-processing knows about the head of a queue.
type headState int

const (
	headDue      headState = iota // to be inspected, or there is none
	headReady                     // it stays, and may be sent
	headRecalled                  // it was ready until a line was born
)

// Inspections are the stages of the post-processing, without the packets: which queue
// is in which stage, and which heads need not be looked at again. Queue 0 is the cold
// queue, queue 1+k is SAQ k. If both stages have the cold queue, its first packet is in
// the last one and its second packet in the other.
type Inspections struct {
	scan    int         // queue at which the next scan starts
	looked  int         // queue whose head is looked up; -1: none
	decided int         // queue about whose head is decided; -1: none
	head    []headState // per queue
}

// NewInspections are the stages after reset.
func NewInspections(saqs int) Inspections {
	return Inspections{looked: -1, decided: -1, head: make([]headState, 1+saqs)}
}

// finding is what becomes of the inspection in the last stage, and what else concerns
// the stages in a cycle.
type finding struct {
	queue   int // whose head it is; -1: none
	target  int // SAQ that it moves to; -1: it stays
	popped  int // queue that the scheduler pops; -1: none
	waits   bool
	births  []bool // per queue: a line is born with a longer name than that of the queue
	carried bool   // the inspection has an effect
	arrives bool   // the head becomes the head of the SAQ, for which no name is longer
	enters  bool   // a packet enters the empty cold queue while no line is in use
}

func (f *finding) born() bool { return f.births[0] }

// Decide judges the inspection in the last stage: it is void in a cycle in which all
// stages wait, or a line is born. target is where the head would go.
func (s *Inspections) Decide(popped, target int, births []bool, waits bool) finding {
	f := finding{queue: s.decided, target: -1, popped: popped, births: births, waits: waits}
	f.carried = s.decided >= 0 && !f.born() && !waits
	if f.carried {
		f.target = target
	}
	return f
}

// coldDone reports whether the cold queue's head was inspected.
func (s *Inspections) coldDone(f finding) bool {
	return f.carried && f.queue == 0 || s.head[0] == headReady && !f.born()
}

// taken is the number of packets of the cold queue in the stages.
func (s *Inspections) taken() (n int) {
	for _, queue := range []int{s.looked, s.decided} {
		if queue == 0 {
			n++
		}
	}
	return n
}

// origin is where a packet of the cold queue is that goes back, with those behind it.
type origin int

const (
	fromNowhere origin = iota
	fromDecide         // the one in the last stage
	fromLook           // the one behind it
)

// back tells which packet of the cold queue goes back. again: what was taken of the
// cold queue, in this cycle, too, is not inspected.
func (s *Inspections) back(f finding) (back origin, again bool) {
	again = s.decided == 0 && (f.born() || f.carried && f.target < 0)
	switch {
	case again && f.born():
		return fromDecide, true
	case again && s.looked == 0:
		return fromLook, true
	}
	return fromNowhere, again
}

// Recalls reports whether the head of the cold queue, which was recalled, takes the place
// of a scan.
func (s *Inspections) Recalls() bool { return s.head[0] == headRecalled }

// Advance ends the cycle: it is the edge of the stages. valid tells of each queue
// whether it has a head to look at. The result is the queue that is scanned, or -1.
func (s *Inspections) Advance(f finding, valid func(queue int) bool) (scanned int) {
	_, again := s.back(f)
	scanned = -1
	switch {
	case !f.waits && s.Recalls():
		s.decided, s.looked = s.looked, 0
	case !f.waits:
		scanned = s.choose(valid)
		s.decided, s.looked = s.looked, scanned
	case f.born():
		s.decided = -1
	}
	drop := func(queue int) {
		for _, stage := range []*int{&s.looked, &s.decided, &scanned} {
			if *stage == queue {
				*stage = -1
			}
		}
	}
	if again {
		drop(0)
	}
	if f.popped >= 0 {
		drop(f.popped) // recalled, and not yet in the last stage
	}

	for q, state := range s.head {
		switch {
		case q == f.popped, state == headRecalled && !(q == 0 && f.waits):
			s.head[q] = headDue
		case state == headReady && f.births[q]:
			s.head[q] = headRecalled
		}
	}
	if f.carried && f.target < 0 {
		s.head[f.queue] = headReady
	}
	if f.arrives {
		s.head[1+f.target] = headReady
	}
	if f.enters {
		s.head[0] = headReady
	}
	return scanned
}

// choose is the next queue with a head to look at, or -1.
func (s *Inspections) choose(valid func(queue int) bool) int {
	for i := range s.head {
		q := (s.scan + i) % len(s.head)
		if valid(q) && s.head[q] == headDue && (q == 0 || q != s.looked && q != s.decided) {
			s.scan = (q + 1) % len(s.head)
			return q
		}
	}
	return -1
}

// births tells of each queue whether a line is born with a name longer than its own. The
// cold queue has no name.
func births(born []bool, tp, mask []uint32) []bool {
	concerned := make([]bool, 1+len(born))
	for k, isBorn := range born {
		if !isBorn {
			continue
		}
		concerned[0] = true
		for j := range born {
			if packet.Named(tp, mask, k).Length() > packet.Named(tp, mask, j).Length() {
				concerned[1+j] = true
			}
		}
	}
	return concerned
}
