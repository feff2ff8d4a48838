package experiment

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"culprit.example/culprit/rtlgen/ir"
)

// Mutant is the experiment with one deliberate mistake: in its netlists, their
// parameters, or its settings.
type Mutant struct {
	Name string `json:"name"` // of one mutant in an experiment: "no_xoff"
	Doc  string `json:"-"`    // what is wrong: "a SAQ never sends Xoff"
	// Netlist, if not nil, makes the mistake in the netlist of a point (package
	// mutant).
	Netlist func(*ir.Design) error `json:"-"`
	// Params replace parameters of the block of a point.
	Params map[string]int `json:"-"`
	// Settings replace settings of the experiment. The runs that its plan has then
	// take the place of those of the same name, and its claim the place of the claim
	// of the same ID.
	Settings map[string]string `json:"-"`
}

// Trial is a mutant that a claim must not survive.
type Trial struct {
	Mutant *Mutant
	// Runs are the names of the runs that get the mistake; all others that the claim
	// needs stay sound. Only the conditions that depend on them are judged. Empty:
	// all that the claim needs.
	Runs []string
}

// The states of a trial.
const (
	Noticed    = "noticed"
	NotNoticed = "NOT noticed"
)

// TrialVerdict reports whether a claim fails under a mutant.
type TrialVerdict struct {
	Claim  string `json:"claim"`  // its ID
	Mutant string `json:"mutant"` // its name
	Doc    string `json:"doc"`    // what is wrong in the mutant
	// State is Noticed if for every seed a condition fails that does not fail without the
	// mutant, or one over several seeds does; otherwise NotNoticed, or NotCovered.
	State    string         `json:"state"`
	Missing  string         `json:"missing,omitempty"`    // what a trial that is not covered needs
	Findings []TrialFinding `json:"conditions,omitempty"` // those that depend on the mutant
}

// TrialFinding is a condition under a mutant and without it.
type TrialFinding struct {
	Finding         // under the mutant
	Sound   Finding `json:"sound"` // the same without the mutant
}

// trial is a Trial of a plan, ready to be run: plans in which the runs of the trial
// have the mistake, and in which they have not, with the claim for each.
type trial struct {
	of             Trial
	claim          Claim // with the conditions that depend on the runs
	mutated, sound *Plan
	mutatedClaim   Claim
}

// trials are those of all claims, those that the plan covers, with the points that
// they need.
func (p *Plan) trials() ([]trial, error) {
	var list []trial
	names := map[string]*Mutant{}
	for _, c := range p.Claims {
		for _, t := range c.Mutants {
			if other := names[t.Mutant.Name]; other != nil && other != t.Mutant {
				panic(fmt.Sprintf("BUG: %s has two mutants with the name %s", p.Experiment.Name, t.Mutant.Name))
			}
			names[t.Mutant.Name] = t.Mutant
			one, err := p.trial(c, t)
			if err != nil {
				return nil, fmt.Errorf("%s: claim %s, mutant %s: %w", p.Experiment.Name, c.ID, t.Mutant.Name, err)
			}
			list = append(list, one)
		}
	}
	return list, nil
}

func (p *Plan) trial(c Claim, t Trial) (trial, error) {
	r := trial{of: t, mutated: &Plan{Experiment: p.Experiment, seeds: p.seeds},
		sound: &Plan{Experiment: p.Experiment, seeds: p.seeds}}
	wrong, wrongClaim := p, c
	if len(t.Mutant.Settings) > 0 {
		values, err := p.values.with(t.Mutant.Settings)
		if err != nil {
			return r, err
		}
		if wrong, err = p.Experiment.Plan(values, p.seeds); err != nil {
			return r, err
		}
		if wrongClaim, err = wrong.claim(c.ID, len(c.Conditions)); err != nil {
			return r, err
		}
	}
	r.claim, r.mutatedClaim = c, wrongClaim
	r.claim.Conditions, r.mutatedClaim.Conditions = nil, nil
	var needs []string
	for i, k := range c.Conditions {
		if k.Value.dependsOn(t.Runs) {
			r.claim.Conditions = append(r.claim.Conditions, k)
			r.mutatedClaim.Conditions = append(r.mutatedClaim.Conditions, wrongClaim.Conditions[i])
			needs = append(needs, k.Value.Needs...)
		}
	}
	if len(r.claim.Conditions) == 0 {
		panic(fmt.Sprintf("BUG: no condition of claim %s depends on the runs of mutant %s: %v", c.ID, t.Mutant.Name, t.Runs))
	}
	for _, run := range p.runs {
		gets := len(t.Runs) == 0 && slices.Contains(needs, run.name) || slices.Contains(t.Runs, run.name)
		if !gets && !slices.Contains(needs, run.name) {
			continue
		}
		r.sound.Add(run.name, run.seed, run.point)
		if gets {
			if run.point, gets = wrong.point(run.name, run.seed); !gets {
				return r, fmt.Errorf("there is no run %q with the mutant's settings", run.name)
			}
			run.point = t.Mutant.applied(run.point)
		}
		r.mutated.Add(run.name, run.seed, run.point)
	}
	return r, nil
}

