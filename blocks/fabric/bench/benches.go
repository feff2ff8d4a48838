package bench

import (
	"culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/blocks/fabric/golden"
	"culprit.example/culprit/testbench"
)

// Benches are the benches of all blocks, in the order of the contract. The tree
// can be built with schemes, of which models are the golden models.
func Benches(schemes fabric.Schemes, models golden.Schemes) []testbench.Bench {
	return []testbench.Bench{treeRouteBench(), monitorBench(), lineBench(), treeBench(schemes, models)}
}
