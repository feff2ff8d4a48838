package testbench

import (
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
