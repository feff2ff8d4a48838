package golden

// PacerIn are the inputs of the pacer.
type PacerIn struct {
	Start bool
	Cost  int
}

// PacerOut is its output.
type PacerOut struct{ Ready bool }

// Pacer keeps a link at its rate.
type Pacer struct {
	credit  int  // bytes
	started bool // a frame, in the cycle before
}

// NewPacer makes a pacer whose link has been idle.
func NewPacer() *Pacer { return &Pacer{credit: 64} }

// Ready reports whether a frame may start.
func (m *Pacer) Ready() bool { return m.credit >= 0 && !m.started }

// Step is one clock cycle.
func (m *Pacer) Step(in PacerIn) PacerOut {
	out := PacerOut{m.Ready()}
	m.credit += 64
	if m.started {
		m.credit -= in.Cost
	}
	if !in.Start {
		m.credit = min(m.credit, 64)
	}
	m.started = in.Start
	return out
}
