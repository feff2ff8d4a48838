package faults

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"culprit.example/culprit/internal/outfile"
)

// Table has the reports of networks, sorted by their names.
type Table struct {
	Networks []*Report `json:"networks"`
}

// Page is the page with the table: BASE.md and BASE.json.
func Page(base string) outfile.Page {
	return outfile.Page{Base: base, What: "faults", Command: "rtlgen faults --table"}
}

// ReadTable reads BASE.json; the table is empty if there is none yet.
func ReadTable(base string) (*Table, error) {
	return outfile.ReadPage[Table](Page(base))
}

func (t *Table) at(name string) (int, bool) {
	return slices.BinarySearchFunc(t.Networks, name, func(r *Report, name string) int {
		return strings.Compare(r.Network, name)
	})
}

// Find is the report of a network, nil if there is none.
func (t *Table) Find(name string) *Report {
	if i, ok := t.at(name); ok {
		return t.Networks[i]
	}
	return nil
}

// Update puts a report in the place of that of the same network.
func (t *Table) Update(r *Report) {
	if i, ok := t.at(r.Network); ok {
		t.Networks[i] = r
	} else {
		t.Networks = slices.Insert(t.Networks, i, r)
	}
}

// WriteFiles writes the page and the JSON.
func (t *Table) WriteFiles(base string) error { return Page(base).Write(t, t.markdown()) }

func (t *Table) markdown() string {
	var b strings.Builder
	for _, r := range t.Networks {
		fmt.Fprintf(&b, "## %s\n\nUp to %d trials of each fault, %d seeds from %d on.\n\n", r.Network, r.Moments, r.Seeds, r.Seed)
		b.WriteString("| link | what | fault | trials | packets | noticed by (cycles) | at rest again | traffic after | breaches |\n" +
			"|---|---|---|---:|---|---|---|---|---|\n")
		var reasons []string // by their numbers, from 1 on
		number := func(reason string) string {
			i := slices.Index(reasons, reason)
			if i < 0 {
				i, reasons = len(reasons), append(reasons, reason)
			}
			return fmt.Sprintf(": %d", i+1)
		}
		for _, x := range r.Rows {
			fmt.Fprintf(&b, "| %s |\n", strings.Join(x.cells(number), " | "))
		}
		b.WriteString("\n")
		for i, reason := range reasons {
			fmt.Fprintf(&b, "%d. %s\n", i+1, reason)
		}
		b.WriteString("\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// Heads are the heads of the columns of Cells.
func Heads() []string {
	return []string{"LINK", "WHAT", "FAULT", "TRIALS", "PACKETS", "NOTICED", "REST", "AFTER", "BREACHES"}
}

// Cells are the columns of a row, with the reasons of breaches.
func (r *Row) Cells() []string { return r.cells(func(reason string) string { return ": " + reason }) }

// cells are the columns of a row. shown is what stands for a reason.
func (r *Row) cells(shown func(reason string) string) []string {
	what := string(r.Kind)
	if r.Part != "" {
		what += ", " + r.Part
	}
	does := string(r.Does)
	if r.Field != "" {
		does = r.Field + " " + does
	}
	if r.Hits == 0 {
		return []string{r.Link, what, does, "0", "no such event comes", "", "", "", ""}
	}
	return []string{r.Link, what, does, fmt.Sprint(r.Hits), r.packets(), r.noticed(), r.rest(), r.after(),
		r.breaches(shown)}
}

func (r *Row) packets() string {
	var list []string
	for _, x := range []struct {
		n    int
		what string
	}{{r.Lost, "lost"}, {r.Doubled, "doubled"}, {r.Damaged, "cut or marked"}, {r.Wrong, "wrong"}, {r.Joined, "joined"},
		{r.Foreign, "foreign"}, {r.Astray, "astray"}, {r.Disordered, "out of order"}} {
		if x.n > 0 {
			list = append(list, fmt.Sprintf("%d %s", x.n, x.what))
		}
	}
	return or(list, "all arrive")
}

func or(list []string, none string) string {
	if len(list) == 0 {
		return none
	}
	return strings.Join(list, ", ")
}

// mostShown is how many error bits a row shows.
const mostShown = 3

func (r *Row) noticed() string {
	var list []string
	for _, n := range r.Noticed[:min(len(r.Noticed), mostShown)] {
		list = append(list, fmt.Sprintf("%s %d to %d (%d)", n.What, n.Least, n.Most, n.Trials))
	}
	if len(r.Noticed) > mostShown {
		list = append(list, "others")
	}
	if r.Silent > 0 {
		list = append(list, fmt.Sprintf("no error bit (%d)", r.Silent))
	}
	if len(r.Properties) > 0 {
		list = append(list, "in simulation "+strings.Join(slices.Sorted(maps.Keys(r.Properties)), ", "))
	}
	return or(list, "nothing")
}

func (r *Row) rest() string {
	var list []string
	if r.Hits > r.Never {
		list = append(list, fmt.Sprintf("%d later", r.Longer))
	}
	if r.Never > 0 {
		list = append(list, fmt.Sprintf("never (%d)", r.Never))
	}
	for _, what := range slices.Sorted(maps.Keys(r.Missing)) {
		list = append(list, fmt.Sprintf("%s for ever (%d)", what, r.Missing[what]))
	}
	return strings.Join(list, ", ")
}

func (r *Row) after() string {
	var list []string
	if r.After > 0 {
		list = append(list, fmt.Sprintf("%d lost", r.After))
	}
	if r.Late > 0 {
		list = append(list, fmt.Sprintf("%d later", r.Late))
	}
	return or(list, "as before")
}

func (r *Row) breaches(shown func(reason string) string) string {
	var list []string
	for _, b := range r.Breaches {
		text := fmt.Sprintf("%s (%d)", b.Breach, b.Trials)
		if b.Reason == "" {
			text = "**" + text + "**"
		} else {
			text += shown(b.Reason)
		}
		list = append(list, text)
	}
	return or(list, "none")
}
