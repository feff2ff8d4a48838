package fabric

import (
	"math/rand"

	"culprit/blocks"
	rtl "culprit/blocks/fabric"
	"culprit/testbench"
)

// Benches are the benches of all blocks, in the order of the contract.
func Benches() []testbench.Bench {
	return []testbench.Bench{treeRouteBench(), monitorBench(), treeBench()}
}

// block is the block of that name.
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

// count is the number of true lanes.
func count(lanes []bool) int {
	n := 0
	for _, lane := range lanes {
		if lane {
			n++
		}
	}
	return n
}