// dependsOn reports whether a quantity is computed from one of the runs.
func (s Samples) dependsOn(runs []string) bool {
	return s.All || len(runs) == 0 || slices.ContainsFunc(s.Needs, func(n string) bool { return slices.Contains(runs, n) })
}

// claim is the claim of that ID, which must have a number of conditions.
func (p *Plan) claim(id string, conditions int) (Claim, error) {
	for _, c := range p.Claims {
		if c.ID == id && len(c.Conditions) == conditions {
			return c, nil
		}
	}
	return Claim{}, fmt.Errorf("there is no claim %s with %d conditions with the mutant's settings", id, conditions)
}

// point is the point of a run.
func (p *Plan) point(name string, seed uint32) (Point, bool) {
	for _, r := range p.runs {
		if r.name == name && r.seed == seed {
			return r.point, true
		}
	}
	return Point{}, false
}

// applied is the point with the mistake. What other settings make is an ordinary
// point.
func (m *Mutant) applied(p Point) Point {
	if m.Netlist == nil && len(m.Params) == 0 {
		return p
	}
	p.Mutant = m
	p.Name += " mutant=" + m.Name
	if len(m.Params) > 0 {
		p.Params = maps.Clone(p.Params)
		maps.Copy(p.Params, m.Params)
	}
	return p
}

// MutantPoints are the points that the trials of all claims need, each once.
func (p *Plan) MutantPoints() ([]Point, error) {
	list, err := p.trials()
	if err != nil {
		return nil, err
	}
	var all Plan
	for _, t := range list {
		for _, points := range [][]Point{t.sound.Points, t.mutated.Points} {
			for _, point := range points {
				all.Add(point.Name, 0, point)
			}
		}
	}
	return all.Points, nil
}

// EvaluateMutants judges the trials of all claims. results has all points of
// MutantPoints. The files are mutants.md, mutants.csv and mutants.json.
func (p *Plan) EvaluateMutants(results Results) ([]TrialVerdict, []File, error) {
	list, err := p.trials()
	if err != nil {
		return nil, nil, err
	}
	var verdicts []TrialVerdict
	for _, t := range list {
		verdicts = append(verdicts, t.judge(results))
	}
	return verdicts, p.mutantFiles(verdicts), nil
}

func (t trial) judge(results Results) TrialVerdict {
	v := TrialVerdict{Claim: t.claim.ID, Mutant: t.of.Mutant.Name, Doc: t.of.Mutant.Doc, State: Noticed}
	mutated, sound := &Measured{t.mutated, results}, &Measured{t.sound, results}
	// With one seed, a condition over several is not covered and leaves the trial to the others.
	fails := func(c Claim, seed uint32, m *Measured) (failed []bool, missing string) {
		covered := false
		for _, k := range c.Conditions {
			f := k.find([]uint32{seed}, m)
			failed = append(failed, f.State == Fails)
			covered = covered || len(f.Seeds) > 0
			missing = cmp.Or(missing, f.Missing)
		}
		if covered {
			missing = ""
		}
		return failed, missing
	}
	var covered []uint32
	for _, seed := range t.sound.seeds {
		before, missing := fails(t.claim, seed, sound)
		for _, name := range t.of.Runs {
			if _, ok := sound.Run(name, seed); !ok {
				missing = name
			}
		}
		if missing != "" {
			v.Missing = missing
			continue
		}
		after, _ := fails(t.mutatedClaim, seed, mutated)
		covered = append(covered, seed)
		noticed := false
		for i := range after {
			noticed = noticed || after[i] && !before[i]
		}
		if !noticed {
			v.State = NotNoticed
		}
	}
	if len(covered) == 0 {
		v.State = NotCovered
		return v
	}
	v.Missing = ""
	for i, k := range t.mutatedClaim.Conditions {
		v.Findings = append(v.Findings, TrialFinding{k.find(covered, mutated), t.claim.Conditions[i].find(covered, sound)})
	}
	if v.State == NotNoticed {
		v.allSeeds(t.claim)
	}
	return v
}

// allSeeds looks for a condition over several seeds that fails with the mutant only. If there is
// a condition that what was run does not decide, the trial is not covered.
func (v *TrialVerdict) allSeeds(c Claim) {
	missing := ""
	for i, f := range v.Findings {
		switch {
		case c.Conditions[i].Over != nil && f.State == Fails && f.Sound.State != Fails:
			v.State = Noticed
			return
		case f.State == NotCovered:
			missing = cmp.Or(missing, f.Missing)
		}
	}
	if missing != "" {
		v.State, v.Missing, v.Findings = NotCovered, missing, nil
	}
}
