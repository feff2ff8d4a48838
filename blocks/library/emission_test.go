package library_test

import (
	"context"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/library"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench/prove"
)

// TestVerilogIsProven: each module of the default configurations means in Verilog what its netlist says. A block with
// inputs that are clocks is not read back; prim has a test with simulators for its own.
func TestVerilogIsProven(t *testing.T) {
	tiers.Tools(t, "yosys", "berkeley-abc")
	t.Parallel()
	for _, f := range library.Families() {
		t.Run(f.Name, func(t *testing.T) {
			t.Parallel()
			var designs []*ir.Design
			for _, b := range f.Blocks() {
				d, err := b.Elaborate(nil)
				assert.NilError(t, err)
				if !d.HasClocks() {
					designs = append(designs, d)
				}
			}
			list, err := prove.Emission(context.Background(), designs, verilog.DefaultOptions(),
				prove.Options{Limit: 10 * time.Minute})
			assert.NilError(t, err)
			for _, m := range list {
				assert.Check(t, m.Verdict == prove.Proven, "%s: %s: %s", m.Name, m.Verdict, m.Reason)
			}
		})
	}
}
