package cli

import (
	"fmt"
	"strings"

	"culprit.example/culprit/testbench/experiment"
)

// listedExperiment is the JSON of `rtlgen run --list --json`.
type listedExperiment struct {
	Name     string               `json:"name"`     // as in calls
	Doc      string               `json:"doc"`      // what it shows
	Settings []experiment.Setting `json:"settings"` // of --set
}

func listedExperiments(experiments []*experiment.Experiment) []listedExperiment {
	list := []listedExperiment{}
	for _, e := range experiments {
		list = append(list, listedExperiment{e.Name, e.Doc, e.Settings})
	}
	return list
}

func (p *program) printExperiments(experiments []*experiment.Experiment) error {
	var t table
	t.add("EXPERIMENT", "SETTING", "DEFAULT", "RANGE", "MEANING")
	for _, e := range experiments {
		t.add(e.Name, "", "", "", e.Doc)
		for _, s := range e.Settings {
			t.add("", s.Name, s.Default, s.Range(), s.Doc)
		}
	}
	return p.printTable(t)
}

// printOutcome prints a row for each condition of each claim.
func (p *program) printOutcome(plan *experiment.Plan, o *experiment.Outcome, dir string) error {
	var t table
	t.add("CLAIM", "MEASURED", "PAPER", "MEAN", "OVER THE SEEDS", "EXPECTED", "FROM", "VERDICT")
	var missing []string
	for _, v := range o.Verdicts {
		if v.State == experiment.NotCovered {
			missing = append(missing, fmt.Sprintf("\n  %s needs %s: %s", v.ID, v.Missing, v.Text))
			continue
		}
		for _, f := range v.Conditions {
			mean, span := experiment.Figure(f.Mean), f.Span()
			if len(f.Seeds) == 0 {
				mean, span = "", ""
			}
			t.add(v.ID, f.What, f.Says, mean, span, f.Expected, string(f.Origin), f.State)
		}
		for _, f := range v.NotCovered() {
			missing = append(missing, fmt.Sprintf("\n  %s, %s, needs %s", v.ID, f.What, f.Missing))
		}
		for _, test := range v.Tests {
			t.add(v.ID, test, "", "", "", "", "", experiment.ByTest)
		}
	}
	if err := p.printTable(t); err != nil {
		return err
	}
	notes := append(differences(o), conservation(o)...)
	notes = append(notes, notSteady(o)...)
	notes = append(notes, closeToBounds(o)...)
	if len(missing) > 0 {
		notes = append(notes, "not covered:"+strings.Join(missing, ""))
	}
	if len(plan.Deviations) > 0 {
		notes = append(notes, "not the papers' set-up: "+strings.Join(plan.Deviations, ", "))
	}
	return p.printNotes(append(notes, count(len(o.Files), "file")+" in "+dir))
}

// printNotes prints paragraphs.
func (p *program) printNotes(notes []string) error {
	for _, n := range notes {
		if _, err := fmt.Fprintf(p.stdout, "\n%s\n", n); err != nil {
			return err
		}
	}
	return nil
}

// differences says why claims differ.
func differences(o *experiment.Outcome) []string {
	var b strings.Builder
	for _, v := range o.Verdicts {
		for _, f := range v.Conditions {
			if f.State == experiment.Differs {
				fmt.Fprintf(&b, "\n  %s: %s: expected %s, and this design has %s (%s): %s", v.ID, f.What, f.Expected, f.Differs,
					f.Instead, f.Reason)
			}
		}
	}
	if b.Len() == 0 {
		return nil
	}
	return []string{"differs from the paper:" + b.String()}
}

// notSteady names the runs that were to measure a steady state and were not in one.
func notSteady(o *experiment.Outcome) []string {
	return firstOf("not in a steady state (the halves of the window differ):", o.NotSteady)
}

// closeToBounds names what was measured close to a bound.
func closeToBounds(o *experiment.Outcome) []string {
	list := o.Close()
	if len(list) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("close to a bound (less than %d times the spread over the seeds):\n  %s", experiment.CloseTo,
		strings.Join(list, "\n  "))}
}

// firstOf is a note with the first of a list; nothing if that is empty.
func firstOf[T fmt.Stringer](title string, list []T) []string {
	if len(list) == 0 {
		return nil
	}
	text := title
	for _, x := range list[:min(len(list), maxPrinted)] {
		text += "\n  " + x.String()
	}
	if n := len(list); n > maxPrinted {
		text += fmt.Sprintf("\n  and %d more in claims.md", n-maxPrinted)
	}
	return []string{text}
}

// maxPrinted is how many of a list are printed; claims.md has all.
const maxPrinted = 10

// conservation says what was lost, doubled or damaged, and how much of that on
// purpose.
func conservation(o *experiment.Outcome) []string {
	notes := firstOf("conservation is violated:", o.Violations)
	if o.Faults > 0 {
		notes = append(notes, fmt.Sprintf("faults injected: %d", o.Faults))
	}
	return notes
}
