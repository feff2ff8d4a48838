package library_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"culprit.example/culprit/blocks/library"
	"culprit.example/culprit/blocks/library/internal/ring"
	ringbench "culprit.example/culprit/blocks/library/internal/ring/bench"
	ringexperiment "culprit.example/culprit/blocks/library/internal/ring/experiment"
	"culprit.example/culprit/internal/tiers"
	"culprit.example/culprit/rtlgen/blocks"
	"culprit.example/culprit/rtlgen/ir"
	"culprit.example/culprit/testbench/family"
)

// families are those of the library, and families that are made for tests.
var families = append(library.Families(), family.List{
	{Name: "ring", Blocks: ring.Blocks, Benches: ringbench.Benches, Experiments: ringexperiment.Experiments},
}...)

// TestEveryBlockHasABench compares the lists of benches with those of blocks: a block has one
// or more, of which the first has no name.
func TestEveryBlockHasABench(t *testing.T) {
	for _, f := range families {
		var blocks, benches []string
		for _, b := range f.Blocks() {
			blocks = append(blocks, b.Name)
			assert.Equal(t, b.Family, f.Name)
		}
		for _, b := range f.Benches() {
			if b.Name == "" {
				benches = append(benches, b.Block.Name)
			}
			assert.Equal(t, benches[len(benches)-1], b.Block.Name)
			assert.Assert(t, b.MinCycles > 0 && len(b.CoverPoints) > 0, "the bench of %s is not complete", b.Block.Name)
		}
		assert.DeepEqual(t, benches, blocks)
	}
}

// TestEverySchemeHasAModel compares the schemes of the trees with their golden
// models.
func TestEverySchemeHasAModel(t *testing.T) {
	var schemes, models []int
	for _, s := range library.Schemes() {
		schemes = append(schemes, s.Number)
	}
	for _, m := range library.Models() {
		models = append(models, m.Number)
	}
	assert.DeepEqual(t, models, schemes)
}

// TestExperimentsRunOnBlocks plans every experiment with its defaults: the points
// must be of blocks of the list, with parameters that these accept.
func TestExperimentsRunOnBlocks(t *testing.T) {
	tiers.Long(t, "plans of all experiments")
	names := map[string]bool{}
	for _, e := range families.Experiments() {
		assert.Assert(t, !names[e.Name], "two experiments are named %s", e.Name)
		names[e.Name] = true
		for _, settings := range []map[string]string{nil, e.Full()} {
			values, err := e.Resolve(settings)
			assert.NilError(t, err)
			plan, err := e.Plan(values, []uint32{1})
			assert.NilError(t, err)
			for _, p := range plan.Points {
				_, err := blocks.Find(families.Blocks(), p.Block).Resolve(p.Params)
				assert.NilError(t, err, "%s: %s", e.Name, p)
			}
		}
	}
}

// TestGoldenFamilies keeps the table of families in README.md current.
func TestGoldenFamilies(t *testing.T) {
	var table strings.Builder
	table.WriteString("\n| family | what it is | blocks |\n|---|---|---:|\n")
	for _, f := range library.Families() {
		assert.Assert(t, f.Doc != "", f.Name)
		fmt.Fprintf(&table, "| [%s](blocks/%s/README.md) | %s | %d |\n", f.Name, f.Name, f.Doc, len(f.Blocks()))
	}
	const page, begin, end = "../../README.md", "<!-- families -->\n", "<!-- end -->"
	have, err := os.ReadFile(page)
	assert.NilError(t, err)
	head, rest, ok := strings.Cut(string(have), begin)
	_, tail, ends := strings.Cut(rest, end)
	assert.Assert(t, ok && ends, "README.md has no place for the table")
	want := head + begin + table.String() + "\n" + end + tail
	if golden.FlagUpdate() {
		assert.NilError(t, os.WriteFile(page, []byte(want), 0o666))
		return
	}
	assert.Equal(t, string(have), want, "the table of families is not current: run go test with -update")
}

// TestBrokenAssumptionsExist looks for what benches break among the assumptions of their block.
func TestBrokenAssumptionsExist(t *testing.T) {
	for _, b := range families.Benches() {
		if len(b.Breaks) == 0 {
			continue
		}
		names := map[string]bool{}
		for _, v := range append(b.Tight, nil) { // some assumptions are those of few parameters
			d, err := b.Block.Elaborate(v)
			assert.NilError(t, err)
			for _, m := range d.Modules {
				for _, p := range m.Properties {
					names[p.Name] = names[p.Name] || p.Kind == ir.Assume
				}
			}
		}
		for _, name := range b.Breaks {
			assert.Assert(t, names[name], "%s breaks %s, which is no assumption of its block", b.Title(), name)
		}
	}
}
