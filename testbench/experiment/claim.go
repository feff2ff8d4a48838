package experiment

import (
	"math"
	"slices"
)

// Claim is a statement of a paper as conditions on what a plan measures.
type Claim struct {
	ID     string
	Source string // paper and section or figure
	Text   string // what the paper says
	// SetUp is what the statement is judged under where the paper is silent or the
	// plan's settings do not say it: load, window, the rule of deallocation.
	SetUp      string
	Origin     Origin // of the bounds of conditions that do not say theirs
	Conditions []Condition
	// Mutants are mistakes under which the claim must fail: one that holds with all
	// of them says nothing.
	Mutants []Trial
	// Tests prove the claim, or a part of it: names of Go tests with their folder,
	// "blocks/recn/bench.TestSwitch". A claim with tests and without conditions
	// stands in the tables with their names.
	Tests []string
}

// Noticing is the claim with these mutants.
func (c Claim) Noticing(lists ...[]Trial) Claim {
	c.Mutants = slices.Concat(lists...)
	return c
}

// Condition bounds one quantity. It must hold for every seed, or with Over for what
// that makes of all seeds.
type Condition struct {
	What  string
	Value Samples
	Over  *Fold
	Bound Bound // what the paper says, with a tolerance
	// Origin is where the bound comes from; "": that of the claim, or, with Says, Paper.
	Origin Origin
	// Says, if not nil, is the number of the paper. The condition holds only if its bound
	// keeps to that.
	Says *Quote
	// Differs, if not nil, is the documented reason why the design is right and the
	// paper's bound is not met. It has a bound of its own.
	Differs *Difference
}

// Fold makes one number of those of several seeds. With fewer seeds than it needs, a
// condition is only reported.
type Fold struct {
	Name  string // "median"
	Seeds int
	Of    func(values []float64) float64
	part  func(n float64) float64 // its standard deviation, of that of one of n values
}

// MedianOf is the median over at least the given number of seeds.
func MedianOf(seeds int) *Fold {
	of := func(values []float64) float64 {
		x := slices.Sorted(slices.Values(values))
		return (x[(len(x)-1)/2] + x[len(x)/2]) / 2
	}
	return &Fold{"median", seeds, of, func(n float64) float64 { return math.Sqrt(math.Pi / 2 / n) }}
}

// SumOf is the sum over at least the given number of seeds.
func SumOf(seeds int) *Fold { return &Fold{"sum", seeds, sum, math.Sqrt} }

// MeanOf is the mean over at least the given number of seeds.
func MeanOf(seeds int) *Fold {
	of := func(values []float64) float64 { return sum(values) / float64(len(values)) }
	return &Fold{"mean", seeds, of, func(n float64) float64 { return 1 / math.Sqrt(n) }}
}

func sum(values []float64) float64 {
	total := 0.0
	for _, x := range values {
		total += x
	}
	return total
}

// Difference is what a design gives instead of what a paper says.
type Difference struct {
	Bound  Bound  // must hold where the paper's does not
	Origin Origin // where it comes from
	Reason string // why, or what was found out
}

// Samples is a quantity as a function of the seed.
type Samples struct {
	Needs []string // runs that it is computed from, by the names that Plan.Add gave them
	All   bool     // instead: all runs with the seed
	Of    func(runs []Run) float64
}

// Constant is a quantity that depends on no run.
func Constant(x float64) Samples { return Samples{All: true, Of: func([]Run) float64 { return x }} }

// ErrorsOfAll is the number of errors of all runs with a seed, which is 0 if they are sound.
var ErrorsOfAll = Samples{All: true, Of: func(runs []Run) float64 {
	n := uint64(0)
	for _, r := range runs {
		n += r.Result.Errors(r.Point)
	}
	return float64(n)
}}

// Ratio is a quantity divided by another one.
func Ratio(a, b Samples) Samples {
	return Both(a, b, func(x, y float64) float64 { return x / y })
}

// Both computes a quantity from two others.
func Both(a, b Samples, of func(x, y float64) float64) Samples {
	return Samples{Needs: slices.Concat(a.Needs, b.Needs), Of: func(r []Run) float64 {
		return of(a.Of(r[:len(a.Needs)]), b.Of(r[len(a.Needs):]))
	}}
}

// Largest is the greatest of several quantities.
func Largest(list []Samples) Samples {
	var all Samples
	for _, s := range list {
		all.Needs = append(all.Needs, s.Needs...)
	}
	all.Of = func(r []Run) float64 {
		var values []float64
		for _, s := range list {
			values = append(values, s.Of(r[:len(s.Needs)]))
			r = r[len(s.Needs):]
		}
		return slices.Max(values)
	}
	return all
}
