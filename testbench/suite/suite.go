// Package suite lists the benches of all families: what the command line can
// verify. It imports every family, as package blocks/library does.
//
// What must not live here: stimulus, and anything about a single block.
package suite

import (
	"culprit/testbench"
	"culprit/testbench/suite/cioqrecn"
	"culprit/testbench/suite/fabric"
	"culprit/testbench/suite/prim"
	"culprit/testbench/suite/recn"
	"culprit/testbench/suite/traffic"
	"culprit/testbench/suite/voq"
)

// Benches are the benches of all blocks of the library.
func Benches() []testbench.Bench {
	all := append(cioqrecn.Benches(), fabric.Benches()...)
	all = append(all, prim.Benches()...)
	all = append(all, recn.Benches()...)
	all = append(all, traffic.Benches()...)
	return append(all, voq.Benches()...)
}
