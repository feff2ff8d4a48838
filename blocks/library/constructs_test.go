package library_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir/random"
)

// TestConstructsAreFuzzed: whatever a block is made of, random netlists have, too,
// each construct often enough that "make fuzz" with its 3000 cases tries it a
// dozen times.
func TestConstructsAreFuzzed(t *testing.T) {
	tiers.Long(t, "constructs of all blocks")
	t.Parallel()
	const netlists, atLeast = 1000, 4
	users := map[string]string{} // a block for every construct
	for _, b := range families.Blocks() {
		d, err := b.Elaborate(nil)
		assert.NilError(t, err)
		for what := range random.Constructs(d) {
			users[what] = b.Name
		}
	}
	seen := map[string]int{}
	for seed := range uint64(netlists) {
		d := random.New(rand.New(rand.NewPCG(seed, 2))).Design
		for what := range random.Constructs(d) {
			seen[what]++
		}
	}
	for _, what := range slices.Sorted(maps.Keys(users)) {
		if seen[what] < atLeast {
			t.Errorf("%s: block %s has it, %d of %d random netlists do", what, users[what], seen[what], netlists)
		}
	}
}
