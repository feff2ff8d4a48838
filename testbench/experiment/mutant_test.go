package experiment

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/rtlgen/ir"
)

// meadow is an experiment without hardware: the height of grass is its setting rain
// times the point's sun, or what a mutant makes of it.
func meadow(claims func(v Values) []Claim) *Experiment {
	return &Experiment{
		Name: "meadow", Doc: "height of grass",
		Settings: []Setting{{Name: "rain", Default: "2", Max: 10, Doc: "rain"}},
		Design: func(v Values, seeds []uint32) (*Plan, error) {
			if v.Float("rain") == 9 {
				return nil, fmt.Errorf("rain=9 is a flood")
			}
			p := &Plan{Claims: claims(v)}
			for _, sun := range []int{1, 5} {
				for _, seed := range seeds {
					p.Add(fmt.Sprintf("sun=%d", sun), seed, Point{
						Name: fmt.Sprintf("sun=%d seed=%d", sun, seed), Block: "meadow",
						Params:   map[string]int{"sun": sun, "rain": v.Int("rain")},
						Stimulus: Stimulus{Inputs: map[string]uint64{"seed": uint64(seed)}},
					})
				}
			}
			return p, nil
		},
	}
}

// fields are machines for meadows.
type fields struct{ runs int }

func (f *fields) Version(p Point) (string, error) { return asJSON(p.Params) + asJSON(p.Mutant), nil }
func (f *fields) NewMachine() Machine             { return f }
func (f *fields) Run(_ context.Context, p Point, _ func(float64)) (Result, error) {
	f.runs++
	height := uint64(p.Params["sun"]*p.Params["rain"])*100 + p.Stimulus.Inputs["seed"]
	if p.Mutant != nil && p.Mutant.Netlist != nil {
		height = 7
	}
	return Result{Counters: map[string]uint64{"height": height}}, nil
}

func height(sun int) Samples {
	return Samples{Needs: []string{fmt.Sprintf("sun=%d", sun)},
		Of: func(r []Run) float64 { return float64(r[0].Result.Counters["height"]) }}
}

func broken(*ir.Design) error { return nil }

// trials runs the mutants of the claims.
func trials(t *testing.T, store *Store, f *fields, seeds []uint32,
	claims func(v Values) []Claim) ([]TrialVerdict, []File) {
	t.Helper()
	e := meadow(claims)
	v, err := e.Resolve(nil)
	assert.NilError(t, err)
	plan, err := e.Plan(v, seeds)
	assert.NilError(t, err)
	points, err := plan.MutantPoints()
	assert.NilError(t, err)
	results, err := RunAll(context.Background(), points, store, f, RunOptions{})
	assert.NilError(t, err)
	list, files, err := plan.EvaluateMutants(results)
	assert.NilError(t, err)
	return list, files
}

