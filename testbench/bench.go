package testbench

import (
	"math/rand"
	"reflect"

	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
)

// Bench is everything that is needed to verify a block.
type Bench struct {
	Block *blocks.Block
	// Name tells the benches of a block apart: "" for its first one. `rtlgen verify` runs
	// all of them, `rtlgen tb` and `rtlgen wave` the first, or that of --bench.
	Name string
	// New makes the golden model for these parameters and its stimulus, as they
	// are after a reset: by NewCase a cycle-exact model, by NewLoop (or package transact)
	// one of transactions. All randomness comes from rng.
	New func(v blocks.Values, rng *rand.Rand) Case
	// NewAfter, if set, is called instead of New, with the number of resets of the
	// run before, not counting the first one.
	NewAfter func(v blocks.Values, rng *rand.Rand, resets int) Case
	// Resets is how often a run is reset again, 0 for a number that does for most
	// blocks. One with sticky outputs is reset at least once for each of their causes.
	Resets int
	// MinCycles is the length of a run that reaches every cover point for any
	// seed.
	MinCycles int
	// CoverPoints are the situations that a run must reach.
	CoverPoints []string
	// CoverPointsFor, if set, returns the cover points that a parameter set can
	// reach.
	CoverPointsFor func(v blocks.Values) []string
	// Small are the parameters of a form that is quickly built and in which everything
	// happens in short runs: for the external simulators, and where a block is run many
	// times. nil is the default.
	Small map[string]int
	// Breaks names assumptions that the stimulus breaks on purpose, in whichever module of
	// the block they are: they are left out of what the bench runs. The golden model says
	// what the block does then.
	Breaks []string
	// Tight are sets of parameters with which buffers wrap and counters saturate in short runs. rtlgen verify runs the
	// first one besides the defaults; Mutate runs all with what is left.
	Tight []map[string]int
	// Scripted says that the stimulus is a script from cycle 0 of a run on. Others
	// are begun at any cycle.
	Scripted bool
	// Mutants are the mutants that a run must notice.
	Mutants []Mutant

	// AnyReset names registers of the block, as "module.register" with the base name
	// of the module, whose reset value does not matter, and says why. One mistake is
	// named as CheckResets names it, "module.register: bit 0 flipped in reset".
	AnyReset map[string]string

	// SeldomReset names in the same way mistakes that show in few runs, and says why: whether one
	// is noticed depends on the seed.
	SeldomReset map[string]string

	// Equivalent names mutants of package mutate, of the default parameters, that no run
	// can notice, and says why. An entry that is no survivor is an error of Mutate.
	Equivalent map[string]string

	mutant *Mutant // set by WithMutant
}

func (b Bench) coverPointsOf(v blocks.Values) []string {
	if b.CoverPointsFor != nil {
		return b.CoverPointsFor(v)
	}
	return b.CoverPoints
}

// newCase makes the golden model after the given number of resets, the first one not counted.
func (b Bench) newCase(v blocks.Values, rng *rand.Rand, resets int) Case {
	if b.NewAfter != nil {
		return b.NewAfter(v, rng, resets)
	}
	return b.New(v, rng)
}

// Mutant is a mutant: the block with one deliberate mistake in its netlist.
type Mutant struct {
	Name string
	// Module is the base name of the module to change (without the suffix that
	// parameters give it), "" for the block's own. All parameter sets of it that
	// are in the design are changed.
	Module string
	// Mutate changes the module. It returns an error if the change does not fit
	// the module; see package mutant.
	Mutate func(m *ir.Module) error
	// Build, if set, changes the parameters that the block is built with, not
	// those of the golden model. Mutate may be nil then.
	Build func(v blocks.Values)
}

// Title is the name of the block, with that of the bench if it has one:
// "cioq_element.transactions".
func (b Bench) Title() string {
	if b.Block == nil {
		return b.Name
	}
	return titleOf(b.Block.Name, b.Name)
}

func titleOf(block, bench string) string {
	if bench == "" {
		return block
	}
	return block + "." + bench
}

// Case is a golden model with its stimulus, made by NewCase, or a loop, made by NewLoop. It
// is good for the cycles from a reset to the next one.
type Case struct {
	in, out reflect.Value // the structs that step fills in, addressable
	step    func(cycle int, hit func(coverPoint string))
	model   func() // the outputs of the cycle for the inputs that stand in in
	loop    *loop  // in place of step and model
}

// NewCase joins a golden model and its stimulus. In has a field for every input
// port of the block, Out one for every output port:
//
//   - The port of field WrSlot is wr_slot, or the one that the tag `port:"name"`
//     gives. `port:"-"` is no port. With `port:",optional"` the block may lack the
//     port; the field is ignored then.
//   - The fields of an embedded struct are fields of the struct itself. Those of a
//     struct with the tag `port:"s0_,prefix"` stand for ports whose names begin with
//     s0_.
//   - bool is a port of 1 bit; uint8 to uint64 and int (at most 63 bits) a number;
//     *big.Int a number of any width, nil is 0; [8]uint64 one of up to 512 bits, element 0
//     the lowest 64. A slice of any of these is a port of lanes, element 0 the lowest; the
//     lane is the port's width divided by the length.
//   - A # in the name stands for the number of a split lane (see package rtlgen): the field is a
//     slice, whose elements are the ports with the numbers 0, 1, and so on. `port:"s#_,prefix"` is
//     for a struct of such fields.
//   - The tag `valid:"Field"` names a bool of Out that reports whether the port is
//     known and so compared. If the port and that field are slices of the same
//     length, each lane is known by itself.
//
// in and out are prototypes: their slices have the right lengths, and every
// value of a run has slices of these lengths. In each cycle outside reset drive,
// given the number of the cycle in the stimulus (see Bench.Scripted), makes the
// inputs, step computes the outputs for them and makes the clock edge, and
// observe, if not nil, calls hit with the cover points that were reached, and tells
// the stimulus what has come out. A slice in the result of drive or step may be reused
// by its next call. step knows the inputs from its argument alone: a Model calls it
// without drive and observe.
func NewCase[In, Out any](in In, out Out, step func(In) Out, drive func(cycle int) In,
	observe func(in In, out Out, hit func(coverPoint string))) Case {
	i, o := new(In), new(Out)
	*i, *o = in, out
	return Case{
		in:    reflect.ValueOf(i).Elem(),
		out:   reflect.ValueOf(o).Elem(),
		model: func() { *o = step(*i) },
		step: func(cycle int, hit func(string)) {
			*i = drive(cycle)
			*o = step(*i)
			if observe != nil {
				observe(*i, *o, hit)
			}
		},
	}
}

// Accepted returns those of the parameters that the block of the bench has and allows.
func (b Bench) Accepted(given map[string]int) map[string]int {
	taken := map[string]int{}
	if b.Block == nil {
		return taken // what is run then says so
	}
	for _, p := range b.Block.Params {
		if x, ok := given[p.Name]; ok && x >= p.Min && x <= p.Max {
			taken[p.Name] = x
		}
	}
	return taken
}
