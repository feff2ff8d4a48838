package library_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/library"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
)

// TestNetlistsGoThroughText: the netlist of every block, read back from its text,
// is the same with all its positions and documentation.
func TestNetlistsGoThroughText(t *testing.T) {
	tiers.Long(t, "texts of all netlists")
	t.Parallel()
	for _, b := range library.Blocks() {
		t.Run(b.Name, func(t *testing.T) {
			t.Parallel()
			d, err := b.Elaborate(b.Defaults())
			assert.NilError(t, err)
			text := ir.TextWith(d, ir.Docs|ir.Positions)
			again, err := ir.Parse(b.Name, text)
			assert.NilError(t, err)
			assert.Assert(t, ir.TextWith(again, ir.Docs|ir.Positions) == text)
		})
	}
}