// TestMutants has mistakes of all kinds, of which some are noticed.
func TestMutants(t *testing.T) {
	t.Parallel()
	mown := &Mutant{Name: "mown", Doc: "somebody mows", Netlist: broken}
	dark := &Mutant{Name: "dark", Params: map[string]int{"sun": 0}}
	dry := &Mutant{Name: "dry", Settings: map[string]string{"rain": "1"}}
	claims := func(v Values) []Claim {
		grows := Condition{What: "height", Value: height(5), Bound: AtLeast(900)}
		relative := Condition{What: "relative", Value: Ratio(height(5), height(1)), Bound: Between(4, 6)}
		return []Claim{
			{ID: "grows", Conditions: []Condition{grows}, Mutants: []Trial{{Mutant: mown}, {Mutant: dark}, {Mutant: dry}}},
			{ID: "relative", Conditions: []Condition{relative, grows},
				Mutants: []Trial{{Mutant: mown, Runs: []string{"sun=1"}}, {Mutant: dry}}},
			{ID: "low", Conditions: []Condition{{What: "height", Value: height(1), Bound: AtMost(1000)}},
				Mutants: []Trial{{Mutant: mown}}},
			{ID: "wrong", Conditions: []Condition{{What: "height", Value: height(1), Bound: AtLeast(1000)}},
				Mutants: []Trial{{Mutant: mown}}},
			{ID: "differs", Conditions: []Condition{{What: "height", Value: height(1), Bound: AtLeast(300),
				Differs: &Difference{Bound: Between(100, 250), Reason: "clay"}}}, Mutants: []Trial{{Mutant: mown}, {Mutant: dry}}},
			{ID: "mean", Conditions: []Condition{
				{What: "height", Value: height(1), Bound: AtLeast(300), Differs: &Difference{Bound: AtLeast(0), Reason: "clay"}},
				{What: "height", Value: height(1), Over: MeanOf(2), Bound: AtLeast(150)},
			}, Mutants: []Trial{{Mutant: mown}}},
			{ID: "many", Conditions: []Condition{{What: "height", Value: height(1), Bound: AtLeast(0)},
				{What: "height", Value: height(1), Over: MeanOf(3), Bound: AtLeast(150)}}, Mutants: []Trial{{Mutant: mown}}},
			{ID: "rain", Conditions: []Condition{{What: "rain", Value: Constant(v.Float("rain")), Bound: Exactly(2)}},
				Mutants: []Trial{{Mutant: dry}}},
			{ID: "part", Conditions: []Condition{{What: "moon", Value: height(3), Bound: AtLeast(1)}, grows},
				Mutants: []Trial{{Mutant: mown}}},
			{ID: "other part", Conditions: []Condition{{What: "moon", Value: height(3), Bound: AtLeast(1)},
				{What: "height", Value: height(1), Bound: AtLeast(0)}}, Mutants: []Trial{{Mutant: mown}}},
			{ID: "moon", Conditions: []Condition{{What: "height", Value: height(3), Bound: AtLeast(1)}},
				Mutants: []Trial{{Mutant: mown}}},
			{ID: "all", Conditions: []Condition{{What: "runs",
				Value: Samples{All: true, Of: func(r []Run) float64 { return float64(len(r)) }}, Bound: Exactly(0)}},
				Mutants: []Trial{{Mutant: mown, Runs: []string{"sun=9"}}}},
		}
	}
	store, _ := openStore(t)
	f := &fields{}
	list, files := trials(t, store, f, []uint32{1, 2}, claims)
	var states []string
	for _, v := range list {
		states = append(states, v.Claim+" "+v.Mutant+" "+v.State)
	}
	assert.DeepEqual(t, states, []string{
		"grows mown noticed", "grows dark noticed", "grows dry noticed",
		"relative mown noticed", "relative dry noticed",
		"low mown NOT noticed",
		"wrong mown NOT noticed", // it fails anyway
		"differs mown noticed", "differs dry NOT noticed",
		"mean mown noticed",
		"many mown not covered", // it takes a third seed
		"rain dry noticed",
		"part mown noticed",           // by the condition that was run
		"other part mown not covered", // the condition that was not run may notice it
		"moon mown not covered", "all mown not covered",
	})
	assert.Equal(t, list[3].Findings[0].What, "relative")
	assert.Equal(t, len(list[3].Findings), 1, "the height does not depend on the run with the mistake")
	assert.Equal(t, list[0].Findings[0].Max, 7.0)
	assert.Equal(t, list[0].Findings[0].Sound.Max, 1002.0)
	assert.Equal(t, list[10].Missing, "more seeds (mean of 3 seeds >= 150)")
	assert.Equal(t, list[13].Missing, "sun=3")
	assert.Equal(t, list[15].Missing, "sun=9")
	assert.Equal(t, f.runs, 2*(2+2+1+2), "sound, mown, dark with sun=5, dry")

	var j MutantJudgement
	assert.NilError(t, json.Unmarshal(files[0].Data, &j))
	assert.Assert(t, !j.Noticed)
	assert.Assert(t, strings.Contains(string(files[1].Data),
		"| grows | mown: somebody mows | height | 7 | 1001..1002 | >= 900 | noticed |\n"), "%s", files[1].Data)
	assert.Assert(t, strings.Contains(string(files[1].Data), "| >= 300, or 100..250 | NOT noticed |\n"), "%s",
		files[1].Data)
	rows, err := csv.NewReader(strings.NewReader(string(files[2].Data))).ReadAll()
	assert.NilError(t, err)
	assert.Equal(t, len(rows), 1+19)

	again := &fields{}
	trials(t, store, again, []uint32{1, 2}, claims)
	assert.Equal(t, again.runs, 0, "all points are in the store")
}

// TestMutantThatCannotBe names the claim and the mutant.
func TestMutantThatCannotBe(t *testing.T) {
	t.Parallel()
	for rain, want := range map[string]string{
		"11": "meadow: claim grows, mutant wet: setting rain=11 is out of range: give a number from 0 to 10 (rain)",
		"9":  "meadow: claim grows, mutant wet: meadow: rain=9 is a flood",
	} {
		e := meadow(func(Values) []Claim {
			return []Claim{{ID: "grows", Conditions: []Condition{{Value: height(5)}},
				Mutants: []Trial{{Mutant: &Mutant{Name: "wet", Settings: map[string]string{"rain": rain}}}}}}
		})
		v, err := e.Resolve(nil)
		assert.NilError(t, err)
		plan, err := e.Plan(v, []uint32{1})
		assert.NilError(t, err)
		_, err = plan.MutantPoints()
		assert.Error(t, err, want)
		_, _, err = plan.EvaluateMutants(Results{})
		assert.Error(t, err, want)
	}
}

// TestStoreKeepsMutants has errors in a result, which count as measured only where
// a mutant made them.
func TestStoreKeepsMutants(t *testing.T) {
	t.Parallel()
	s, _ := openStore(t)
	p := points()[0]
	wrong := sound()
	wrong.Counters["lost"] = 1
	wrong.Violations = []Violation{{"link", "1 is lost"}}
	p.Mutant = &Mutant{Name: "leak", Doc: "one leaks", Netlist: broken, Settings: map[string]string{"a": "b"}}
	assert.NilError(t, s.Put(p, "v", wrong))
	got, ok := s.Get(p, "v")
	assert.Assert(t, ok)
	assert.DeepEqual(t, got, wrong)
	p.Mutant = &Mutant{Name: "other"}
	_, ok = s.Get(p, "v")
	assert.Assert(t, !ok, "another mutant is another point")
}
