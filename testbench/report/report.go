package report

import "slices"

// Report is what a call has checked.
type Report struct {
	Title  string // the command: "rtlgen verify"
	Suites []Suite
}

// Suite is a block, a network or an experiment.
type Suite struct {
	Name  string
	Cases []Case
}

// State is what became of a case.
type State string

// The states. Only Failed makes a call fail.
const (
	Passed  State = "passed"
	Failed  State = "failed"
	Skipped State = "not decided" // the call does not decide it, or what it would take was not done
)

// Case is a bench, an assertion, a mutant, a fault or a claim.
type Case struct {
	Name   string
	State  State
	Detail string // what is printed about it; of a case that failed it begins with the reason
}

// Count is how many cases of a suite are in a state.
func (s Suite) Count(of State) int {
	n := 0
	for _, c := range s.Cases {
		if c.State == of {
			n++
		}
	}
	return n
}

// Count is how many cases of the report are in a state.
func (r Report) Count(of State) int {
	n := 0
	for _, s := range r.Suites {
		n += s.Count(of)
	}
	return n
}

// ordered are the cases with those that failed first, and then those that are not decided.
func (s Suite) ordered() []Case {
	order := []State{Failed, Skipped, Passed}
	list := slices.Clone(s.Cases)
	slices.SortStableFunc(list, func(a, b Case) int { return slices.Index(order, a.State) - slices.Index(order, b.State) })
	return list
}
