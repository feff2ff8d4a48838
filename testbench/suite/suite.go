// Package suite lists the benches of all families: what the command line can
// verify. It imports every family, as package blocks/library does.
//
// What must not live here: stimulus, and anything about a single block.
package suite

import (
	"culprit/testbench"
	"culprit/testbench/suite/prim"
	"culprit/testbench/suite/recn"
)

// Benches are the benches of all blocks of the library.
func Benches() []testbench.Bench {
	return append(prim.Benches(), recn.Benches()...)
}
