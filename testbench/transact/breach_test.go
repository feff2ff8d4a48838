package transact

import (
	"cmp"
	"errors"
	"math/rand"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/testbench"
)

// These tests run links and boards against a block in plain Go: a queue between a link with
// credits, on which packets of two beats come, and two links, one with valid and ready for
// even packets and one with credits for odd ones.
type (
	in struct {
		valid bool
		beat  beat
		ready bool
		back  bool
	}
	out struct {
		credits    int
		even, odd  beat
		evenV, odV bool
	}
	beat struct {
		n    int
		last bool
	}
	queue struct {
		in      []beat
		part    [2][]beat // by parity, whole packets
		free    int       // credits of the odd link
		dueBack int       // to the source
		cycle   int
		edit    func(q *queue)         // edits the state, before the outputs are made of it
		fault   func(q *queue, o *out) // edits the outputs
	}
)

const slots = 8

// outputs are those of the cycle.
func (q *queue) outputs() out {
	if q.edit != nil {
		q.edit(q)
	}
	o := out{credits: q.dueBack}
	q.dueBack = 0
	if len(q.part[0]) > 0 {
		o.even, o.evenV = q.part[0][0], true
	}
	if n := len(q.part[1]); n > 0 && (q.free > 0 || n%2 == 1) { // a credit for a packet
		o.odd, o.odV = q.part[1][0], true
	}
	if q.fault != nil {
		q.fault(q, &o)
	}
	return o
}

func (q *queue) edge(i in, o out) {
	q.cycle++
	if o.evenV && i.ready && len(q.part[0]) > 0 {
		q.part[0] = q.part[0][1:]
		q.dueBack++
	}
	if i.back {
		q.free++
	}
	if o.odV && len(q.part[1]) > 0 {
		if !o.odd.last {
			q.free--
		}
		q.part[1] = q.part[1][1:]
		q.dueBack++
	}
	if i.valid {
		q.in = append(q.in, i.beat)
		if i.beat.last {
			p := i.beat.n % 2
			q.part[p] = append(q.part[p], q.in...)
			q.in = nil
		}
	}
}

// newRun is the surroundings; packets are numbers. One of the sinks is slow.
func newRun(rng *rand.Rand, slow string) *Run[in, out] {
	pause := func(name string) func(int) bool {
		return func(int) bool { return rng.Intn(10) < 1 || name == slow && rng.Intn(10) < 8 }
	}
	run := New(in{}, out{})
	board := NewBoard(run, Rules[int, int]{Key: func(n int) int { return n % 2 }, Within: Bound(6, 4)})
	whole := func(beats []beat) (int, error) {
		if len(beats) != 2 || beats[0].n != beats[1].n {
			return 0, errors.New("a packet has two beats with its number")
		}
		return beats[0].n, nil
	}
	last := func(b beat) bool { return b.last }
	even := AddSink(run, Sink[in, out, beat, int]{Name: "even", Last: last, Whole: whole, Got: board.Arrive,
		Take:  func(o out) (beat, bool) { return o.even, o.evenV },
		Ready: func(i *in, ready bool) { i.ready = ready }, Pause: pause("even")})
	odd := AddSink(run, Sink[in, out, beat, int]{Name: "odd", Last: last, Whole: whole, Got: board.Arrive, NoGaps: true,
		Take: func(o out) (beat, bool) { return o.odd, o.odV },
		Cost: func(b beat) int {
			if b.last {
				return 0
			}
			return 1
		},
		Credits: 4, Credit: func(i *in, back bool) { i.back = back }, Pause: pause("odd")})
	next := 0
	AddSource(run, Source[in, out, beat, int]{Name: "in", NoGaps: true,
		Put:   func(i *in, b beat, valid bool) { i.beat, i.valid = b, valid },
		Next:  func(int) (int, bool) { next++; return next, true },
		Beats: func(n int) []beat { return []beat{{n, false}, {n, true}} },
		Sent: func(n int) {
			at := even
			if n%2 == 1 {
				at = odd
			}
			board.Expect(at, n)
		},
		Credits: slots, Credit: func(o out) int { return o.credits }})
	return run
}

