package lint

import (
	"context"
	"errors"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/verilog"
)

// ring is a block of the tests: a ring of bits with a one that moves, by 1 or by 2 places.
func ring() *blocks.Block {
	return &blocks.Block{
		Name: "ring",
		Params: []blocks.Param{{Name: "n", Min: 4, Max: 64, Default: 8, Doc: "bits"},
			{Name: "step", Min: 1, Max: 2, Default: 1, Doc: "places"}},
		Also: []blocks.Values{{"step": 2}}, Largest: blocks.Values{"n": 16},
		Build: func(v blocks.Values) *rtlgen.Module {
			m := rtlgen.NewModule("ring")
			n, step := v["n"], v["step"]
			m.Param("n", n, 8)
			m.Param("step", step, 1)
			one := m.Reg("one", n, 1)
			m.If(m.Input("moves", 1), func() { one.Set(rtlgen.Cat(one.Low(n-step), one.High(step))) })
			m.Output("at", one)
			m.Assert("one_hot", one.PopCount().Eq(1))
			return m
		},
	}
}

// TestClean: the tools say nothing of the forms of a block that is as it should be.
func TestClean(t *testing.T) {
	tiers.Tools(t, "verilator", "icarus", "yosys")
	t.Parallel()
	findings, err := Run(context.Background(), Forms(ring()))
	assert.NilError(t, err)
	for _, f := range findings {
		t.Error(f)
	}
}

// TestFindingsAreReported checks a file list with names of files that are not there.
func TestFindingsAreReported(t *testing.T) {
	tiers.Tools(t, "verilator")
	t.Parallel()
	findings, err := Run(context.Background(),
		[]Form{{Block: ring(), Params: map[string]int{"n": 9}, Options: verilog.Options{FileRoot: "elsewhere"}}})
	assert.NilError(t, err)
	assert.Assert(t, len(findings) > 0)
	text := findings[0].String()
	assert.Assert(t, strings.HasPrefix(text, "ring n=9: verilator says:\n"), text)
	assert.Assert(t, strings.Contains(text, "elsewhere/ring_n9.v"), text)
	assert.Assert(t, strings.Contains(text, "exit status 1"), text)
}

// TestInterrupted has a context that has ended.
func TestInterrupted(t *testing.T) {
	tiers.Tools(t, "verilator")
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Run(ctx, Forms(ring()))
	assert.ErrorIs(t, err, context.Canceled)
}

// TestForms holds the forms that must not be forgotten.
func TestForms(t *testing.T) {
	t.Parallel()
	var names []string
	for _, f := range Forms(ring()) {
		names = append(names, f.String())
	}
	assert.DeepEqual(t, names, []string{
		"ring",
		"ring async reset active low",
		"ring with assertions",
		"ring step=2",
		"ring n=4 step=1",
		"ring n=4 step=1 async reset active low",
		"ring n=16 step=2",
	})
}

// TestEnds has parameters that do not go together at their ends.
func TestEnds(t *testing.T) {
	t.Parallel()
	b := &blocks.Block{
		Name: "pair",
		Params: []blocks.Param{{Name: "a", Min: 1, Max: 8, Default: 2}, {Name: "b", Min: 1, Max: 8, Default: 4},
			{Name: "c", Min: 1, Max: 2, Default: 1}},
		Check: func(v blocks.Values) error {
			if v["a"]*v["b"] > 32 {
				return errors.New("a times b is above 32")
			}
			return nil
		},
	}
	assert.DeepEqual(t, ends(b, func(p blocks.Param) int { return p.Min }), []map[string]int{{"a": 1, "b": 1, "c": 1}})
	assert.DeepEqual(t, ends(b, func(p blocks.Param) int { return p.Max }),
		[]map[string]int{{"a": 8, "c": 2}, {"b": 8, "c": 2}})
}

// TestFormsWith has the parameters in all forms, and refuses what the block does
// not have.
func TestFormsWith(t *testing.T) {
	t.Parallel()
	forms, err := FormsWith(ring(), map[string]int{"n": 9})
	assert.NilError(t, err)
	var names []string
	for _, f := range forms {
		names = append(names, f.String())
	}
	assert.DeepEqual(t, names, []string{"ring n=9", "ring n=9 async reset active low",
		"ring n=9 with assertions"})
	_, err = FormsWith(ring(), map[string]int{"m": 3})
	assert.ErrorContains(t, err, `block ring has no parameter "m"`)
}

// TestBlackBox: the tools read the model of a black box, not the shell around a part
// that they do not have.
func TestBlackBox(t *testing.T) {
	tiers.Tools(t, "verilator")
	t.Parallel()
	b := &blocks.Block{Name: "board", Build: func(blocks.Values) *rtlgen.Module {
		box := rtlgen.NewModule("box")
		box.Output("q", box.Next("held", box.Input("d", 4), 0))
		box.BlackBox("VENDOR_REG")
		m := rtlgen.NewModule("board")
		u := rtlgen.Use(m, "u", rtlgen.As[struct {
			D rtlgen.In
			Q rtlgen.Out
		}](box, nil))
		u.D.Drive(m.Input("d", 4))
		m.Output("q", u.Q)
		return m
	}}
	findings, err := Run(context.Background(),
		[]Form{{Block: b, Options: syncReset}, {Block: b, Options: asyncReset},
			{Block: b, Options: syncReset, Assertions: true}})
	assert.NilError(t, err)
	for _, f := range findings {
		t.Error(f)
	}
}

// TestCorners: of a small block pairs of parameters are at their ends, too.
func TestCorners(t *testing.T) {
	tiers.Tools(t, "verilator")
	t.Parallel()
	var names []string
	for _, f := range Corners(ring()) {
		names = append(names, f.String())
	}
	assert.DeepEqual(t, names, []string{"ring n=4", "ring n=4 step=2", "ring n=16", "ring n=16 step=2", "ring step=2"})
}
