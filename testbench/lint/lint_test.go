package lint

import (
	"context"
	"errors"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit/blocks/library"
	"culprit/rtlgen"
	"culprit/rtlgen/blocks"
	"culprit/rtlgen/verilog"
)

// TestDefaultsAreClean checks the default form of all blocks, with and without
// assertions. `make lint` checks more forms.
func TestDefaultsAreClean(t *testing.T) {
	t.Parallel()
	var all []Form
	for _, b := range library.Blocks() {
		all = append(all, Form{Block: b, Options: syncReset}, Form{Block: b, Options: syncReset, Assertions: true})
	}
	findings, err := Run(context.Background(), all)
	assert.NilError(t, err)
	for _, f := range findings {
		t.Error(f)
	}
}

// TestFindingsAreReported checks a file list with names of files that are not there.
func TestFindingsAreReported(t *testing.T) {
	t.Parallel()
	b := library.Find("recn_scheduler")
	findings, err := Run(context.Background(),
		[]Form{{Block: b, Params: map[string]int{"ports": 2}, Options: verilog.Options{FileRoot: "elsewhere"}}})
	assert.NilError(t, err)
	assert.Assert(t, len(findings) > 0)
	text := findings[0].String()
	assert.Assert(t, strings.HasPrefix(text, "recn_scheduler ports=2: verilator says:\n"), text)
	assert.Assert(t, strings.Contains(text, "elsewhere/recn_scheduler_ports2.v"), text)
	assert.Assert(t, strings.Contains(text, "exit status 1"), text)
}

// TestInterrupted has a context that has ended.
func TestInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Run(ctx, Forms(library.Find("fifo")))
	assert.ErrorIs(t, err, context.Canceled)
}

// TestForms holds the forms that must not be forgotten.
func TestForms(t *testing.T) {
	t.Parallel()
	var names []string
	for _, f := range Forms(library.Find("recn_out_cam")) {
		names = append(names, f.String())
	}
	assert.DeepEqual(t, names, []string{
		"recn_out_cam",
		"recn_out_cam async reset active low",
		"recn_out_cam with assertions",
		"recn_out_cam leaf_first=0 ports=2 saqs=1",
		"recn_out_cam leaf_first=0 ports=2 saqs=1 async reset active low",
		"recn_out_cam leaf_first=1 ports=16 saqs=8",
	})
	withoutSAQs := 0
	for _, f := range Forms(library.Find("recn_switch")) {
		if f.String() == "recn_switch saqs=0" {
			withoutSAQs++
		}
	}
	assert.Equal(t, withoutSAQs, 1)
	for _, b := range library.Blocks() {
		for _, f := range Forms(b) {
			_, err := b.Resolve(f.Params)
			assert.NilError(t, err)
		}
	}
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
	forms, err := FormsWith(library.Find("fifo"), map[string]int{"depth": 3})
	assert.NilError(t, err)
	var names []string
	for _, f := range forms {
		names = append(names, f.String())
	}
	assert.DeepEqual(t, names, []string{"fifo depth=3", "fifo depth=3 async reset active low",
		"fifo depth=3 with assertions"})
	_, err = FormsWith(library.Find("fifo"), map[string]int{"deep": 3})
	assert.ErrorContains(t, err, `block fifo has no parameter "deep"`)
}

// TestBlackBox: the tools read the model of a black box, not the shell around a part
// that they do not have.
func TestBlackBox(t *testing.T) {
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

// TestCorners has a sample of the corners of small blocks; `make lint-corners` has all.
func TestCorners(t *testing.T) {
	t.Parallel()
	var sample []Form
	for _, b := range library.Blocks() {
		if forms := Corners(b); b.Family == "prim" {
			for i := 0; i < len(forms); i += 4 {
				sample = append(sample, forms[i])
			}
		}
	}
	assert.Assert(t, len(sample) > 20, "%d", len(sample))
	findings, err := Run(context.Background(), sample)
	assert.NilError(t, err)
	for _, f := range findings {
		t.Error(f)
	}
}
