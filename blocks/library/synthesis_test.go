package library_test

import (
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/library"
	"culprit.example/culprit/testbench/synth"
)

// committed is the table of the documents, without its ending.
const committed = "../../docs/synthesis"

// baseNames are the modules of all blocks with their default parameters: the names
// without parameters by the full ones.
var baseNames = sync.OnceValues(func() (map[string]string, error) {
	bases := map[string]string{}
	for _, b := range library.Blocks() {
		d, err := b.Elaborate(nil)
		if err != nil {
			return nil, err
		}
		for _, m := range d.Modules {
			if m.Part == nil {
				bases[m.Name] = m.BaseName()
			}
		}
	}
	return bases, nil
})

// TestEveryModuleIsInTheTable compares the names only; `make synth` compares the
// costs.
func TestEveryModuleIsInTheTable(t *testing.T) {
	t.Parallel()
	table, err := synth.ReadTable(committed + ".json")
	assert.NilError(t, err)
	var rows []string
	for _, c := range table.Modules {
		rows = append(rows, c.Module)
	}
	bases, err := baseNames()
	assert.NilError(t, err)
	assert.DeepEqual(t, rows, slices.Sorted(maps.Keys(bases))) // else: make synth-table
	page, err := os.ReadFile(committed + ".md")
	assert.NilError(t, err)
	assert.Assert(t, strings.Contains(string(page), table.Markdown()),
		"docs/synthesis.md and .json differ: make synth-table")
}

// TestProtectedTable: each block of docs/protect.md has a row without a code, one with parity, and one with ECC;
// `make synth` and `make synth-protected` compare the costs.
func TestProtectedTable(t *testing.T) {
	t.Parallel()
	const committed = "../../docs/protect"
	table, err := synth.ReadTable(committed + ".json")
	assert.NilError(t, err)
	var rows, want []string
	makefile, err := os.ReadFile("../../Makefile")
	assert.NilError(t, err)
	list := regexp.MustCompile("(?m)^PROTECTED := (.*)$").FindSubmatch(makefile)
	assert.Assert(t, list != nil)
	for _, name := range strings.Fields(string(list[1])) {
		want = append(want, name, name+", ecc", name+", parity")
	}
	for _, c := range table.Modules {
		rows = append(rows, c.Module)
	}
	slices.Sort(want)
	assert.DeepEqual(t, rows, want) // else: make protect-table
	page, err := os.ReadFile(committed + ".md")
	assert.NilError(t, err)
	assert.Assert(t, strings.Contains(string(page), table.Markdown()), "docs/protect.md and .json differ: make protect-table")
}

// TestDeepModulesHaveReasons: the page says of each module with more than eight levels
// why it has them, and of no other one.
func TestDeepModulesHaveReasons(t *testing.T) {
	t.Parallel()
	const limit = 8
	table, err := synth.ReadTable(committed + ".json")
	assert.NilError(t, err)
	bases, err := baseNames()
	assert.NilError(t, err)
	deep := map[string]bool{}
	for _, c := range table.Modules {
		if c.Levels > limit {
			deep[bases[c.Module]] = true
		}
	}
	page, err := os.ReadFile(committed + ".md")
	assert.NilError(t, err)
	_, section, _ := strings.Cut(string(page), "## Deeper than eight levels\n")
	section, _, _ = strings.Cut(section, "\n## ")
	excused := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| (`.*?) \\| .{20,} \\|$").FindAllStringSubmatch(section, -1) {
		for _, name := range regexp.MustCompile("`(.*?)`").FindAllStringSubmatch(row[1], -1) {
			excused[name[1]] = true
		}
	}
	assert.DeepEqual(t, slices.Sorted(maps.Keys(excused)), slices.Sorted(maps.Keys(deep)))
}
