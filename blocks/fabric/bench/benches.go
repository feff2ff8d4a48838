package bench

import (
	"culprit/blocks/fabric"
	"culprit/blocks/fabric/golden"
	"culprit/testbench"
)

// Benches are the benches of all blocks, in the order of the contract. The tree
// can be built with schemes, of which models are the golden models.
func Benches(schemes fabric.Schemes, models golden.Schemes) []testbench.Bench {
	return []testbench.Bench{treeRouteBench(), monitorBench(), treeBench(schemes, models)}
}
