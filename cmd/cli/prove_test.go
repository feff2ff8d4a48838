package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/internal/tiers"
	hw "culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/family"
	"culprit.example/culprit/testbench/prove"
)

// wrongBlock has an assertion that its third cycle breaks.
func wrongBlock() *blocks.Block {
	return &blocks.Block{Name: "wrong", Family: "wrong", Doc: "a counter that is to stay below 3",
		Build: func(blocks.Values) *hw.Module {
			m := hw.NewModule("wrong")
			n := m.Reg("n", 2, 0)
			m.If(m.Input("up", 1), func() { n.Set(n.Add(1)) })
			m.Output("n_out", n.Value)
			m.Assert("below_3", n.Lt(3), "it stays below 3")
			m.Assert("below_4", n.Zext(3).Lt(4), "it has two bits")
			return m
		}}
}

// TestProve: a wrong assertion fails the call, and the stimulus breaks it in a run.
func TestProve(t *testing.T) {
	tiers.Tools(t, "berkeley-abc")
	t.Parallel()
	dir := t.TempDir()
	var stdout, stderr bytes.Buffer
	p := newProgram("mine", &stdout, &stderr, family.List{{Name: "wrong",
		Blocks:  func() []*blocks.Block { return []*blocks.Block{wrongBlock()} },
		Benches: func() []testbench.Bench { return nil }}})
	status := p.run(context.Background(), []string{"mine", "prove", "wrong", "-o", dir})
	assert.Equal(t, status, statusFailed, stderr.String())
	assert.Assert(t, strings.HasSuffix(stderr.String(), "refuted: wrong below_3\n"), stderr.String())
	assert.Assert(t, strings.Contains(stdout.String(), "proven   all"), stdout.String())
	text, err := os.ReadFile(filepath.Join(dir, "wrong.below_3.txt"))
	assert.NilError(t, err)
	assert.Equal(t, string(text), "0: up=0x1\n3: up=0x0\n")
	assert.Equal(t, p.run(context.Background(), []string{"mine", "dump", "wrong"}), statusHeld)
}

// TestProveTable: what the table has is not proven again while the netlist is the same.
func TestProveTable(t *testing.T) {
	tiers.Tools(t, "berkeley-abc")
	t.Parallel()
	dir := t.TempDir()
	base := filepath.Join(dir, "proofs")
	assert.NilError(t, os.WriteFile(base+".md", []byte(prove.Page(base).Begin()+"\n<!-- end -->\n"), 0o666))
	held(t, dir, "prove", "rr_arbiter", "--table", "proofs")
	table, err := prove.ReadTable(base)
	assert.NilError(t, err)
	row := table.Find("rr_arbiter", nil)
	assert.Equal(t, len(row.Properties), 2)
	row.Properties[0].Depth = 4711
	assert.NilError(t, table.WriteFiles(base))
	depth := func(args ...string) int {
		held(t, dir, append([]string{"prove", "rr_arbiter", "--table", "proofs"}, args...)...)
		table, err := prove.ReadTable(base)
		assert.NilError(t, err)
		return table.Find("rr_arbiter", nil).Properties[0].Depth
	}
	assert.Equal(t, depth(), 4711)
	assert.Equal(t, depth("--again"), 0)
}

// TestProveBesideSeveralClocks: what has several clocks is named, and written all the same.
func TestProveBesideSeveralClocks(t *testing.T) {
	tiers.Tools(t, "the Yosys of scripts/setup")
	t.Parallel()
	dir := t.TempDir()
	out := held(t, dir, "gen", "fifo", "async_fifo", "--prove", "-o", "rtl")
	assert.Assert(t, strings.Contains(out, "not proven, since they have several clocks: async_fifo\n"), out)
	_, err := os.Stat(filepath.Join(dir, "rtl", "async_fifo.v"))
	assert.NilError(t, err)
}
