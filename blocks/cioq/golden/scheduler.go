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
	return SchedulerIn{First: make([]uint64, n), Second: make([]uint64, n), Free: make([]bool, 2*n),
		Ends: make([]bool, 2*n), Room: make([]bool, 2*n)}
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

// decision is an input that an output has chosen for a lane.
type decision struct{ lane, input, output int }

// Scheduler is the model of cioq_scheduler.
type Scheduler struct {
	p       Params
	lane    int        // beat mode: the lane that is decided
	decided []decision // beat mode: in the cycle before
	output  [2][]connection
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
		for l := range m.output {
			m.start(m.decide(l, in, out), out)
		}
		return out
	}
	m.start(m.decided, out)
	m.decided = m.decide(m.lane, in, out)
	m.lane = 1 - m.lane
	for l := range m.output {
		for o := range m.output[l] {
			c := &m.output[l][o]
			c.busy = c.taken || c.busy && !in.Ends[2*c.from+l]
		}
	}
	return out
}

// start connects what was decided.
func (m *Scheduler) start(list []decision, out SchedulerOut) {
	for _, d := range list {
		c := &m.output[d.lane][d.output]
		c.from, c.taken, c.turn = d.input, true, (d.input+1)%m.p.Ports
		out.Start[2*d.input+d.lane], out.Take[2*d.output+d.lane] = true, true
	}
}

// wants are the outputs that an input asks for in a lane. In beat mode an input that
// starts a segment in this cycle asks for none.
func (m *Scheduler) wants(input, lane int, in SchedulerIn, out SchedulerOut) uint64 {
	starts := out.Start[2*input] || out.Start[2*input+1]
	switch {
	case m.p.Cells() && lane == 1 && starts:
		return in.Second[input]
	case m.p.Cells() || in.Free[2*input+lane] && !starts:
		return in.First[input]
	}
	return 0
}

// decide lets each output choose an input for a lane.
func (m *Scheduler) decide(lane int, in SchedulerIn, out SchedulerOut) []decision {
	var list []decision
	for o := range m.p.Ports {
		c := &m.output[lane][o]
		if !in.Room[2*o+lane] || c.busy {
			continue
		}
		for k := range m.p.Ports {
			i := (c.turn + k) % m.p.Ports
			if m.wants(i, lane, in, out)>>o&1 == 1 {
				list = append(list, decision{lane, i, o})
				break
			}
		}
	}
	return list
}
