package bench

import "culprit.example/culprit/testbench"

// Benches are the benches of all units, in the order of the contract.
func Benches() []testbench.Bench {
	return []testbench.Bench{
		cpBench(), dosBench(), cnmBench(), markingBench(), pauseBench(), pauseRxBench(),
		fcsBench(), cnmFrameBench(), cnmParseBench(), pfcFrameBench(), pfcParseBench(),
		culpritArrayBench(), culpritEngineBench(), culpritBench(), culpritTestbedBench(),
		rpUpdateBench(), rpBench(), pacerBench(), adapterBench(),
	}
}
