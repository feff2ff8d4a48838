package transact

import "reflect"

// Sink takes a link out of the block: beats of type B, which make transactions of type T.
//
// With Ready the block must hold a valid beat, unchanged, until the cycle in which the sink is
// ready. With Credit a beat takes a credit of the block, which the sink gives back, one in a
// cycle. With neither the sink always takes.
type Sink[In, Out, B, T any] struct {
	Name string // in messages: "m0"
	// Take reads the link. It copies what it returns of slices, which are used again.
	Take func(out Out) (beat B, valid bool)
	// Last reports whether a beat ends its transaction; nil: each one does.
	Last func(beat B) bool
	// Whole makes a transaction of its beats. The error says why they are none.
	Whole func(beats []B) (T, error)
	// Got takes what has arrived: Board.Arrive.
	Got func(at *End, t T)
	// NoGaps says that beats of a transaction must come in successive cycles.
	NoGaps bool
	// Pause keeps ready, or credits, back for this cycle; nil never does.
	Pause func(cycle int) bool

	// Ready sets the link's ready.
	Ready func(in *In, ready bool)

	// Credits is how many the block begins with; Credit gives one back, or none; Cost is
	// what a beat takes, nil being one for each.
	Credits int
	Credit  func(in *In, back bool)
	Cost    func(beat B) int

	// IsReady and IsCredit read what Ready and Credit set: the run needs them to watch somebody else drive
	// the link (testbench.Judge).
	IsReady  func(in In) bool
	IsCredit func(in In) bool
}

// AddSink adds a link out of the block to the run.
func AddSink[In, Out, B, T any](r *Run[In, Out], s Sink[In, Out, B, T]) *End {
	e := r.end(s.Name, need{"Take", s.Take != nil}, need{"Whole", s.Whole != nil}, need{"Got", s.Got != nil},
		need{"Credit, and has Credits", s.Credits == 0 || s.Credit != nil})
	r.sinks = append(r.sinks, &sink[In, Out, B, T]{Sink: s, end: e, free: s.Credits})
	return e
}

// sink is a Sink at work.
type sink[In, Out, B, T any] struct {
	Sink[In, Out, B, T]
	end   *End
	free  int // credits that the block has
	owed  int // credits that go back to it
	ready bool

	beats   []B // of the transaction that is arriving
	waiting *B  // a beat that was not taken
}

func (s *sink[In, Out, B, T]) busy() bool { return len(s.beats) > 0 }

func (s *sink[In, Out, B, T]) canWatch() bool {
	return (s.Ready == nil || s.IsReady != nil) && (s.Credit == nil || s.IsCredit != nil)
}

// watch reads what somebody else has put on the link.
func (s *sink[In, Out, B, T]) watch(in In) {
	s.ready = s.Ready == nil || s.IsReady(in)
	if s.Credit == nil {
		return
	}
	back := s.IsCredit(in)
	if back && s.owed == 0 {
		s.end.breach("", "a credit goes back that the block has not used")
		return
	}
	s.end.clock.pausing = s.end.clock.pausing || s.owed > 0 && !back
	if back {
		s.owed--
		s.free++
	}
}

func (s *sink[In, Out, B, T]) drive(cycle int, in *In) {
	paused := s.Pause != nil && !s.end.clock.draining && s.Pause(cycle)
	s.ready = s.Ready == nil || !paused
	if s.Ready != nil {
		s.Ready(in, s.ready)
	}
	if s.Credit == nil {
		return
	}
	back := s.owed > 0 && !paused
	if back {
		s.owed--
		s.free++
	}
	s.end.clock.pausing = s.end.clock.pausing || s.owed > 0 && paused
	s.Credit(in, back)
}

func (s *sink[In, Out, B, T]) look(out Out) {
	beat, valid := s.Take(out)
	if s.waiting != nil {
		s.held(beat, valid)
	}
	switch {
	case valid && !s.ready:
		s.waiting = &beat
		s.end.clock.pausing = true
		return
	case !valid && s.NoGaps && s.busy():
		s.end.breach("", "a gap after beat %d of a transaction, whose beats must follow one another", len(s.beats))
		return
	case !valid:
		return
	}
	s.end.clock.moving = true
	if s.Credit != nil {
		cost := costOf(s.Cost, beat)
		s.free -= cost
		s.owed += cost
		if s.free < 0 {
			s.end.breach("", "the block sends beat %s without a credit", show(beat))
		}
	}
	s.beats = append(s.beats, beat)
	if s.Last != nil && !s.Last(beat) {
		return
	}
	t, err := s.Whole(s.beats)
	if err != nil {
		s.end.breach("", "beats %s are no transaction: %v", show(s.beats), err)
	} else {
		s.Got(s.end, t)
	}
	s.beats = nil
}

// held looks whether the beat that was not taken is still there.
func (s *sink[In, Out, B, T]) held(beat B, valid bool) {
	switch {
	case !valid:
		s.end.breach("", "the block takes back beat %s, which was not taken", show(*s.waiting))
	case !reflect.DeepEqual(beat, *s.waiting):
		s.end.breach("", "the block changes a beat that was not taken: it was %s, and is %s", show(*s.waiting), show(beat))
	}
	s.waiting = nil
}

func (s *sink[In, Out, B, T]) settled() {
	if s.busy() {
		s.end.breach("", "a transaction of %d beats has no end: %s", len(s.beats), show(s.beats))
	}
}
