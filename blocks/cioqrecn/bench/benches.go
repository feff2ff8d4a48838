package bench

import "culprit.example/culprit/testbench"

// Benches are the benches of all units, in the order of the contract.
func Benches() []testbench.Bench {
	return []testbench.Bench{
		queuesBench(), camBench(), markersBench(), detectionBench(), notifierBench(), schedulerBench(),
		inputPortBench(), outputPortBench(), switchBench(), hostileBench(),
	}
}
