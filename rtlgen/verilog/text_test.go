package verilog_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
)

// TestTextIsComplete: a netlist that went through its textual form gives the
// same files, byte for byte.
func TestTextIsComplete(t *testing.T) {
	t.Parallel()
	for name, m := range zoo() {
		d := elaborate(t, m)
		text := ir.TextWith(d, ir.Docs|ir.Positions)
		again, err := ir.Parse(name, text)
		assert.NilError(t, err, "%s:\n%s", name, text)
		want, got := emit(t, d, verilog.DefaultOptions()), emit(t, again, verilog.DefaultOptions())
		assert.Equal(t, len(got.Files), len(want.Files))
		for i, f := range want.Files {
			assert.Equal(t, string(got.Files[i].Data), string(f.Data), "%s: %s", name, f.Path)
		}
	}
}
