package bench

import (
	"slices"

	"culprit.example/culprit/blocks/qcn/golden"
)

// replaced makes an entry of the FIFO stale whose flow has another frame by then: only
// the place that the entry names tells them apart. Frames of another flow in front keep
// the entry in the FIFO while its frame is sent from the queue set aside, the limiter
// recovers, and the next frame comes.
type replaced struct {
	step    int
	waited  int // cycles of the step
	front   int // the flow in front
	flow    int
	offered int // frames of the step that were taken
}

// newReplaced finds two flows of one priority, or returns nil if there are none, or a
// limiter takes too long to recover.
func newReplaced(p golden.ReactionParams, prios []int) *replaced {
	if p.PerDest == 1 || p.Timer > quickTimer {
		return nil
	}
	last := make(map[int]int)
	for f, prio := range prios {
		if front, ok := last[prio]; ok {
			return &replaced{front: front, flow: f}
		}
		last[prio] = f
	}
	return nil
}

// quickTimer is the longest timer stage, in cycles, with which the script runs.
const quickTimer = 500

// drive overrules the random inputs until the script has ended, and returns whether a
// CNM comes for the flow. The sources rest first, so that queues and limiters are empty.
func (r *replaced) drive(s *adapterStimulus) (running, cnm bool) {
	next := false
	switch r.step {
	case 0:
		s.in.OfferValid = s.in.OfferValid && !s.taken
		next = r.waited > 0 && s.rests()
	case 1: // with all priorities paused, the frames in front, and that of the flow
		next = r.offers(s, r.front, min(3, s.p.Queue))
	case 2:
		next = r.offers(s, r.flow, 1)
	case 3: // the flow gets a limiter, whose bucket fills
		cnm = r.waited == 0
		next = r.waited > 0 && s.model.RP.MaySend(r.flow)
	case 4: // its frame is sent
		next = s.model.Waiting(r.flow) == 0
	case 5: // the limiter becomes free
		next = !s.model.RP.Limited(r.flow)
	case 6: // the next frame comes
		next = r.offers(s, r.flow, 1)
	case 7:
		next = r.waited == 300
	}
	sends := r.step == 0 || r.step == 4 || r.step >= 7
	s.in.Paused = slices.Repeat([]bool{!sends}, s.p.Prios)
	r.waited++
	running = r.step < 8 && r.waited < 40*s.p.Timer
	if next {
		r.step, r.waited, r.offered = r.step+1, 0, 0
	}
	return running, cnm
}

// rests reports whether all queues are empty and no flow has a limiter.
func (s *adapterStimulus) rests() bool {
	if s.in.OfferValid {
		return false
	}
	for f := range s.p.Flows {
		if s.model.Waiting(f) > 0 || s.model.RP.Limited(f) {
			return false
		}
	}
	return true
}

// offers offers frames of a flow one after the other; true when n have been taken.
func (r *replaced) offers(s *adapterStimulus, flow, n int) bool {
	if s.taken && s.in.OfferValid {
		r.offered++
	}
	s.in.OfferValid, s.in.OfferFlow = r.offered < n, flow
	return r.offered == n
}
