package experiment

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Judgement is claims.json.
type Judgement struct {
	Experiment string    `json:"experiment"` // its name
	Passed     bool      `json:"passed"`     // no claim fails, and there are no violations
	Seeds      []uint32  `json:"seeds"`      // that were run
	Deviations []string  `json:"deviations"` // settings that are not the papers'
	Claims     []Verdict `json:"claims"`     // in the order of the experiment
	Violations []Broken  `json:"violations"` // of conservation, in all runs
	Faults     uint64    `json:"faults"`     // events on links that were lost, doubled or damaged on purpose
	// NotSteady are the runs whose window has two halves that differ.
	NotSteady []Unsteady `json:"not_steady,omitempty"`
}

// Judgement of what the experiment shows.
func (p *Plan) Judgement(o *Outcome) Judgement {
	j := Judgement{p.Experiment.Name, o.Passed(), p.seeds, p.Deviations, o.Verdicts, o.Violations, o.Faults, o.NotSteady}
	if j.Deviations == nil {
		j.Deviations = []string{}
	}
	return j
}

// claimFiles are claims.json, claims.md and claims.csv.
func (p *Plan) claimFiles(o *Outcome) []File {
	return []File{{"claims.json", jsonFile(p.Judgement(o))}, {"claims.md", p.markdown(o)}, {"claims.csv", claimTable(o)}}
}

func jsonFile(x any) []byte {
	text, err := json.MarshalIndent(x, "", "  ")
	if err != nil {
		panic("BUG: verdicts cannot be written as JSON: " + err.Error())
	}
	return append(text, '\n')
}

// markdown is claims.md: tables for people.
func (p *Plan) markdown(o *Outcome) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n\n%s.\n\n", p.Experiment.Name, p.Experiment.Doc)
	if len(p.Points) > 0 {
		fmt.Fprintf(&b, "Seeds: %s. A claim holds if it holds for every seed.", seedList(p.seeds))
	}
	if len(p.Deviations) > 0 {
		fmt.Fprintf(&b, "\nNot the papers' set-up: %s.", strings.Join(p.Deviations, ", "))
	}
	fmt.Fprint(&b, "\n\n| claim | what the paper says | measured | number of the paper | mean | smallest | largest | expected | from | margin | verdict |\n|---|---|---|---|---|---|---|---|---|---|---|\n")
	var differences, missing []string
	for _, v := range o.Verdicts {
		if v.State == NotCovered {
			missing = append(missing, fmt.Sprintf("- %s: %s: needs %s.", v.ID, v.statement(), v.Missing))
			continue
		}
		for i, row := range v.rows() {
			id, text := v.ID, v.statement()
			if i > 0 {
				id, text = "", ""
			}
			fmt.Fprintf(&b, "| %s | %s | %s |\n", id, text, strings.Join(row, " | "))
		}
		for _, f := range v.Conditions {
			if f.State == Differs {
				differences = append(differences, fmt.Sprintf("- %s: %s: %s, and this design has %s (%s, %s). %s.", v.ID, f.What,
					f.Expected, f.Span(), f.Differs, f.Instead, f.Reason))
			}
		}
	}
	if len(differences) > 0 {
		fmt.Fprintf(&b, "\n## Where the design differs from the paper\n\n%s\n", strings.Join(differences, "\n"))
	}
	if len(missing) > 0 {
		fmt.Fprintf(&b, "\n## Not covered\n\nWhat was run does not decide on these claims:\n\n%s\n",
			strings.Join(missing, "\n"))
	}
	if list := o.Close(); len(list) > 0 {
		fmt.Fprintf(&b, "\n## Close to a bound\n\nLess than %d times the spread over the seeds away:\n\n- %s\n", CloseTo,
			strings.Join(list, "\n- "))
	}
	setUps(&b, o.Verdicts)
	if len(o.NotSteady) > 0 {
		fmt.Fprint(&b, "\n## Not in a steady state\n\nThe two halves of the window of these runs differ; charts show them with an open mark:\n\n")
		for _, r := range o.NotSteady {
			fmt.Fprintf(&b, "- %s\n", r)
		}
	}
	if len(o.Violations) > 0 {
		fmt.Fprint(&b, "\n## Conservation is violated\n\n")
		for _, v := range o.Violations {
			fmt.Fprintf(&b, "- %s\n", v)
		}
	}
	return b.Bytes()
}

// statement is what the paper says, and where.
func (v Verdict) statement() string { return v.Text + " (" + v.Source + ")" }

// setUps writes what claims are judged under, each with its claims.
func setUps(b *bytes.Buffer, verdicts []Verdict) {
	var texts []string
	claims := map[string][]string{}
	for _, v := range verdicts {
		if v.SetUp == "" {
			continue
		}
		if claims[v.SetUp] == nil {
			texts = append(texts, v.SetUp)
		}
		claims[v.SetUp] = append(claims[v.SetUp], v.ID)
	}
	if len(texts) > 0 {
		fmt.Fprint(b, "\n## Set-up\n\n")
	}
	for _, text := range texts {
		fmt.Fprintf(b, "- %s: %s\n", strings.Join(claims[text], ", "), text)
	}
}

