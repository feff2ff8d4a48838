package experiment

import (
	"cmp"
	"fmt"
	"math"
)

// fewestForSpread is the number of seeds below which a spread says nothing.
const fewestForSpread = 5

// CloseTo is the margin, in units of the spread, below which a bound is close.
const CloseTo = 3

// margin is how far the mean of the values, or what a fold makes of them, is from the nearest
// end of the bound that decides, in units of the spread: the standard deviation over the
// seeds, or that of the fold. Nil: there are too few seeds, or no spread, or the bound has
// no end.
func (k Condition) margin(state string, values []float64) (spread float64, margin *float64) {
	b := k.Bound
	switch {
	case state == Differs:
		b = k.Differs.Bound
	case state != Holds:
		return 0, nil
	}
	if len(values) < fewestForSpread {
		return 0, nil
	}
	n := float64(len(values))
	x, squares := sum(values)/n, 0.0
	for _, v := range values {
		squares += (v - x) * (v - x)
	}
	spread = math.Sqrt(squares / (n - 1))
	if k.Over != nil {
		x = k.Over.Of(values)
		spread *= k.Over.part(n)
	}
	left := math.Min(x-b.low, b.high-x)
	if spread < 1e-12*math.Abs(x) || spread == 0 || math.IsInf(left, 1) {
		return spread, nil
	}
	left /= spread
	return spread, &left
}

// close reports whether the finding is close to its bound.
func (f Finding) close() bool { return f.Margin != nil && *f.Margin < CloseTo }

// distance is the margin as text.
func (f Finding) distance() string {
	switch {
	case f.Margin == nil:
		return ""
	case *f.Margin > 99:
		return "> 99"
	}
	return fmt.Sprintf("%.1f", *f.Margin)
}

// Close are the findings of all claims that are close to their bounds, as sentences.
func (o *Outcome) Close() (list []string) {
	for _, v := range o.Verdicts {
		for _, f := range v.Conditions {
			if f.close() {
				bound := f.Expected
				if f.State == Differs {
					bound = cmp.Or(f.Differs, bound)
				}
				list = append(list, fmt.Sprintf("%s: %s: %s times the spread over %d seeds to the end of %s", v.ID, f.What,
					f.distance(), len(f.Seeds), bound))
			}
		}
	}
	return list
}
