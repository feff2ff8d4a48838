package library

import (
	cioqrecn "culprit/blocks/cioqrecn/bench"
	fabric "culprit/blocks/fabric/bench"
	prim "culprit/blocks/prim/bench"
	recn "culprit/blocks/recn/bench"
	traffic "culprit/blocks/traffic/bench"
	voq "culprit/blocks/voq/bench"
	"culprit/testbench"
)

// Benches are the benches of all blocks of the library.
func Benches() []testbench.Bench {
	all := append(cioqrecn.Benches(), fabric.Benches()...)
	all = append(all, prim.Benches()...)
	all = append(all, recn.Benches()...)
	all = append(all, traffic.Benches()...)
	return append(all, voq.Benches()...)
}
