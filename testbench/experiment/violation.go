package experiment

import "fmt"

// Violation is a break of conservation in a run: something that must not get lost,
// double or change on its way did. A run with violations has failed, whatever it
// measured.
type Violation struct {
	Where string `json:"where"` // "link switch 3 port 2 -> node 14"
	What  string `json:"what"`  // "2 of 1200 credits are lost"
}

func (v Violation) String() string { return v.Where + ": " + v.What }

// Broken is a violation in a run of a plan.
type Broken struct {
	Point string `json:"point"` // its name
	Violation
}

func (b Broken) String() string { return fmt.Sprintf("%s: %s", b.Point, b.Violation) }

// broken are the violations in all points of the plan that have been measured.
func (m *Measured) broken() []Broken {
	list := []Broken{}
	for _, r := range m.Points() {
		for _, v := range r.Result.Violations {
			list = append(list, Broken{r.Point.Name, v})
		}
	}
	return list
}

// faults is how many events on links were lost, doubled or damaged on purpose.
func (m *Measured) faults() (n uint64) {
	for _, r := range m.Points() {
		n += r.Result.Faults
	}
	return n
}
