package library_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/library"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/testbench"
)

// mutantSample is how many mutants of a block are made, chosen by the seed.
const mutantSample = 12

// TestMutants makes a sample of the mutants of each block: each must be noticed, or be in docs/mutants.json, with what
// is proven equal, and what nothing notices. `make mutants` makes all of them.
func TestMutants(t *testing.T) {
	tiers.Long(t, "mutants of every block")
	t.Parallel()
	table, err := testbench.ReadMutationTable("../../docs/mutants")
	assert.NilError(t, err)
	benches := map[string][]testbench.Bench{}
	for _, b := range library.Families().Benches() {
		benches[b.Block.Name] = append(benches[b.Block.Name], b)
	}
	elsewhere, err := testbench.Homes(library.Families().Benches())
	assert.NilError(t, err)
	for name, list := range benches {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, err := testbench.Mutate(list, nil, testbench.MutationOptions{Seed: 1, Seeds: 4, Limit: mutantSample,
				Elsewhere: elsewhere[name], Known: func(block, mutant string) bool { return table.Find(block).Unnoticed(mutant) }})
			assert.NilError(t, err)
			for _, s := range r.Survivors {
				t.Errorf("nothing notices the mutant %s (%s); rtlgen mutate %s shows it", s.Name, s.Pos, name)
			}
		})
	}
}

// TestMutantTableIsCurrent: what the table of mutants names is there.
func TestMutantTableIsCurrent(t *testing.T) {
	t.Parallel()
	table, err := testbench.ReadMutationTable("../../docs/mutants")
	assert.NilError(t, err)
	for _, r := range table.Blocks {
		assert.Check(t, library.Find(r.Block) != nil, "docs/mutants.json has the block %s, which is not there", r.Block)
		proven := 0
		for _, list := range r.Equal {
			proven += len(list)
		}
		assert.Check(t, r.Mutants == r.Killed+proven+len(r.Listed)+len(r.Survive), "docs/mutants.json: the sum of %s is wrong",
			r.Block)
	}
}
