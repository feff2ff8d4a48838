// Package bench holds the benches of the request-grant adapter and of its units:
// stimulus that keeps the assumptions of blocks/adapter/README.md, cover points,
// and mutants.
//
// What must not live here: golden models (blocks/adapter/golden), what is the same
// for all blocks (testbench).
package bench

import "culprit.example/culprit/testbench"

// Benches are the benches of all units, in the order of the contract.
func Benches() []testbench.Bench {
	return []testbench.Bench{listsBench(), arbiterBench(), ingressBench(), parserBench(), watchBench(), repairBench(),
		egressBench(), adapterBench(), beatIngressBench(), beatParserBench(), beatEgressBench(), beatArbiterBench(),
		beatAdapterBench()}
}
