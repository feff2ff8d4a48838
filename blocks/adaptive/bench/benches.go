package bench

import (
	"culprit.example/culprit/blocks/adaptive/graph"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// Benches are the benches of all units, in the order of the contract.
func Benches() []testbench.Bench { return list(networkBench()) }

// BenchesOn are Benches, with that of the network on those of a file.
func BenchesOn(set *graph.Set) []testbench.Bench { return list(networkBenchOn(set)) }

func list(network testbench.Bench) []testbench.Bench {
	return kit.Tight([]testbench.Bench{tableBench(), congestionBench(), drawBench(), engineBench(), guardBench(),
		receiverBench(), transmitterBench(), queuesBench(), notifierBench(), switchBench(),
		resequencerBench(), trafficBench(), hostBench(), network,
	}, edges)
}

// edges are parameter sets at the corners of the ranges.
var edges = []map[string]int{
	{"hosts": 2, "ports": 2, "list": 1, "count_bits": 2, "sum_bits": 4, "timer": 1, "blockable": 1, "at_host": 1,
		"error_bits": 2},
	{"hosts": 3, "ports": 3, "list": 2, "count_bits": 4, "sum_bits": 8, "timer": 2},
	{"hosts": 5, "ports": 5, "list": 4, "count_bits": 16, "sum_bits": 12, "timer": 8},
	{"hosts": 64, "ports": 16, "list": 8, "count_bits": 3, "sum_bits": 32, "timer": 500, "slots": 120, "q_high": 60,
		"q_low": 40, "queue": 32},
	{"hosts": 4, "ports": 7, "list": 7, "count_bits": 3, "sum_bits": 9, "timer": 4, "slots": 30, "q_high": 10, "q_low": 2,
		"cns": 4, "error_bits": 3},
	{"hosts": 4, "queue": 8, "timer": 2000, "byte_counter": 5000, "network": 2, "tick": 100, "blockable": 1, "at_host": 1,
		"error_bits": 3},
}
