package bench

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand"

	rtl "culprit.example/culprit/blocks/cioq"
	"culprit.example/culprit/blocks/cioq/golden"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
	"culprit.example/culprit/testbench/transact"
)

var elementTransactionCoverPoints = []string{
	"all links busy", "input queue full", "output queue full", "output refuses a segment", "output waits for a credit",
	"empty again",
}

// elementTransactions is a bench of segments beside the cycle-exact one. It knows of the
// contract that a segment leaves whole and unchanged at the output of its turn, that those
// from one input to one output keep their order, that credits are kept, and how long a
// segment may take; not in which cycle anything happens.
func elementTransactions() testbench.Bench {
	return testbench.Bench{
		Block:       blocks.Of(rtl.Element),
		Name:        "transactions",
		MinCycles:   12000,
		CoverPoints: elementTransactionCoverPoints,
		CoverPointsFor: func(v blocks.Values) []string {
			return elementReaches(elementTransactionCoverPoints, v, kit.Cannot{})
		},
		New: func(v blocks.Values, rng *rand.Rand) testbench.Case {
			p := kit.ParamsOf[golden.Params](v)
			// At first lone segments, on which the bound on latency is tight.
			s := &segments{p: p, rng: rng, program: append(program{loneSegments}, elementProgram(p, 1500)...)}
			return s.run(v["cut_through"] == 1).Case()
		},
	}
}

// loneSegments is a phase in which a segment mostly meets no other.
var loneSegments = phase{cycles: 800, load: 1, drain: 100, hot: -1, long: 80}

// segment is a transaction. Its header has the input and a number, too, in bits that the
// element only passes on.
type segment struct {
	From, To, Number int
	Beats            []*big.Int
}

// String is the segment in messages.
func (t segment) String() string {
	return fmt.Sprintf("%d from rx[%d] to tx[%d] of %d beats %x", t.Number, t.From, t.To, len(t.Beats), t.Beats)
}

// segmentFlow is what stays in order.
type segmentFlow struct{ From, To int }

// segments are the surroundings of an element.
type segments struct {
	p       golden.Params
	rng     *rand.Rand
	program program
	number  int
	held    bool // something was in the element
}

type (
	segmentSource = transact.Source[golden.ElementIn, golden.ElementOut, golden.Beat, segment]
	segmentSink   = transact.Sink[golden.ElementIn, golden.ElementOut, golden.Beat, segment]
	segmentRun    = transact.Run[golden.ElementIn, golden.ElementOut]
)

// run joins a source and a sink for each port with a board.
func (s *segments) run(cutThrough bool) *segmentRun {
	run := transact.New(golden.NewElementIn(s.p.Ports), golden.NewElementOut(s.p.Ports))
	board := transact.NewBoard(run, transact.Rules[segmentFlow, segment]{
		Key:    func(t segment) segmentFlow { return segmentFlow{t.From, t.To} },
		Within: s.bound(cutThrough),
	})
	sinks := make([]*transact.End, s.p.Ports)
	for o := range sinks {
		sinks[o] = transact.AddSink(run, s.sink(o, board.Arrive))
	}
	for i := range s.p.Ports {
		transact.AddSource(run, s.source(i, func(t segment) { board.Expect(sinks[t.To], t) }))
	}
	run.Drive(func(cycle int, in *golden.ElementIn) { s.hold(run, cycle, in) })
	run.Watch(s.observe)
	return run
}

// bound allows a lone segment some cycles more than the contract's 8, and another one its
// beats at the input and at the output.
func (s *segments) bound(cutThrough bool) func(transact.Load) int {
	longest := 33
	if s.p.Cells() {
		longest = 1
	}
	alone := 16 + s.p.LinkLatency
	if !cutThrough {
		alone += 2 * longest
	}
	return transact.Bound(alone, 2*longest+20)
}

func (s *segments) source(port int, sent func(segment)) segmentSource {
	return segmentSource{
		Name: fmt.Sprintf("rx[%d]", port), Sent: sent, NoGaps: true,
		Put: func(in *golden.ElementIn, b golden.Beat, valid bool) {
			if !valid { // what is not valid is arbitrary
				b = golden.Beat{Head: kit.Chance(s.rng, 50), Tail: kit.Chance(s.rng, 50), Data: word(s.rng, s.p.Data)}
			}
			in.RxValid[port], in.RxHead[port], in.RxTail[port], in.RxData[port] = valid, b.Head, b.Tail, b.Data
			in.RxBad[port] = b.Bad && !b.Tail
		},
		Next: func(cycle int) (segment, bool) {
			return s.draw(cycle, port), s.program.at(cycle) != loneSegments || kit.Chance(s.rng, 100/s.p.Ports/4)
		},
		Pause: func(cycle int) bool { return !kit.Chance(s.rng, s.program.at(cycle).load) },
		Beats: func(t segment) (beats []golden.Beat) {
			for i, data := range t.Beats {
				beats = append(beats, golden.Beat{Head: i == 0, Tail: i == len(t.Beats)-1, Data: data})
			}
			return beats
		},
		Credits: s.p.SlotsIn, Cost: segmentCost,
		Credit: func(out golden.ElementOut) int { return kit.Count(out.RxCredit[port : port+1]) },
	}
}

