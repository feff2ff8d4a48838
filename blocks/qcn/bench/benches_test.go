package bench

import (
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"culprit/testbench"
)

// edges are parameter sets at the corners of the ranges.
var edges = []map[string]int{
	nil,
	{"flows": 3, "limiters": 2, "timer": 300, "byte_counter": 3000, "r_ai": 30000, "reaction_time": 1, "start_qoff": 1, "efr": 0, "trr": 0, "per_gt": 1, "queue": 4, "prios": 3},
	{"flows": 2, "limiters": 8, "timer": 256, "byte_counter": 64, "r_hai": 60000, "r_ai": 60000, "min_rate": 200000, "whole_beats": 1, "prios": 1, "per_dest": 1, "queue": 8},
	{"flows": 40, "limiters": 32, "timer": 700, "byte_counter": 5000, "r_ai": 20000, "prios": 8, "queue": 2, "servers": 20, "windows": 2},
	{"mac_base": 0, "prios": 1, "voqs": 2, "units": 2, "q_high": 1, "q_low": 0, "headroom": 1, "refresh": 7, "cnm_prio": 0, "q_eq": 33000, "w_shift": 0, "sample": 10000, "quantizer": 1, "send_q0": 1},
	{"mac_base": 1<<36 - 1, "prios": 8, "voqs": 5, "units": 16384, "q_high": 8192, "q_low": 8191, "headroom": 0, "quanta": 300, "refresh": 100, "cnm_prio": 7, "q_eq": 1024, "buffer": 2048, "w_shift": 4, "sample": 20000, "q_offset_sign": 1},
	{"prios": 3, "voqs": 64, "units": 100, "q_high": 99, "q_low": 3, "headroom": 1, "q_eq": 262144, "buffer": 1048576, "sample": 1000000, "w_shift": 2},
	{"prios": 1, "dos": 0, "q_eq": 26000, "table": 0, "sample": 30000, "w_shift": 3},
	{"units": 256, "q_high": 100, "q_low": 60, "probes_fast": 1, "probes_strict": 1, "inject": 1},
	{"units": 272, "q_high": 116, "q_low": 115, "probes_fast": 3, "probes_strict": 20, "inject": 1},
	{"units": 12288, "probes_fast": 64, "probes_strict": 100},
	{"leaves": 2, "ports": 2, "spines": 1, "in_units": 60, "places": 3, "frame_units": 1, "cells": 2, "rate_num": 1, "rate_den": 1, "leaf_q_high": 30, "leaf_q_low": 10, "leaf_headroom": 20, "leaf_q_eq": 4000},
	{"leaves": 3, "ports": 3, "spines": 5, "in_units": 100, "places": 200, "frame_units": 16, "cells": 5, "leaf_q_high": 60, "leaf_q_low": 20, "leaf_headroom": 30, "leaf_q_eq": 9000},
}

// quick are parameters with which limiters see many stages in a short run.
var quick = map[string]int{"timer": 300, "byte_counter": 3000, "r_ai": 20000, "limiters": 4, "queue": 8}

// TestBenches runs every bench on the built-in engines, at the defaults and at the
// edges.
func TestBenches(t *testing.T) {
	t.Parallel()
	testbench.RunEdges(t, Benches(), edges, testbench.Options{Seed: 1})
}

// external keeps short what the simulators take to build a fabric: the default is for
// make verify.
var external = map[string]map[string]int{"qcn_fabric": smallFabric, "qcn_network": smallFabric}

// Verilator takes no longer names of modules than these parameters give.
var smallFabric = map[string]int{"leaves": 2, "ports": 2, "spines": 1, "places": 8, "cells": 4}

// TestExternal runs every bench on the external simulators, more briefly than on
// the built-in engines.
func TestExternal(t *testing.T) {
	t.Parallel()
	for _, b := range Benches() {
		testbench.RunAll(t, []testbench.Bench{b}, external[b.Block.Name], testbench.Options{Engines: []string{"verilator", "icarus"}, Seed: 7, Cycles: 2000})
	}
}

// TestMutants puts every mutant into its block; the bench must find it.
func TestMutants(t *testing.T) {
	t.Parallel()
	testbench.RunAllMutants(t, Benches(), quick, testbench.Options{Seed: 3})
}

// TestGoldenMutants keeps testdata/faults.txt, which shows the mistake that each
// mutant makes; `make update` writes it anew.
func TestGoldenMutants(t *testing.T) {
	t.Parallel()
	list, err := testbench.MutantList(Benches(), quick)
	assert.NilError(t, err)
	golden.Assert(t, list, "faults.txt")
}
