package experiment

import (
	"fmt"
	"math"
)

// claim is a statement of a paper as conditions on what a plan measures.
type claim struct {
	id         string
	source     string // paper and section or figure
	text       string // what the paper says
	conditions []condition
}

// condition bounds one quantity. It must hold for every seed.
type condition struct {
	what  string
	value samples
	bound bound
}

// samples is a quantity as a function of the seed.
type samples struct {
	needs []setup // runs that it is computed from
	all   bool    // instead: all runs with the seed
	of    func(runs []run) float64
}

// bound is a range, open at the ends that are infinite.
type bound struct {
	low, high float64
	strict    bool // the bounds themselves are outside
}

func atLeast(x float64) bound    { return bound{x, math.Inf(1), false} }
func atMost(x float64) bound     { return bound{math.Inf(-1), x, false} }
func above(x float64) bound      { return bound{x, math.Inf(1), true} }
func below(x float64) bound      { return bound{math.Inf(-1), x, true} }
func between(x, y float64) bound { return bound{x, y, false} }
func exactly(x float64) bound    { return bound{x, x, false} }
func (b bound) holds(x float64) bool {
	if b.strict {
		return x > b.low && x < b.high
	}
	return x >= b.low && x <= b.high // false for NaN
}

func (b bound) String() string {
	less, more := "<=", ">="
	if b.strict {
		less, more = "<", ">"
	}
	switch {
	case b.low == b.high:
		return "= " + number(b.low)
	case math.IsInf(b.low, -1):
		return less + " " + number(b.high)
	case math.IsInf(b.high, 1):
		return more + " " + number(b.low)
	}
	return fmt.Sprintf("%s..%s", number(b.low), number(b.high))
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
func (c claim) judge(seeds []uint32, m *measured) Verdict {
	v := Verdict{ID: c.id, Source: c.source, Text: c.text, State: Passed}
	for _, k := range c.conditions {
		f := Finding{What: k.what, Expected: k.bound.String(), Passed: true, Min: math.Inf(1), Max: math.Inf(-1)}
		missing := ""
		for _, seed := range seeds {
			runs, without := k.value.gather(m, seed)
			if without != "" {
				missing = without
				continue
			}
			f.add(seed, k.value.of(runs), k.bound)
		}
		if len(f.Seeds) == 0 {
			return Verdict{ID: c.id, Source: c.source, Text: c.text, State: NotCovered, Missing: missing}
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
func (s samples) gather(m *measured, seed uint32) ([]run, string) {
	if s.all {
		return m.all(seed), ""
	}
	var runs []run
	for _, need := range s.needs {
		r, ok := m.run(need, seed)
		if !ok {
			return nil, need.String()
		}
		runs = append(runs, r)
	}
	return runs, ""
}

// add takes a seed's value in. A value that is no number (no packet came, so
// there is no latency) breaks every bound and shows as -1, since JSON has none.
func (f *Finding) add(seed uint32, x float64, b bound) {
	f.Passed = f.Passed && b.holds(x)
	if math.IsNaN(x) || math.IsInf(x, 0) {
		x = -1
	}
	f.Seeds = append(f.Seeds, seed)
	f.Mean += x
	f.Min, f.Max = min(f.Min, x), max(f.Max, x)
}
