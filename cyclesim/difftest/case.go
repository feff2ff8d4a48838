package difftest

import (
	"math/big"
	"math/rand/v2"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/ir/random"
)

// Case is a netlist with what is done to it.
type Case struct {
	Seed   uint64
	Design *ir.Design
	Inputs [][]*big.Int // by cycle and input port of the top
	// Actions are what is done in a cycle besides, after its inputs are set. It
	// is shorter than Inputs, or nil, if nothing is done in the last cycles.
	Actions [][]Action
	// Reset tells by cycle whether reset is on. It is shorter than Inputs, or nil,
	// if it is not in the last cycles.
	Reset []bool
	// NoChecks runs the netlist without its properties.
	NoChecks bool

	// fixed are the nodes that keep the netlist from leaving something open: a
	// shrinker must not touch them.
	fixed map[*ir.Node]bool
}

// Cycles is the length of the stimulus.
func (c *Case) Cycles() int { return len(c.Inputs) }

// InReset reports whether reset is on in a cycle.
func (c *Case) InReset(cycle int) bool { return cycle < len(c.Reset) && c.Reset[cycle] }

// lengths are the cycles of a case: most run some 30, a few much longer.
var lengths = []int{12, 20, 30, 30, 30, 30, 30, 40, 60, 200}

// New makes the case of a seed: the same for the same seed. Its netlist leaves nothing open.
func New(seed uint64) *Case { return newCase(seed, random.New) }

// NewOpen makes a case whose netlist leaves values open: only the engines of package cyclesim agree on it.
func NewOpen(seed uint64) *Case { return newCase(seed, random.NewOpen) }

func newCase(seed uint64, netlist func(*rand.Rand) *random.Netlist) *Case {
	r := rand.New(rand.NewPCG(seed, 0x6e657467656e))
	c := &Case{Seed: seed, NoChecks: r.IntN(4) == 0}
	n := netlist(r)
	c.Design, c.fixed = n.Design, n.Fixed
	cycles := lengths[r.IntN(len(lengths))]
	c.Inputs = n.Inputs(r, cycles)
	c.Actions = randomActions(r, cycles)
	c.Reset = randomResets(r, cycles)
	return c
}

// randomResets returns no reset at all in half of the cases, else one now and then,
// of a few cycles.
func randomResets(r *rand.Rand, cycles int) []bool {
	if r.IntN(2) == 0 {
		return nil
	}
	list := make([]bool, cycles)
	for i := r.IntN(40); i < cycles; i += 1 + r.IntN(40) {
		for n := []int{1, 1, 2, 5}[r.IntN(4)]; n > 0 && i < cycles; n-- {
			list[i] = true
			i++
		}
	}
	return list
}

func toWords(x *big.Int, width int) []uint64 {
	out := make([]uint64, (width+63)/64)
	for i := range out {
		word := new(big.Int).Rsh(x, uint(64*i))
		out[i] = word.And(word, ir.Ones(64)).Uint64()
	}
	return out
}
