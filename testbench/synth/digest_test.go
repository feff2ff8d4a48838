package synth

import (
	"context"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/verilog"
)

// TestWithoutComments: a comment goes, and what looks like one in a string stays.
func TestWithoutComments(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"reg a;  // x.go:12\nreg b;\n":              "reg a;\nreg b;\n",
		"// head\nmodule m;\nendmodule // m":        "\nmodule m;\nendmodule",
		`$error("see \"//\" // here"); // x` + "\n": `$error("see \"//\" // here");` + "\n",
	} {
		assert.Equal(t, string(withoutComments([]byte(text))), want)
	}
}

// TestDigest: what decides a cost is in the digest, and the place in the source is not.
func TestDigest(t *testing.T) {
	t.Parallel()
	of := func(text string, high bool, params ...Param) string {
		return digest(&Source{Top: "m", Params: params, Files: []verilog.File{{Path: "m.v", Data: []byte(text)}}}, high)
	}
	const text = "module m(input a); // a.go:1\nendmodule\n"
	want := of(text, false)
	assert.Equal(t, of("module m(input a); // b.go:22\nendmodule\n", false), want)
	assert.Assert(t, of(text, true) != want)
	assert.Assert(t, of(text, false, Param{"N", "4"}) != want)
	assert.Assert(t, of("module m(input b);\nendmodule\n", false) != want)
}

// TestUnchanged: a row stands for its module as long as the Verilog and the version of Yosys are
// the same, and no longer.
func TestUnchanged(t *testing.T) {
	tiers.Tools(t, "the Yosys of scripts/setup")
	t.Parallel()
	build := func(width int) []*Source {
		m := rtlgen.NewModule("m")
		m.Output("b", m.Next("a_q", m.Input("a", width), 0))
		return sourcesOf(t, m)
	}
	run := func(list []*Source, table *Table) *Report {
		t.Helper()
		r, err := Run(context.Background(), list, Options{Unchanged: table})
		assert.NilError(t, err)
		return r
	}
	table := NewTable(run(build(3), nil))
	assert.Equal(t, table.Modules[0].FlipFlops, 3)
	table.Modules[0].FlipFlops = 30 // what a synthesis would not say
	assert.Equal(t, run(build(3), table).Modules[0].FlipFlops, 30)
	assert.Equal(t, run(build(4), table).Modules[0].FlipFlops, 4)
	table.Yosys = "0.1"
	assert.Equal(t, run(build(3), table).Modules[0].FlipFlops, 3)
}
