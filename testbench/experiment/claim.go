package experiment

import (
	"fmt"
	"math"
	"slices"
)

// Claim is a statement of a paper as conditions on what a plan measures.
type Claim struct {
	ID         string
	Source     string // paper and section or figure
	Text       string // what the paper says
	Conditions []Condition
}

// Condition bounds one quantity. It must hold for every seed.
type Condition struct {
	What  string
	Value Samples
	Bound Bound
}

// Samples is a quantity as a function of the seed.
type Samples struct {
	Needs []string // runs that it is computed from, by the names that Plan.Add gave them
	All   bool     // instead: all runs with the seed
	Of    func(runs []Run) float64
}

// Constant is a quantity that depends on no run.
func Constant(x float64) Samples { return Samples{All: true, Of: func([]Run) float64 { return x }} }

// Ratio is a quantity divided by another one.
func Ratio(a, b Samples) Samples {
	return Both(a, b, func(x, y float64) float64 { return x / y })
}

// Both computes a quantity from two others.
func Both(a, b Samples, of func(x, y float64) float64) Samples {
	return Samples{Needs: slices.Concat(a.Needs, b.Needs), Of: func(r []Run) float64 {
		return of(a.Of(r[:len(a.Needs)]), b.Of(r[len(a.Needs):]))
	}}
}

// Largest is the greatest of several quantities.
func Largest(list []Samples) Samples {
	var all Samples
	for _, s := range list {
		all.Needs = append(all.Needs, s.Needs...)
	}
	all.Of = func(r []Run) float64 {
		var values []float64
		for _, s := range list {
			values = append(values, s.Of(r[:len(s.Needs)]))
			r = r[len(s.Needs):]
		}
		return slices.Max(values)
	}
	return all
}

// Bound is a range, open at the ends that are infinite.
type Bound struct {
	low, high float64
	strict    bool // the bounds themselves are outside
}

// AtLeast holds from x on.
func AtLeast(x float64) Bound { return Bound{x, math.Inf(1), false} }

// AtMost holds up to x.
func AtMost(x float64) Bound { return Bound{math.Inf(-1), x, false} }

// Above holds for more than x.
func Above(x float64) Bound { return Bound{x, math.Inf(1), true} }

// Below holds for less than x.
func Below(x float64) Bound { return Bound{math.Inf(-1), x, true} }

// Between holds from x to y.
func Between(x, y float64) Bound { return Bound{x, y, false} }

// Exactly holds for x only.
func Exactly(x float64) Bound { return Bound{x, x, false} }

func (b Bound) holds(x float64) bool {
	if b.strict {
		return x > b.low && x < b.high
	}
	return x >= b.low && x <= b.high // false for NaN
}

func (b Bound) String() string {
	less, more := "<=", ">="
	if b.strict {
		less, more = "<", ">"
	}
	switch {
	case b.low == b.high:
		return "= " + Number(b.low)
	case math.IsInf(b.low, -1):
		return less + " " + Number(b.high)
	case math.IsInf(b.high, 1):
		return more + " " + Number(b.low)
	}
	return fmt.Sprintf("%s..%s", Number(b.low), Number(b.high))
}

// The states of a verdict.
const (
	Passed     = "passed"
	Failed     = "FAILED"
	NotCovered = "not covered" // the plan does not measure what it needs
)

// Verdict is the judgement on a claim.
type Verdict struct {
	ID         string    `json:"id"`
	Source     string    `json:"source"`
	Text       string    `json:"text"`
	State      string    `json:"state"`
	Missing    string    `json:"missing,omitempty"` // what a claim that is not covered needs
	Conditions []Finding `json:"conditions,omitempty"`
}

// Finding is a condition with its value: mean, smallest and largest over the
// seeds.
type Finding struct {
	What     string   `json:"what"`
	Mean     float64  `json:"mean"`
	Min      float64  `json:"min"`
	Max      float64  `json:"max"`
	Seeds    []uint32 `json:"seeds"`
	Expected string   `json:"expected"`
	Passed   bool     `json:"passed"`
}

// judge finds the verdict.
func (c Claim) judge(seeds []uint32, m *Measured) Verdict {
	v := Verdict{ID: c.ID, Source: c.Source, Text: c.Text, State: Passed}
	for _, k := range c.Conditions {
		f := Finding{What: k.What, Expected: k.Bound.String(), Passed: true, Min: math.Inf(1), Max: math.Inf(-1)}
		missing := ""
		for _, seed := range seeds {
			runs, without := k.Value.gather(m, seed)
			if without != "" {
				missing = without
				continue
			}
			f.add(seed, k.Value.Of(runs), k.Bound)
		}
		if len(f.Seeds) == 0 {
			return Verdict{ID: c.ID, Source: c.Source, Text: c.Text, State: NotCovered, Missing: missing}
		}
		f.Mean = min(max(f.Mean/float64(len(f.Seeds)), f.Min), f.Max) // rounding must not put it outside
		if !f.Passed {
			v.State = Failed
		}
		v.Conditions = append(v.Conditions, f)
	}
	return v
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

// add takes a seed's value in. A value that is no number (no packet came, so
// there is no latency) breaks every bound and shows as -1, since JSON has none.
func (f *Finding) add(seed uint32, x float64, b Bound) {
	f.Passed = f.Passed && b.holds(x)
	if math.IsNaN(x) || math.IsInf(x, 0) {
		x = -1
	}
	f.Seeds = append(f.Seeds, seed)
	f.Mean += x
	f.Min, f.Max = min(f.Min, x), max(f.Max, x)
}
