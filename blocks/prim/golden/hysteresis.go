package golden

// HysteresisIn holds the inputs of hysteresis.
type HysteresisIn struct {
	Level uint64
}

// HysteresisOut holds the outputs of hysteresis.
type HysteresisOut struct {
	Rise  bool
	Fall  bool
	State bool
}

// Hysteresis is the model of hysteresis. Both thresholds are strict.
type Hysteresis struct {
	high, low uint64
	state     bool
}

// NewHysteresis makes one in state 0.
func NewHysteresis(high, low int) *Hysteresis {
	return &Hysteresis{high: uint64(high), low: uint64(low)}
}

// Step is one clock cycle.
func (m *Hysteresis) Step(in HysteresisIn) HysteresisOut {
	out := HysteresisOut{
		Rise:  !m.state && in.Level > m.high,
		Fall:  m.state && in.Level < m.low,
		State: m.state,
	}
	if out.Rise || out.Fall {
		m.state = !m.state
	}
	return out
}
