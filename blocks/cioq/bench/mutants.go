package bench

import "culprit/testbench"

var (
	inputMutants, schedulerMutants, crossbarMutants, outputMutants, elementMutants []testbench.Mutant
)
