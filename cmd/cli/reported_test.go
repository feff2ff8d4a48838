package cli

import (
	"encoding/xml"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/faults"
	"culprit.example/culprit/testbench/prove"
	"culprit.example/culprit/testbench/report"
)

// junit is what is read of JUnit XML.
type junit struct {
	Name     string `xml:"name,attr"`
	Tests    int    `xml:"tests,attr"`
	Failures int    `xml:"failures,attr"`
	Skipped  int    `xml:"skipped,attr"`
	Suites   []struct {
		Name  string `xml:"name,attr"`
		Cases []struct {
			Name    string  `xml:"name,attr"`
			Failure *string `xml:"failure"`
		} `xml:"testcase"`
	} `xml:"testsuite"`
}

func readJUnit(t *testing.T, path string) (j junit) {
	t.Helper()
	text, err := os.ReadFile(path)
	assert.NilError(t, err)
	assert.NilError(t, xml.Unmarshal(text, &j))
	return j
}

// TestReports has each command write its report, twice with the same bytes.
func TestReports(t *testing.T) {
	for _, c := range []struct {
		args           string
		status         int
		tests, failure int
		suite, first   string
	}{
		{"verify fifo --cycles 500", 0, 3, 0, "fifo depth=16 width=8", "engine native"},
		{"run recn-memory --set saqs=5", 1, 6, 2, "recn-memory", "R14: a switch of 16 ports needs 800 slots with RECN, 160 with RECN-IQ; 256 and 16 detection queues"},
		{"run recn-memory --set saqs=5 --mutants", 1, -1, 2, "recn-memory: mutants", "R14 notices five_saqs: the formulas are evaluated for 5 SAQs"},
		{"mutate skid_buffer --limit 5 --limit-proof 0 --cycles 500", 0, 5, 0, "skid_buffer", ""},
	} {
		t.Run(c.args, func(t *testing.T) {
			dir := t.TempDir()
			args := append(strings.Fields(c.args), "--junit", "junit.xml", "--html", "page.html")
			if strings.HasPrefix(c.args, "verify") {
				args = append(args, "--engine", "native,reference")
				c.tests++
			}
			assert.Equal(t, rtlgen(t, dir, nil, args...).status, c.status)
			before := tree(t, dir)
			assert.Equal(t, rtlgen(t, dir, nil, args...).status, c.status)
			assert.DeepEqual(t, tree(t, dir), before)
			j := readJUnit(t, filepath.Join(dir, "junit.xml"))
			assert.Equal(t, j.Name, "rtlgen "+strings.Fields(c.args)[0])
			if c.tests >= 0 {
				assert.Equal(t, j.Tests, c.tests)
			}
			assert.Equal(t, j.Failures, c.failure)
			assert.Equal(t, len(j.Suites), 1)
			assert.Equal(t, j.Suites[0].Name, c.suite)
			if c.first != "" {
				assert.Equal(t, j.Suites[0].Cases[0].Name, c.first)
			}
			assert.Assert(t, strings.Contains(before["page.html"], c.suite))
		})
	}
}

func TestWrongReports(t *testing.T) {
	dir := t.TempDir()
	refused(t, rtlgen(t, dir, nil, "verify", "fifo", "--junit", "none/a.xml"),
		"cannot use --junit none/a.xml: the folder none: no such file or directory; make it first")
	refused(t, rtlgen(t, dir, nil, "prove", "fifo", "--html", dir), "cannot use --html "+dir+": it is a folder, and a file is needed")
	refused(t, rtlgen(t, dir, nil, "run", "recn-memory", "--shard", "1/2", "--junit", "a.xml"), "leave --junit out")
	assert.Equal(t, len(tree(t, dir)), 0)
}

