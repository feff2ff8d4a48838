package bench

import "culprit/testbench"

// reactionBenches are the benches of the reaction point and the adapter.
func reactionBenches() []testbench.Bench {
	return []testbench.Bench{rpUpdateBench(), rpBench(), pacerBench(), adapterBench(), sourceBench(), sinkBench(),
		serverBench()}
}
