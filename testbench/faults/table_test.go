package faults

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/blocks"
)

// toyReport has a row with a reason, one without, one with the same reason, and one without trials.
func toyReport(name string) *Report {
	row := func(does Does, hits int, breaches ...Breached) *Row {
		return &Row{Fault: Fault{Link: "a -> b", Kind: blocks.Credits, Does: does}, Hits: hits, Silent: hits, Breaches: breaches}
	}
	return &Report{Network: name, Seed: 3, Seeds: 2, Moments: 9, Rows: []*Row{
		row(Loses, 9, Breached{Left, 4, "no repair"}), row(Doubles, 9, Breached{Left, 1, ""}),
		row(Mutes, 8, Breached{Left, 8, "no repair"}, Breached{Unseen, 2, "no numbers"}), row(Delays, 0)}}
}

// TestTable: a page has the reports in the order of their names, with their reasons below, and is read as it was written.
func TestTable(t *testing.T) {
	t.Parallel()
	base := filepath.Join(t.TempDir(), "page")
	assert.NilError(t, os.WriteFile(base+".md", []byte(Page(base).Begin()+"\n<!-- end -->\n"), 0o644))
	table, err := ReadTable(base)
	assert.NilError(t, err)
	for _, name := range []string{"second", "first", "second"} {
		table.Update(toyReport(name))
	}
	assert.NilError(t, table.WriteFiles(base))
	text, err := os.ReadFile(base + ".md")
	assert.NilError(t, err)
	want := `Up to 9 trials of each fault, 2 seeds from 3 on.

| link | what | fault | trials | packets | noticed by (cycles) | at rest again | traffic after | breaches |
|---|---|---|---:|---|---|---|---|---|
| a -> b | credit | lost | 9 | all arrive | no error bit (9) | 0 later | as before | never as before (4): 1 |
| a -> b | credit | doubled | 9 | all arrive | no error bit (9) | 0 later | as before | **never as before (1)** |
| a -> b | credit | silent | 8 | all arrive | no error bit (8) | 0 later | as before | never as before (8): 1, unseen (2): 2 |
| a -> b | credit | late | 0 | no such event comes |  |  |  |  |

1. no repair
2. no numbers
`
	assert.Equal(t, string(text), Page(base).Begin()+"\n\n## first\n\n"+want+"\n## second\n\n"+want+"\n<!-- end -->\n")

	again, err := ReadTable(base)
	assert.NilError(t, err)
	assert.Assert(t, again.Find("third") == nil)
	r := again.Find("second")
	assert.Equal(t, strings.Join(r.Open(), "\n"), "second: a -> b: credit doubled: never as before, in 1 of 9 trials")
	n := &Network{Name: "second", Known: []Known{{Breach: Left, Reason: "no repair"}, {Kind: blocks.Beats, Reason: "no check"}}}
	assert.Equal(t, len(n.Unused(r)), 1)
	assert.Assert(t, r.Has("", Options{Moments: 9, Seed: 3, Seeds: 2}) && !r.Has("", Options{Moments: 9, Seed: 4, Seeds: 2}))
}
