package golden

import "math/big"

// The causes that a replay unit counts.
const (
	Damaged = iota
	Replayed
	TimedOut
	WentDown
	ReplayCauses
)

// ReplayIn are the inputs of link_replay.
type ReplayIn struct {
	FlitTxValid bool
	FlitTx      *big.Int
	LineRestart bool
	LineRxValid bool
	LineRx      *big.Int
	ErrClear    bool
}

// ReplayOut are its outputs.
type ReplayOut struct {
	FlitTxReady bool
	FlitRxValid bool
	FlitRx      *big.Int `valid:"FlitRxValid"`
	LineUp      bool
	LineTxValid bool
	LineTx      *big.Int `valid:"LineTxValid"`
	ErrSeen     []bool
	ErrCounts   []uint32
}

// NewReplayOut makes outputs with the lengths of their lanes.
func NewReplayOut() ReplayOut {
	return ReplayOut{ErrSeen: make([]bool, ReplayCauses), ErrCounts: make([]uint32, ReplayCauses)}
}

// ReplayConfig are the parameters of link_replay.
type ReplayConfig struct {
	ReplayFormat
	RoundTrip, ErrorBits int
	Tries                int // timeouts without progress that take the line down
}

// latency is L of the contract, timeout T.
func (c ReplayConfig) latency() int { return c.RoundTrip + 18 }
func (c ReplayConfig) timeout() int { return 2*c.latency() + c.latency()/2 }

// received is a word on its way to where it is judged.
type received struct {
	comes bool
	bits  *big.Int
}

// Replay is a unit of both ends of a replayed line.
type Replay struct {
	c      ReplayConfig
	errors *Errors

	sending [4]*big.Int // chosen words, the oldest first; nil before the first one
	coming  [3]received // words from the line, the oldest first

	up                   bool
	own, peer            int
	quiet, silence       int
	welcomeDue           bool
	head, next, tail     int // numbers of flits, which are not taken modulo anything here
	flits                map[int]*big.Int
	timer, tries         int
	expected             int
	gap, nakDue          bool
	heard                *ReplayWord // the word of the session that was judged in the cycle before
	delivered            *big.Int    // at flit_rx in this cycle
	Events               [ReplayCauses]bool
	NextWasPassed, Stale bool // what happened in the last cycle, for cover points
	Why                  ReplayWhy
}

// ReplayWhy says why a line went down in a cycle, beside a restart.
type ReplayWhy struct{ Hello, Timeouts, Silence bool }

// Epoch is the own epoch of the unit.
func (r *Replay) Epoch() int { return r.own }

// NewReplay makes a unit as it is after reset.
func NewReplay(c ReplayConfig) *Replay {
	r := &Replay{c: c, errors: NewErrors(ReplayCauses, c.ErrorBits)}
	r.begin(1)
	return r
}

// begin is the state after reset, or after the line went down, with a new epoch.
func (r *Replay) begin(epoch int) {
	r.up, r.own, r.peer, r.quiet, r.silence, r.welcomeDue = false, epoch, 0, r.c.latency(), 0, false
	r.head, r.next, r.tail, r.timer, r.tries = 0, 0, 0, 0, 0
	r.expected, r.gap, r.nakDue = 0, false, false
	r.flits = map[int]*big.Int{}
}

// Registered are the outputs of this cycle.
func (r *Replay) Registered() ReplayOut {
	errors := r.errors.Registered()
	return ReplayOut{
		FlitTxReady: r.up && r.head-r.tail < r.c.Depth, FlitRxValid: r.delivered != nil, FlitRx: r.delivered,
		LineUp: r.up, LineTxValid: r.sending[0] != nil, LineTx: r.sending[0],
		ErrSeen: errors.Seen, ErrCounts: errors.Counts,
	}
}

