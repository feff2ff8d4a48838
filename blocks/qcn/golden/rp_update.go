package golden

// RPUpdateIn are the inputs of the update pipeline.
type RPUpdateIn struct {
	Valid, Starts          bool
	OldCrate, OldTrate     int
	OldBytes, OldTimes     int
	EventCNM               bool
	EventFeedback          int
	EventBytes, EventTimer bool
	Jitter                 int
}

// RPUpdateOut are its outputs.
type RPUpdateOut struct {
	Done         bool
	NewCrate     int  `valid:"Done"`
	NewTrate     int  `valid:"Done"`
	NewBytes     int  `valid:"Done"`
	NewTimes     int  `valid:"Done"`
	PeriodLoad   bool `valid:"Done"`
	PeriodBytes  int  `valid:"Loads"`
	PeriodStart  bool `valid:"Done"`
	PeriodCycles int  `valid:"Restarts"`

	Loads, Restarts bool `port:"-"`
}

// updateLatency is how many cycles a limiter is in the pipeline.
const updateLatency = 7

// RPUpdate is the update pipeline.
type RPUpdate struct {
	p     ReactionParams
	stage [updateLatency]RPUpdateOut // the next to leave first
}

// NewRPUpdate makes the pipeline.
func NewRPUpdate(p ReactionParams) *RPUpdate { return &RPUpdate{p: p} }

// Step is one clock cycle.
func (m *RPUpdate) Step(in RPUpdateIn) RPUpdateOut {
	out := m.stage[0]
	copy(m.stage[:], m.stage[1:])
	var next RPUpdateOut
	if in.Valid {
		old := RateLimiter{in.OldCrate, in.OldTrate, in.OldBytes, in.OldTimes}
		u := old.after(m.p, events{in.Starts, in.EventCNM, in.EventFeedback, in.EventBytes, in.EventTimer, in.Jitter})
		next = RPUpdateOut{
			Done: true, NewCrate: u.Crate, NewTrate: u.Trate, NewBytes: u.Bytes, NewTimes: u.Times,
			PeriodLoad: u.load, PeriodBytes: u.bytes, PeriodStart: u.restart, PeriodCycles: u.cycles, Loads: u.load,
			Restarts: u.restart,
		}
	}
	m.stage[updateLatency-1] = next
	return out
}
