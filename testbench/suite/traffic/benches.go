package traffic

import (
	"math/rand"
	"slices"

	"culprit/blocks"
	rtl "culprit/blocks/traffic"
	"culprit/testbench"
)

// Benches are the benches of all blocks, in the order of the contract.
func Benches() []testbench.Bench {
	return []testbench.Bench{sourceBench(), framerBench(), nicCAMBench(), nicBench(), sinkBench(), nodeBench()}
}

// block finds a block of the family.
func block(name string) *blocks.Block {
	for _, b := range rtl.Blocks() {
		if b.Name == name {
			return b
		}
	}
	panic("BUG: there is no block " + name)
}

// chance is true in percent of 100 cases.
func chance(rng *rand.Rand, percent int) bool { return rng.Intn(100) < percent }

// pick is a random element.
func pick[T any](rng *rand.Rand, from []T) T { return from[rng.Intn(len(from))] }

// cannot names corners that a parameter set does not reach.
type cannot map[string]bool

// without are the corners but those that cannot be reached.
func without(corners []string, c cannot) []string {
	for name := range c {
		if !slices.Contains(corners, name) {
			panic("BUG: there is no corner " + name)
		}
	}
	return slices.DeleteFunc(slices.Clone(corners), func(name string) bool { return c[name] })
}

// startTime is a time that soon passes 2^32.
func startTime(rng *rand.Rand) uint32 { return -uint32(500 + rng.Intn(3000)) }
