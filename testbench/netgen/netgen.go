package netgen

import (
	"fmt"
	"math/big"
	"math/rand/v2"

	"culprit/rtlgen/ir"
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
	// more decides on the constructs that not every case has; nil in a case
	// without them. It is a stream of its own: what the cases of a seed are
	// otherwise does not depend on it.
	more *rand.Rand
}

// Cycles is the length of the stimulus.
func (c *Case) Cycles() int { return len(c.Inputs) }

// New makes the case of a seed: the same for the same seed.
func New(seed uint64, cycles int) *Case {
	r := rand.New(rand.NewPCG(seed, 0x6e657467656e))
	c := &Case{Seed: seed, fixed: map[*ir.Node]bool{}, NoChecks: r.IntN(4) == 0}
	if more := rand.New(rand.NewPCG(seed, 0x6d6f7265)); more.IntN(2) == 0 {
		c.more = more
	}
	c.Design = newHierarchy(r, c)
	for range cycles {
		var row []*big.Int
		for _, p := range c.Design.Top.Inputs() {
			row = append(row, randomNumber(r, p.Width))
		}
		c.Inputs = append(c.Inputs, row)
	}
	c.Actions = randomActions(r, cycles)
	if err := ir.Verify(c.Design); err != nil {
		panic(fmt.Sprintf("BUG: the netlist of seed %d is not well-formed: %v", seed, err))
	}
	return c
}

// randomNumber is a number of that width, often an extreme one.
func randomNumber(r *rand.Rand, width int) *big.Int {
	x := new(big.Int)
	switch r.IntN(8) {
	case 0:
		return x
	case 1:
		return ones(width)
	case 2: // one bit
		return x.SetBit(x, r.IntN(width), 1)
	case 3: // small
		return x.And(x.SetUint64(uint64(r.IntN(5))), ones(width))
	case 4: // ones with zeros above
		return ones(1 + r.IntN(width))
	}
	for range (width + 63) / 64 {
		x.Lsh(x, 64).Or(x, new(big.Int).SetUint64(r.Uint64()))
	}
	return x.And(x, ones(width))
}

func ones(width int) *big.Int {
	one := big.NewInt(1)
	return new(big.Int).Sub(new(big.Int).Lsh(one, uint(width)), one)
}

func toWords(x *big.Int, width int) []uint64 {
	out := make([]uint64, (width+63)/64)
	for i := range out {
		word := new(big.Int).Rsh(x, uint(64*i))
		out[i] = word.And(word, ones(64)).Uint64()
	}
	return out
}
