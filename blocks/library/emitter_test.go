package library_test

import (
	"context"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/library"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/foreign"
)

// TestEmitterRead: what Yosys reads of the Verilog of a block passes the bench of the block. It is
// every fourth one, or all with -culprit.all. A block with inputs that are clocks is not read back.
func TestEmitterRead(t *testing.T) {
	tiers.Tools(t, "yosys")
	t.Parallel()
	for i, b := range library.Families().Benches() {
		if i%4 != 0 && !tiers.All() {
			continue
		}
		d, err := b.Block.Elaborate(nil)
		assert.NilError(t, err)
		if d.HasClocks() {
			continue
		}
		t.Run(b.Title(), func(t *testing.T) {
			t.Parallel()
			o := testbench.Options{Seed: 1, Cycles: 1000, Engines: []string{"reference", "native"}, WorkDir: t.TempDir(),
				StandIn: func(d *ir.Design) (*ir.Design, error) {
					return foreign.Emitted(context.Background(), d, verilog.DefaultOptions())
				}}
			r, err := testbench.Verify(b, b.Small, o)
			assert.NilError(t, err)
			assert.Assert(t, r.Passed, "%v", r.Problems())
		})
	}
}
