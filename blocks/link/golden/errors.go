package golden

// ErrorsIn are the inputs of link_errors.
type ErrorsIn struct {
	Errors []bool // by cause
	Clear  bool
}

// ErrorsOut are its outputs.
type ErrorsOut struct {
	Seen   []bool
	Counts []uint32
}

// Errors counts what went wrong at a port.
type Errors struct {
	most   uint32
	counts []uint32
}

// NewErrors makes the counters, of that many bits, for a number of causes.
func NewErrors(causes, bits int) *Errors {
	return &Errors{most: uint32(1<<bits - 1), counts: make([]uint32, causes)}
}

// Registered are the outputs of this cycle.
func (e *Errors) Registered() ErrorsOut {
	out := ErrorsOut{Seen: make([]bool, len(e.counts)), Counts: append([]uint32(nil), e.counts...)}
	for c, n := range e.counts {
		out.Seen[c] = n > 0
	}
	return out
}

// Step is one clock cycle.
func (e *Errors) Step(in ErrorsIn) ErrorsOut {
	out := e.Registered()
	for c, event := range in.Errors {
		if in.Clear {
			e.counts[c] = 0
		}
		if event && e.counts[c] < e.most {
			e.counts[c]++
		}
	}
	return out
}

// PinsIn are the inputs of a switch for the errors of its ports.
type PinsIn struct {
	ErrClear []bool
}

// PinsOut are its outputs: a lane per port, and one per port and cause.
type PinsOut struct {
	ErrSeen   []uint8
	ErrCounts []uint32
}

// NewPinsIn makes inputs of n ports.
func NewPinsIn(n int) PinsIn { return PinsIn{make([]bool, n)} }

// NewPinsOut makes outputs of n ports.
func NewPinsOut(n int) PinsOut { return PinsOut{make([]uint8, n), make([]uint32, n*PortCauses)} }

// Pins are the errors of all ports of a switch.
type Pins struct{ ports []*Errors }

// NewPins makes the counters of n ports.
func NewPins(n, bits int) *Pins {
	p := &Pins{}
	for range n {
		p.ports = append(p.ports, NewErrors(PortCauses, bits))
	}
	return p
}

// Show sets the outputs of this cycle.
func (p *Pins) Show(out PinsOut) {
	for i, port := range p.ports {
		shown := port.Registered()
		out.ErrSeen[i] = 0
		for c, seen := range shown.Seen {
			if seen {
				out.ErrSeen[i] |= 1 << c
			}
		}
		copy(out.ErrCounts[i*PortCauses:], shown.Counts)
	}
}

// Sent are the errors of a sending side.
type Sent struct{ NoCredit, NoName bool }

// Step is one clock cycle of port i: what its guard and its sending side tell in this cycle.
func (p *Pins) Step(i int, in PinsIn, guard []bool, sent Sent) {
	all := append(append([]bool(nil), guard...), sent.NoCredit, sent.NoName)
	p.ports[i].Step(ErrorsIn{Errors: all, Clear: in.ErrClear[i]})
}
