package testbench

import "reflect"

// Loop is a stimulus that answers the block, with a judge of what the block does. It takes
// the place of a cycle-exact golden model; package testbench/transact makes loops of links
// and a scoreboard.
type Loop[In, Out any] struct {
	// Drive makes the inputs of a cycle, before the outputs of the cycle are known: it may
	// depend on those of all cycles before. cycle is its number in the stimulus (see
	// Bench.Scripted). When draining it begins nothing new, and lets everything out.
	Drive func(cycle int, draining bool) In
	// Check sees inputs and outputs of a cycle, here by its number in the run, before the
	// clock edge. It calls hit with the cover points that were reached and wrong with what
	// the block has done wrong. Fields of out that are no port, and that a tag valid names,
	// are set here.
	Check func(cycle int, in In, out *Out, hit func(coverPoint string), wrong func(Breach))
	// Idle reports whether everything has come out that must. The run goes on, draining,
	// until then.
	Idle func() bool
	// Passed is how many transactions have come out as they must, since the loop was made.
	Passed func() int
	// Watch, which may be missing, takes the place of Drive where somebody else makes the inputs (Judge): it sees
	// those of a cycle before Check does.
	Watch func(in In)
	// Err is a mistake in the loop itself, which ends the run; nil if there is none.
	Err func() error
}

// Breach is something that a block has done against the rules of its transactions, or of the
// link over which they pass.
type Breach struct {
	Cycle       int    `json:"cycle"`                 // of the run
	Link        string `json:"link"`                  // where it shows
	Transaction string `json:"transaction,omitempty"` // "" if it belongs to none
	Message     string `json:"message"`               // what is wrong, and what was expected
	Repeat      string `json:"repeat"`                // the command that shows it again
	VCD         string `json:"vcd,omitempty"`         // waveform of the cycles before
}

// NewLoop joins the block and a loop; in and out are prototypes as for NewCase. The block
// itself runs, on the fastest engine of package cyclesim, and is recorded; the engines replay
// its inputs, and their outputs must be the same. What is unknown while an output is not valid
// needs the tag valid, as in NewCase: it differs between simulators.
func NewLoop[In, Out any](in In, out Out, l Loop[In, Out]) Case {
	i, o := new(In), new(Out)
	*i, *o = in, out
	var watch func()
	if l.Watch != nil {
		watch = func() { l.Watch(*i) }
	}
	return Case{
		in:  reflect.ValueOf(i).Elem(),
		out: reflect.ValueOf(o).Elem(),
		loop: &loop{
			drive: func(cycle int, draining bool) { *i = l.Drive(cycle, draining) },
			check: func(cycle int, hit func(string), wrong func(Breach)) { l.Check(cycle, *i, o, hit, wrong) },
			watch: watch, idle: l.Idle, passed: l.Passed, err: l.Err,
			whole: l.Drive != nil && l.Check != nil && l.Idle != nil && l.Passed != nil && l.Err != nil,
		},
	}
}

// loop is a Loop whose structs are those of its Case.
type loop struct {
	drive  func(cycle int, draining bool)
	check  func(cycle int, hit func(string), wrong func(Breach))
	watch  func() // nil: the loop must drive itself
	idle   func() bool
	passed func() int
	err    func() error
	whole  bool // no function is missing
}

// String is the breach in a sentence.
func (b Breach) String() string {
	s := b.Link + ": "
	if b.Transaction != "" {
		s += "transaction " + b.Transaction + ": "
	}
	return s + b.Message
}
