package golden

import packet "culprit/blocks/packet/golden"

// SchedulerIn are the inputs of the scheduler; lane i*Q+q is queue q of input i.
type SchedulerIn struct {
	QueueEmpty      []bool
	QueueReady      []bool
	QueuePort       []int
	SaqXoff         []bool `port:",optional"` // lane i*S+k is SAQ k of input i
	CreditAvailable []bool
}

// SchedulerOut are its outputs: grants per input, starts per output.
type SchedulerOut struct {
	GrantValid []bool
	GrantQueue []int
	GrantPort  []int
	Start      []bool
	Source     []int
}

// busyCycles is how long after a grant its input and output are taken: the
// grant's own cycle and these make the eight beats of a packet.
const busyCycles = packet.Beats - 1

// Scheduler is the scheduler (IQ 3.7): a separable round-robin allocation in
// every cycle among the inputs and outputs that are free.
type Scheduler struct {
	ports, queues int
	queueTurn     []int // per input: the queue that has the turn
	inputTurn     []int // per output: the input that has the turn
	inputBusy     []int // cycles left
	outputBusy    []int
	out           SchedulerOut
}

// NewScheduler makes the unit after reset.
func NewScheduler(ports, saqs int) *Scheduler {
	return &Scheduler{
		ports: ports, queues: 1 + saqs,
		queueTurn: make([]int, ports), inputTurn: make([]int, ports),
		inputBusy: make([]int, ports), outputBusy: make([]int, ports),
		out: SchedulerOut{
			GrantValid: make([]bool, ports), GrantQueue: make([]int, ports), GrantPort: make([]int, ports),
			Start: make([]bool, ports), Source: make([]int, ports),
		},
	}
}

// Busy says for how many more cycles, this one included, input i cannot be granted.
func (m *Scheduler) Busy(i int) int { return m.inputBusy[i] }

// Step is one clock cycle.
func (m *Scheduler) Step(in SchedulerIn) SchedulerOut {
	picked := make([]int, m.ports) // per input: its queue, or -1
	wanted := make([]int, m.ports) // per input: the output of that queue
	for i := range m.ports {
		picked[i], wanted[i] = m.pick(i, in)
	}
	for i := range m.ports {
		m.out.GrantValid[i], m.out.GrantQueue[i], m.out.GrantPort[i] = false, 0, 0
		m.inputBusy[i] = max(0, m.inputBusy[i]-1)
	}
	for o := range m.ports {
		m.out.Start[o], m.out.Source[o] = false, 0
		m.outputBusy[o] = max(0, m.outputBusy[o]-1)
		for n := range m.ports {
			i := (m.inputTurn[o] + n) % m.ports
			if picked[i] >= 0 && wanted[i] == o {
				m.grant(i, picked[i], o)
				break
			}
		}
	}
	return m.out
}

// pick is phase 1: the first eligible queue of a free input whose output is free.
func (m *Scheduler) pick(i int, in SchedulerIn) (queue, output int) {
	if m.inputBusy[i] > 0 {
		return -1, 0
	}
	saqs := m.queues - 1
	for n := range m.queues {
		q := (m.queueTurn[i] + n) % m.queues
		lane := i*m.queues + q
		if in.QueueEmpty[lane] || !in.QueueReady[lane] || q > 0 && in.SaqXoff[i*saqs+q-1] {
			continue
		}
		if o := in.QueuePort[lane]; m.outputBusy[o] == 0 && in.CreditAvailable[o] {
			return q, o
		}
	}
	return -1, 0
}

func (m *Scheduler) grant(i, q, o int) {
	m.out.GrantValid[i], m.out.GrantQueue[i], m.out.GrantPort[i] = true, q, o
	m.out.Start[o], m.out.Source[o] = true, i
	m.queueTurn[i] = (q + 1) % m.queues
	m.inputTurn[o] = (i + 1) % m.ports
	m.inputBusy[i], m.outputBusy[o] = busyCycles, busyCycles
}