// play runs the queue and returns the first breaches, and how many packets have passed.
func play(run *Run[in, out], q *queue, cycles int) (list []testbench.Breach, passed int) {
	for c := 0; len(list) == 0 && run.clock.err == nil && (c < cycles || !run.idle()); c++ {
		i := run.drive(c, c >= cycles)
		o := q.outputs()
		run.check(c, i, &o, func(string) {}, func(b testbench.Breach) { b.Cycle = c; list = append(list, b) })
		q.edge(i, o)
	}
	return list, run.passed()
}

func newQueue() *queue { return &queue{free: 4} }

func TestSound(t *testing.T) {
	t.Parallel()
	breaches, passed := play(newRun(rand.New(rand.NewSource(1)), "even"), newQueue(), 1000)
	assert.Equal(t, len(breaches), 0, "%v", breaches)
	assert.Assert(t, passed > 100, "%d packets", passed)
}

// once makes an edit in one cycle, the first from cycle 100 on in which it can be made.
func once(edit func(q *queue) bool) func(*queue) {
	done := false
	return func(q *queue) {
		if !done && q.cycle >= 100 {
			done = edit(q)
		}
	}
}

// behind is how many beats of a part belong to the packet whose first beat has been offered.
func behind(part []beat) int { return min(len(part), 2-len(part)%2) }

// TestBreaches: everything that a block can do wrong is said by its name.
func TestBreaches(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, link, want string
		slow             string // "": link
		edit             func(*queue)
		fault            func(*queue, *out)
	}{
		{name: "lost", link: "even", want: "overtakes", edit: once(func(q *queue) bool {
			at := behind(q.part[0])
			if len(q.part[0]) < at+4 {
				return false
			}
			q.part[0] = append(q.part[0][:at:at], q.part[0][at+2:]...)
			q.dueBack += 2
			return true
		})},
		{name: "lost at the end", link: "even", want: "has not arrived", edit: func(q *queue) {
			if q.cycle >= 990 {
				q.part[0] = q.part[0][:behind(q.part[0])]
			}
		}},
		{name: "doubled", link: "odd", want: "arrives twice", edit: once(func(q *queue) bool {
			if len(q.part[1]) != 2 {
				return false
			}
			q.part[1] = append(q.part[1], q.part[1]...)
			return true
		})},
		{name: "invented", link: "even", want: "is not expected", edit: once(func(q *queue) bool {
			if len(q.part[0]) > 0 {
				return false
			}
			q.part[0] = []beat{{9998, false}, {9998, true}}
			return true
		})},
		{name: "damaged", link: "odd", want: "damaged", edit: once(func(q *queue) bool {
			if len(q.part[1]) != 2 {
				return false
			}
			q.part[1] = []beat{{q.part[1][0].n + 1000, false}, {q.part[1][1].n + 1000, true}}
			return true
		})},
		{name: "of two packets", link: "odd", want: "are no transaction: a packet has two beats", edit: once(func(q *queue) bool {
			if len(q.part[1]) != 2 {
				return false
			}
			q.part[1] = []beat{q.part[1][0], {7, true}}
			return true
		})},
		{name: "reordered", link: "even", want: "overtakes", edit: once(func(q *queue) bool {
			at := behind(q.part[0])
			if len(q.part[0]) != at+4 {
				return false
			}
			q.part[0] = append(append(q.part[0][:at:at], q.part[0][at+2:]...), q.part[0][at:at+2]...)
			return true
		})},
		{name: "wrong link", link: "odd", slow: "even", want: "wrong link: it was expected at even", edit: once(func(q *queue) bool {
			if len(q.part[0]) != 4 || len(q.part[1]) > 0 {
				return false
			}
			q.part[0], q.part[1] = q.part[0][:2], q.part[0][2:]
			return true
		})},
		{name: "stuck", link: "odd", want: "has not arrived",
			fault: func(q *queue, o *out) { o.odV = o.odV && q.cycle < 100 }},
		{name: "too late", link: "odd", want: "too late",
			fault: func(q *queue, o *out) { o.odV = o.odV && (q.cycle < 100 || q.cycle > 170) }},
		{name: "taken back", link: "even", want: "takes back",
			fault: func(q *queue, o *out) { o.evenV = o.evenV && q.cycle%100 > 0 }},
		{name: "changed", link: "even", want: "changes a beat",
			fault: func() func(q *queue, o *out) {
				var before beat
				return func(_ *queue, o *out) {
					if o.even == before {
						o.even.n++
					}
					before = o.even
				}
			}()},
		{name: "gap", link: "odd", want: "a gap after beat 1",
			fault: func(q *queue, o *out) { o.odV = o.odV && !(q.cycle >= 100 && o.odd.last) }},
		{name: "no credit", link: "odd", want: "without a credit", edit: func(q *queue) { q.free = 9 }},
		{name: "credit too many", link: "in", want: "credit that it has not taken",
			edit: once(func(q *queue) bool { q.dueBack += slots; return true })},
		{name: "credit lost", link: "in", want: "1 of 8 credits have not come back", edit: once(func(q *queue) bool {
			had := q.dueBack > 0
			q.dueBack -= min(q.dueBack, 1)
			return had
		})},
		{name: "not taken", link: "in", want: "the block does not take it", edit: func(q *queue) {
			if q.cycle >= 100 {
				q.dueBack = 0
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			q := newQueue()
			q.edit, q.fault = c.edit, c.fault
			breaches, _ := play(newRun(rand.New(rand.NewSource(2)), cmp.Or(c.slow, c.link)), q, 1000)
			assert.Assert(t, slices.ContainsFunc(breaches, func(b testbench.Breach) bool {
				return b.Link == c.link && strings.Contains(b.Message, c.want)
			}), "%v", breaches)
		})
	}
}

