package bench

import "culprit.example/culprit/testbench"

// Benches are the benches of all blocks, in the order of the contract. The element has two.
func Benches() []testbench.Bench {
	return []testbench.Bench{inputBench(), schedulerBench(), crossbarBench(), outputBench(), elementBench(),
		elementTransactions()}
}