// Step is one clock cycle.
func (r *Replay) Step(in ReplayIn) ReplayOut {
	out := r.Registered()
	r.errors.Step(ErrorsIn{Errors: r.Events[:], Clear: in.ErrClear}) // a cycle after they have happened
	r.Events = [ReplayCauses]bool{}
	r.NextWasPassed, r.Stale = false, false

	word, good := ReplayWord{}, false
	if r.coming[0].comes {
		word, good = r.c.Decode(r.coming[0].bits)
		r.Events[Damaged] = !good
	}
	chosen := r.choose()
	wasUp, nakWasDue := r.up, r.nakDue && chosen.Nak
	heard := r.heard
	r.heard, r.delivered = nil, nil

	r.Why = ReplayWhy{
		Hello:    r.up && good && word.Kind == Hello && !r.ofSession(word),
		Timeouts: r.sender(chosen, heard, in, out.FlitTxReady),
		Silence:  r.isSilent(good, word),
	}
	down := in.LineRestart || r.Why != (ReplayWhy{})
	var flit *big.Int
	if good {
		flit = r.judge(word, nakWasDue)
	} else if nakWasDue {
		r.nakDue = false
	}
	if down {
		r.Events[WentDown] = wasUp
		next := r.own + 1
		if next == 1<<r.c.Epoch {
			next = 1
		}
		r.begin(next)
		flit = nil
	} else if !wasUp && r.quiet > 0 {
		r.quiet--
	}
	r.delivered = flit

	copy(r.sending[:], r.sending[1:])
	r.sending[3] = r.c.Encode(chosen)
	copy(r.coming[:], r.coming[1:])
	r.coming[2] = received{in.LineRxValid, in.LineRx}
	return out
}

// choose is the word that is chosen in this cycle. What follows from the choice is done in
// judge and sender.
func (r *Replay) choose() ReplayWord {
	w := ReplayWord{From: r.own, To: r.peer, Seq: r.next % r.c.numbers(), Ack: r.expected % r.c.numbers()}
	switch {
	case !r.up:
		w.Kind = Hello
	case r.welcomeDue:
		w.Kind = Welcome
	case r.next < r.head:
		w.Kind, w.Flit, w.Nak = Flit, r.flits[r.next], r.nakDue
	default:
		w.Kind, w.Nak = Idle, r.nakDue
	}
	return w
}

// ofSession reports whether a word is from the peer to this end.
func (r *Replay) ofSession(w ReplayWord) bool { return w.From == r.peer && w.To == r.own }

// isSilent counts the cycles without a word of the session.
func (r *Replay) isSilent(good bool, w ReplayWord) bool {
	if !r.up {
		return false
	}
	if good && w.Kind >= Idle && r.ofSession(w) {
		r.silence = 0
		return false
	}
	r.silence++
	return r.silence == 4*r.c.timeout()
}

// judge does what follows from a word without damage, and returns its flit if that is the one
// that was expected.
func (r *Replay) judge(w ReplayWord, nakSent bool) *big.Int {
	if nakSent {
		r.nakDue = false
	}
	same := r.ofSession(w)
	if !r.up {
		if r.quiet > 0 || w.From == 0 {
			return nil
		}
		if w.Kind == Hello {
			r.peer = w.From
			r.up = w.To == r.own
		} else if w.Kind == Welcome {
			r.up = same
		}
		return nil
	}
	if w.Kind == Hello && same {
		r.welcomeDue = true
	}
	if w.Kind < Idle {
		return nil
	}
	if !same {
		r.Stale = true
		return nil
	}
	r.heard = &w
	ahead := (w.Seq - r.expected%r.c.numbers() + r.c.numbers()) % r.c.numbers()
	switch {
	case w.Kind == Flit && ahead == 0:
		r.expected++
		r.gap, r.nakDue = false, false
		return w.Flit
	case ahead > 0 && ahead < r.c.Depth && !r.gap:
		r.gap, r.nakDue = true, true
	}
	return nil
}

// sender is the sending side in a cycle, and reports whether its patience has ended. heard is
// what a word of the session has said.
func (r *Replay) sender(chosen ReplayWord, heard *ReplayWord, in ReplayIn, ready bool) bool {
	if !r.up {
		return false
	}
	if chosen.Kind == Welcome {
		r.welcomeDue = false
	}
	waiting := r.head > r.tail
	if chosen.Kind == Flit {
		r.next++
	}
	progress, again := false, false
	if heard != nil {
		distance := (heard.Ack - r.tail%r.c.numbers() + r.c.numbers()) % r.c.numbers()
		if distance <= r.head-r.tail {
			for range distance {
				delete(r.flits, r.tail)
				r.tail++
			}
			progress = distance > 0
		}
		if r.next < r.tail {
			r.next = r.tail
			r.NextWasPassed = true
		}
		again = heard.Nak
		r.Events[Replayed] = again
	}
	if in.FlitTxValid && ready {
		r.flits[r.head] = in.FlitTx
		r.head++
	}
	if progress {
		r.tries = 0
	}
	if !progress && !again && r.timer == r.c.timeout()-1 {
		r.Events[TimedOut] = true
		again = true
		if r.tries++; r.tries == r.c.Tries {
			return true
		}
	}
	r.timer++
	if progress || again || !waiting {
		r.timer = 0
	}
	if again {
		r.next = r.tail
	}
	return false
}
