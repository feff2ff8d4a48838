package cli

import (
	"fmt"
	"sort"
	"strings"

	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/coverage"
)

func countFailed(reports []*testbench.Report) int {
	n := 0
	for _, r := range reports {
		if !r.Passed {
			n++
		}
	}
	return n
}

// printReportsJSON prints what `rtlgen verify --json` promises.
func (p *program) printReportsJSON(reports []*testbench.Report, covered *coverage.Summary) error {
	return p.printJSON(verifyJSON{countFailed(reports) == 0, reports, covered})
}

// printReports prints a table with a row for each block and engine, then what is
// wrong.
func (p *program) printReports(reports []*testbench.Report) error {
	var t table
	t.add("BLOCK", "ENGINE", "CYCLES", "OUTPUTS COMPARED", "COVER POINTS", "SECONDS", "RESULT")
	for _, r := range reports {
		for _, e := range r.Engines {
			result := "passed"
			switch {
			case !e.Passed:
				result = "FAILED"
			case !r.Passed:
				result = "FAILED: see below"
			}
			t.add(r.Title(), e.Engine, fmt.Sprint(r.Cycles), fmt.Sprint(r.OutputsCompared), reached(r),
				fmt.Sprintf("%.1f", e.Seconds+e.BuildSeconds), result)
		}
	}
	if err := p.printTable(t); err != nil {
		return err
	}
	for _, r := range reports {
		for _, problem := range r.Problems() {
			if _, err := fmt.Fprintf(p.stdout, "\n%s: %s\n", title(r), problem); err != nil {
				return err
			}
		}
	}
	return nil
}

// printCacheProblems says, once each, why compiled simulations were not kept: the next run has to
// make them again.
func (p *program) printCacheProblems(reports []*testbench.Report) {
	told := map[string]bool{"": true}
	for _, r := range reports {
		for _, e := range r.Engines {
			if !told[e.CacheProblem] {
				told[e.CacheProblem] = true
				fmt.Fprintln(p.stderr, p.named("rtlgen: "+e.CacheProblem))
			}
		}
	}
}

// reached is the share of cover points: "7/7".
func reached(r *testbench.Report) string {
	return fmt.Sprintf("%d/%d", len(r.CoverPoints)-len(r.CoverPointsMissed), len(r.CoverPoints))
}

// title names the block with all its parameters.
func title(r *testbench.Report) string {
	var list []string
	for name, value := range r.Params {
		list = append(list, fmt.Sprintf("%s=%d", name, value))
	}
	sort.Strings(list)
	return strings.Join(append([]string{r.Title()}, list...), " ")
}
