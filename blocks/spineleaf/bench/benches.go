package bench

import "culprit.example/culprit/testbench"

// Benches are the benches of all units, in the order of the contract.
func Benches() []testbench.Bench {
	return []testbench.Bench{sourceBench(), sinkBench(), serverBench(), cellBufferBench(), leafInBench(),
		creditArbBench(), leafOutBench(), uplinksBench(), spineBench(), fabricBench(), cnmRunBench(), networkBench()}
}

// smallFabric has little room for everything, so that all of it fills in short runs.
var smallFabric = map[string]int{
	"leaves": 2, "ports": 2, "spines": 1, "in_units": 60, "places": 3, "frame_units": 8, "cells": 2, "rate_num": 1,
	"rate_den":    1,
	"leaf_q_high": 30, "leaf_q_low": 10, "leaf_headroom": 20, "leaf_q_eq": 4000,
}
