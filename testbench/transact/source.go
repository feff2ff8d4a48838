package transact

// Source drives a link into the block: transactions of type T, which are beats of type B.
//
// With Ready a beat is valid, and the same, until the cycle in which the block is ready. With
// Credit a beat takes credits, which the block gives back. With neither the block always
// takes.
type Source[In, Out, B, T any] struct {
	Name string // in messages: "s0"
	// Put sets the link's inputs in every cycle; those that do not matter without a valid
	// beat may have any value.
	Put func(in *In, beat B, valid bool)
	// Next draws a transaction; ok is false if none begins in this cycle. It is called when
	// the link is free and Pause lets one begin. cycle is its number in the stimulus.
	Next func(cycle int) (t T, ok bool)
	// Beats are what a transaction is on the link, at least one.
	Beats func(t T) []B
	// Sent is called when the last beat has been taken: it tells boards what to expect.
	Sent func(t T)
	// Pause keeps the next beat back for this cycle; nil never does. With NoGaps it is not
	// asked inside of a transaction.
	Pause  func(cycle int) bool
	NoGaps bool

	// Ready reports whether the block takes the beat in this cycle.
	Ready func(out Out) bool

	// Credits is how many the link begins with; Credit returns how many come back in this
	// cycle; Cost is what a beat takes, nil being one for each. With NoGaps a transaction
	// waits for the credits of all of its beats.
	Credits int
	Credit  func(out Out) int
	Cost    func(beat B) int

	// Get, Last and Whole let the run watch somebody else drive the link (testbench.Judge): Get reads the
	// beat of the link, Last reports whether it ends its transaction, nil being each one, and Whole makes
	// a transaction of its beats, or says why they are none. Without Get and Whole the run cannot watch.
	Get   func(in In) (beat B, valid bool)
	Last  func(beat B) bool
	Whole func(beats []B) (T, error)
}

// AddSource adds a link into the block to the run.
func AddSource[In, Out, B, T any](r *Run[In, Out], s Source[In, Out, B, T]) *End {
	e := r.end(s.Name, need{"Put", s.Put != nil}, need{"Next", s.Next != nil}, need{"Beats", s.Beats != nil},
		need{"Sent", s.Sent != nil}, need{"Credit, and has Credits", s.Credits == 0 || s.Credit != nil})
	r.sources = append(r.sources, &source[In, Out, B, T]{Source: s, end: e, credits: s.Credits})
	return e
}

// source is a Source at work.
type source[In, Out, B, T any] struct {
	Source[In, Out, B, T]
	end     *End
	credits int

	t     T
	beats []B  // of t, those that the block has not taken
	begun bool // the block has taken one
	first moment
	valid bool // in this cycle

	watched bool // somebody else drives the link
	taken   []B  // of the transaction that somebody else sends
}

func (s *source[In, Out, B, T]) canWatch() bool { return s.Get != nil && s.Source.Whole != nil }

// watch reads the beat of a cycle that somebody else has put on the link.
func (s *source[In, Out, B, T]) watch(in In) {
	beat, valid := s.Get(in)
	s.watched, s.valid, s.beats = true, valid, []B{beat}
	s.end.clock.pausing = s.end.clock.pausing || s.begun && !valid
}

// takes keeps a beat that somebody else has sent. It reports whether it was the last one of a transaction.
func (s *source[In, Out, B, T]) takes(beat B) bool {
	s.taken = append(s.taken, beat)
	if s.Source.Last != nil && !s.Source.Last(beat) {
		return false
	}
	beats := s.taken
	s.taken = nil
	var err error
	if s.t, err = s.Source.Whole(beats); err != nil {
		s.begun = false
		s.end.clock.entering--
		s.end.breach("", "beats %s that come in are no transaction: %v", show(beats), err)
		return false
	}
	return true
}

func (s *source[In, Out, B, T]) busy() bool { return len(s.beats) > 0 }

func (s *source[In, Out, B, T]) drive(cycle int, in *In) {
	if !s.valid { // else the beat was not taken
		s.valid = s.offers(cycle)
	}
	var beat B
	if s.valid {
		beat = s.beats[0]
	}
	s.Put(in, beat, s.valid)
}

// offers reports whether there is a beat for this cycle.
func (s *source[In, Out, B, T]) offers(cycle int) bool {
	paused := s.Pause != nil && !s.end.clock.draining && !(s.NoGaps && s.begun) && s.Pause(cycle)
	if !s.busy() {
		if paused || s.end.clock.draining || !s.draw(cycle) {
			return false
		}
	}
	if s.begun && paused {
		s.end.clock.pausing = true
	}
	if paused {
		return false
	}
	if s.Credit == nil || s.NoGaps && s.begun {
		return true
	}
	return s.cost() <= s.credits
}

func (s *source[In, Out, B, T]) draw(cycle int) bool {
	t, ok := s.Next(cycle)
	if !ok {
		return false
	}
	s.t, s.beats, s.begun = t, s.Beats(t), false
	if len(s.beats) == 0 {
		s.end.clock.mistake("link %s: transaction %s has no beats", s.Name, show(t))
	}
	return len(s.beats) > 0
}

// cost is the credits that must be there before the next beat.
func (s *source[In, Out, B, T]) cost() int {
	beats := s.beats
	if !s.NoGaps {
		beats = beats[:1]
	}
	n := 0
	for _, b := range beats {
		n += costOf(s.Cost, b)
	}
	if n > s.Credits {
		s.end.clock.mistake("link %s: transaction %s needs %d credits, and there are %d", s.Name, show(s.t), n, s.Credits)
	}
	return n
}

func costOf[B any](cost func(B) int, beat B) int {
	if cost == nil {
		return 1
	}
	return cost(beat)
}

func (s *source[In, Out, B, T]) look(out Out) {
	if s.valid && s.Credit != nil {
		s.credits -= costOf(s.Cost, s.beats[0])
	}
	if s.Credit != nil {
		if s.credits += s.Credit(out); s.credits > s.Credits {
			s.end.breach("", "the block gives back a credit that it has not taken: %d of %d are home", s.credits, s.Credits)
		}
	}
	if !s.valid || s.Ready != nil && !s.Ready(out) {
		return
	}
	clock := s.end.clock
	if !s.begun {
		s.first = clock.now()
		clock.entering++
	}
	clock.moving = true
	beat := s.beats[0]
	s.valid, s.begun, s.beats = false, true, s.beats[1:]
	if s.watched && !s.takes(beat) {
		return
	}
	if !s.busy() {
		s.begun = false
		clock.entering--
		clock.first = &s.first
		s.Sent(s.t)
		clock.first = nil
	}
}

func (s *source[In, Out, B, T]) settled() {
	if s.busy() {
		s.end.breach(show(s.t), "the block does not take it: at the end of the run %d beats are left", len(s.beats))
	}
	if s.credits < s.Credits {
		s.end.breach("", "%d of %d credits have not come back at the end of the run", s.Credits-s.credits, s.Credits)
	}
}
