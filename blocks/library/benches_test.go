package library_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit/blocks/library"
)

// TestEveryBlockHasABench compares the list of benches with that of blocks.
func TestEveryBlockHasABench(t *testing.T) {
	var blocks, benches []string
	for _, b := range library.Blocks() {
		blocks = append(blocks, b.Name)
	}
	for _, b := range library.Families().Benches() {
		benches = append(benches, b.Block.Name)
		assert.Assert(t, b.MinCycles > 0 && len(b.Corners) > 0 && len(b.Faults) >= 5, "the bench of %s is not complete", b.Block.Name)
	}
	assert.DeepEqual(t, benches, blocks)
}
