package speed

import (
	"fmt"
	"slices"
	"strings"
)

// WorthTable is a table in Markdown of what leaving out a step costs, or what another engine takes: how many
// times as long the same cycles take, by the median of the turns and their range.
func (r *Report) WorthTable() string {
	var names []string
	for _, row := range r.Rows {
		for _, side := range row.Engines {
			if side.Relative != nil && !slices.Contains(names, side.Name) {
				names = append(names, side.Name)
			}
		}
	}
	var b strings.Builder
	b.WriteString("| design | load |")
	for _, name := range names {
		b.WriteString(" " + name + " |")
	}
	b.WriteString("\n|---|---:|" + strings.Repeat("---:|", len(names)) + "\n")
	for _, row := range r.Rows {
		fmt.Fprintf(&b, "| %s | %g |", row.Design, row.Load)
		for _, name := range names {
			cell := "-"
			for _, side := range row.Engines {
				if side.Name == name && side.Relative != nil {
					x := side.Relative
					cell = fmt.Sprintf("%.2f (%.2f to %.2f)", x.Median, x.Low, x.High)
				}
			}
			b.WriteString(" " + cell + " |")
		}
		b.WriteString("\n")
	}
	return b.String()
}
