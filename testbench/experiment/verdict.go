package experiment

import (
	"fmt"
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
	ID         string    `json:"id"`
	Source     string    `json:"source"`
	Text       string    `json:"text"`
	SetUp      string    `json:"set_up,omitempty"`
	State      string    `json:"state"`
	Missing    string    `json:"missing,omitempty"` // what a claim that is not covered needs
	Conditions []Finding `json:"conditions,omitempty"`
	Mutants    []string  `json:"mutants,omitempty"` // mistakes under which it must fail
	Tests      []string  `json:"tests,omitempty"`   // Go tests that prove it or a part of it
}

// Finding is a condition with its value: mean, smallest and largest over the
// seeds.
type Finding struct {
	What     string   `json:"what"`
	Mean     float64  `json:"mean"`
	Min      float64  `json:"min"`
	Max      float64  `json:"max"`
	Seeds    []uint32 `json:"seeds"`
	Expected string   `json:"expected"`          // by the paper
	Differs  string   `json:"differs,omitempty"` // the documented difference: what must hold instead
	Reason   string   `json:"reason,omitempty"`  // of the difference
	State    string   `json:"state"`
}

// worse is the worse of two states.
func worse(a, b string) string {
	order := []string{Fails, NotCovered, Differs, ByTest, Holds}
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
	for _, k := range c.Conditions {
		f, missing := k.find(seeds, m)
		if missing != "" {
			v.State, v.Missing, v.Conditions = NotCovered, missing, nil
			return v
		}
		v.Conditions = append(v.Conditions, f)
	}
	// A condition that takes more seeds leaves the claim to the others.
	judged := slices.DeleteFunc(slices.Clone(v.Conditions), func(f Finding) bool { return f.State == NotCovered })
	if len(judged) == 0 && len(v.Conditions) > 0 {
		v.State, v.Missing, v.Conditions = NotCovered, "more seeds ("+v.Conditions[0].Expected+")", nil
	}
	for _, f := range judged {
		v.State = worse(v.State, f.State)
	}
	return v
}

// find evaluates the condition for those of the seeds that were run. With none of
// them, it names a run that is missing. One over more seeds than were run is not
// covered: it shows what was measured.
func (k Condition) find(seeds []uint32, m *Measured) (f Finding, missing string) {
	f = Finding{What: k.What, Expected: k.Bound.String(), State: Holds, Min: math.Inf(1), Max: math.Inf(-1)}
	if k.Differs != nil {
		f.Differs, f.Reason = k.Differs.Bound.String(), k.Differs.Reason
	}
	var values []float64
	for _, seed := range seeds {
		runs, without := k.Value.gather(m, seed)
		if without != "" {
			missing = without
			continue
		}
		values = append(values, k.Value.Of(runs))
		f.add(seed, values[len(values)-1], k)
	}
	if len(f.Seeds) == 0 {
		return f, missing
	}
	if k.Over != nil {
		f.Expected = fmt.Sprintf("%s of %d seeds %s", k.Over.Name, k.Over.Seeds, f.Expected)
		f.State = NotCovered
		if len(values) >= k.Over.Seeds {
			f.State = k.state(k.Over.Of(values))
		}
	}
	f.Mean = min(max(f.Mean/float64(len(f.Seeds)), f.Min), f.Max) // rounding must not put it outside
	return f, ""
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
	case k.Bound.holds(x):
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
