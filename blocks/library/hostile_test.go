package library_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench"
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
					o := testbench.Options{Seed: seed, WorkDir: t.TempDir()}
					r, err := testbench.Verify(b, v, o)
					assert.NilError(t, err)
					if list := r.Problems(); len(list) > 0 {
						t.Errorf("%s with %v at seed %d: %s", b.Title(), v, seed, strings.Join(list, "\n"))
					}
				}
			}
		})
	}
}
