package experiment

import (
	"context"
	"encoding/csv"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// judged is what a plan without runs shows.
func judged(t *testing.T, claims ...Claim) (*Outcome, map[string]string) {
	t.Helper()
	p := &Plan{Experiment: &Experiment{Name: "meadow", Doc: "height of grass"}, Claims: claims, seeds: []uint32{1, 2}}
	o, err := p.Evaluate(Results{})
	assert.NilError(t, err)
	files := map[string]string{}
	for _, f := range o.Files {
		files[f.Path] = string(f.Data)
	}
	return o, files
}

// TestVerdicts has a claim for each state.
func TestVerdicts(t *testing.T) {
	t.Parallel()
	is := func(x float64, b Bound, d *Difference) Condition {
		return Condition{What: "height", Value: Constant(x), Bound: b, Differs: d}
	}
	clay := &Difference{Bound: Between(2, 3), Reason: "clay"}
	clay9 := &Difference{Bound: AtMost(9), Reason: "clay"}
	for _, c := range []struct {
		conditions []Condition
		want       string
	}{
		{[]Condition{is(1, AtMost(1), nil)}, Holds},
		{[]Condition{is(1, AtMost(1), clay)}, Holds},
		{[]Condition{is(2.5, AtMost(1), nil)}, Fails},
		{[]Condition{is(2.5, AtMost(1), clay)}, Differs},
		{[]Condition{is(4, AtMost(1), clay)}, Fails},
		{[]Condition{is(2.5, AtMost(1), clay), is(1, AtMost(1), nil)}, Differs},
		{[]Condition{is(2.5, AtMost(1), clay), is(2, AtMost(1), nil)}, Fails},
		{[]Condition{is(1, AtMost(1), nil), is(7, Reported(), nil)}, Holds},
		{[]Condition{is(math.NaN(), Reported(), nil)}, Fails},
		{[]Condition{is(math.Inf(-1), AtMost(1), clay9)}, Fails},
		{[]Condition{is(1, AtMost(1), nil), {Value: height(1), Bound: AtMost(1)}}, NotCovered},
		{[]Condition{is(2, AtMost(1), nil), {Value: height(1), Bound: AtMost(1)}}, Fails},
		{[]Condition{{Value: height(1), Bound: AtMost(1)}, is(2, AtMost(1), nil)}, Fails},
		{nil, ByTest},
	} {
		o, _ := judged(t, Claim{ID: "X", Conditions: c.conditions, Tests: []string{"meadow.TestX"}})
		assert.Equal(t, o.Verdicts[0].State, c.want, "%+v", o.Verdicts[0])
		assert.Equal(t, o.Passed(), c.want != Fails)
	}
}

// TestPartlyRun: of a claim, the conditions that were run decide, and the others say what they need.
func TestPartlyRun(t *testing.T) {
	t.Parallel()
	moon := Condition{What: "moon", Value: height(3), Bound: AtLeast(1)}
	tall := func(b Bound) Condition { return Condition{What: "height", Value: height(1), Bound: b} }
	for _, c := range []struct {
		conditions []Condition
		want       string
		left       int // conditions that are not covered
	}{
		{[]Condition{moon, tall(AtLeast(200))}, HoldsInPart, 1},
		{[]Condition{tall(AtLeast(200)), moon}, HoldsInPart, 1},
		{[]Condition{moon, tall(AtLeast(300))}, Fails, 1},
		{[]Condition{tall(AtLeast(300)), moon, moon}, Fails, 2},
		{[]Condition{moon, moon}, NotCovered, 0},
		{[]Condition{moon, {What: "constant", Value: Constant(1), Bound: AtLeast(1)}}, NotCovered, 0},
		{[]Condition{moon, {What: "constant", Value: Constant(1), Bound: AtLeast(2)}}, Fails, 1},
	} {
		e := meadow(func(Values) []Claim { return []Claim{{ID: "X", Conditions: c.conditions}} })
		v, err := e.Resolve(nil)
		assert.NilError(t, err)
		plan, err := e.Plan(v, []uint32{1, 2})
		assert.NilError(t, err)
		store, _ := openStore(t)
		results, err := RunAll(context.Background(), plan.Points, store, &fields{}, RunOptions{})
		assert.NilError(t, err)
		o, err := plan.Evaluate(results)
		assert.NilError(t, err)
		assert.Equal(t, o.Passed(), c.want != Fails)
		verdict := o.Verdicts[0]
		assert.Equal(t, verdict.State, c.want, "%+v", verdict)
		assert.Equal(t, verdict.Missing, "sun=3")
		assert.Equal(t, len(verdict.NotCovered()), c.left)
		text := string(o.Files[1].Data)
		assert.Equal(t, strings.Count(text, "| moon |  |  |  |  | >= 1 |  |  | not covered: needs sun=3 |\n"), c.left, text)
	}
}

// TestOverSeeds: a median, a sum or a mean is judged when there are seeds enough; before, the
// other conditions decide on the claim.
func TestOverSeeds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		over *Fold
		want float64
	}{{MedianOf(4), 2.5}, {SumOf(4), 11}, {MeanOf(4), 2.75}} {
		assert.Equal(t, c.over.Of([]float64{5, 1, 2, 3}), c.want)
	}
	seed := 0.0
	perSeed := Samples{All: true, Of: func([]Run) float64 { seed++; return seed }}
	for _, c := range []struct {
		seeds int
		bound Bound
		want  string
	}{{3, AtLeast(2), Holds}, {3, AtLeast(3), Fails}, {2, AtLeast(3), NotCovered}, {2, AtLeast(1), NotCovered}} {
		seed = 0
		k := Condition{What: "height", Value: perSeed, Over: MedianOf(3), Bound: c.bound}
		f := k.find(make([]uint32, c.seeds), &Measured{Plan: &Plan{}})
		assert.Equal(t, f.State, c.want, "%+v", f)
		assert.Equal(t, f.Expected, "median of 3 seeds "+c.bound.String())
	}
	over := Condition{Value: perSeed, Over: MedianOf(3), Bound: AtLeast(0)}
	one := Condition{Value: Constant(1), Bound: AtLeast(1)}
	for _, c := range []struct {
		conditions []Condition
		want       string
	}{{[]Condition{over, one}, HoldsInPart}, {[]Condition{over}, NotCovered}} {
		v := Claim{Conditions: c.conditions}.judge(make([]uint32, 2), &Measured{Plan: &Plan{}})
		assert.Equal(t, v.State, c.want)
		if c.want == NotCovered {
			assert.Equal(t, v.Missing, "more seeds (median of 3 seeds "+AtLeast(0).String()+")")
			continue
		}
		assert.Equal(t, v.Conditions[0].State, NotCovered)
	}
}

