package experiment

import (
	"fmt"
	"math"
	"slices"
)

// Steady names the counters of a phase that measures a steady state. They are 0 when the phase
// begins and are read in its middle, too: what its halves have in common is what the run says.
type Steady struct {
	// Rate are the counters of what passes, which are added up: the run measures their rate.
	Rate []string `json:"rate"`
	// Sum divided by Count, added up, is a mean, such as latencies by packets. None: no mean.
	Sum   string   `json:"sum,omitempty"`
	Count []string `json:"count,omitempty"`
}

// counters are those that are read.
func (s Steady) counters() []string {
	list := slices.Concat(s.Rate, s.Count)
	if s.Sum != "" {
		list = append(list, s.Sum)
	}
	return list
}

// total adds counters up.
func total(counters map[string]uint64, names []string) float64 {
	n := uint64(0)
	for _, name := range names {
		n += counters[name]
	}
	return float64(n)
}

// Halves is what was read in the middle of the phase that measures a steady state. It is empty if
// the phase is too short for that.
type Halves struct {
	// Counters are those that Steady names.
	Counters map[string]uint64 `json:"counters"`
	// Reading is for how many cycles they were read, one per cycle, from the middle on.
	Reading int `json:"reading"`
}

// Quantity is what of a steady state a number depends on.
type Quantity int

// The quantities.
const (
	AnyTime Quantity = iota // no steady state: a time, a sum, a share
	OfRate                  // the rate of Steady.Rate
	OfMean                  // Steady.Sum divided by Steady.Count
)

// Two halves count as equal if they differ by at most tolerance, or by no more than deviations
// times the standard deviation of as many independent events with exponential times. The
// tolerance is what BookSim demands of a sample before it calls a network stable.
const (
	tolerance  = 0.05
	deviations = 3
)

// Unsteady says how the two halves of the run's window differ in a quantity, "" if they do not,
// or if the run measures no steady state.
func (r Run) Unsteady(q Quantity) string {
	phase := r.Point.Stimulus.steady()
	if phase == nil || r.Result.Halves == nil || q == AnyTime {
		return ""
	}
	s, first, all := phase.Steady, r.Result.Halves.Counters, r.Result.Counters
	if len(first) == 0 {
		return fmt.Sprintf("the window of %d cycles is too short to compare its halves", phase.Cycles)
	}
	if q == OfMean {
		return unsteadyMean(*s, first, all)
	}
	// The counters go on while they are read.
	length := float64(phase.Cycles)
	half := math.Floor(length/2) + float64(r.Result.Halves.Reading)/2
	a := total(first, s.Rate)
	b := total(all, s.Rate) - a
	// A packet of many beats is one event.
	events := a + b
	if len(s.Count) > 0 {
		events = min(events, total(all, s.Count))
	}
	if even := (a + b) / length; !differ(a/half, b/(length-half), even, 2*even/math.Sqrt(events)) {
		return ""
	}
	return fmt.Sprintf("%s per cycle in the first half of the window, %s in the second", Figure(a/half),
		Figure(b/(length-half)))
}

func unsteadyMean(s Steady, first, all map[string]uint64) string {
	if s.Sum == "" {
		return ""
	}
	n := total(first, s.Count)
	m := total(all, s.Count) - n
	a, b := float64(first[s.Sum])/n, float64(all[s.Sum]-first[s.Sum])/m
	mean := float64(all[s.Sum]) / (n + m)
	switch {
	case n+m == 0, a+b == 0:
		return ""
	case n > 0 && m > 0 && !differ(a, b, mean, mean*math.Sqrt(1/n+1/m)):
		return ""
	}
	text := func(x, events float64) string {
		if events == 0 {
			return "none"
		}
		return Figure(x)
	}
	return fmt.Sprintf("mean %s cycles in the first half of the window, %s in the second", text(a, n), text(b, m))
}

// differ reports whether a and b are too far apart for a quantity of that mean and standard
// deviation of the difference.
func differ(a, b, mean, deviation float64) bool {
	return math.Abs(a-b) > max(tolerance*mean, deviations*deviation)
}

// steady is the phase that measures a steady state, nil if there is none.
func (s Stimulus) steady() *Phase {
	for i := range s.Phases {
		if s.Phases[i].Steady != nil {
			return &s.Phases[i]
		}
	}
	return nil
}

// SteadyCounters are the counters that are read in the middle of a phase, none if it measures no
// steady state.
func (p Phase) SteadyCounters() []string {
	if p.Steady == nil {
		return nil
	}
	return p.Steady.counters()
}

// Unsteady is a run that was not in a steady state.
type Unsteady struct {
	Run string `json:"run"` // name of the point
	How string `json:"how"` // the halves of its window
}

// String names the run and its halves.
func (r Unsteady) String() string { return r.Run + ": " + r.How }

// notSteady are the runs that were not in a steady state.
func (m *Measured) notSteady() (list []Unsteady) {
	for _, r := range m.Points() {
		rate, mean := r.Unsteady(OfRate), r.Unsteady(OfMean)
		switch {
		case rate != "" && mean != "" && mean != rate:
			rate += "; " + mean
		case rate == "":
			rate = mean
		}
		if rate != "" {
			list = append(list, Unsteady{r.Point.Name, rate})
		}
	}
	return list
}
