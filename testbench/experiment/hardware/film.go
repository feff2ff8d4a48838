package hardware

import (
	"culprit.example/culprit/cyclesim"
	"culprit.example/culprit/rtlgen/blocks"
)

// Film sees a run at regular times. What it sees changes no result.
type Film struct {
	// Interval is the cycles from one frame to the next, or more with a host, which acts at times of its own.
	// Frame may change it.
	Interval int
	// Open is called after reset, with the network of the block; nil if it is none.
	Open func(e cyclesim.Engine, n *blocks.Network) error
	// Frame is called in the given cycle, after the values have settled.
	Frame func(cycle int)
}

// film opens the film, if there is one.
func (m *machine) film() error {
	if m.lab.Film == nil {
		return nil
	}
	return m.lab.Film.Open(m.engine, m.design.network)
}

// nextFrame is when a frame is due, at most the given time.
func (r *run) nextFrame(at int) int {
	if f := r.m.lab.Film; f != nil {
		return min(at, max(r.now+1, r.filmed+f.Interval))
	}
	return at
}

// frame takes a frame, if it is time.
func (r *run) frame() {
	if f := r.m.lab.Film; f != nil && r.now >= r.filmed+f.Interval {
		r.filmed = r.now
		f.Frame(r.now)
	}
}
