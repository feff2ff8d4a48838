package experiment

import (
	"fmt"
	"math"
)

// Bound is a range, open at the ends that are infinite.
type Bound struct {
	low, high float64
	strict    bool // the bounds themselves are outside
}

// AtLeast holds from x on.
func AtLeast(x float64) Bound { return Bound{x, math.Inf(1), false} }

// AtMost holds up to x.
func AtMost(x float64) Bound { return Bound{math.Inf(-1), x, false} }

// Above holds for more than x.
func Above(x float64) Bound { return Bound{x, math.Inf(1), true} }

// Below holds for less than x.
func Below(x float64) Bound { return Bound{math.Inf(-1), x, true} }

// Between holds from x to y.
func Between(x, y float64) Bound { return Bound{x, y, false} }

// Exactly holds for x only.
func Exactly(x float64) Bound { return Bound{x, x, false} }

// Reported holds for every number: the paper promises nothing, and readers want to
// know.
func Reported() Bound { return Bound{math.Inf(-1), math.Inf(1), false} }

func (b Bound) holds(x float64) bool {
	if b.strict {
		return x > b.low && x < b.high
	}
	return x >= b.low && x <= b.high // false for NaN
}

func (b Bound) String() string {
	less, more := "<=", ">="
	if b.strict {
		less, more = "<", ">"
	}
	switch {
	case math.IsInf(b.low, -1) && math.IsInf(b.high, 1):
		return "reported"
	case b.low == b.high:
		return "= " + Number(b.low)
	case math.IsInf(b.low, -1):
		return less + " " + Number(b.high)
	case math.IsInf(b.high, 1):
		return more + " " + Number(b.low)
	}
	return fmt.Sprintf("%s..%s", Number(b.low), Number(b.high))
}
