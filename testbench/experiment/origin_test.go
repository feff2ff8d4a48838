package experiment

import (
	"math"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestQuotes: which bounds keep to a number of a paper.
func TestQuotes(t *testing.T) {
	t.Parallel()
	about65, exact := SaysAbout(Exactly(0.65)), Says(Exactly(0.968))
	for _, c := range []struct {
		quote *Quote
		bound Bound
		text  string
		kept  bool
	}{
		{about65, Between(0.6, 0.7), "about 0.65", true},
		{about65, Between(0.58, 0.7), "about 0.65", false},
		{about65, Between(0.66, 0.7), "about 0.65", false}, // without the number
		{about65, AtLeast(0.6), "about 0.65", false},
		{exact, AtLeast(0.93), "0.968", false},
		{exact, Between(0.95, 0.987), "0.968", true},
		{exact, Between(0.93, 0.987), "0.968", false},
		{Says(Above(0.8)), Between(0.8, 0.9), "> 0.8", true},
		{Says(Above(0.8)), AtLeast(0.7), "> 0.8", false},
		{SaysAbout(AtLeast(0.9)), AtLeast(0.88), "about >= 0.9", true},
		{Says(Below(1)), Below(1), "< 1", true},
		{Says(Exactly(0)), Exactly(0), "0", true},
		{Says(Exactly(0)), AtMost(0), "0", false},
	} {
		assert.Equal(t, c.quote.String(), c.text)
		assert.Equal(t, c.quote.keptBy(c.bound), c.kept, "%s %s", c.text, c.bound)
	}
	assert.Equal(t, (*Quote)(nil).String(), "")
}

// TestHoldsWithThePapersNumber: a bound that leaves the number of the paper behind makes
// nothing hold.
func TestHoldsWithThePapersNumber(t *testing.T) {
	t.Parallel()
	k := Condition{Value: Constant(0.94), Bound: AtLeast(0.93), Says: Says(Exactly(0.968))}
	assert.Equal(t, k.state(0.94), Fails)
	k = k.Differing(AtLeast(0.93), Model, "clay")
	assert.Equal(t, k.state(0.94), Differs)
	k.Bound = Between(0.95, 0.98)
	assert.Equal(t, k.state(0.94), Differs)
	assert.Equal(t, k.state(0.96), Holds)
}

// TestFlaws has a claim with each flaw.
func TestFlaws(t *testing.T) {
	t.Parallel()
	grows := Condition{What: "height", Value: height(1), Bound: AtLeast(3)}
	mown := Trial{Mutant: &Mutant{Name: "mown"}, Runs: []string{"sun=1"}}
	other := Trial{Mutant: &Mutant{Name: "mown"}, Runs: []string{"sun=5"}}
	clay := grows.From(Model).Differing(AtLeast(2), AfterResult("2026-11-22"), "clay")
	constant := Condition{What: "height", Value: Constant(1), Bound: Exactly(2)}.Differing(Exactly(1), Model, "clay")
	for _, c := range []struct {
		claim Claim
		flaw  string // "": none
	}{
		{Claim{Conditions: []Condition{grows}}, `the bound >= 3 has the origin ""`},
		{Claim{Conditions: []Condition{grows}}.From(Model), ""},
		{Claim{Conditions: []Condition{grows}}.From("guess"), `has the origin "guess"`},
		{Claim{Conditions: []Condition{grows.From(AfterResult("yesterday"))}}, `has the origin "result yesterday"`},
		{Claim{Conditions: []Condition{grows.From(AfterResult("2026-11-22"))}}, ""},
		{Claim{Conditions: []Condition{grows.Saying(Says(AtLeast(3)))}}, ""},
		{Claim{Conditions: []Condition{grows.Saying(Says(Exactly(3)))}}, "the bound >= 3 does not keep to the 3 of the paper"},
		{Claim{Conditions: []Condition{{What: "height", Value: height(1), Bound: Reported()}}}, ""},
		{Claim{Conditions: []Condition{clay}, Mutants: []Trial{other}}, "no mutant is in the runs of the difference >= 2"},
		{Claim{Conditions: []Condition{clay}, Mutants: []Trial{other, mown}}, ""},
		{Claim{Conditions: []Condition{clay}, Mutants: []Trial{{Mutant: mown.Mutant}}}, ""},
		{Claim{Conditions: []Condition{grows.From(Model).Differing(AtLeast(2), "", "clay")}, Mutants: []Trial{mown}},
			`the bound >= 2 of the difference has the origin ""`},
		{Claim{Conditions: []Condition{grows.From(Model).Differing(AtLeast(2), Model, "")}, Mutants: []Trial{mown}},
			"the difference has no reason"},
		{Claim{Conditions: []Condition{constant}, Tests: []string{"meadow.TestX"}}.From(Paper), ""},
		{Claim{Conditions: []Condition{constant}}.From(Paper), "no mutant is in the runs"},
	} {
		c.claim.ID = "X"
		flaws := strings.Join(c.claim.Flaws(), "\n")
		assert.Assert(t, strings.Contains(flaws, c.flaw) && (c.flaw == "") == (flaws == ""), "%q, and not %q", flaws, c.flaw)
		assert.Assert(t, flaws == "" || strings.HasPrefix(flaws, "claim X, height: "), flaws)
	}
}

// TestMargins: how far a bound is, in units of the spread; that of a fold is smaller.
func TestMargins(t *testing.T) {
	t.Parallel()
	values := []float64{8, 9, 10, 11, 12} // standard deviation 1.58
	sd := math.Sqrt(2.5)
	for _, c := range []struct {
		condition Condition
		state     string
		values    []float64
		margin    float64 // NaN: none
	}{
		{Condition{Bound: AtLeast(7)}, Holds, values, 3 / sd},
		{Condition{Bound: Between(0, 14)}, Holds, values, 4 / sd},
		{Condition{Bound: AtLeast(11)}.Differing(AtLeast(5), Model, "clay"), Differs, values, 5 / sd},
		{Condition{Bound: AtLeast(7), Over: MeanOf(5)}, Holds, values, 3 / (sd / math.Sqrt(5))},
		{Condition{Bound: AtLeast(35), Over: SumOf(5)}, Holds, values, 15 / (sd * math.Sqrt(5))},
		{Condition{Bound: AtLeast(7), Over: MedianOf(5)}, Holds, values, 3 / (sd * math.Sqrt(math.Pi/10))},
		{Condition{Bound: AtLeast(7)}, Holds, values[:4], math.NaN()},
		{Condition{Bound: AtLeast(7)}, Fails, values, math.NaN()},
		{Condition{Bound: Reported()}, Holds, values, math.NaN()},
		{Condition{Bound: Exactly(3)}, Holds, []float64{3, 3, 3, 3, 3}, math.NaN()},
	} {
		_, got := c.condition.margin(c.state, c.values)
		assert.Equal(t, got == nil, math.IsNaN(c.margin), "%+v", c)
		assert.Assert(t, got == nil || math.Abs(*got-c.margin) < 1e-9, "%+v: %v", c, got)
	}
}

// TestCloseBounds: what lies close to its bound is said in the tables.
func TestCloseBounds(t *testing.T) {
	t.Parallel()
	seed := 0.0
	perSeed := Samples{All: true, Of: func([]Run) float64 { seed++; return seed }}
	p := &Plan{Experiment: &Experiment{Name: "meadow", Doc: "height of grass"}, seeds: make([]uint32, 5),
		Claims: []Claim{{ID: "X", Origin: Model, Conditions: []Condition{{What: "height", Value: perSeed, Bound: AtLeast(1)},
			{What: "far", Value: perSeed, Bound: AtLeast(-100)}}}}}
	o, err := p.Evaluate(Results{})
	assert.NilError(t, err)
	assert.DeepEqual(t, o.Close(), []string{"X: height: 1.3 times the spread over 5 seeds to the end of >= 1"})
	text := string(o.Files[1].Data)
	assert.Assert(t, strings.Contains(text, "| height |  | 3 | 1 | 5 | >= 1 | model | 1.3 | holds |\n"), text)
	assert.Assert(t, strings.Contains(text, "## Close to a bound\n\nLess than 3 times the spread over the seeds away:\n\n- X: height"), text)
}

// TestUnbroken: a difference that its mutant leaves in its bound decides nothing.
func TestUnbroken(t *testing.T) {
	t.Parallel()
	mown := &Mutant{Name: "mown", Netlist: broken}
	claims := func(v Values) []Claim {
		wide := Condition{What: "height", Value: height(1), Bound: AtLeast(300)}.Differing(AtLeast(0), Model, "clay")
		tight := wide.Differing(AtLeast(100), Model, "clay")
		other := Condition{What: "other", Value: height(5), Bound: AtLeast(2000)}.Differing(AtLeast(0), Model, "clay")
		fails := Condition{What: "fails", Value: height(1), Bound: AtLeast(100)}
		return []Claim{
			{ID: "wide", Conditions: []Condition{wide, fails, other}, Mutants: []Trial{{Mutant: mown, Runs: []string{"sun=1"}}}},
			{ID: "tight", Conditions: []Condition{tight}, Mutants: []Trial{{Mutant: mown}}},
		}
	}
	store, _ := openStore(t)
	_, files := trials(t, store, &fields{}, []uint32{1, 2}, claims)
	for _, f := range files {
		if f.Path == "mutants.md" {
			assert.Assert(t, strings.HasSuffix(string(f.Data),
				"\n## Differences that no mutant breaks\n\n- claim wide, height: no mutant breaks >= 0\n"), "%s", f.Data)
		}
		if f.Path == "mutants.json" {
			assert.Assert(t, strings.Contains(string(f.Data), `"noticed": false`), "%s", f.Data)
		}
	}
}