// segmentCost is the credits that a beat takes: a slot holds a segment of any length.
func segmentCost(b golden.Beat) int { return kit.Count([]bool{b.Head}) }

// draw makes a segment of the present phase.
func (s *segments) draw(cycle, port int) segment {
	ph := s.program.at(cycle)
	t := segment{From: port, To: ph.goal(s.rng, s.p, cycle, port), Number: s.number % (1 << 16)}
	s.number++
	header := withTurn(s.rng, s.p, t.To)
	setField(header, fromAt, 4, t.From)
	setField(header, numberAt, 16, t.Number)
	t.Beats = []*big.Int{header}
	for range ph.length(s.rng, s.p) - 1 {
		t.Beats = append(t.Beats, word(s.rng, s.p.Data))
	}
	return t
}

// fromAt and numberAt are the lowest bits of the fields in a header; they lie below every
// route, and above the mark of a packet's end.
const (
	fromAt   = 1
	numberAt = 5
)

func setField(header *big.Int, at, width, x int) {
	for b := range width {
		header.SetBit(header, at+b, uint(x>>b&1))
	}
}

func field(header *big.Int, at, width int) int {
	x := 0
	for b := range width {
		x |= int(header.Bit(at+b)) << b
	}
	return x
}

func (s *segments) sink(port int, got func(*transact.End, segment)) segmentSink {
	sink := segmentSink{
		Name: fmt.Sprintf("tx[%d]", port), Got: got, NoGaps: true,
		Take: func(out golden.ElementOut) (golden.Beat, bool) { return out.Tx(port), out.TxValid[port] },
		Last: func(b golden.Beat) bool { return b.Tail },
		Whole: func(beats []golden.Beat) (segment, error) {
			t := segment{From: field(beats[0].Data, fromAt, 4), To: port, Number: field(beats[0].Data, numberAt, 16)}
			for i, b := range beats {
				if b.Bad && b.Tail {
					return t, errors.New("a whole segment leaves as bad")
				}
				if b.Head != (i == 0) {
					return t, errors.New("the first beat of a segment, and no other, is a head")
				}
				t.Beats = append(t.Beats, b.Data)
			}
			return t, nil
		},
	}
	if s.p.Credits > 0 {
		sink.Credits, sink.Cost = s.p.Credits, segmentCost
		sink.Credit = func(in *golden.ElementIn, back bool) { in.TxCredit[port] = back }
		sink.Pause = func(cycle int) bool { return !kit.Chance(s.rng, s.program.at(cycle).drain) }
	}
	return sink
}

// hold keeps links without credits from starting.
func (s *segments) hold(run *segmentRun, cycle int, in *golden.ElementIn) {
	if s.p.Credits > 0 {
		return
	}
	for o := range s.p.Ports {
		in.TxCredit[o] = kit.Chance(s.rng, 50) // ignored
		in.Hold[o] = !run.Draining() && !kit.Chance(s.rng, s.program.at(cycle).drain)
		if in.Hold[o] {
			run.Pausing()
		}
	}
}

func (s *segments) observe(in golden.ElementIn, out golden.ElementOut, hit func(string)) {
	held, full, fullOut := 0, false, false
	for i := range s.p.Ports {
		held += out.StatInHeld[i] + out.StatOutHeld[i]
		full = full || out.StatInHeld[i] == s.p.SlotsIn
		fullOut = fullOut || out.StatOutHeld[i] == s.p.SlotsOut
	}
	s.held = s.held || held > 0
	kit.Reached{
		"all links busy":            kit.Count(in.RxValid) == s.p.Ports && kit.Count(out.TxValid) == s.p.Ports,
		"input queue full":          full,
		"output queue full":         fullOut,
		"output refuses a segment":  kit.Count(out.StatRefused) > 0,
		"output waits for a credit": kit.Count(out.StatStalled) > 0,
		"empty again":               s.held && held == 0,
	}.Report(hit)
}
