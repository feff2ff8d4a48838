package main

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/blocks/library"
	"culprit/rtlgen/verilog"
)

// TestDefaultsAreClean checks the default form of all blocks, with and without
// assertions. `make lint` checks more forms.
func TestDefaultsAreClean(t *testing.T) {
	var all []configuration
	for _, b := range library.Blocks() {
		all = append(all,
			configuration{block: b, options: verilog.DefaultOptions()},
			configuration{block: b, options: verilog.DefaultOptions(), checked: true})
	}
	findings, err := lint(all)
	assert.NilError(t, err)
	assert.Equal(t, strings.Join(findings, "\n"), "")
}

// TestFindingsAreReported checks Verilog that Verilator objects to: a file with
// more than one module.
func TestFindingsAreReported(t *testing.T) {
	b := library.Find("recn_scheduler")
	findings, err := lint([]configuration{{block: b, given: map[string]int{"ports": 2}, options: verilog.Options{SingleFile: true}}})
	assert.NilError(t, err)
	assert.Assert(t, len(findings) > 0)
	assert.Assert(t, strings.HasPrefix(findings[0], "recn_scheduler ports=2: verilator says"), findings[0])
	assert.Assert(t, strings.Contains(findings[0], "DECLFILENAME"), findings[0])
}

// TestConfigurations holds the forms that must not be forgotten.
func TestConfigurations(t *testing.T) {
	var names []string
	for _, c := range configurations(library.Find("recn_out_cam")) {
		names = append(names, c.String())
	}
	assert.DeepEqual(t, names, []string{
		"recn_out_cam",
		"recn_out_cam async reset active low",
		"recn_out_cam with assertions",
		"recn_out_cam ports=2 saqs=1",
		"recn_out_cam ports=2 saqs=1 async reset active low",
		"recn_out_cam ports=16 saqs=8",
	})
	withoutSAQs := 0
	for _, c := range configurations(library.Find("recn_switch")) {
		if c.String() == "recn_switch saqs=0" {
			withoutSAQs++
		}
	}
	assert.Equal(t, withoutSAQs, 1)
	for _, b := range library.Blocks() {
		for _, c := range configurations(b) {
			_, err := b.Resolve(c.given)
			assert.NilError(t, err)
		}
	}
	for name := range networks {
		assert.Assert(t, library.Find(name) != nil, name)
	}
}
