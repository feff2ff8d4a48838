// Package bench holds the benches of the request-grant adapter and of its units:
// stimulus that keeps the assumptions of blocks/adapter/README.md, cover points,
// and mutants.
//
// What must not live here: golden models (blocks/adapter/golden), what is the same
// for all blocks (testbench).
package bench

import (
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// Benches are the benches of all units, in the order of the contract; one that breaks rules stands
// after the first of its block.
func Benches() []testbench.Bench {
	return kit.Tight([]testbench.Bench{
		listsBench(), arbiterBench(), hostileArbiterBench(arbiterBench(), cellArbiter), ingressBench(), hostileIngressBench(),
		parserBench(), hostileParserBench(), watchBench(), repairBench(), egressBench(), adapterBench(),
		hostileAdapterBench(),
		beatIngressBench(), hostileBeatIngressBench(), beatParserBench(), beatEgressBench(), beatArbiterBench(),
		hostileArbiterBench(beatArbiterBench(), beatArbiter), beatAdapterBench(), hostileBeatAdapterBench(),
	}, edges)
}

// edges are parameter sets at the corners of the ranges.
var edges = []map[string]int{
	{"max_p": 1},
	{"nodes": 4, "paths": 2, "g": 1, "b_reasm": 2, "fc_init": 1, "b_in": 2, "voq": 2, "max_p": 1, "watch": 3, "lists": 2,
		"slots": 2},
	{"nodes": 8, "paths": 4, "g": 5, "b_reasm": 12, "fc_init": 10, "b_in": 7, "voq": 8, "max_p": 3, "watch": 6, "lists": 8,
		"slots": 13},
	{"repair": 1},
	{"nodes": 4, "paths": 2, "g": 4, "b_reasm": 9, "fc_init": 6, "b_in": 4, "voq": 8, "max_p": 2, "repair": 1, "unsol": 0},
	{"nodes": 64, "paths": 8, "g": 128, "b_reasm": 300, "fc_init": 200, "b_in": 100, "oob": 1, "unsol": 0, "max_p": 1,
		"watch": 7, "lists": 64, "slots": 256},
}
