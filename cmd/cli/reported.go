package cli

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/internal/outfile"
	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/experiment"
	"culprit.example/culprit/testbench/faults"
	"culprit.example/culprit/testbench/prove"
	"culprit.example/culprit/testbench/report"
)

// reportForms are the options of reports in files, and what writes them.
var reportForms = []struct {
	name, usage string
	write       func(report.Report, io.Writer) error
}{
	{"junit", "write the results as JUnit XML into `FILE`, for servers of continuous integration", report.Report.WriteJUnit},
	{"html", "write the results as a page of HTML into `FILE`, which needs no other file", report.Report.WriteHTML},
}

func reportFlags() (list []cli.Flag) {
	for _, f := range reportForms {
		list = append(list, &cli.StringFlag{Name: f.name, Usage: f.usage})
	}
	return list
}

// checkReports reports whether the files can be written, before what they show is made.
func checkReports(c *cli.Context) error {
	for _, f := range reportForms {
		path := c.String(f.name)
		if path == "" {
			continue
		}
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			return fmt.Errorf("cannot use --%s %s: it is a folder, and a file is needed", f.name, path)
		}
		if _, err := os.Stat(filepath.Dir(path)); err != nil {
			return fmt.Errorf("cannot use --%s %s: the folder %s: %w; make it first", f.name, path, filepath.Dir(path), outfile.Cause(err))
		}
	}
	return nil
}

// writeReports writes the files that a call asks for.
func writeReports(c *cli.Context, suites []report.Suite) error {
	r := report.Report{Title: "rtlgen " + c.Command.Name, Suites: suites}
	for _, f := range reportForms {
		path := c.String(f.name)
		if path == "" {
			continue
		}
		err := outfile.Replace(path, func(w io.Writer) error { return f.write(r, w) })
		if err != nil {
			return fmt.Errorf("cannot write --%s %s: %w", f.name, path, outfile.Cause(err))
		}
	}
	return nil
}

// passedOr is Passed for a check without problems.
func passedOr(problems []string) report.State {
	if len(problems) > 0 {
		return report.Failed
	}
	return report.Passed
}

// verified has a suite for each bench, with a case for each engine and for what the run must do.
func verified(reports []*testbench.Report) (list []report.Suite) {
	for _, r := range reports {
		s := report.Suite{Name: title(r)}
		for _, k := range r.Checks() {
			s.Cases = append(s.Cases, report.Case{Name: k.Name, State: passedOr(k.Problems), Detail: strings.Join(k.Problems, "\n")})
		}
		list = append(list, s)
	}
	return list
}

// proven has a suite for each block, with a case for each property.
func proven(all []*prove.Proofs) (list []report.Suite) {
	for _, b := range all {
		s := report.Suite{Name: b.Title()}
		for _, x := range b.Properties {
			k := report.Case{Name: x.Kind + " " + x.Name, State: report.Skipped, Detail: string(x.Verdict)}
			switch x.Verdict {
			case prove.Proven:
				k.State, k.Detail = report.Passed, ""
			case prove.Refuted:
				k.State, k.Detail = report.Failed, fmt.Sprintf("refuted in cycle %d", x.Depth)
			}
			s.Cases = append(s.Cases, k)
		}
		list = append(list, s)
	}
	return list
}

// mutated has a suite for each block, with a case for each mutant.
func mutated(reports []*testbench.MutationReport) (list []report.Suite) {
	for _, r := range reports {
		s := report.Suite{Name: r.Block}
		add := func(name string, state report.State, detail string) {
			s.Cases = append(s.Cases, report.Case{Name: name, State: state, Detail: detail})
		}
		for _, x := range r.Survivors {
			add(x.Name, report.Failed, fmt.Sprintf("not noticed (%s)\n%s", x.Pos, x.Diff+shows(x)))
		}
		for _, name := range r.Known {
			add(name, report.Skipped, "not noticed, and known")
		}
		for _, x := range r.Listed {
			add(x.Name, report.Passed, "listed as equal: "+x.Reason)
		}
		for _, x := range r.Proven {
			add(x.Name, report.Passed, "proven equal")
		}
		for _, x := range r.Killed {
			add(x.Name, report.Passed, "")
		}
		list = append(list, s)
	}
	return list
}

