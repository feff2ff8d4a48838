package bench

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/benchtest"
)

// edges are parameter sets at which a block is likely to be wrong: one of
// everything, numbers that are no power of two, words of more than 64 bits.
var edges = map[string][]map[string]int{
	"fifo": {
		{"width": 1, "depth": 1}, {"width": 65, "depth": 2}, {"depth": 3}, {"width": 130, "depth": 13}, {"depth": 32},
		{"depth": 33}, {"depth": 64}, {"depth": 100},
	},
	"skid_buffer": {{"width": 1}, {"width": 64}, {"width": 65}, {"width": 300}},
	"rr_arbiter":  {{"n": 1}, {"n": 2}, {"n": 3}, {"n": 7}, {"n": 33}, {"n": 64}},
	"sep_allocator": {
		{"inputs": 1, "queues": 8, "outputs": 2},
		{"inputs": 1, "queues": 1, "outputs": 1}, {"inputs": 2, "queues": 1, "outputs": 3},
		{"inputs": 1, "queues": 5, "outputs": 2},
		{"inputs": 3, "queues": 2, "outputs": 1}, {"inputs": 5, "queues": 4, "outputs": 6},
		{"inputs": 16, "queues": 16, "outputs": 16},
	},
	"credit_counter": {{"max": 1}, {"max": 2}, {"max": 3}, {"max": 100}, {"max": 127}},
	"lfsr": {{"width": 3}, {"width": 4}, {"width": 8}, {"width": 10}, {"width": 12}, {"width": 31},
		{"width": 32}},
	"free_list": {{"slots": 2}, {"slots": 3}, {"slots": 13}, {"slots": 128}},
	"damq": {
		{"slots": 2, "queues": 2}, {"slots": 3, "queues": 3}, {"slots": 13, "queues": 5}, {"slots": 100, "queues": 16},
		{"slots": 7, "queues": 2},
	},
	"ram_1r1w": {
		{"width": 1, "depth": 2, "rdw": 0}, {"width": 65, "depth": 3, "rdw": 1}, {"width": 200, "depth": 100, "rdw": 2},
		{"depth": 1000, "rdw": 0},
		{"rdw": 1}, {"rdw": 2},
	},
	"ternary_line": {{"width": 1}, {"width": 2}, {"width": 64}, {"width": 65}, {"width": 256}},
	"cam": {
		{"lines": 1, "width": 2}, {"lines": 2, "width": 3}, {"lines": 3, "width": 64}, {"lines": 13, "width": 7},
		{"lines": 16, "width": 63},
	},
	"hysteresis": {
		{"width": 1, "high": 0, "low": 1}, {"width": 3, "high": 7, "low": 8}, {"width": 4, "high": 14, "low": 15},
		{"width": 3, "high": 4, "low": 1},
		{"width": 32, "high": 1 << 31, "low": 1<<31 + 1},
	},
	"link_delay": {
		{"width": 1, "latency": 1}, {"width": 65, "latency": 3}, {"width": 200, "latency": 7}, {"width": 64, "latency": 64},
		{"width": 67, "data": 64}, {"width": 9, "latency": 1, "data": 9},
	},
	"async_fifo": {
		{"width": 1, "depth": 2}, {"width": 65, "depth": 4, "stages": 3}, {"width": 64, "depth": 8, "stages": 4}, {"depth": 32},
		{"depth": 64}, {"width": 200, "depth": 128},
	},
	"crossbar": {
		{"inputs": 1, "outputs": 1, "width": 1}, {"inputs": 1, "outputs": 3, "width": 65},
		{"inputs": 5, "outputs": 2, "width": 7},
		{"inputs": 3, "outputs": 16, "width": 130}, {"inputs": 16, "outputs": 16, "width": 1},
	},
}

// TestEdges keeps the list of edges complete.
func TestEdges(t *testing.T) {
	t.Parallel()
	for _, b := range Benches() {
		assert.Assert(t, len(edges[b.Block.Name]) >= 3, b.Block.Name)
	}
}

// TestBenches runs every bench on the built-in engines with the default and the
// edge parameters, which must reach all cover points whatever the seed.
func TestBenches(t *testing.T) {
	t.Parallel()
	for _, b := range Benches() {
		for i, given := range append([]map[string]int{nil}, edges[b.Block.Name]...) {
			for seed := uint64(1); seed <= 2; seed++ {
				t.Run(fmt.Sprintf("%s/%d/seed%d", b.Block.Name, i, seed), func(t *testing.T) {
					t.Parallel()
					benchtest.RunBench(t, b, given, testbench.Options{Seed: seed, WorkDir: t.TempDir()})
				})
			}
		}
	}
}

// TestIcarusAtTheEdges runs the emitted Verilog of the edge parameters, where
// vectors shrink to one bit and loops to one turn.
func TestIcarusAtTheEdges(t *testing.T) {
	tiers.Tools(t, "icarus")
	t.Parallel()
	for _, b := range Benches() {
		for i, given := range edges[b.Block.Name] {
			t.Run(fmt.Sprintf("%s/%d", b.Block.Name, i), func(t *testing.T) {
				t.Parallel()
				o := testbench.Options{Engines: []string{"icarus"}, Seed: 5, WorkDir: t.TempDir()}
				benchtest.RunBench(t, b, given, o)
			})
		}
	}
}

// TestExternal runs every bench with the default parameters in the external
// simulators.
func TestExternal(t *testing.T) {
	tiers.Tools(t, "verilator", "icarus")
	t.Parallel()
	benchtest.RunAll(t, Benches(), testbench.Options{Engines: []string{"verilator", "icarus"}, Seed: 3})
}

// TestLargest runs every bench with all parameters at their largest values.
func TestLargest(t *testing.T) {
	t.Parallel()
	for _, b := range Benches() {
		given := map[string]int{}
		for _, p := range b.Block.Params {
			given[p.Name] = p.Max
		}
		if b.Block.Name == "hysteresis" { // thresholds that are allowed together
			given["low"] = given["high"] / 2
		}
		t.Run(b.Block.Name, func(t *testing.T) {
			t.Parallel()
			benchtest.RunBench(t, b, given, testbench.Options{Seed: 1, WorkDir: t.TempDir()})
		})
	}
}

// TestDeepFIFOMutants: the mutants of the default FIFO say nothing about one in a
// block RAM.
func TestDeepFIFOMutants(t *testing.T) {
	t.Parallel()
	b := fifoBench()
	b.Mutants = deepFIFOMutants
	for _, depth := range []int{33, 64} {
		benchtest.RunMutants(t, b, map[string]int{"depth": depth}, testbench.Options{Seed: 1})
	}
}
