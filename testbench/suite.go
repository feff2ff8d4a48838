package testbench

import (
	"fmt"
	"strings"
	"testing"
)

// RunBench verifies a block inside a Go test and fails it with everything that
// is wrong. Waveforms go to a directory that the test run leaves behind.
func RunBench(t testing.TB, b Bench, given map[string]int, o Options) *Report {
	t.Helper()
	r, err := Verify(b, given, o)
	if err != nil {
		t.Fatalf("%s: %v", b.Block.Name, err)
	}
	if !r.Passed {
		t.Errorf("%s %v, seed %d:\n%s", b.Block.Name, given, o.Seed, strings.Join(r.Problems(), "\n"))
	}
	return r
}

// RunFaults runs CheckFaults inside a Go test and fails it with the faults that
// were not found.
func RunFaults(t testing.TB, b Bench, given map[string]int, o Options) {
	t.Helper()
	missed, err := CheckFaults(b, given, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range missed {
		t.Errorf("block %s: nothing differs with fault %s (seed %d)", b.Block.Name, name, o.Seed)
	}
}

// RunEdges verifies each bench at each of the parameter sets, edge i with seed
// o.Seed + i, blocks side by side. A block takes those of a set's parameters that
// it has and allows.
func RunEdges(t *testing.T, list []Bench, edges []map[string]int, o Options) {
	for _, b := range list {
		t.Run(b.Block.Name, func(t *testing.T) {
			t.Parallel()
			for i, edge := range edges {
				given := accepted(b, edge)
				o := o
				o.Seed += uint64(i)
				t.Run(fmt.Sprint(i, given), func(t *testing.T) {
					o.WorkDir = t.TempDir()
					RunBench(t, b, given, o)
				})
			}
		})
	}
}

// RunAll verifies each bench, side by side, with those of the parameters that its
// block has and allows.
func RunAll(t *testing.T, list []Bench, given map[string]int, o Options) {
	for _, b := range list {
		t.Run(b.Block.Name, func(t *testing.T) {
			t.Parallel()
			o := o
			o.WorkDir = t.TempDir()
			RunBench(t, b, accepted(b, given), o)
		})
	}
}

// RunAllFaults puts the faults of each bench into its block, blocks side by side,
// with parameters as in RunAll; each must be found.
func RunAllFaults(t *testing.T, list []Bench, given map[string]int, o Options) {
	for _, b := range list {
		t.Run(b.Block.Name, func(t *testing.T) {
			t.Parallel()
			RunFaults(t, b, accepted(b, given), o)
		})
	}
}

// accepted are the parameters that the block has and allows.
func accepted(b Bench, given map[string]int) map[string]int {
	taken := map[string]int{}
	for _, p := range b.Block.Params {
		if x, ok := given[p.Name]; ok && x >= p.Min && x <= p.Max {
			taken[p.Name] = x
		}
	}
	return taken
}