// faulted has a suite for each network, with a case for each fault.
func faulted(reports []*faults.Report) (list []report.Suite) {
	for _, r := range reports {
		s := report.Suite{Name: r.Network}
		for _, x := range r.Rows {
			open := r.OpenOf(x)
			cells := x.Cells()
			k := report.Case{Name: strings.Join(cells[:3], ", "), State: passedOr(open)}
			var detail []string
			for i, name := range faults.Heads()[3:] {
				if cells[3+i] != "" {
					detail = append(detail, strings.ToLower(name)+": "+cells[3+i])
				}
			}
			if x.Hits == 0 {
				k.State, detail = report.Skipped, cells[4:5]
			}
			k.Detail = strings.Join(append(open, detail...), "\n")
			s.Cases = append(s.Cases, k)
		}
		list = append(list, s)
	}
	return list
}

// stateOf is the state of a case by the word for what became of it, of which one means that it failed, and what stands
// first about it.
func stateOf(word, failed, missing string) (report.State, []string) {
	switch word {
	case failed:
		return report.Failed, []string{word}
	case experiment.NotCovered:
		return report.Skipped, []string{word + ": needs " + missing}
	}
	return report.Passed, []string{word}
}

// judged has one suite, with a case for each claim, and one for what all networks must conserve.
func judged(plan *experiment.Plan, o *experiment.Outcome) []report.Suite {
	s := report.Suite{Name: plan.Experiment.Name}
	for _, v := range o.Verdicts {
		k := report.Case{Name: v.ID + ": " + v.Text}
		var detail []string
		k.State, detail = stateOf(v.State, experiment.Fails, v.Missing)
		for _, f := range v.Conditions {
			text := fmt.Sprintf("%s: %s, expected %s: %s", f.What, f.Span(), f.Bounds(), f.State)
			if f.State == experiment.NotCovered {
				text = fmt.Sprintf("%s: %s: needs %s", f.What, f.State, f.Missing)
			}
			if f.State == experiment.Fails && detail[0] == v.State {
				detail[0] = text // what failed first is the reason
				continue
			}
			detail = append(detail, text)
		}
		for _, test := range v.Tests {
			detail = append(detail, test+": "+experiment.ByTest)
		}
		k.Detail = strings.Join(detail, "\n")
		s.Cases = append(s.Cases, k)
	}
	if len(plan.Points) > 0 {
		var lost []string
		for _, b := range o.Violations {
			lost = append(lost, b.String())
		}
		s.Cases = append(s.Cases, report.Case{Name: "conservation", State: passedOr(lost), Detail: strings.Join(lost, "\n")})
	}
	return []report.Suite{s}
}

// tried has one suite, with a case for each mutant of each claim.
func tried(plan *experiment.Plan, list []experiment.TrialVerdict) []report.Suite {
	s := report.Suite{Name: plan.Experiment.Name + ": mutants"}
	for _, v := range list {
		k := report.Case{Name: fmt.Sprintf("%s notices %s: %s", v.Claim, v.Mutant, v.Doc)}
		var detail []string
		k.State, detail = stateOf(v.State, experiment.NotNoticed, v.Missing)
		for _, f := range v.Findings {
			detail = append(detail, fmt.Sprintf("%s: %s, without it %s, expected %s", f.What, f.Span(), f.Sound.Span(), f.Bounds()))
		}
		k.Detail = strings.Join(detail, "\n")
		s.Cases = append(s.Cases, k)
	}
	for _, text := range plan.MutantJudgement(list).Unbroken {
		s.Cases = append(s.Cases, report.Case{Name: text, State: report.Failed, Detail: text})
	}
	return []report.Suite{s}
}
