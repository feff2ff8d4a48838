package benchtest

import (
	"os"
	"testing"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"culprit.example/culprit/rtlgen/blocks"
)

// CheckContract compares the tables of parameters and ports in a family's contract
// with its blocks, and demands a meaning for each of them, and a number for each width. With -update it writes
// the tables anew.
func CheckContract(t *testing.T, file string, list []*blocks.Block) {
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
	have, err := os.ReadFile(file)
	assert.NilError(t, err)
	want, err := blocks.UpdateContract(string(have), list)
	assert.NilError(t, err)
	for _, width := range blocks.Unsized(want) {
		t.Errorf("%s: the width of port %s has no number: no parameter, and no dimension of them, gives one", file, width)
	}
	if golden.FlagUpdate() {
		assert.NilError(t, os.WriteFile(file, []byte(want), 0o666))
		return
	}
	assert.Equal(t, string(have), want, "the tables of %s are not current: run go test with -update", file)
}
