package library_test

import (
	"testing"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/benchtest"
)

// TestHostileBenchesAtAnySeed: a bench whose links break every rule reaches all its cover points
// with little room, whatever the seed is.
func TestHostileBenchesAtAnySeed(t *testing.T) {
	tiers.Long(t, "hostile links at many seeds")
	t.Parallel()
	for _, b := range families.Benches() {
		if len(b.Breaks) == 0 {
			continue
		}
		t.Run(b.Block.Name, func(t *testing.T) {
			t.Parallel()
			for _, v := range b.Tight {
				from, to := tiers.Seeds(101, 2)
				for seed := from; seed < to; seed++ {
					benchtest.RunBench(t, b, v, testbench.Options{Seed: seed, WorkDir: t.TempDir()})
				}
			}
		})
	}
}
