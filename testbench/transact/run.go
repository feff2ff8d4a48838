package transact

import (
	"fmt"
	"iter"

	"culprit.example/culprit/testbench"
)

// Run is the surroundings of a block from a reset to the next one: links, boards, and
// whatever else drives and watches it. In and Out are the structs of testbench.NewCase.
type Run[In, Out any] struct {
	// Settle is for how many cycles a run goes on after everything expected has arrived and
	// the last beat has moved: then all credits must be home. New sets it to 200.
	Settle int

	in    In
	out   Out
	clock *clock
	// Sources look before sinks: a block may pass on at once what it takes.
	sources, sinks []link[In, Out]

	boards []board
	drives []func(cycle int, in *In)
	looks  []func(in In, out Out, hit func(string))
	quiet  int // cycles of the drain in which nothing was expected or moved
}

// clock is what links and boards have in common.
type clock struct {
	cycle    int // of the run
	draining bool
	pausing  bool    // in this cycle
	moving   bool    // a beat was taken in this cycle
	paused   int     // cycles so far in which a link paused
	entering int     // sources inside of a transaction
	first    *moment // while a source calls Sent: its first beat
	wrong    func(testbench.Breach)
	early    []testbench.Breach // of this cycle, found before its outputs were seen
	err      error
}

// moment is a cycle of a run, and how many with a pause came before.
type moment struct{ cycle, paused int }

func (c *clock) now() moment { return moment{c.cycle, c.paused} }

func (c *clock) mistake(format string, args ...any) {
	if c.err == nil {
		c.err = fmt.Errorf(format, args...)
	}
}

// End is a link of a run, by which a board knows where a transaction has to arrive.
type End struct {
	name  string
	clock *clock
}

func (e *End) breach(transaction, format string, args ...any) {
	e.clock.wrong(testbench.Breach{Link: e.name, Transaction: transaction, Message: fmt.Sprintf(format, args...)})
}

// link is a source or a sink.
type link[In, Out any] interface {
	drive(cycle int, in *In)
	watch(in In) // in the place of drive, if somebody else drives
	canWatch() bool
	look(out Out)
	settled() // looks for what is left at the end of a run
}

// board is a scoreboard of transactions of any type.
type board interface {
	look()
	waiting() int
	passed() int
}

// New begins a run; in and out are prototypes as for testbench.NewCase. The slices of in are
// used again in every cycle.
func New[In, Out any](in In, out Out) *Run[In, Out] {
	return &Run[In, Out]{Settle: 200, in: in, out: out, clock: &clock{}}
}

// Drive sets inputs that belong to no link. cycle is its number in the stimulus.
func (r *Run[In, Out]) Drive(f func(cycle int, in *In)) { r.drives = append(r.drives, f) }

// Draining reports whether the run drains: what Drive sets must let everything out then.
func (r *Run[In, Out]) Draining() bool { return r.clock.draining }

// Pausing says in a Drive that inputs which belong to no link hold the block up in this cycle:
// see Load.Paused.
func (r *Run[In, Out]) Pausing() { r.clock.pausing = true }

// Watch looks at each cycle and calls hit with the cover points that were reached.
func (r *Run[In, Out]) Watch(f func(in In, out Out, hit func(coverPoint string))) {
	r.looks = append(r.looks, f)
}

// Case is the run, for testbench.Bench.New. A mistake in the links, such as a function that
// is missing, is the error of the call that runs the bench.
func (r *Run[In, Out]) Case() testbench.Case {
	if len(r.boards) == 0 {
		r.clock.mistake("a run of transactions needs a Board, which says what must come out")
	}
	loop := testbench.Loop[In, Out]{
		Drive: r.drive, Check: r.check, Idle: r.idle, Passed: r.passed, Err: func() error { return r.clock.err },
		Watch: r.watch,
	}
	for l := range r.links() {
		if !l.canWatch() {
			loop.Watch = nil
		}
	}
	return testbench.NewLoop(r.in, r.out, loop)
}

func (r *Run[In, Out]) drive(cycle int, draining bool) In {
	if r.clock.err != nil {
		return r.in
	}
	r.clock.draining, r.clock.pausing, r.clock.moving = draining, false, false
	for _, f := range r.drives {
		f(cycle, &r.in)
	}
	for l := range r.links() {
		l.drive(cycle, &r.in)
	}
	return r.in
}

// watch takes the inputs of a cycle that somebody else has made. What it finds wrong check tells.
func (r *Run[In, Out]) watch(in In) {
	r.clock.draining, r.clock.pausing, r.clock.moving = false, false, false
	r.clock.early = nil
	r.clock.wrong = func(b testbench.Breach) { r.clock.early = append(r.clock.early, b) }
	for l := range r.links() {
		l.watch(in)
	}
}

func (r *Run[In, Out]) check(cycle int, in In, out *Out, hit func(string), wrong func(testbench.Breach)) {
	if r.clock.err != nil {
		return
	}
	r.clock.cycle, r.clock.wrong = cycle, wrong
	for _, b := range r.clock.early {
		wrong(b)
	}
	r.clock.early = nil
	for l := range r.links() {
		l.look(*out)
	}
	for _, b := range r.boards {
		b.look()
	}
	for _, f := range r.looks {
		f(in, *out, hit)
	}
	if r.clock.pausing {
		r.clock.paused++
	}
	r.settle()
}

// links are all of them, in the order in which they look.
func (r *Run[In, Out]) links() iter.Seq[link[In, Out]] {
	return func(yield func(link[In, Out]) bool) {
		for _, l := range r.sources {
			if !yield(l) {
				return
			}
		}
		for _, l := range r.sinks {
			if !yield(l) {
				return
			}
		}
	}
}

// settle counts the cycles at the end in which nothing is expected and nothing moves.
func (r *Run[In, Out]) settle() {
	waiting := 0
	for _, b := range r.boards {
		waiting += b.waiting()
	}
	if !r.clock.draining || waiting > 0 || r.clock.moving {
		r.quiet = 0
		return
	}
	if r.quiet++; r.idle() {
		for l := range r.links() {
			l.settled()
		}
	}
}

func (r *Run[In, Out]) idle() bool { return r.quiet >= max(r.Settle, 1) }

func (r *Run[In, Out]) passed() int {
	n := 0
	for _, b := range r.boards {
		n += b.passed()
	}
	return n
}

// end is the handle of a link; what it has not got is a mistake of the bench.
func (r *Run[In, Out]) end(name string, has ...need) *End {
	if name == "" {
		r.clock.mistake("a link has no Name")
	}
	for _, n := range has {
		if !n.there {
			r.clock.mistake("link %s has no %s", name, n.what)
		}
	}
	return &End{name, r.clock}
}

// need is a function that a link cannot be without.
type need struct {
	what  string
	there bool
}
