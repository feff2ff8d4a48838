package benchtest

import (
	"os"
	"path/filepath"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"culprit.example/culprit/rtlgen/blocks"
)

// ContractPages are the pages of the contract in a family's folder: README.md and those beside it, by their names.
func ContractPages(t *testing.T, folder string) map[string]string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.md"))
	assert.NilError(t, err)
	pages := map[string]string{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		assert.NilError(t, err)
		pages[filepath.Base(file)] = string(text)
	}
	assert.Assert(t, pages["README.md"] != "", "%s has no README.md", folder)
	return pages
}

// CheckContract compares the tables of parameters and ports in the contract in a family's folder
// with its blocks, and demands a meaning for each of them, and a number for each width. With -update it writes
// the tables anew.
func CheckContract(t *testing.T, folder string, list []*blocks.Block) {
	t.Helper()
	for _, b := range list {
		assert.Check(t, len(b.Ports) > 0 && b.Doc != "", "block %s has no ports or no documentation", b.Name)
		for _, p := range b.Ports {
			assert.Check(t, p.Doc != "", "port %s of block %s has no meaning: give it a doc tag", p.Name, b.Name)
		}
		for _, p := range b.Params {
			assert.Check(t, p.Doc != "" && p.Min <= p.Default && p.Default <= p.Max, "parameter %s of block %s: %+v", p.Name,
				b.Name, p)
		}
	}
	have := ContractPages(t, folder)
	want, err := blocks.UpdateContract(have, list)
	assert.NilError(t, err)
	for page, text := range want {
		for _, width := range blocks.Unsized(text) {
			t.Errorf("%s: the width of port %s has no number: no parameter, and no dimension of them, gives one", page, width)
		}
		if golden.FlagUpdate() {
			assert.NilError(t, os.WriteFile(filepath.Join(folder, page), []byte(text), 0o666))
			continue
		}
		assert.Equal(t, have[page], text, "the tables of %s are not current: run go test with -update", page)
	}
}
