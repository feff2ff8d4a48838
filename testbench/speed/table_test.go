package speed

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestTable: a row takes the place of the one that measured the same, and others stay.
func TestTable(t *testing.T) {
	t.Parallel()
	report := func(cpu, design string, rates ...float64) *Report {
		r := &Report{Tools: map[string]string{"verilator": "5.048", "clang": "14"}, CPU: cpu}
		for i, x := range rates {
			r.Rows = append(r.Rows, &Row{Design: design, Load: float64(1+i) / 10, Cycles: 1000, Switches: 2,
				Engines:   []*Side{{Name: "native", CyclesPerSecond: Spread{Median: x}, Ratio: &Spread{2.04, 1, 3}, PeakBytes: 68_400_000}},
				Verilator: &Side{Name: "default", CyclesPerSecond: Spread{Median: x / 2}, FirstCycleSeconds: 22}})
		}
		return r
	}
	base := filepath.Join(t.TempDir(), "speed")
	assert.NilError(t, os.WriteFile(base+".md", []byte("head\n<!-- table: rtlgen bench --table -->\nold\n<!-- end -->\ntail\n"), 0o666))
	for _, r := range []*Report{report("A", "switch", 690_123, 1234), report("B", "ring", 12), report("C", "switch", 700_456)} {
		table, err := ReadTable(base)
		assert.NilError(t, err)
		table.Update(r)
		assert.NilError(t, Page(base).Write(table, table.Markdown()))
	}
	page, err := os.ReadFile(base + ".md")
	assert.NilError(t, err)
	var rows []string
	for _, line := range strings.Split(string(page), "\n") {
		if strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "| design") || strings.HasPrefix(line, "clang") {
			rows = append(rows, line)
		}
	}
	assert.DeepEqual(t, rows, []string{
		"clang 14, verilator 5.048, A.",
		"| switch | 2 | 0.2 | 1000 | native | 1,230 | 2.0 (1.0 to 3.0) | 0.0 s | 68 MB |",
		"| switch | 2 | 0.2 | 1000 | Verilator, default | 617 |  | 22.0 s | 0 MB |",
		"clang 14, verilator 5.048, B.",
		"| ring | 2 | 0.1 | 1000 | native | 12 | 2.0 (1.0 to 3.0) | 0.0 s | 68 MB |",
		"| ring | 2 | 0.1 | 1000 | Verilator, default | 6 |  | 22.0 s | 0 MB |",
		"clang 14, verilator 5.048, C.",
		"| switch | 2 | 0.1 | 1000 | native | 700,000 | 2.0 (1.0 to 3.0) | 0.0 s | 68 MB |",
		"| switch | 2 | 0.1 | 1000 | Verilator, default | 350,000 |  | 22.0 s | 0 MB |",
	})
	assert.Assert(t, strings.HasPrefix(string(page), "head\n") && strings.HasSuffix(string(page), "<!-- end -->\ntail\n"))
	assert.NilError(t, os.WriteFile(base+".json", []byte("{"), 0o666))
	_, err = ReadTable(base)
	assert.ErrorContains(t, err, "is no table of speeds")
}
