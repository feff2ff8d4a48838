package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/testbench/coverage"
)

// togglesIn are the counts of the toggles in a file of coverage, by everything else in their lines.
func togglesIn(t *testing.T, path string) map[string]int {
	t.Helper()
	text, err := os.ReadFile(path)
	assert.NilError(t, err)
	counts := map[string]int{}
	for _, m := range regexp.MustCompile(`(?m)^C '(.*)' (\d+)$`).FindAllStringSubmatch(string(text), -1) {
		counts[m[1]], err = strconv.Atoi(m[2])
		assert.NilError(t, err)
	}
	return counts
}

// TestCoverage: the coverage of two seeds is the sum of those of each.
func TestCoverage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	verify := func(args ...string) string {
		return held(t, dir, append([]string{"verify", "fifo", "-p", "depth=8", "--cycles", "400"}, args...)...)
	}
	verify("--seed", "5", "--coverage", "a")
	verify("--seed", "6", "--coverage", "b")
	said := verify("--seed", "5", "--seeds", "2", "--coverage", "sum")
	assert.Assert(t, regexp.MustCompile(`\ncoverage of fifo_depth8: 100.0 % of the toggles \(68 of 68\), \d+ of 11 cover points, in sum\n$`).
		MatchString(said), said)
	a, b := togglesIn(t, filepath.Join(dir, "a", coverage.DatName)), togglesIn(t, filepath.Join(dir, "b", coverage.DatName))
	sum := togglesIn(t, filepath.Join(dir, "sum", coverage.DatName))
	assert.Equal(t, len(sum), 68+11)
	for key, n := range sum {
		assert.Equal(t, n, a[key]+b[key], "%q", key)
	}
	files := tree(t, filepath.Join(dir, "sum"))
	assert.Equal(t, len(files), 4)
	assert.Equal(t, files[coverage.NeverName], "")
	assert.Assert(t, strings.Contains(files[coverage.LcovName], "\nSF:blocks/prim/fifo.go\n"))
	assert.Assert(t, strings.Contains(files["fifo_depth8.v"], "module fifo_depth8 ("))
}

// TestCoverageOfBenches: all benches of a block count; ten signals that did not move are printed, and all are in the JSON.
func TestCoverageOfBenches(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	args := []string{"verify", "cioq_element", "-p", "ports=2", "--cycles", "60", "--coverage", "out"}
	said := held(t, dir, args...)
	_, never, _ := strings.Cut(said, "\ncoverage of ")
	lines := strings.Split(never, "\n")
	assert.Equal(t, len(lines), 1+10+1+1, said)
	var got struct {
		Coverage *coverage.Summary `json:"coverage"`
		Blocks   []any             `json:"blocks"`
	}
	assert.NilError(t, json.Unmarshal([]byte(held(t, dir, append(args, "--json")...)), &got))
	assert.Assert(t, len(got.Blocks) > 1)
	assert.Equal(t, lines[1], "  "+got.Coverage.Never[0])
	assert.Equal(t, lines[11], fmt.Sprintf("  and %d more signals in %s", len(got.Coverage.Never)-10, filepath.Join("out", coverage.NeverName)))
	assert.Assert(t, strings.Contains(tree(t, filepath.Join(dir, "out"))[coverage.DatName], "\x01o\x02transactions: "))
	assert.Equal(t, got.Coverage.Files[0], filepath.Join("out", coverage.LcovName))
}

// TestNoCoverage: what has no coverage has one message, before anything runs.
func TestNoCoverage(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for args, want := range map[string]string{
		"verify all --coverage out":                                       "--coverage is of one block: name it in place of all",
		"verify fifo --coverage out --engine icarus":                      "--coverage is measured by an engine that runs here: add builtin to --engine",
		"verify fifo --coverage out --verilog x.v --top fifo --reset rst": "leave --verilog and --protect out",
		"verify recn_mmu --coverage out --protect parity":                 "leave --verilog and --protect out",
		"verify fifo --coverage -":                                        "do not fit standard output: name a folder with --coverage",
		"verify fifo --coverage /":                                        "does not write into / itself: name a folder below it with --coverage",
		"verify fifo -p depth=0 --coverage out":                           "depth",
	} {
		refused(t, rtlgen(t, dir, nil, strings.Fields(args)...), want)
	}
	assert.Equal(t, len(tree(t, dir)), 0)
}
