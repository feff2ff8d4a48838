package transact

import (
	"fmt"
	"reflect"
	"slices"
	"sort"

	"culprit.example/culprit/testbench"
)

// Rules are what a board demands of transactions.
type Rules[K comparable, T any] struct {
	// Key is the flow of a transaction: those of one flow arrive in the order in which they
	// were expected, those of different flows in any. nil: all arrive in any order.
	Key func(t T) K
	// Within is how many cycles may pass from the cycle in which the last beat of a
	// transaction was taken to that in which the last beat of what is expected comes: see
	// Bound.
	Within func(l Load) int
	// Equal reports whether a transaction is the expected one; nil is reflect.DeepEqual.
	Equal func(want, got T) bool
}

// Load is what else a block had to do while a transaction was in it, from its first beat on.
type Load struct {
	Others int // transactions that were in the block, or came in
	Paused int // cycles in which a sink paused, or a source inside of a transaction, or Run.Pausing said so
}

// Bound is a bound on latency: alone cycles for a transaction that meets no other, each more
// for every other one, and the cycles in which the surroundings paused.
func Bound(alone, each int) func(Load) int {
	return func(l Load) int { return alone + each*l.Others + l.Paused }
}

// Board knows the transactions that must come out of a block, and judges those that do.
type Board[K comparable, T any] struct {
	rules    Rules[K, T]
	clock    *clock
	flows    map[K]*flow[T]
	list     []*flow[T] // in the order of their first transactions
	expected int        // so far
	arrived  []int      // cycles of those that have arrived so far
}

// flow is the transactions of a key.
type flow[T any] struct {
	waiting []*entry[T] // in order
	done    []*entry[T] // the last ones that arrived
}

// remembered is how many arrived transactions of a flow are kept, to tell a second copy from
// an invention.
const remembered = 64

// entry is a transaction that is expected, or was.
type entry[T any] struct {
	t       T
	at      *End   // nil: any
	first   moment // its first beat came in
	in      int    // cycle in which it had come in
	gone    int    // transactions that had arrived before its first beat
	arrived int    // cycle
}

// NewBoard adds a board to the run.
func NewBoard[K comparable, T, In, Out any](r *Run[In, Out], rules Rules[K, T]) *Board[K, T] {
	if rules.Within == nil {
		r.clock.mistake("the Rules of a Board have no Within: give a bound on latency, such as transact.Bound(alone, each)")
		rules.Within = Bound(0, 0)
	}
	if rules.Equal == nil {
		rules.Equal = func(want, got T) bool { return reflect.DeepEqual(want, got) }
	}
	b := &Board[K, T]{rules: rules, clock: r.clock, flows: map[K]*flow[T]{}}
	r.boards = append(r.boards, b)
	return b
}

// Expect says that a transaction must arrive at a sink, nil being any; its latency counts from
// this cycle on. It is called by the Sent of a source, or at any time.
func (b *Board[K, T]) Expect(at *End, t T) {
	f := b.flowOf(t)
	e := &entry[T]{t: t, at: at, in: b.clock.cycle, first: b.clock.now()}
	if b.clock.first != nil {
		e.first = *b.clock.first
	}
	e.gone = sort.SearchInts(b.arrived, e.first.cycle)
	f.waiting = append(f.waiting, e)
	b.expected++
}

// Arrive judges a transaction that has come out at a sink.
func (b *Board[K, T]) Arrive(at *End, t T) {
	f := b.flowOf(t)
	i := slices.IndexFunc(f.waiting, func(e *entry[T]) bool {
		return (e.at == nil || e.at == at) && b.rules.Equal(e.t, t)
	})
	if i < 0 {
		b.unexpected(f, at, t)
		return
	}
	e := f.waiting[i]
	if i > 0 && b.rules.Key != nil {
		first := f.waiting[0]
		at.breach(show(t), "it overtakes %s, which came in before it, in cycle %d: one of the two is out of order, or lost",
			show(first.t), first.in)
	}
	if took, most := b.clock.cycle-e.in, b.within(e); took > most {
		at.breach(show(t), "it arrives %d cycles after it came in, in cycle %d: at most %d are allowed", took, e.in, most)
	}
	e.arrived = b.clock.cycle
	f.waiting = slices.Delete(f.waiting, i, i+1)
	f.done = append(f.done[max(0, len(f.done)-remembered+1):], e)
	b.arrived = append(b.arrived, b.clock.cycle)
}

// unexpected says what a transaction is that nothing in its flow was waiting for.
func (b *Board[K, T]) unexpected(f *flow[T], at *End, t T) {
	same := func(e *entry[T]) bool { return b.rules.Equal(e.t, t) }
	if i := slices.IndexFunc(f.waiting, same); i >= 0 {
		at.breach(show(t), "it arrives at the wrong link: it was expected at %s", f.waiting[i].at.name)
		return
	}
	if i := slices.IndexFunc(f.done, same); i >= 0 {
		at.breach(show(t), "it arrives twice: the first copy came in cycle %d", f.done[i].arrived)
		return
	}
	flow := ""
	if b.rules.Key != nil {
		flow = fmt.Sprintf(" of flow %v", b.rules.Key(t))
	}
	if len(f.waiting) == 0 {
		at.breach(show(t), "it is not expected: no transaction%s has yet to arrive", flow)
		return
	}
	at.breach(show(t), "it is not expected, or damaged: the next one%s is %s, which came in in cycle %d", flow,
		show(f.waiting[0].t), f.waiting[0].in)
}

func (b *Board[K, T]) flowOf(t T) *flow[T] {
	var key K
	if b.rules.Key != nil {
		key = b.rules.Key(t)
	}
	f := b.flows[key]
	if f == nil {
		f = &flow[T]{}
		b.flows[key] = f
		b.list = append(b.list, f)
	}
	return f
}

func (b *Board[K, T]) within(e *entry[T]) int {
	return b.rules.Within(Load{Others: b.expected + b.clock.entering - e.gone - 1,
		Paused: b.clock.paused - e.first.paused})
}

// look finds transactions that should have arrived by now: of an ordered flow the first.
func (b *Board[K, T]) look() {
	for _, f := range b.list {
		for _, e := range f.waiting {
			if most := b.within(e); b.clock.cycle-e.in > most {
				b.overdue(e, most)
			}
			if b.rules.Key != nil {
				break
			}
		}
	}
}

func (b *Board[K, T]) overdue(e *entry[T], most int) {
	link := "any link"
	if e.at != nil {
		link = e.at.name
	}
	b.clock.wrong(testbench.Breach{Link: link, Transaction: show(e.t), Message: fmt.Sprintf(
		"it has not arrived %d cycles after it came in, in cycle %d: it is lost, stuck, or too late", most+1, e.in)})
}

func (b *Board[K, T]) waiting() int { return b.expected - len(b.arrived) }
func (b *Board[K, T]) passed() int  { return len(b.arrived) }

// longest is how much of a transaction a message shows.
const longest = 300

// show is a beat or a transaction as text.
func show(x any) string {
	s := fmt.Sprintf("%+v", x)
	if reflect.ValueOf(x).Kind() == reflect.String {
		s = fmt.Sprintf("%q", x)
	}
	if len(s) > longest {
		s = s[:longest] + "..."
	}
	return s
}
