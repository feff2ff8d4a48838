package experiment

// Result is what a point measured.
type Result struct {
	// Counters are the counters of the block's readback and the outputs that the
	// stimulus names, by name.
	Counters map[string]uint64 `json:"counters"`
	// Trace is the output that the stimulus traces, at the end of each interval.
	Trace []uint64 `json:"trace,omitempty"`
	// Traces are the counters that the stimulus traces, by name, as of the same times.
	Traces map[string][]uint64 `json:"traces,omitempty"`
	// Lists is what the point's host has measured in lists of numbers, by name.
	Lists map[string][]uint64 `json:"lists,omitempty"`
	// Halves is what was read in the middle of the phase that measures a steady state.
	Halves *Halves `json:"halves,omitempty"`
	// Violations are the breaks of conservation that the audit of the run found.
	Violations []Violation `json:"violations,omitempty"`
	// Faults is how many events on links the point's fault has hit.
	Faults uint64 `json:"faults,omitempty"`
}

// Errors is the sum of the counters that are 0 in every sound run.
func (r Result) Errors(p Point) uint64 {
	var n uint64
	for _, name := range p.Stimulus.Errors {
		n += r.Counters[name]
	}
	return n
}

// Results are those of several points.
type Results struct{ byPoint map[string]Result }

// Of is the result of a point. Not ok: it is not among them.
func (r Results) Of(p Point) (result Result, ok bool) {
	result, ok = r.byPoint[p.id()]
	return result, ok
}

// Len is how many there are.
func (r Results) Len() int { return len(r.byPoint) }

// Put adds or replaces the result of a point.
func (r *Results) Put(p Point, result Result) {
	if r.byPoint == nil {
		r.byPoint = map[string]Result{}
	}
	r.byPoint[p.id()] = result
}
