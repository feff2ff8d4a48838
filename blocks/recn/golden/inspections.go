package golden

// Inspections are the stages of the post-processing, without the packets: which queue
// is in which stage, and which heads need not be looked at again. Queue 0 is the cold
// queue, queue 1+k is SAQ k.
type Inspections struct {
	scan    int    // queue at which the next scan starts
	looked  int    // queue whose head is looked up; -1: none
	decided int    // queue about whose head is decided; -1: none
	final   []bool // per queue: its head stays until a line is born
}

// NewInspections are the stages after reset.
func NewInspections(saqs int) Inspections {
	return Inspections{looked: -1, decided: -1, final: make([]bool, 1+saqs)}
}

// finding is what becomes of the inspection in the last stage.
type finding struct {
	queue   int // whose head it is; -1: none
	target  int // SAQ that it moves to; -1: it stays
	popped  int // queue that the scheduler pops; -1: none
	born    bool
	carried bool // the inspection has an effect
}

// Decide judges the inspection in the last stage: it is void if its head is popped, if
// a line is born, and if it would need a link in a cycle with none to spare. target is
// where the head would go.
func (s *Inspections) Decide(popped, target int, born, linkBusy bool) finding {
	f := finding{queue: s.decided, target: -1, popped: popped, born: born}
	f.carried = s.decided >= 0 && s.decided != popped && !f.born && !(linkBusy && target >= 0)
	if f.carried {
		f.target = target
	}
	return f
}

// coldDone tells whether the cold queue's head was inspected.
func (s *Inspections) coldDone(f finding) bool {
	return f.carried && f.queue == 0 || s.final[0] && !f.born
}

// Advance ends the cycle: it is the edge of the stages. valid tells of each queue
// whether it has a head to look at. The result is the queue that is scanned, or -1.
func (s *Inspections) Advance(f finding, valid func(queue int) bool) (scanned int) {
	scanned = -1
	for i := range s.final {
		q := (s.scan + i) % len(s.final)
		if valid(q) && !s.final[q] && q != s.looked && q != s.decided {
			scanned = q
			break
		}
	}
	if scanned >= 0 {
		s.scan = (scanned + 1) % len(s.final)
	}
	s.decided, s.looked = s.looked, scanned
	if s.decided == f.popped {
		s.decided = -1
	}
	if s.looked == f.popped {
		s.looked = -1
	}

	if f.born {
		clear(s.final)
	}
	if f.popped >= 0 {
		s.final[f.popped] = false
	}
	if f.carried {
		s.final[f.queue] = f.target < 0
	}
	return scanned
}
