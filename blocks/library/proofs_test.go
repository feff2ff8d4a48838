package library_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/library"
	"culprit.example/culprit/testbench/prove"
)

// TestProofsAreCurrent: the table of proofs is of the present netlists, and nothing in it is refuted.
func TestProofsAreCurrent(t *testing.T) {
	t.Parallel()
	table, err := prove.ReadTable("../../docs/proofs")
	assert.NilError(t, err)
	for _, p := range table.Blocks {
		b := library.Find(p.Block)
		assert.Assert(t, b != nil, "docs/proofs.json has the block %s, which is not there", p.Block)
		d, err := b.Elaborate(p.Params)
		assert.NilError(t, err)
		assert.Check(t, prove.Hash(d) == p.Netlist, "the proofs of %s are of another netlist: rtlgen prove %[1]s --table docs/proofs", p.Block)
		assert.Check(t, len(p.Refuted()) == 0, "%s: refuted: %v", p.Block, p.Refuted())
	}
}
