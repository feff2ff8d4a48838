package bench

import "culprit/testbench"

// culpritBenches are the benches of the CulpritArray.
func culpritBenches() []testbench.Bench {
	return []testbench.Bench{culpritArrayBench(), culpritEngineBench(), culpritBench(), culpritTestbedBench()}
}
