package golden

// SchedulerIn holds the inputs of cioq_scheduler. A port's bits are an element each.
type SchedulerIn struct {
	First  []uint64 // by input, one-hot
	Second []uint64 `port:",optional"`
	Free   []bool   `port:",optional"` // by input and lane
	Ends   []bool   `port:",optional"`
	Room   []bool   // by output and lane
}

// SchedulerOut holds the outputs of cioq_scheduler.
type SchedulerOut struct {
	Start  []bool   // by input and lane
	Take   []bool   // by output and lane
	Select []uint64 // by lane and output, one-hot
}

// NewSchedulerIn makes inputs for n ports, all zero.
func NewSchedulerIn(n int) SchedulerIn {
	return SchedulerIn{First: make([]uint64, n), Second: make([]uint64, n), Free: make([]bool, 2*n), Ends: make([]bool, 2*n), Room: make([]bool, 2*n)}
}

// NewSchedulerOut makes outputs for n ports, all zero.
func NewSchedulerOut(n int) SchedulerOut {
	return SchedulerOut{Start: make([]bool, 2*n), Take: make([]bool, 2*n), Select: make([]uint64, 2*n)}
}

// connection is a lane of an output.
type connection struct {
	turn  int  // input that has the turn
	from  int  // input that it is connected to, -1: none
	busy  bool // its segment has more beats than the present one
	taken bool // in this cycle
}

// Scheduler is the model of cioq_scheduler.
type Scheduler struct {
	p      Params
	lane   int // beat mode: the lane that is decided
	output [2][]connection
}

// NewScheduler makes a scheduler after reset.
func NewScheduler(p Params) *Scheduler {
	m := &Scheduler{p: p}
	for l := range m.output {
		for range p.Ports {
			m.output[l] = append(m.output[l], connection{from: -1})
		}
	}
	return m
}

// Step is one clock cycle.
func (m *Scheduler) Step(in SchedulerIn) SchedulerOut {
	out := NewSchedulerOut(m.p.Ports)
	for l := range m.output {
		for o, c := range m.output[l] {
			if c.from >= 0 {
				out.Select[l*m.p.Ports+o] = 1 << c.from
			}
		}
	}
	// A connection ends behind the last beat.
	for l := range m.output {
		for o := range m.output[l] {
			c := &m.output[l][o]
			c.taken = false
			if !c.busy {
				c.from = -1
			}
		}
	}
	if m.p.Cells() {
		m.decide(0, in, out)
		m.decide(1, in, out)
	} else {
		m.decide(m.lane, in, out)
		m.lane = 1 - m.lane
		for l := range m.output {
			for o := range m.output[l] {
				c := &m.output[l][o]
				c.busy = c.taken || c.busy && !in.Ends[2*c.from+l]
			}
		}
	}
	return out
}

// decide lets each output choose an input for a lane.
func (m *Scheduler) decide(lane int, in SchedulerIn, out SchedulerOut) {
	wants := make([]uint64, m.p.Ports)
	for i := range wants {
		switch {
		case m.p.Cells() && lane == 1 && out.Start[2*i]:
			wants[i] = in.Second[i]
		case m.p.Cells() || in.Free[2*i+lane]:
			wants[i] = in.First[i]
		}
	}
	for o := range m.p.Ports {
		c := &m.output[lane][o]
		if !in.Room[2*o+lane] || c.busy {
			continue
		}
		for k := range m.p.Ports {
			i := (c.turn + k) % m.p.Ports
			if wants[i]>>o&1 == 1 {
				c.from, c.taken, c.turn = i, true, (i+1)%m.p.Ports
				out.Start[2*i+lane], out.Take[2*o+lane] = true, true
				break
			}
		}
	}
}
