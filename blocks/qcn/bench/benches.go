package bench

import (
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/kit"
)

// Benches are the benches of all units, in the order of the contract.
func Benches() []testbench.Bench {
	return kit.Tight([]testbench.Bench{
		cpBench(), dosBench(), cnmBench(), markingBench(), pauseBench(), pauseRxBench(), pauseWatchdogBench(),
		fcsBench(), cnmFrameBench(), cnmParseBench(), pfcFrameBench(), pfcParseBench(),
		culpritArrayBench(), culpritEngineBench(), culpritBench(), culpritTestbedBench(),
		rpUpdateBench(), rpBench(), pacerBench(), adapterBench(),
	}, edges)
}

// edges are parameter sets at the corners of the ranges.
var edges = []map[string]int{
	{"timer": 300, "byte_counter": 3000, "r_ai": 20000, "limiters": 4, "queue": 8, "quanta": 200,
		"reaction": 50},
	{"flows": 3, "limiters": 2, "timer": 300, "byte_counter": 3000, "r_ai": 30000, "reaction_time": 1, "start_qoff": 1,
		"efr": 0, "trr": 0, "per_gt": 1, "queue": 4, "prios": 3, "says_pause": 1},
	{"flows": 2, "limiters": 8, "timer": 256, "byte_counter": 64, "r_hai": 60000, "r_ai": 60000, "min_rate": 200000,
		"whole_beats": 1, "prios": 1, "per_dest": 1, "queue": 8, "says_pause": 1},
	{"flows": 40, "limiters": 32, "timer": 700, "byte_counter": 5000, "r_ai": 20000, "prios": 8, "queue": 2},
	{"mac_base": 0, "prios": 1, "voqs": 2, "units": 2, "q_high": 1, "q_low": 0, "headroom": 1, "refresh": 7,
		"reaction": 65528, "cnm_prio": 0, "q_eq": 33000, "w_shift": 0, "sample": 10000, "quantizer": 1, "send_q0": 1},
	{"mac_base": 1<<36 - 1, "prios": 8, "voqs": 5, "units": 16384, "q_high": 8192, "q_low": 8191, "headroom": 0,
		"quanta": 300, "reaction": 1, "refresh": 100, "cnm_prio": 7, "q_eq": 1024, "buffer": 2048, "w_shift": 4,
		"sample": 20000, "q_offset_sign": 1},
	{"prios": 3, "voqs": 64, "units": 100, "q_high": 99, "q_low": 3, "headroom": 1, "quanta": 200, "reaction": 50,
		"q_eq": 262144, "buffer": 1048576, "sample": 1000000, "w_shift": 2},
	{"prios": 1, "dos": 0, "q_eq": 26000, "table": 0, "sample": 30000, "w_shift": 3},
	{"units": 256, "q_high": 100, "q_low": 60, "probes_fast": 1, "probes_strict": 1, "inject": 1},
	{"units": 272, "q_high": 116, "q_low": 115, "probes_fast": 3, "probes_strict": 20, "inject": 1},
	{"units": 12288, "probes_fast": 64, "probes_strict": 100},
	{"prios": 3, "detect": 40, "restore": 25, "count_bits": 3, "time_bits": 4},
	{"prios": 1, "detect": 1, "restore": 1, "drop": 0, "count_bits": 1},
	{"prios": 8, "detect": 9, "restore": 60, "drop": 0, "count_bits": 32},
}
