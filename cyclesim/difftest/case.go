package difftest

import (
	"math/big"
	"math/rand/v2"

	"culprit/rtlgen/ir"
	"culprit/rtlgen/ir/random"
)

// Case is a netlist with what is done to it.
type Case struct {
	Seed   uint64
	Design *ir.Design
	Inputs [][]*big.Int // by cycle and input port of the top
	// Actions are what is done in a cycle besides, after its inputs are set. It
	// is shorter than Inputs, or nil, if nothing is done in the last cycles.
	Actions [][]Action
	// NoChecks runs the netlist without its properties.
	NoChecks bool

	// fixed are the nodes that keep the netlist from leaving something open: a
	// shrinker must not touch them.
	fixed map[*ir.Node]bool
}

// Cycles is the length of the stimulus.
func (c *Case) Cycles() int { return len(c.Inputs) }

// New makes the case of a seed: the same for the same seed.
func New(seed uint64, cycles int) *Case {
	r := rand.New(rand.NewPCG(seed, 0x6e657467656e))
	c := &Case{Seed: seed, NoChecks: r.IntN(4) == 0}
	n := random.New(r)
	c.Design, c.fixed = n.Design, n.Fixed
	c.Inputs = n.Inputs(r, cycles)
	c.Actions = randomActions(r, cycles)
	return c
}

func toWords(x *big.Int, width int) []uint64 {
	out := make([]uint64, (width+63)/64)
	for i := range out {
		word := new(big.Int).Rsh(x, uint(64*i))
		out[i] = word.And(word, ir.Ones(64)).Uint64()
	}
	return out
}
