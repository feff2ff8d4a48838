package library_test

import (
	"context"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/library"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/verilog"
	"culprit.example/culprit/testbench/lint"
)

// silent has the tools read forms: they say nothing.
func silent(t *testing.T, forms []lint.Form) {
	t.Helper()
	findings, err := lint.Run(context.Background(), forms)
	assert.NilError(t, err)
	for _, f := range findings {
		t.Error(f)
	}
}

// TestDefaultsAreClean checks the default form of all blocks, with and without
// assertions. `make lint` checks more forms.
func TestDefaultsAreClean(t *testing.T) {
	tiers.Tools(t, "verilator", "icarus", "yosys")
	t.Parallel()
	var all []lint.Form
	for _, b := range library.Blocks() {
		form := lint.Form{Block: b, Options: verilog.DefaultOptions()}
		all = append(all, form)
		form.Assertions = true
		all = append(all, form)
	}
	silent(t, all)
}

// TestCorners has a sample of the corners of small blocks; `make lint-corners` has all.
func TestCorners(t *testing.T) {
	tiers.Long(t, "corners of all blocks")
	t.Parallel()
	var sample []lint.Form
	for _, b := range library.Blocks() {
		if forms := lint.Corners(b); b.Family == "prim" {
			for i := 0; i < len(forms); i += 4 {
				sample = append(sample, forms[i])
			}
		}
	}
	assert.Assert(t, len(sample) > 20, "%d", len(sample))
	silent(t, sample)
}

// TestForms: the forms of all blocks exist, and a switch is read without SAQs, too.
func TestForms(t *testing.T) {
	t.Parallel()
	withoutSAQs := 0
	for _, b := range library.Blocks() {
		for _, f := range lint.Forms(b) {
			_, err := b.Resolve(f.Params)
			assert.NilError(t, err)
			if f.String() == "recn_switch saqs=0" {
				withoutSAQs++
			}
		}
	}
	assert.Equal(t, withoutSAQs, 1)
}
