package bench

import "culprit/testbench"

// Benches are the benches of all units, in the order of the contract.
func Benches() []testbench.Bench {
	return []testbench.Bench{tableBench(), congestionBench(), drawBench(), engineBench(), receiverBench(), transmitterBench(), queuesBench(), notifierBench(), switchBench(),
		resequencerBench(), trafficBench(), hostBench(), networkBench(),
	}
}
