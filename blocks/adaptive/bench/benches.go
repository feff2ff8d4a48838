package bench

import (
	"culprit.example/culprit/blocks/adaptive/graph"
	"culprit.example/culprit/testbench"
)

// Benches are the benches of all units, in the order of the contract.
func Benches() []testbench.Bench { return list(networkBench()) }

// BenchesOn are Benches, with that of the network on those of a file.
func BenchesOn(set *graph.Set) []testbench.Bench { return list(networkBenchOn(set)) }

func list(network testbench.Bench) []testbench.Bench {
	return []testbench.Bench{tableBench(), congestionBench(), drawBench(), engineBench(), receiverBench(),
		transmitterBench(), queuesBench(), notifierBench(), switchBench(),
		resequencerBench(), trafficBench(), hostBench(), network,
	}
}
