package verilog_test

import (
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/rtlgen/verilog"
)

// TestWideOperations: all tools read every operation of the table on 2048 bits without
// a word, and Yosys in few seconds of processor time. Searches that wrote whole vectors
// in each level took minutes.
func TestWideOperations(t *testing.T) {
	tiers.Tools(t, "verilator")
	t.Parallel()
	const width, seconds = 2048, 40
	m := &ir.Module{Name: "wide"}
	for _, o := range ir.Operations() {
		addOperation(m, fmt.Sprintf("%s_out", o), o.Form(width, func(n int) int { return min(n-1, 3) }))
	}
	d := &ir.Design{Top: m, Modules: []*ir.Module{m}}
	assert.NilError(t, ir.Verify(d))
	dir, files := written(t, emit(t, d, verilog.DefaultOptions()))
	quiet(t, dir, "verilator", append([]string{"--lint-only", "-Wall"}, files...)...)
	quiet(t, dir, "iverilog", append([]string{"-g2005", "-Wall", "-t", "null"}, files...)...)
	script := "read_verilog " + strings.Join(files, " ") + "; proc; opt_clean"
	quiet(t, dir, "sh", "-c", fmt.Sprintf("ulimit -t %d; exec yosys -q -p '%s'", seconds, script))
}

// TestSearches compares the searches for a 1 with their definition, wherever the
// lowest 1 is.
func TestSearches(t *testing.T) {
	tiers.Tools(t, "icarus")
	t.Parallel()
	m := rtlgen.NewModule("searches")
	for _, w := range []int{1, 2, 3, 63, 64, 65, 127, 1000, 1024, 2048} {
		bits := m.Input(fmt.Sprintf("bits_%d", w), w)
		above := m.Let(fmt.Sprintf("above_%d", w), bits.Shl(m.Input(fmt.Sprintf("by_%d", w), ir.IndexBits(w))))
		m.Output(fmt.Sprintf("first_%d", w), above.First())
		m.Output(fmt.Sprintf("priority_%d", w), above.Priority())
		m.Output(fmt.Sprintf("lowest_%d", w), above.LowestOne())
	}
	compare(t, elaborate(t, m), verilog.DefaultOptions(), 120, 5)
}
