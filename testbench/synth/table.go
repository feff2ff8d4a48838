package synth

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"slices"
	"strings"

	"culprit.example/culprit/internal/outfile"
)

// Table is the committed result for the modules of all blocks with their default
// parameters.
type Table struct {
	Yosys   string `json:"yosys"`   // its version
	NextPNR string `json:"nextpnr"` // its version, "" if nothing was placed
	Modules []Cost `json:"modules"` // by name
}

// NewTable has the modules of a report by name.
func NewTable(r *Report) *Table {
	t := &Table{Yosys: r.Yosys, NextPNR: r.NextPNR, Modules: slices.Clone(r.Modules)}
	for i := range t.Modules {
		t.Modules[i].Deepest = nil
	}
	slices.SortFunc(t.Modules, func(a, b Cost) int { return strings.Compare(a.Module, b.Module) })
	return t
}

// row is that of a module, nil if there is none, or no table.
func (t *Table) row(module string) *Cost {
	if t == nil {
		return nil
	}
	if i := slices.IndexFunc(t.Modules, func(c Cost) bool { return c.Module == module }); i >= 0 {
		return &t.Modules[i]
	}
	return nil
}

// HighFor are the modules of the table that were mapped with high effort.
func (t *Table) HighFor() map[string]bool {
	high := map[string]bool{}
	for _, c := range t.Modules {
		if c.High {
			high[c.Module] = true
		}
	}
	return high
}

// Update replaces the rows of the modules in a report, and adds those that the table does
// not have. A module that was not placed keeps its clock if its cost is the same. A
// complete report is about all modules: the table keeps no others, and nothing that other
// versions of the tools have measured.
func (t *Table) Update(r *Report, complete bool) error {
	other := r.Yosys != t.Yosys || r.NextPNR != "" && t.NextPNR != "" && r.NextPNR != t.NextPNR
	if complete {
		if other {
			*t = *NewTable(r)
			return nil
		}
		t.Modules = slices.DeleteFunc(t.Modules, func(x Cost) bool {
			return !slices.ContainsFunc(r.Modules, func(c Cost) bool { return c.Module == x.Module })
		})
	}
	if other {
		return fmt.Errorf("the table was made with Yosys %s and nextpnr-ecp5 %s: write all of it anew, or install these versions (scripts/setup)",
			t.Yosys,
			t.NextPNR)
	}
	t.NextPNR = max(t.NextPNR, r.NextPNR)
	for _, c := range NewTable(r).Modules {
		i, found := slices.BinarySearchFunc(t.Modules, c.Module,
			func(x Cost, name string) int { return strings.Compare(x.Module, name) })
		if !found {
			t.Modules = slices.Insert(t.Modules, i, c)
			continue
		}
		if c.Timing == nil {
			placed := c
			placed.Timing, placed.Digest = t.Modules[i].Timing, t.Modules[i].Digest
			if reflect.DeepEqual(placed, t.Modules[i]) {
				c.Timing = placed.Timing
			}
		}
		t.Modules[i] = c
	}
	return nil
}

// ReadTable reads a table that WriteFiles wrote.
func ReadTable(path string) (*Table, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the table of costs: %w", err)
	}
	t := &Table{}
	if err := json.Unmarshal(text, t); err != nil {
		return nil, fmt.Errorf("%s is no table of costs: %w; write it with `rtlgen synth --table`", path, err)
	}
	return t, nil
}

// What may be worse than in the committed table: no level; an area that grows by 2
// percent, or by 4 lookup tables in a small module, as an edit elsewhere can cause; a
// clock that is slower by 10 percent, which another netlist of the same quality can
// be, too, as the seeds show.
const (
	areaPercent  = 2
	areaLUTs     = 4
	clockPercent = 10
)

// Compare tells what is worse in a report than in the table, and which of the two
// lacks a module; complete says that the report is about all modules. Costs depend
// on the versions of the tools, which therefore have to be those of the table.
func (t *Table) Compare(r *Report, complete bool) []string {
	if r.Yosys != t.Yosys {
		return []string{fmt.Sprintf(
			"the table was made with Yosys %s, and this is %s: install that version (scripts/setup), or write the table anew",
			t.Yosys, r.Yosys)}
	}
	var problems []string
	add := func(c Cost, format string, args ...any) {
		problems = append(problems, fmt.Sprintf("module %s: ", c.Module)+fmt.Sprintf(format, args...))
	}
	seen := map[string]bool{}
	for _, c := range r.Modules {
		seen[c.Module] = true
		old := t.row(c.Module)
		if old == nil {
			add(c, "is not in the table")
			continue
		}
		for _, x := range []struct {
			what               string
			old, now, accepted int
		}{
			{"LUT equivalents", old.LUTEquivalents, c.LUTEquivalents, max(areaLUTs, old.LUTEquivalents*areaPercent/100)},
			{"flip-flops", old.FlipFlops, c.FlipFlops, max(areaLUTs, old.FlipFlops*areaPercent/100)},
			{"block RAMs", old.BlockRAMs, c.BlockRAMs, 0},
			{"levels", old.Levels, c.Levels, 0},
		} {
			if x.now > x.old+x.accepted {
				add(c, "%d %s, and %d in the table", x.now, x.what, x.old)
			}
		}
		if c.Timing != nil && old.Timing != nil && c.Timing.MHz < old.Timing.MHz*(100-clockPercent)/100 {
			add(c, "%.1f MHz, and %.1f in the table", c.Timing.MHz, old.Timing.MHz)
		}
	}
	if complete {
		for _, c := range t.Modules {
			if !seen[c.Module] {
				add(c, "is in the table, and there is no such module")
			}
		}
	}
	return problems
}

// Page is the page with the table: BASE.md and BASE.json.
func Page(base string) outfile.Page {
	return outfile.Page{Base: base, What: "costs", Command: "rtlgen synth --table"}
}

// WriteFiles writes the table into the page, which has to be there.
func (t *Table) WriteFiles(base string) error { return Page(base).Write(t, t.Markdown()) }

// Markdown is the table as a page shows it.
func (t *Table) Markdown() string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "Yosys %s", t.Yosys)
	if t.NextPNR != "" {
		fmt.Fprintf(&b, ", nextpnr-ecp5 %s", t.NextPNR)
	}
	b.WriteString(".\n\n")
	b.WriteString("| module | LUT equivalents | FF | block RAM | DSP | levels | MHz | seeds |\n|---|---:|---:|---:|---:|---:|---:|---|\n")
	for _, c := range t.Modules {
		var mhz, seeds string
		switch {
		case c.Timing != nil:
			mhz = fmt.Sprintf("%.0f", c.Timing.MHz)
			seeds = c.Timing.Range()
		case c.Sum:
			seeds = "sum of parts"
		default:
			seeds = "not placed"
		}
		if c.High {
			seeds += ", high effort"
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %s | %s |\n", c.Module, c.LUTEquivalents, c.FlipFlops, c.BlockRAMs,
			c.DSPs, c.Levels, mhz, seeds)
	}
	return b.String()
}
