package bench

import "culprit/testbench"

// congestionBenches are the benches of congestion points.
func congestionBenches() []testbench.Bench {
	return []testbench.Bench{
		cpBench(), dosBench(), cnmBench(), markingBench(), pauseBench(), pauseRxBench(),
		fcsBench(), cnmFrameBench(), cnmParseBench(), pfcFrameBench(), pfcParseBench(),
	}
}