// TestBound: a transaction alone has its time, others and pauses add to it.
func TestBound(t *testing.T) {
	t.Parallel()
	most := Bound(10, 3)
	assert.Equal(t, most(Load{}), 10)
	assert.Equal(t, most(Load{Others: 3, Paused: 5}), 24)
}

// TestMistakes: what is missing in a run is named, and ends it.
func TestMistakes(t *testing.T) {
	t.Parallel()
	source := func() Source[in, out, beat, int] {
		return Source[in, out, beat, int]{Name: "in", Put: func(*in, beat, bool) {}, Sent: func(int) {},
			Next: func(int) (int, bool) { return 1, true }, Beats: func(n int) []beat { return []beat{{n, true}} }}
	}
	rules := Rules[int, int]{Within: Bound(1, 1)}
	for _, c := range []struct {
		want string
		make func(r *Run[in, out])
	}{
		{"needs a Board", func(r *Run[in, out]) { r.boards = nil }},
		{"the Rules of a Board have no Within", func(r *Run[in, out]) { NewBoard(r, Rules[int, int]{}) }},
		{"link in has no Next", func(r *Run[in, out]) { s := source(); s.Next = nil; AddSource(r, s) }},
		{"a link has no Name", func(r *Run[in, out]) { s := source(); s.Name = ""; AddSource(r, s) }},
		{"link in has no Credit, and has Credits", func(r *Run[in, out]) { s := source(); s.Credits = 2; AddSource(r, s) }},
		{"link m has no Take", func(r *Run[in, out]) { AddSink(r, Sink[in, out, beat, int]{Name: "m"}) }},
		{"link in: transaction 1 has no beats", func(r *Run[in, out]) {
			s := source()
			s.Beats = func(int) []beat { return nil }
			AddSource(r, s)
		}},
		{"link in: transaction 1 needs 1 credits, and there are 0", func(r *Run[in, out]) {
			s := source()
			s.Credit = func(out) int { return 0 }
			AddSource(r, s)
		}},
	} {
		t.Run(c.want, func(t *testing.T) {
			t.Parallel()
			r := New(in{}, out{})
			NewBoard(r, rules)
			c.make(r)
			r.Case()
			r.drive(0, false)
			assert.ErrorContains(t, r.clock.err, c.want)
		})
	}
}