// TestSeedsThatDiffer: the worst of the seeds decides.
func TestSeedsThatDiffer(t *testing.T) {
	t.Parallel()
	k := Condition{Value: Samples{All: true}, Bound: AtLeast(3), Differs: &Difference{Bound: AtLeast(2), Reason: "clay"}}
	for _, c := range []struct {
		values []float64
		want   string
	}{{[]float64{3, 4}, Holds}, {[]float64{2, 4}, Differs}, {[]float64{4, 2}, Differs}, {[]float64{1, 4}, Fails},
		{[]float64{4, 1, 2}, Fails}} {
		f := Finding{State: Holds}
		for i, x := range c.values {
			f.add(uint32(i), x, k)
		}
		assert.Equal(t, f.State, c.want, "%v", c.values)
	}
}

// TestClaimFiles shows each kind of row in the tables.
func TestClaimFiles(t *testing.T) {
	t.Parallel()
	_, files := judged(t,
		Claim{ID: "A", Source: "book", Text: "it grows", SetUp: "In spring.",
			Conditions: []Condition{{What: "height", Value: Constant(2.5), Bound: AtLeast(3),
				Says:    SaysAbout(Above(3)),
				Differs: &Difference{Bound: AtLeast(2), Origin: AfterResult("2026-11-22"), Reason: "There is clay, below"}}},
			Mutants: []Trial{{Mutant: &Mutant{Name: "mown"}}}},
		Claim{ID: "B", Source: "book", Text: "it is green", Tests: []string{"meadow.TestGreen", "meadow.TestNotBlue"}},
		Claim{ID: "C", Source: "book", Text: "it sleeps", SetUp: "In spring.", Conditions: []Condition{{Value: height(1)}}})
	for _, part := range []string{
		"| A | it grows (book) | height | about > 3 | 2.5 | 2.5 | 2.5 | >= 3 | paper |  | differs |\n",
		"| B | it is green (book) | meadow.TestGreen |  |  |  |  |  |  |  | by test |\n|  |  | meadow.TestNotBlue |  |  |  |  |  |  |  | by test |\n",
		"\n## Not covered\n\nWhat was run does not decide on these claims:\n\n- C: it sleeps (book): needs sun=1.\n",
		"\n## Set-up\n\n- A, C: In spring.\n",
		"\n## Where the design differs from the paper\n\n- A: height: >= 3, and this design has 2.5 (>= 2, result 2026-11-22). There is clay, below.\n",
	} {
		assert.Assert(t, strings.Contains(files["claims.md"], part), "no %q in\n%s", part, files["claims.md"])
	}
	rows, err := csv.NewReader(strings.NewReader(files["claims.csv"])).ReadAll()
	assert.NilError(t, err)
	assert.DeepEqual(t, rows[1:], [][]string{
		{"A", "differs", "book", "it grows", "In spring.", "height", "about > 3", "2.5", "2.5", "2.5", ">= 3", "paper", "",
			"differs", ">= 2", "result 2026-11-22", "There is clay, below", "mown"},
		{"B", "by test", "book", "it is green", "", "meadow.TestGreen", "", "", "", "", "", "", "", "by test", "", "", "", ""},
		{"B", "by test", "book", "it is green", "", "meadow.TestNotBlue", "", "", "", "", "", "", "", "by test", "", "", "", ""},
		{"C", "not covered", "book", "it sleeps", "In spring.", "", "", "", "", "", "", "", "", "not covered: needs sun=1",
			"", "", "", ""},
	})
	var j Judgement
	assert.NilError(t, json.Unmarshal([]byte(files["claims.json"]), &j))
	assert.Assert(t, j.Passed)
	assert.DeepEqual(t, j.Claims[0].Mutants, []string{"mown"})
}
