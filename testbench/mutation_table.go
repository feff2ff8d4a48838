package testbench

import (
	"fmt"
	"slices"
	"strings"

	"culprit.example/culprit/internal/outfile"
)

// MutationTable has what became of the mutants of blocks, sorted by their names.
type MutationTable struct {
	Blocks []*MutationRow `json:"blocks"`
}

// MutationRow is a report without what every run has anew.
type MutationRow struct {
	Block   string `json:"block"`
	Mutants int    `json:"mutants"`
	Killed  int    `json:"killed"`
	Seed    uint64 `json:"seed"`
	// Sample says that these are not all mutants, but some that the seed has chosen.
	Sample bool `json:"sample,omitempty"`
	// Equal are those that are proven to be equal, by how they are; Listed those that the bench
	// accepts; Survive all others that nothing has noticed.
	Equal   map[string][]string `json:"equal,omitempty"`
	Listed  []Listed            `json:"listed,omitempty"`
	Survive []string            `json:"survive,omitempty"`
}

// Row is the row of a report.
func (r *MutationReport) Row() *MutationRow {
	x := &MutationRow{Block: r.Block, Mutants: r.Mutants, Killed: len(r.Killed), Seed: r.Seed, Listed: r.Listed,
		Sample: r.Sample,
		Equal:  map[string][]string{}}
	for _, p := range r.Proven {
		x.Equal[p.By] = append(x.Equal[p.By], p.Name)
	}
	for _, s := range r.Survivors {
		x.Survive = append(x.Survive, s.Name)
	}
	return x
}

// Unnoticed reports whether the row has a mutant as one that nothing has noticed.
func (r *MutationRow) Unnoticed(name string) bool {
	for _, list := range r.Equal {
		if slices.Contains(list, name) {
			return true
		}
	}
	return slices.Contains(r.Survive, name)
}

// MutationPage is the page with the table: BASE.md and BASE.json.
func MutationPage(base string) outfile.Page {
	return outfile.Page{Base: base, What: "mutants", Command: "rtlgen mutate --table"}
}

// ReadMutationTable reads BASE.json; the table is empty if there is none yet.
func ReadMutationTable(base string) (*MutationTable, error) {
	return outfile.ReadPage[MutationTable](MutationPage(base))
}

func (t *MutationTable) at(block string) (int, bool) {
	return slices.BinarySearchFunc(t.Blocks, block, func(x *MutationRow, name string) int {
		return strings.Compare(x.Block, name)
	})
}

// Find returns the row of a block, an empty one if there is none.
func (t *MutationTable) Find(block string) *MutationRow {
	if i, found := t.at(block); found {
		return t.Blocks[i]
	}
	return &MutationRow{Block: block}
}

// Update puts a row in the place of that of the same block.
func (t *MutationTable) Update(r *MutationRow) {
	if i, found := t.at(r.Block); found {
		t.Blocks[i] = r
	} else {
		t.Blocks = slices.Insert(t.Blocks, i, r)
	}
}

// WriteFiles writes the page and the JSON.
func (t *MutationTable) WriteFiles(base string) error {
	return MutationPage(base).Write(t, t.markdown())
}

// markdown is the table as a page shows it.
func (t *MutationTable) markdown() string {
	var b strings.Builder
	b.WriteString("| block | mutants | noticed | equal, proven | equal, with a reason | open | noticed of those not equal |\n" +
		"|---|---:|---:|---:|---:|---:|---:|\n")
	all := &MutationRow{}
	proven, listed, open := 0, 0, 0
	line := func(name string, r *MutationRow, proven, listed, open int) {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %s |\n", name, r.Mutants, r.Killed, proven, listed, open,
			Rate(r.Killed, r.Killed+open))
	}
	for _, r := range t.Blocks {
		if r.Mutants == 0 {
			continue
		}
		equal := 0
		for _, list := range r.Equal {
			equal += len(list)
		}
		name := "`" + r.Block + "`"
		if r.Sample {
			name += ", a sample"
		}
		line(name, r, equal, len(r.Listed), len(r.Survive))
		all.Mutants, all.Killed = all.Mutants+r.Mutants, all.Killed+r.Killed
		proven, listed, open = proven+equal, listed+len(r.Listed), open+len(r.Survive)
	}
	line("**all**", all, proven, listed, open)
	return b.String()
}

// Rate is a part of all in percent, rounded down to a hundredth of it.
func Rate(part, all int) string {
	if all == 0 {
		return "-"
	}
	x := 10000 * part / all
	return fmt.Sprintf("%d.%02d %%", x/100, x%100)
}
