package experiment

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
)

// Experiment is a set of figures and claims of the papers.
type Experiment struct {
	Name     string
	Doc      string
	Settings []Setting
	// Design decides what to measure for these values of the settings. seeds are
	// not empty.
	Design func(v Values, seeds []uint32) (*Plan, error)
}

// Find is the experiment of that name, nil if there is none.
func Find(list []*Experiment, name string) *Experiment {
	for _, e := range list {
		if e.Name == name {
			return e
		}
	}
	return nil
}

// Plan is what a call of an experiment measures and judges. Design makes it: it
// adds runs and sets Claims, Charts and Tables.
type Plan struct {
	Experiment *Experiment // set by Experiment.Plan
	Points     []Point     // to be measured, each once
	Deviations []string    // settings in which the plan is not the papers'

	Claims []Claim
	Charts func(*Measured) ([]Chart, error) // nil: none
	// Tables are CSV files of what was measured so far. Nil: one table with the
	// counters of every point.
	Tables func(*Measured) []File

	values Values
	seeds  []uint32
	runs   []planned
	known  map[string]bool // Point.id of the points
}

// planned is a run of a plan.
type planned struct {
	name  string
	seed  uint32
	point Point
}

// Plan decides what to measure. values come from Resolve, seeds are not empty.
func (e *Experiment) Plan(v Values, seeds []uint32) (*Plan, error) {
	p, err := e.Design(v, seeds)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.Name, err)
	}
	p.Experiment, p.values, p.seeds = e, v, seeds
	p.disturb(v)
	return p, nil
}

// Add plans a run. The name says which settings ask for it ("nodes=64, loads=1"):
// claims and charts name the run so, together with the seed. Several runs may be
// the same point.
func (p *Plan) Add(name string, seed uint32, point Point) {
	p.runs = append(p.runs, planned{name, seed, point})
	if p.known == nil {
		p.known = map[string]bool{}
	}
	if id := point.id(); !p.known[id] {
		p.known[id] = true
		p.Points = append(p.Points, point)
	}
}

// Change puts in the place of every run of the plan what change makes of it: another
// name, or another point.
func (p *Plan) Change(change func(name string, seed uint32, point Point) (string, Point)) {
	runs := p.runs
	p.runs, p.Points, p.known = nil, nil, nil
	for _, r := range runs {
		name, point := change(r.name, r.seed, r.point)
		p.Add(name, r.seed, point)
	}
}

// Measured is a plan with its results.
type Measured struct {
	Plan    *Plan
	results Results
}

// Run is a point with its result.
type Run struct {
	Point  Point
	Result Result
}

// Seeds are those of the plan.
func (m *Measured) Seeds() []uint32 { return m.Plan.seeds }

// Run is the run of that name with that seed. Not ok: the plan does not have it,
// or it has not been measured.
func (m *Measured) Run(name string, seed uint32) (Run, bool) {
	for _, r := range m.Plan.runs {
		if r.name == name && r.seed == seed {
			result, ok := m.results.Of(r.point)
			return Run{r.point, result}, ok
		}
	}
	return Run{}, false
}

// All are the points with that seed that have been measured, each once.
func (m *Measured) All(seed uint32) []Run {
	var list []Run
	seen := map[string]bool{}
	for _, r := range m.Plan.runs {
		result, ok := m.results.Of(r.point)
		if id := r.point.id(); ok && r.seed == seed && !seen[id] {
			seen[id] = true
			list = append(list, Run{r.point, result})
		}
	}
	return list
}

// Points are all points that have been measured.
func (m *Measured) Points() []Run {
	var list []Run
	for _, p := range m.Plan.Points {
		if result, ok := m.results.Of(p); ok {
			list = append(list, Run{p, result})
		}
	}
	return list
}

// Mean is a quantity's mean over the seeds that a run was made with. Not ok: with
// none.
func (m *Measured) Mean(name string, of func(Run) float64) (float64, bool) {
	sum, n := 0.0, 0
	for _, seed := range m.Plan.seeds {
		if r, ok := m.Run(name, seed); ok {
			sum, n = sum+of(r), n+1
		}
	}
	return sum / float64(n), n > 0
}

// Outcome is what an experiment shows.
type Outcome struct {
	Verdicts []Verdict
	// Violations are the breaks of conservation in all runs.
	Violations []Broken
	Faults     uint64 // events on links that were lost, doubled or damaged on purpose
	// Unsteady are the runs that were to measure a steady state and were not in one.
	NotSteady []Unsteady
	Files     []File // to be written into the experiment's folder
}

// File is a file of the outcome.
type File struct {
	Path string
	Data []byte
}

// Passed reports whether no claim fails, and nothing was lost, doubled or damaged.
func (o Outcome) Passed() bool {
	return len(o.Violations) == 0 && !slices.ContainsFunc(o.Verdicts, func(v Verdict) bool { return v.State == Fails })
}

// Evaluate judges the claims and makes the tables and charts. results has all
// points of the plan.
func (p *Plan) Evaluate(results Results) (*Outcome, error) {
	for _, point := range p.Points {
		if _, ok := results.Of(point); !ok {
			return nil, fmt.Errorf("%s: no result for %s", p.Experiment.Name, point)
		}
	}
	m := &Measured{p, results}
	o := &Outcome{Violations: m.broken(), Faults: m.faults(), NotSteady: m.notSteady()}
	for _, c := range p.Claims {
		o.Verdicts = append(o.Verdicts, c.judge(p.seeds, m))
	}
	o.Files = append(p.claimFiles(o), p.TablesOf(results)...)
	var charts []Chart
	if p.Charts != nil {
		var err error
		if charts, err = p.Charts(m); err != nil {
			return nil, err
		}
	}
	for _, c := range charts {
		if c.empty() {
			continue
		}
		f, err := c.svg()
		if err != nil {
			return nil, fmt.Errorf("%s: cannot draw %s: %w", p.Experiment.Name, c.Name, err)
		}
		o.Files = append(o.Files, f)
	}
	return o, nil
}

// TablesOf are the CSV files of those points that have a result.
func (p *Plan) TablesOf(results Results) []File {
	m := &Measured{p, results}
	switch {
	case p.Tables != nil:
		return p.Tables(m)
	case len(p.Points) == 0:
		return nil
	}
	var b bytes.Buffer
	fmt.Fprintln(&b, "point,counter,value")
	for _, r := range m.Points() {
		for _, name := range slices.Sorted(maps.Keys(r.Result.Counters)) {
			fmt.Fprintf(&b, "%s,%s,%d\n", r.Point, name, r.Result.Counters[name])
		}
	}
	return []File{{"counters.csv", b.Bytes()}}
}
