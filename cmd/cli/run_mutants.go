package cli

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"culprit.example/culprit/testbench/experiment"
)

// runMutants runs the claims of a plan with their mutants.
func (p *program) runMutants(c *cli.Context, plan *experiment.Plan, dir string, jobs int) error {
	list, err := p.measureMutants(c.Context, plan, dir, jobs)
	if err != nil {
		return err
	}
	if err := writeReports(c, tried(plan, list)); err != nil {
		return err
	}
	if c.Bool("json") {
		err = p.printJSON(plan.MutantJudgement(list))
	} else {
		err = p.printMutants(plan, list, filepath.Join(dir, plan.Experiment.Name))
	}
	if err != nil {
		return err
	}
	var missed []string
	for _, v := range list {
		if v.State == experiment.NotNoticed {
			missed = append(missed, fmt.Sprintf("claim %s does not notice %s", v.Claim, v.Mutant))
		}
	}
	if missed = append(missed, plan.MutantJudgement(list).Unbroken...); len(missed) > 0 {
		return failed{strings.Join(missed, "; ")}
	}
	return nil
}

// measureMutants runs the points that are missing in the folder and writes the
// tables.
func (p *program) measureMutants(ctx context.Context, plan *experiment.Plan, dir string,
	jobs int) ([]experiment.TrialVerdict, error) {
	points, err := plan.MutantPoints()
	if err != nil {
		return nil, err
	}
	results, err := p.runPoints(ctx, points, dir, jobs)
	if err != nil {
		return nil, leftOver(ctx, results, points, dir, err)
	}
	list, files, err := plan.EvaluateMutants(results)
	if err != nil {
		return nil, err
	}
	return list, writeFiles(filepath.Join(dir, plan.Experiment.Name), files)
}

// printMutants prints a row for each condition that depends on a mutant.
func (p *program) printMutants(plan *experiment.Plan, list []experiment.TrialVerdict, dir string) error {
	var t table
	t.add("CLAIM", "MUTANT", "MEASURED", "WITH IT", "WITHOUT", "EXPECTED", "RESULT")
	var missing []string
	for _, v := range list {
		if v.State == experiment.NotCovered {
			missing = append(missing, fmt.Sprintf("\n  %s with %s needs %s", v.Claim, v.Mutant, v.Missing))
		}
		for i, f := range v.Findings {
			if i == 0 {
				t.add(v.Claim, v.Mutant, f.What, f.Span(), f.Sound.Span(), f.Bounds(), v.State)
			} else {
				t.add("", "", f.What, f.Span(), f.Sound.Span(), f.Bounds())
			}
		}
	}
	if err := p.printTable(t); err != nil {
		return err
	}
	var notes []string
	if len(missing) > 0 {
		notes = append(notes, "not covered:"+strings.Join(missing, ""))
	}
	if len(plan.Deviations) > 0 {
		notes = append(notes, "not the papers' set-up: "+strings.Join(plan.Deviations, ", "))
	}
	return p.printNotes(append(notes, "3 files in "+dir))
}
