package golden

import "slices"

// CNMRunIn are the inputs of qcn_cnm_run.
type CNMRunIn struct {
	Reacts []bool
	Count  bool
}

// CNMRunOut are its outputs.
type CNMRunOut struct {
	Longest uint32
}

// CNMRun finds the longest run of CNMs at one server.
type CNMRun struct {
	events  [][]bool // that count: of the cycles before, the oldest first
	pending []bool   // of the last cycle
	longest uint32
}

// Step is one clock cycle.
func (m *CNMRun) Step(in CNMRunIn) CNMRunOut {
	out := CNMRunOut{m.longest}
	m.longest = max(m.longest, m.run())
	if slices.Contains(m.pending, true) {
		if len(m.events) > 0 && !slices.Equal(m.events[0], m.pending) {
			m.events = nil
		}
		m.events = append(m.events, m.pending)
	}
	m.pending = nil
	if in.Count {
		m.pending = slices.Clone(in.Reacts)
	}
	return out
}

// run is how many events in a row were the same, up to the last.
func (m *CNMRun) run() uint32 { return uint32(len(m.events)) }
