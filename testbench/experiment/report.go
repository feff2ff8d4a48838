package experiment

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
)

// Judgement is claims.json.
type Judgement struct {
	Experiment string    `json:"experiment"`
	Passed     bool      `json:"passed"`     // no claim failed, and there are no violations
	Seeds      []uint32  `json:"seeds"`      //
	Deviations []string  `json:"deviations"` // settings that are not the papers'
	Claims     []Verdict `json:"claims"`
	Violations []Broken  `json:"violations"` // of conservation, in all runs
	Faults     uint64    `json:"faults"`     // events on links that were lost, doubled or damaged on purpose
}

// Judgement of what the experiment shows.
func (p *Plan) Judgement(o *Outcome) Judgement {
	j := Judgement{p.Experiment.Name, o.Passed(), p.seeds, p.Deviations, o.Verdicts, o.Violations, o.Faults}
	if j.Deviations == nil {
		j.Deviations = []string{}
	}
	return j
}

// claimFiles are claims.json and claims.md.
func (p *Plan) claimFiles(o *Outcome) []File {
	text, err := json.MarshalIndent(p.Judgement(o), "", "  ")
	if err != nil {
		panic("BUG: verdicts cannot be written as JSON: " + err.Error())
	}
	return []File{{"claims.json", append(text, '\n')}, {"claims.md", p.markdown(o)}}
}

// markdown is claims.md: a table for people.
func (p *Plan) markdown(o *Outcome) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n\n%s.\n\n", p.Experiment.Name, p.Experiment.Doc)
	if len(p.Points) > 0 {
		fmt.Fprintf(&b, "Seeds: %s. A claim holds if it holds for every seed.", seedList(p.seeds))
	}
	if len(p.Deviations) > 0 {
		fmt.Fprintf(&b, "\nNot the papers' set-up: %s.", strings.Join(p.Deviations, ", "))
	}
	fmt.Fprint(&b, "\n\n| claim | what the paper says | measured | mean | smallest | largest | expected | result |\n|---|---|---|---|---|---|---|---|\n")
	for _, v := range o.Verdicts {
		if v.State == NotCovered {
			fmt.Fprintf(&b, "| %s | %s (%s) | | | | | | not covered: needs %s |\n", v.ID, v.Text, v.Source, v.Missing)
			continue
		}
		for i, f := range v.Conditions {
			id, text := v.ID, v.Text+" ("+v.Source+")"
			if i > 0 {
				id, text = "", ""
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s | %s |\n", id, text, f.What, Figure(f.Mean), Figure(f.Min), Figure(f.Max), f.Expected, f.State())
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

// State is the result of a condition in a word.
func (f Finding) State() string {
	if f.Passed {
		return Passed
	}
	return Failed
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
