package bench

import "culprit/testbench"

// fabricBenches are the benches of leaf, spine and network.
func fabricBenches() []testbench.Bench {
	return []testbench.Bench{cellBufferBench(), leafInBench(), creditArbBench(), leafOutBench(), uplinksBench(), spineBench()}
}
