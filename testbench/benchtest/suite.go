package benchtest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/testbench"
)

// RunBench verifies a block inside a Go test, which fails with everything that is
// wrong. Waveforms are kept after the test.
func RunBench(t testing.TB, b testbench.Bench, given map[string]int, o testbench.Options) *testbench.Report {
	t.Helper()
	r, err := testbench.Verify(b, given, o)
	if err != nil {
		t.Fatal(err)
	}
	if !r.Passed {
		t.Errorf("%s %v, seed %d:\n%s", b.Title(), given, o.Seed, strings.Join(r.Problems(), "\n"))
	}
	return r
}

// RunMutants runs testbench.CheckMutants inside a Go test, which fails with the mutants that
// were not noticed.
func RunMutants(t testing.TB, b testbench.Bench, given map[string]int, o testbench.Options) {
	t.Helper()
	missed, err := testbench.CheckMutants(b, given, o)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range missed {
		t.Errorf("block %s: nothing differs with mutant %s (seed %d)", b.Title(), name, o.Seed)
	}
}

// RunEdges verifies each bench with each of the parameter sets, set i with seed
// o.Seed + i, several blocks in parallel. A block takes those parameters of a set
// that it has and allows, and leaves out a set of which it takes the same as of one
// before. Without o.Engines the first set runs on all built-in engines, the others on
// EdgeEngines.
func RunEdges(t *testing.T, list []testbench.Bench, edges []map[string]int, o testbench.Options) {
	for _, b := range list {
		t.Run(b.Title(), func(t *testing.T) {
			t.Parallel()
			done := map[string]bool{} // parameters, printed in the order of their names
			for i, edge := range edges {
				given := b.Accepted(edge)
				if done[fmt.Sprint(given)] {
					continue
				}
				done[fmt.Sprint(given)] = true
				o := o
				o.Seed += uint64(i)
				if i > 0 && o.Engines == nil {
					o.Engines = EdgeEngines()
				}
				t.Run(fmt.Sprint(i, given), func(t *testing.T) {
					o.WorkDir = t.TempDir()
					RunBench(t, b, given, o)
				})
			}
		})
	}
}

// EdgeEngines are the built-in engines but for the interpreter: it takes most of the time, and
// a difference between it and the others is what random netlists look for.
func EdgeEngines() []string {
	return slices.DeleteFunc(cyclesim.BuiltIn(), func(engine string) bool { return engine == "reference" })
}

// RunAll verifies each bench in its small form, several in parallel.
func RunAll(t *testing.T, list []testbench.Bench, o testbench.Options) {
	for _, b := range list {
		t.Run(b.Title(), func(t *testing.T) {
			t.Parallel()
			o := o
			o.WorkDir = t.TempDir()
			RunBench(t, b, b.Small, o)
		})
	}
}

// RunAllMutants checks the mutants of each bench, several blocks in parallel, with those
// of the parameters that its block has and allows; each must be noticed.
func RunAllMutants(t *testing.T, list []testbench.Bench, given map[string]int, o testbench.Options) {
	for _, b := range list {
		t.Run(b.Title(), func(t *testing.T) {
			t.Parallel()
			RunMutants(t, b, b.Accepted(given), o)
		})
	}
}

// RunResets runs testbench.CheckResets on each bench, several blocks in parallel, and fails
// with the mistakes in resets that were not noticed, and those that were although
// Bench.AnyReset lists them. The blocks are in their small form.
func RunResets(t *testing.T, list []testbench.Bench, elsewhere map[string]bool, sample int, o testbench.Options) {
	for _, b := range list {
		t.Run(b.Title(), func(t *testing.T) {
			t.Parallel()
			c, err := testbench.CheckResets(b, b.Small, elsewhere, sample, o)
			if err != nil {
				t.Fatal(err)
			}
			for _, name := range c.Missed {
				t.Errorf("block %s: nothing differs with %s (seed %d)", b.Block.Name, name, o.Seed)
			}
			for _, name := range c.Noticed {
				t.Errorf("block %s: AnyReset lists %s, and it was noticed (seed %d)", b.Block.Name, name, o.Seed)
			}
		})
	}
}
