package bench

import "culprit/testbench"

var culpritArrayMutants = []testbench.Mutant{}
var culpritEngineMutants = []testbench.Mutant{}
var culpritMutants = []testbench.Mutant{}