// TestVerified has what is printed of an engine that differs as the text of its failure.
func TestVerified(t *testing.T) {
	t.Parallel()
	r := &testbench.Report{Block: "fifo", Params: map[string]int{"depth": 8}, Cycles: 9, Seed: 3, CoverPointsEnforced: true,
		CoverPointsMissed: []string{"full", "empty"}, Engines: []testbench.EngineReport{{Engine: "native"}, {Engine: "icarus",
			Difference: &testbench.Difference{Cycle: 7, Signal: "rd_data", Expected: "1", Got: "0", Diff: "-1\n+0", Repeat: "rtlgen verify fifo"}}}}
	s := verified([]*testbench.Report{r})[0]
	assert.Equal(t, s.Name, "fifo depth=8")
	assert.DeepEqual(t, s.Cases, []report.Case{
		{Name: "engine native", State: report.Passed},
		{Name: "engine icarus", State: report.Failed,
			Detail: "icarus: cycle 7: rd_data: expected 1, got 0\n  -1\n  +0\n  repeat: rtlgen verify fifo"},
		{Name: "cover points", State: report.Failed, Detail: "cover points not reached in 9 cycles from seed 3: full, empty"},
		{Name: "compared outputs", State: report.Passed},
	})
	assert.DeepEqual(t, r.Problems(), []string{s.Cases[1].Detail, s.Cases[2].Detail})
}

func TestProven(t *testing.T) {
	t.Parallel()
	all := []*prove.Proofs{{Block: "fifo", Params: map[string]int{"depth": 8}, Properties: []*prove.Property{
		{Name: "a", Kind: "assert", Verdict: prove.Proven}, {Name: "b", Kind: "assert", Verdict: prove.Bounded, Depth: 40},
		{Name: "c", Kind: "assume", Verdict: prove.Refuted, Depth: 3}}}}
	assert.DeepEqual(t, proven(all), []report.Suite{{Name: "fifo depth=8", Cases: []report.Case{
		{Name: "assert a", State: report.Passed}, {Name: "assert b", State: report.Skipped, Detail: "holds so far"},
		{Name: "assume c", State: report.Failed, Detail: "refuted in cycle 3"}}}})
}

func TestMutated(t *testing.T) {
	t.Parallel()
	r := &testbench.MutationReport{Block: "fifo", Killed: []testbench.Kill{{Name: "a"}}, Proven: []testbench.Proven{{Name: "b"}},
		Listed: []testbench.Listed{{Name: "c", Reason: "it is not read"}}, Known: []string{"d"},
		Survivors: []testbench.Survivor{{Name: "e", Pos: "fifo.go:3", Diff: "-x\n+y\n"}}}
	s := mutated([]*testbench.MutationReport{r})[0]
	assert.Equal(t, s.Count(report.Passed), 3)
	assert.Equal(t, s.Count(report.Skipped), 1)
	assert.DeepEqual(t, s.Cases[0], report.Case{Name: "e", State: report.Failed, Detail: "not noticed (fifo.go:3)\n-x\n+y\n"})
}

func TestFaulted(t *testing.T) {
	t.Parallel()
	row := func(hits int, reason string) *faults.Row {
		return &faults.Row{Fault: faults.Fault{Link: "node -> sw", Kind: "credit", Does: "lost"}, Hits: hits,
			Breaches: []faults.Breached{{Breach: "never at rest", Trials: 2, Reason: reason}}}
	}
	r := &faults.Report{Network: "recn", Rows: []*faults.Row{row(3, ""), row(3, "a credit is gone"), row(0, "x")}}
	s := faulted([]*faults.Report{r})[0]
	assert.Equal(t, s.Cases[0].Name, "node -> sw, credit, lost")
	assert.Equal(t, s.Cases[0].State, report.Failed)
	assert.Assert(t, strings.HasPrefix(s.Cases[0].Detail, r.Open()[0]+"\ntrials: 3\n"), s.Cases[0].Detail)
	assert.Equal(t, s.Cases[1].State, report.Passed)
	assert.DeepEqual(t, s.Cases[2], report.Case{Name: "node -> sw, credit, lost", State: report.Skipped, Detail: "no such event comes"})
}
