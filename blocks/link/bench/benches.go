package bench

import "culprit.example/culprit/testbench"

// Benches are the benches of all blocks, in the order of the contract.
func Benches() []testbench.Bench { return []testbench.Bench{guardBench(), errorsBench()} }