// rows are the columns from "measured" on.
func (v Verdict) rows() (rows [][]string) {
	if v.State == NotCovered {
		return [][]string{{"", "", "", "", "", "", "", "", "not covered: needs " + v.Missing}}
	}
	for _, f := range v.Conditions {
		if f.State == NotCovered {
			rows = append(rows, f.notCovered())
			continue
		}
		rows = append(rows, []string{f.What, f.Says, Figure(f.Mean), Figure(f.Min), Figure(f.Max), f.Expected,
			string(f.Origin), f.distance(), f.State})
	}
	for _, t := range v.Tests {
		rows = append(rows, []string{t, "", "", "", "", "", "", "", ByTest})
	}
	return rows
}

// notCovered are the columns of a condition that what was run does not decide. One over more
// seeds than were run shows what they gave.
func (f Finding) notCovered() []string {
	row := []string{f.What, f.Says, "", "", "", f.Expected, string(f.Origin), "", NotCovered + ": needs " + f.Missing}
	if len(f.Seeds) > 0 {
		row[2], row[3], row[4] = Figure(f.Mean), Figure(f.Min), Figure(f.Max)
	}
	return row
}

// claimTable is claims.csv: a row for each condition and test.
func claimTable(o *Outcome) []byte {
	list := [][]string{{"claim", "verdict", "source", "text", "set_up", "measured", "says", "mean", "smallest", "largest",
		"expected", "origin", "margin", "condition", "differs", "differs_origin", "reason", "mutants"}}
	for _, v := range o.Verdicts {
		for i, row := range v.rows() {
			var f Finding
			if v.State != NotCovered && i < len(v.Conditions) {
				f = v.Conditions[i]
			}
			list = append(list, slices.Concat([]string{v.ID, v.State, v.Source, v.Text, v.SetUp}, row,
				[]string{f.Differs, string(f.Instead), f.Reason, strings.Join(v.Mutants, " ")}))
		}
	}
	return table(list)
}

func table(rows [][]string) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	if err := w.WriteAll(rows); err != nil {
		panic("BUG: a table cannot be written: " + err.Error())
	}
	return b.Bytes()
}

// MutantJudgement is mutants.json.
type MutantJudgement struct {
	Experiment string         `json:"experiment"` // its name
	Noticed    bool           `json:"noticed"`    // every mutant that was run, and none of Unbroken
	Seeds      []uint32       `json:"seeds"`      // that were run
	Deviations []string       `json:"deviations"` // settings that are not the papers'
	Trials     []TrialVerdict `json:"trials"`     // one for each mutant of each claim
	// Unbroken are the differences that no mutant breaks, of those with a mutant in their runs.
	Unbroken []string `json:"unbroken,omitempty"`
}

// MutantJudgement of the trials of all claims.
func (p *Plan) MutantJudgement(list []TrialVerdict) MutantJudgement {
	missed := slices.ContainsFunc(list, func(v TrialVerdict) bool { return v.State == NotNoticed })
	unbroken := p.unbroken(list)
	j := MutantJudgement{p.Experiment.Name, !missed && len(unbroken) == 0, p.seeds, p.Deviations, list, unbroken}
	if j.Deviations == nil {
		j.Deviations = []string{}
	}
	if j.Trials == nil {
		j.Trials = []TrialVerdict{}
	}
	return j
}

// mutantFiles are mutants.json, mutants.md and mutants.csv.
func (p *Plan) mutantFiles(list []TrialVerdict) []File {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s: mutants\n\nEach claim with a deliberate mistake in the design: it must fail. Seeds: %s.\n\n",
		p.Experiment.Name, seedList(p.seeds))
	fmt.Fprint(&b, "| claim | mutant | measured | with the mutant | without | expected | result |\n|---|---|---|---|---|---|---|\n")
	rows := [][]string{{"claim", "mutant", "mistake", "measured", "with_mutant", "without", "expected", "result"}}
	for _, v := range list {
		if v.State == NotCovered {
			fmt.Fprintf(&b, "| %s | %s: %s | | | | | not covered: needs %s |\n", v.Claim, v.Mutant, v.Doc, v.Missing)
			rows = append(rows, []string{v.Claim, v.Mutant, v.Doc, "", "", "", "", NotCovered})
		}
		for i, f := range v.Findings {
			id, mistake, state := v.Claim, v.Mutant+": "+v.Doc, v.State
			if i > 0 {
				id, mistake, state = "", "", ""
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s |\n", id, mistake, f.What, f.Span(), f.Sound.Span(), f.Bounds(),
				state)
			rows = append(rows, []string{v.Claim, v.Mutant, v.Doc, f.What, f.Span(), f.Sound.Span(), f.Bounds(), v.State})
		}
	}
	j := p.MutantJudgement(list)
	if len(j.Unbroken) > 0 {
		fmt.Fprintf(&b, "\n## Differences that no mutant breaks\n\n- %s\n", strings.Join(j.Unbroken, "\n- "))
	}
	return []File{{"mutants.json", jsonFile(j)}, {"mutants.md", b.Bytes()}, {"mutants.csv", table(rows)}}
}

// Bounds are the paper's bound and that of a documented difference, as text.
func (f Finding) Bounds() string {
	if f.Differs == "" {
		return f.Expected
	}
	return f.Expected + ", or " + f.Differs
}

// Figure prints a value with as many digits as people read: four, or all of a
// whole number.
func Figure(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e15 {
		return Number(x)
	}
	return fmt.Sprintf("%.4g", x)
}

func seedList(seeds []uint32) string {
	var list []string
	for _, s := range seeds {
		list = append(list, fmt.Sprint(s))
	}
	return strings.Join(list, ", ")
}
