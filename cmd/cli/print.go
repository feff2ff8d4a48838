package cli

import (
	"fmt"
	"strings"
	"text/tabwriter"
)

// count writes a number of things: "1 file", "2 files".
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// table is printed with aligned columns.
type table struct {
	rows [][]string
}

func (t *table) add(cells ...string) { t.rows = append(t.rows, cells) }

func (p *program) printTable(t table) error {
	w := tabwriter.NewWriter(&trimmer{p: p}, 0, 0, 2, ' ', 0)
	for _, row := range t.rows {
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	return w.Flush()
}

// trimmer removes the blanks that an empty last column leaves at line ends.
type trimmer struct {
	p    *program
	line []byte
}

func (t *trimmer) Write(text []byte) (int, error) {
	for _, c := range text {
		if c != '\n' {
			t.line = append(t.line, c)
			continue
		}
		if _, err := fmt.Fprintln(t.p.stdout, strings.TrimRight(string(t.line), " ")); err != nil {
			return 0, err
		}
		t.line = t.line[:0]
	}
	return len(text), nil
}
