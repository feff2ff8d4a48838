package golden

// SchedulerIn are the inputs of the crossbar's scheduler.
type SchedulerIn struct {
	QueueEligible []bool // lane i*Q+q
	SaqPort       []int  // lane i*S+k
	Room          []bool
}

// SchedulerOut are its outputs.
type SchedulerOut struct {
	GrantValid []bool
	GrantQueue []int `valid:"GrantValid"`
	Start      []bool
	Source     []int `valid:"Start"`
}

// request is what an input asks for: the output of one of its queues.
type request struct{ queue, output int }

var noRequest = request{-1, -1}

// Scheduler is the two-phase round-robin scheduler of the crossbar: an input asks, an
// output chooses in the next cycle, the grant is in the one after.
type Scheduler struct {
	ports, saqs int
	nextQueue   []int     // of each input: where its search begins
	nextInput   []int     // of each output
	asked       []request // by input, in the cycle before
	chosen      []request // by input: what an output chose in the cycle before
	open        []bool    // outputs that may be asked for
	granted     []int     // by input: cycles since its last grant
}

// NewScheduler makes the scheduler after reset.
func NewScheduler(ports, saqs int) *Scheduler {
	m := &Scheduler{
		ports: ports, saqs: saqs,
		nextQueue: make([]int, ports), nextInput: make([]int, ports), open: make([]bool, ports),
	}
	for range ports {
		m.asked, m.chosen, m.granted = append(m.asked, noRequest), append(m.chosen, noRequest), append(m.granted, Pairs)
	}
	return m
}

// Asked is the queue that an input asked for in the cycle before, Chosen the one that
// is granted in this cycle; -1 for none.
func (m *Scheduler) Asked(input int) int { return m.asked[input].queue }

// Chosen is the queue of an input that is granted in this cycle, -1 for none.
func (m *Scheduler) Chosen(input int) int { return m.chosen[input].queue }

// Step is one clock cycle.
func (m *Scheduler) Step(in SchedulerIn) SchedulerOut {
	out := SchedulerOut{
		GrantValid: make([]bool, m.ports), GrantQueue: make([]int, m.ports),
		Start: make([]bool, m.ports), Source: make([]int, m.ports),
	}
	asked := make([]request, m.ports)
	for i := range asked {
		asked[i] = m.ask(i, in)
	}
	taken := make([]bool, m.ports) // outputs with a grant in this cycle
	for i, c := range m.chosen {
		m.granted[i]++
		if c == noRequest {
			continue
		}
		out.GrantValid[i], out.GrantQueue[i] = true, c.queue
		out.Start[c.output], out.Source[c.output] = true, i
		taken[c.output] = true
	}
	chosen := m.choose(taken)
	copy(m.open, in.Room)
	for i := range m.ports {
		for _, c := range []request{m.chosen[i], chosen[i]} {
			if c != noRequest {
				m.open[c.output] = false
			}
		}
		if c := m.chosen[i]; c != noRequest {
			m.nextQueue[i], m.nextInput[c.output] = (c.queue+1)%(m.ports+m.saqs), (i+1)%m.ports
			m.granted[i] = 0
		}
	}
	m.asked, m.chosen = asked, chosen
	return out
}

// ask is what an input asks for: the first eligible queue whose output is open. It
// waits for a decision, and after a grant for half of the packet.
func (m *Scheduler) ask(i int, in SchedulerIn) request {
	if m.chosen[i] != noRequest || m.granted[i] < Pairs-3 {
		return noRequest
	}
	queues := m.ports + m.saqs
	for n := range queues {
		q := (m.nextQueue[i] + n) % queues
		if q == m.asked[i].queue || !in.QueueEligible[i*queues+q] {
			continue
		}
		o := q
		if q >= m.ports {
			o = in.SaqPort[i*m.saqs+q-m.ports]
		}
		if m.open[o] {
			return request{q, o}
		}
	}
	return noRequest
}

// choose is what the outputs choose of what was asked for in the cycle before.
func (m *Scheduler) choose(taken []bool) []request {
	chosen := make([]request, m.ports)
	for i := range chosen {
		chosen[i] = noRequest
	}
	for o := range m.ports {
		for n := range m.ports {
			i := (m.nextInput[o] + n) % m.ports
			if !taken[o] && m.chosen[i] == noRequest && m.asked[i].output == o {
				chosen[i] = m.asked[i]
				break
			}
		}
	}
	return chosen
}
