package bench

import (
	"math/rand"

	"culprit.example/culprit/testbench"
)

// Benches are the benches of all blocks, in the order of the contract.
func Benches() []testbench.Bench {
	return []testbench.Bench{sourceBench(), framerBench(), nicCAMBench(), nicBench(), sinkBench(), nodeBench()}
}

// startTime is a time that soon passes 2^32.
func startTime(rng *rand.Rand) uint32 { return -uint32(500 + rng.Intn(3000)) }
