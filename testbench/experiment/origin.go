package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
)

// Origin says where a bound comes from: Paper, Model or AfterResult.
type Origin string

const (
	// Paper is an origin: it is the number of the paper, or what its words leave: "nothing is lost".
	Paper Origin = "paper"
	// Model is an origin: it stood before the run, from a model, from arithmetic or from a contract.
	Model Origin = "model"

	afterResult = "result "
)

// AfterResult is the origin of a bound that was chosen after a result had been seen. day is
// that of the commit that set it: "2026-11-22".
func AfterResult(day string) Origin { return Origin(afterResult + day) }

func (o Origin) known() bool {
	day, chosen := strings.CutPrefix(string(o), afterResult)
	_, err := time.Parse(time.DateOnly, day)
	return o == Paper || o == Model || chosen && err == nil
}

// Quote is a number that the paper has, and how closely it is read.
type Quote struct {
	number Bound
	part   float64
}

// Says is a number in figures, or a limit: "96.8 %", "less than one frame". It is read to
// 2 %.
func Says(number Bound) *Quote { return &Quote{number, 0.02} }

// SaysAbout is a round number, or one with about, almost, some: "about 65 %", "around 10
// frames". It is read to 10 %.
func SaysAbout(number Bound) *Quote { return &Quote{number, 0.1} }

func (q *Quote) String() string {
	if q == nil {
		return ""
	}
	text := strings.TrimPrefix(q.number.String(), "= ")
	if q.part > Says(q.number).part {
		text = "about " + text
	}
	return text
}

// keptBy reports whether a bound keeps to the number: the number is in it, and nothing
// that is further from the number than it is read.
func (q *Quote) keptBy(b Bound) bool {
	const rounding = 1e-9
	low, high := q.number.low, q.number.high
	if b.low < low-q.part*math.Abs(low)-rounding || b.high > high+q.part*math.Abs(high)+rounding {
		return false
	}
	return low != high || b.holds(low)
}

// From is the condition with the origin of its bound.
func (k Condition) From(o Origin) Condition {
	k.Origin = o
	return k
}

// Saying is the condition with the number of the paper.
func (k Condition) Saying(q *Quote) Condition {
	k.Says = q
	return k
}

// Differing is the condition with what the design has instead.
func (k Condition) Differing(b Bound, o Origin, reason string) Condition {
	k.Differs = &Difference{Bound: b, Origin: o, Reason: reason}
	return k
}

// From is the claim with the origin of the bounds of all conditions that do not say theirs.
func (c Claim) From(o Origin) Claim {
	c.Origin = o
	return c
}

// origin of the bound of a condition. A bound that is the paper's number needs none.
func (c Claim) origin(k Condition) Origin {
	switch {
	case k.Origin != "":
		return k.Origin
	case k.Says != nil:
		return Paper
	case k.Bound == Reported():
		return ""
	}
	return c.Origin
}

// Flaws is what is wrong with the claim whatever is measured: a bound that does not say
// where it comes from, one that does not keep to the number of the paper, a difference
// that no mutant could break, nor a test, if it takes no run.
func (c Claim) Flaws() (list []string) {
	for _, k := range c.Conditions {
		flaw := func(format string, args ...any) {
			list = append(list, fmt.Sprintf("claim %s, %s: ", c.ID, k.What)+fmt.Sprintf(format, args...))
		}
		if o := c.origin(k); k.Bound != Reported() && !o.known() {
			flaw("the bound %s has the origin %q: give paper, model or the day of a result", k.Bound, string(o))
		}
		if k.Says != nil && !k.Says.keptBy(k.Bound) {
			flaw("the bound %s does not keep to the %s of the paper", k.Bound, k.Says)
		}
		if k.Differs == nil {
			continue
		}
		if !k.Differs.Origin.known() {
			flaw("the bound %s of the difference has the origin %q", k.Differs.Bound, string(k.Differs.Origin))
		}
		if k.Differs.Reason == "" {
			flaw("the difference has no reason")
		}
		mutated := func(t Trial) bool { return k.Value.dependsOn(t.Runs) }
		if tested := k.Value.All && len(c.Tests) > 0; !tested && !slices.ContainsFunc(c.Mutants, mutated) {
			flaw("no mutant is in the runs of the difference %s", k.Differs.Bound)
		}
	}
	return list
}

// unbroken are the differences of the claims that no trial breaks, of those whose runs
// were made with a mutant.
func (p *Plan) unbroken(trials []TrialVerdict) (list []string) {
	for _, c := range p.Claims {
		for _, k := range c.Conditions {
			if k.Differs == nil {
				continue
			}
			tried, broken := false, false
			for _, t := range trials {
				for _, f := range t.Findings {
					if t.Claim == c.ID && f.What == k.What && f.Expected == k.expected() {
						tried, broken = true, broken || f.State == Fails
					}
				}
			}
			if tried && !broken {
				list = append(list, fmt.Sprintf("claim %s, %s: no mutant breaks %s", c.ID, k.What, k.Differs.Bound))
			}
		}
	}
	return list
}

// expected is the bound as text, with what it is of.
func (k Condition) expected() string {
	if k.Over == nil {
		return k.Bound.String()
	}
	return fmt.Sprintf("%s of %d seeds %s", k.Over.Name, k.Over.Seeds, k.Bound)
}
