package bench

import (
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// Benches are the benches of all units, in the order of the contract.
func Benches() []testbench.Bench {
	return kit.Tight([]testbench.Bench{sourceBench(), sinkBench(), serverBench(), cellGuardBench(), cellBufferBench(),
		leafInBench(),
		creditArbBench(), leafOutBench(), uplinksBench(), spineBench(), fabricBench(), cnmRunBench(), networkBench()}, edges)
}

// smallFabric has little room for everything, so that all of it fills in short runs.
var smallFabric = map[string]int{
	"leaves": 2, "ports": 2, "spines": 1, "in_units": 60, "places": 3, "frame_units": 8, "cells": 2, "rate_num": 1,
	"rate_den":    1,
	"leaf_q_high": 30, "leaf_q_low": 10, "leaf_headroom": 20, "leaf_q_eq": 4000,
}

// edges are parameter sets at the corners of the ranges.
var edges = []map[string]int{
	{"timer": 300, "byte_counter": 3000, "r_ai": 20000, "limiters": 4, "queue": 8,
		"pause_quanta": 400, "pause_reaction": 100, "blockable": 1},
	{"flows": 3, "limiters": 2, "timer": 300, "byte_counter": 3000, "r_ai": 30000, "reaction_time": 1, "start_qoff": 1,
		"efr": 0, "trr": 0, "per_gt": 1, "queue": 4, "prios": 3, "blockable": 1, "pause_quanta": 200, "pause_reaction": 50},
	{"flows": 2, "limiters": 8, "timer": 256, "byte_counter": 64, "r_hai": 60000, "r_ai": 60000, "min_rate": 200000,
		"whole_beats": 1, "prios": 1, "per_dest": 1, "queue": 8, "blockable": 1, "pause_refresh": 3000},
	{"flows": 40, "limiters": 32, "timer": 700, "byte_counter": 5000, "r_ai": 20000, "prios": 8, "queue": 2, "servers": 20,
		"windows": 2},
	{"prios": 1, "w_shift": 0, "sample": 10000, "quantizer": 1},
	{"prios": 8, "w_shift": 4, "sample": 20000},
	{"prios": 3, "sample": 1000000, "w_shift": 2},
	{"prios": 1, "dos": 0, "table": 0, "sample": 30000, "w_shift": 3},
	{"leaves": 2, "ports": 2, "spines": 1, "in_units": 60, "places": 3, "frame_units": 1, "cells": 2, "rate_num": 1,
		"rate_den": 1, "leaf_q_high": 30, "leaf_q_low": 10, "leaf_headroom": 20, "leaf_q_eq": 4000, "pause_quanta": 300,
		"pause_reaction": 14, "blockable": 1},
	{"leaves": 3, "ports": 3, "spines": 5, "in_units": 100, "places": 200, "frame_units": 16, "cells": 5,
		"leaf_q_high": 60, "leaf_q_low": 20, "leaf_headroom": 30, "leaf_q_eq": 9000, "pause_refresh": 64511},
	{"storm_detect": 60, "storm_restore": 50, "storm_bits": 5, "error_bits": 3, "prios": 3},
	{"frame_timeout": 1500, "leaves": 3, "spines": 2, "in_units": 60, "leaf_q_high": 30, "leaf_q_low": 10, "leaf_headroom": 20, "leaf_q_eq": 4000, "places": 8},
	{"at_leaf": 0, "leaves": 3, "ports": 3, "cells": 3},
	{"leaves": 3, "spines": 2, "storm_detect": 30, "storm_restore": 20, "storm_drop": 0, "prios": 1},
	{"leaves": 2, "ports": 2, "spines": 1, "in_units": 60, "places": 3, "cells": 2, "rate_num": 1, "rate_den": 1,
		"leaf_q_high": 30, "leaf_q_low": 10, "leaf_headroom": 20, "leaf_q_eq": 1024, "sample": 10000, "flows": 2,
		"prios": 1, "byte_counter": 64, "limiters": 8, "timer": 256},
}
