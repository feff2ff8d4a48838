package experiment

import (
	"cmp"
	"math"
	"slices"
)

// The states of verdicts and of their conditions, from the worst to the best. Only
// Fails makes a call fail.
const (
	// Fails: neither what the paper says, nor a documented difference.
	Fails = "fails"
	// NotCovered: the plan does not measure what it needs.
	NotCovered = "not covered"
	// HoldsInPart: of the conditions that were run none fails, and others were not run, or
	// with too few seeds.
	HoldsInPart = "holds in part"
	// Differs: the paper's number is not reached, or exceeded, as documented with
	// its reason (Difference). It does not count as holding.
	Differs = "differs"
	// ByTest: proven by Go tests, which the experiment does not run.
	ByTest = "by test"
	// Holds: what the paper says.
	Holds = "holds"
)

// Verdict is the judgement on a claim.
type Verdict struct {
	ID     string `json:"id"`               // of the claim: "R14"
	Source string `json:"source"`           // where the paper says it
	Text   string `json:"text"`             // what the paper says
	SetUp  string `json:"set_up,omitempty"` // what it is judged under
	State  string `json:"state"`            // the worst of the conditions: "holds", "fails", "differs", "holds in part", "by test", "not covered"
	// what a claim that is not covered needs, or the first of its conditions that is not
	Missing    string    `json:"missing,omitempty"`
	Conditions []Finding `json:"conditions,omitempty"` // that were run
	Mutants    []string  `json:"mutants,omitempty"`    // mistakes under which it must fail
	Tests      []string  `json:"tests,omitempty"`      // Go tests that prove it or a part of it
}

// Finding is a condition with its value: mean, smallest and largest over the
// seeds.
type Finding struct {
	What     string   `json:"what"`                     // the quantity, with its unit
	Mean     float64  `json:"mean"`                     // over the seeds, as Min and Max; -1 stands for no number
	Min      float64  `json:"min"`                      // the smallest
	Max      float64  `json:"max"`                      // the largest
	Seeds    []uint32 `json:"seeds"`                    // that have a value
	Says     string   `json:"says,omitempty"`           // the number of the paper
	Expected string   `json:"expected"`                 // by the paper
	Origin   Origin   `json:"origin,omitempty"`         // of what is expected
	Differs  string   `json:"differs,omitempty"`        // the documented difference: what must hold instead
	Instead  Origin   `json:"differs_origin,omitempty"` // origin of the difference
	Reason   string   `json:"reason,omitempty"`         // of the difference
	State    string   `json:"state"`                    // as that of a claim
	Missing  string   `json:"missing,omitempty"`        // what a condition that is not covered needs
	// Spread is the standard deviation over the seeds, and Margin how many of them lie
	// between what was measured and the nearest end of the bound that holds.
	Spread float64  `json:"spread,omitempty"`
	Margin *float64 `json:"margin,omitempty"`
}

// worse is the worse of two states.
func worse(a, b string) string {
	order := []string{Fails, NotCovered, HoldsInPart, Differs, ByTest, Holds}
	return order[min(slices.Index(order, a), slices.Index(order, b))]
}

// judge finds the verdict.
func (c Claim) judge(seeds []uint32, m *Measured) Verdict {
	v := Verdict{ID: c.ID, Source: c.Source, Text: c.Text, SetUp: c.SetUp, State: Holds, Tests: c.Tests}
	for _, t := range c.Mutants {
		v.Mutants = append(v.Mutants, t.Mutant.Name)
	}
	if len(c.Conditions) == 0 {
		v.State = ByTest
	}
	covered, byRuns := false, false
	for _, k := range c.Conditions {
		f := k.find(seeds, m)
		f.Origin = c.origin(k)
		v.Conditions = append(v.Conditions, f)
		byRuns = byRuns || !k.Value.All
		if f.State == NotCovered {
			v.Missing = cmp.Or(v.Missing, f.Missing)
			continue
		}
		v.State = worse(v.State, f.State)
		// A number that takes no run of its own does not decide for those that were not made.
		covered = covered || !k.Value.All
	}
	all := len(v.NotCovered()) == len(v.Conditions)
	switch {
	case v.State == Fails || v.Missing == "":
	case all || byRuns && !covered:
		v.State, v.Conditions = NotCovered, nil
	default:
		v.State = worse(v.State, HoldsInPart)
	}
	return v
}

// NotCovered are the conditions that what was run does not decide. They leave the claim to
// the others.
func (v Verdict) NotCovered() (list []Finding) {
	for _, f := range v.Conditions {
		if f.State == NotCovered {
			list = append(list, f)
		}
	}
	return list
}

// find evaluates the condition for those of the seeds that were run. With none of
// them it is not covered, and names a run that is missing. One over more seeds than were
// run is not covered either: it shows what was measured.
func (k Condition) find(seeds []uint32, m *Measured) Finding {
	f := Finding{What: k.What, Says: k.Says.String(), Expected: k.expected(), State: Holds, Min: math.Inf(1),
		Max: math.Inf(-1)}
	if k.Differs != nil {
		f.Differs, f.Instead, f.Reason = k.Differs.Bound.String(), k.Differs.Origin, k.Differs.Reason
	}
	var values []float64
	missing := ""
	for _, seed := range seeds {
		runs, without := k.Value.gather(m, seed)
		if without != "" {
			missing = without
			continue
		}
		values = append(values, k.Value.Of(runs))
		f.add(seed, values[len(values)-1], k)
	}
	switch {
	case len(values) == 0:
		f.State, f.Missing, f.Min, f.Max = NotCovered, missing, 0, 0
		return f
	case k.Over == nil:
	case len(values) >= k.Over.Seeds:
		f.State = k.state(k.Over.Of(values))
	default:
		f.State, f.Missing = NotCovered, "more seeds ("+f.Expected+")"
	}
	f.Mean = min(max(f.Mean/float64(len(f.Seeds)), f.Min), f.Max) // rounding must not put it outside
	f.Spread, f.Margin = k.margin(f.State, values)
	return f
}

// gather looks up the runs of a seed, or names the first that is missing.
func (s Samples) gather(m *Measured, seed uint32) ([]Run, string) {
	if s.All {
		return m.All(seed), ""
	}
	var runs []Run
	for _, need := range s.Needs {
		r, ok := m.Run(need, seed)
		if !ok {
			return nil, need
		}
		runs = append(runs, r)
	}
	return runs, ""
}

// state judges one value. One that is no number (no packet came, so there is no
// latency) breaks every bound.
func (k Condition) state(x float64) string {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 0):
		return Fails
	case k.Bound.holds(x) && (k.Says == nil || k.Says.keptBy(k.Bound)):
		return Holds
	case k.Differs != nil && k.Differs.Bound.holds(x):
		return Differs
	}
	return Fails
}

// add takes a seed's value in. One that is no number shows as -1, since JSON has
// none.
func (f *Finding) add(seed uint32, x float64, k Condition) {
	if k.Over == nil {
		f.State = worse(f.State, k.state(x))
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		x = -1
	}
	f.Seeds = append(f.Seeds, seed)
	f.Mean += x
	f.Min, f.Max = min(f.Min, x), max(f.Max, x)
}

// Span is the range of the values over the seeds, as text.
func (f Finding) Span() string {
	if f.Min == f.Max {
		return Figure(f.Min)
	}
	return Figure(f.Min) + ".." + Figure(f.Max)
}
