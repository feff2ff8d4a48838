package speed

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"culprit.example/culprit/internal/outfile"
)

// Table has the last row of each design, load and way of counting that was measured into it.
type Table struct {
	Reports []*Report `json:"reports"` // each with the tools and the processor of its rows
}

// Page is the page with the table: BASE.md and BASE.json.
func Page(base string) outfile.Page {
	return outfile.Page{Base: base, What: "speeds", Command: "rtlgen bench --table"}
}

// ReadTable reads BASE.json; the table is empty if there is none yet.
func ReadTable(base string) (*Table, error) {
	return outfile.ReadPage[Table](Page(base))
}

// Update puts the rows of a report in the place of those that measured the same.
func (t *Table) Update(r *Report) {
	for _, old := range t.Reports {
		old.Rows = slices.DeleteFunc(old.Rows, func(x *Row) bool {
			return slices.ContainsFunc(r.Rows, func(y *Row) bool { return x.same(y) })
		})
	}
	t.Reports = slices.DeleteFunc(append(t.Reports, r), func(r *Report) bool { return len(r.Rows) == 0 })
}

// same reports whether two rows measure the same: the design, the load, the clock, the engines.
func (r *Row) same(o *Row) bool {
	names := func(sides []*Side) (list []string) {
		for _, s := range sides {
			list = append(list, s.Name)
		}
		return list
	}
	return r.Design == o.Design && r.Load == o.Load && r.ByClock == o.ByClock &&
		slices.Equal(names(r.Engines), names(o.Engines))
}

// Markdown is the table as a page shows it, a table for each report.
func (t *Table) Markdown() string {
	var b strings.Builder
	for i, r := range t.Reports {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%s.\n\n", strings.Join(r.with(), ", "))
		b.WriteString("| design | switches | load | cycles of a turn | side | cycles/s, median of the turns | ratio (lowest to highest) | first cycle | memory |\n" +
			"|---|---:|---:|---:|---|---:|---|---:|---:|\n")
		for _, row := range r.Rows {
			for _, side := range row.sides() {
				ratio := ""
				if side.Ratio != nil {
					ratio = fmt.Sprintf("%.1f (%.1f to %.1f)", side.Ratio.Median, side.Ratio.Low, side.Ratio.High)
				}
				name := side.Name
				if side == row.Verilator {
					name = "Verilator, " + name
				}
				if row.ByClock {
					name += ", by the clock"
				}
				fmt.Fprintf(&b, "| %s | %d | %g | %d | %s | %s | %s | %.1f s | %d MB |\n", row.Design, row.Switches, row.Load,
					row.Cycles, name, rate(side.CyclesPerSecond.Median), ratio, side.FirstCycleSeconds,
					(side.PeakBytes+500_000)/1_000_000)
			}
		}
	}
	return b.String()
}

// with are the tools and the processor.
func (r *Report) with() []string {
	var list []string
	for _, name := range slices.Sorted(maps.Keys(r.Tools)) {
		list = append(list, name+" "+r.Tools[name])
	}
	if r.CPU != "" {
		list = append(list, r.CPU)
	}
	return list
}

// rate is a number with three digits that count, in groups of three.
func rate(x float64) string {
	unit := 1.0
	for x/unit >= 1000 {
		unit *= 10
	}
	text := fmt.Sprintf("%.0f", float64(int(x/unit+0.5))*unit)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
