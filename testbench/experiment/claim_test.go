package experiment

import (
	"encoding/json"
	"math"
	"testing"

	"gotest.tools/v3/assert"
)

func TestBounds(t *testing.T) {
	for _, c := range []struct {
		bound   Bound
		text    string
		in, out []float64
	}{
		{AtLeast(0.8), ">= 0.8", []float64{0.8, 2}, []float64{0.79, math.NaN()}},
		{AtMost(1.1), "<= 1.1", []float64{1.1, -1}, []float64{1.2, math.NaN()}},
		{Above(10), "> 10", []float64{10.1}, []float64{10, math.NaN()}},
		{Below(0.3), "< 0.3", []float64{0.2}, []float64{0.3, math.NaN()}},
		{Between(0.6, 0.7), "0.6..0.7", []float64{0.6, 0.7}, []float64{0.59, 0.71, math.NaN()}},
		{Exactly(0), "= 0", []float64{0}, []float64{1, -1, math.NaN()}},
	} {
		assert.Equal(t, c.bound.String(), c.text)
		for _, x := range c.in {
			assert.Assert(t, c.bound.holds(x), "%v %s", x, c.text)
		}
		for _, x := range c.out {
			assert.Assert(t, !c.bound.holds(x), "%v %s", x, c.text)
		}
	}
}

// TestVerdictsAreJSON has values that JSON cannot express.
func TestVerdictsAreJSON(t *testing.T) {
	c := Claim{ID: "X", Conditions: []Condition{{What: "no number", Value: Constant(math.NaN()), Bound: AtLeast(0)},
		{What: "infinite", Value: Constant(math.Inf(1)), Bound: AtLeast(0)}}}
	v := c.judge([]uint32{1, 2}, &Measured{Plan: &Plan{}})
	assert.Equal(t, v.State, Fails)
	_, err := json.Marshal(v)
	assert.NilError(t, err)
}
