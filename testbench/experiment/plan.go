package experiment

import (
	"fmt"
	"slices"
)

// Experiment is a set of figures and claims of the papers.
type Experiment struct {
	Name     string
	Doc      string
	Settings []Setting
	plan     func(v Values, seeds []uint32) (*Plan, error)
}

// All are the experiments.
func All() []*Experiment { return []*Experiment{uniform, hotspot, memory} }

// Find is the experiment of that name, nil if there is none.
func Find(name string) *Experiment {
	for _, e := range All() {
		if e.Name == name {
			return e
		}
	}
	return nil
}

// setup names a run among those of a plan with the same seed.
type setup struct {
	nodes  int
	scheme string
	saqs   int
	load   float64
	hot    bool
}

func (s setup) String() string {
	text := fmt.Sprintf("nodes=%d, schemes=%s, ", s.nodes, s.scheme)
	if s.scheme == RECNIQ || s.scheme == RECNCIOQ {
		text += fmt.Sprintf("saqs=%d, ", s.saqs)
	}
	if s.hot {
		return text + "load=" + number(s.load)
	}
	return text + "loads=" + number(s.load)
}

// planned is a run of a plan.
type planned struct {
	setup
	point Point
}

// Plan is what a call of an experiment measures and judges.
type Plan struct {
	Experiment *Experiment
	Points     []Point  // to be measured, each once
	Deviations []string // settings in which the plan is not the papers'

	seeds  []uint32
	runs   []planned
	claims []claim
	charts func(*measured) ([]chart, error)
	tables func(*measured) ([]File, error)
}

// Plan decides what to measure. values come from Resolve, seeds are not empty.
func (e *Experiment) Plan(v Values, seeds []uint32) (*Plan, error) {
	p, err := e.plan(v, seeds)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", e.Name, err)
	}
	p.Experiment, p.seeds = e, seeds
	for _, r := range p.runs {
		if !slices.Contains(p.Points, r.point) {
			p.Points = append(p.Points, r.point)
		}
	}
	return p, nil
}

func (p *Plan) add(s setup, point Point) {
	p.runs = append(p.runs, planned{s, point})
}

// measured is a plan with its results.
type measured struct {
	plan    *Plan
	results map[Point]Result
}

// run is a point with its result.
type run struct {
	point  Point
	result Result
}

func (r run) throughput() float64 { return r.result.Throughput(r.point) }

func (m *measured) run(s setup, seed uint32) (run, bool) {
	for _, r := range m.plan.runs {
		if r.setup == s && r.point.Seed == seed {
			result, ok := m.results[r.point]
			return run{r.point, result}, ok
		}
	}
	return run{}, false
}

// all are the runs with that seed.
func (m *measured) all(seed uint32) []run {
	var list []run
	for _, p := range m.plan.Points {
		if r, ok := m.results[p]; ok && p.Seed == seed {
			list = append(list, run{p, r})
		}
	}
	return list
}

// mean is a quantity's mean over the seeds that a setup was run with.
func (m *measured) mean(s setup, of func(run) float64) (float64, bool) {
	sum, n := 0.0, 0
	for _, seed := range m.plan.seeds {
		if r, ok := m.run(s, seed); ok {
			sum, n = sum+of(r), n+1
		}
	}
	return sum / float64(n), n > 0
}

// Outcome is what an experiment shows.
type Outcome struct {
	Verdicts []Verdict
	Files    []File // to be written into the experiment's folder
}

// File is a file of the outcome.
type File struct {
	Path string
	Data []byte
}

// Passed tells whether no claim that was covered failed.
func (o Outcome) Passed() bool {
	return !slices.ContainsFunc(o.Verdicts, func(v Verdict) bool { return v.State == Failed })
}

// Evaluate judges the claims and makes the tables and charts. results has all
// points of the plan.
func (p *Plan) Evaluate(results map[Point]Result) (*Outcome, error) {
	for _, point := range p.Points {
		if _, ok := results[point]; !ok {
			return nil, fmt.Errorf("%s: no result for %s", p.Experiment.Name, point)
		}
	}
	m := &measured{p, results}
	o := &Outcome{}
	for _, c := range p.claims {
		o.Verdicts = append(o.Verdicts, c.judge(p.seeds, m))
	}
	o.Files = append(p.claimFiles(o.Verdicts), p.Tables(results)...)
	if p.tables != nil {
		files, err := p.tables(m)
		if err != nil {
			return nil, err
		}
		o.Files = append(o.Files, files...)
	}
	charts, err := p.charts(m)
	if err != nil {
		return nil, err
	}
	for _, c := range charts {
		if c.empty() {
			continue
		}
		f, err := c.svg()
		if err != nil {
			return nil, fmt.Errorf("%s: cannot draw %s: %w", p.Experiment.Name, c.name, err)
		}
		o.Files = append(o.Files, f)
	}
	return o, nil
}
