package golden

import packet "culprit.example/culprit/blocks/packet/golden"

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
	GrantQueue Chosen `valid:"GrantKnown"` // lane i*Q+q: queue q of input i
	GrantKnown []bool `port:"-"`           // of these lanes: there is a grant
	GrantPort  []int  `valid:"GrantValid"`
	Start      []bool
	Source     []int `valid:"Start"`
}

// asking is what an input asks for: the output of one of its queues.
type asking struct {
	queue, output int // queue -1: nothing
}

var noRequest = asking{queue: -1}

// Scheduler is the scheduler (IQ 3.7). A decision takes three cycles: an input
// asks, an output chooses, the grant.
type Scheduler struct {
	ports, queues int
	queueTurn     []int    // per input: the queue that has the turn
	inputTurn     []int    // per output: the input that has the turn
	asked         []asking // per input: what it asked for in the cycle before
	chosen        []asking // per input: what an output chose in the cycle before
	open          []bool   // per output: it may be asked for
	inputRest     []int    // cycles in which it does not ask
	outputRest    []int    // cycles in which it does not open
	out           SchedulerOut
}

// NewScheduler makes the unit after reset.
func NewScheduler(ports, saqs int) *Scheduler {
	m := &Scheduler{
		ports: ports, queues: 1 + saqs,
		queueTurn: make([]int, ports), inputTurn: make([]int, ports),
		open:      make([]bool, ports),
		inputRest: make([]int, ports), outputRest: make([]int, ports),
		out: SchedulerOut{
			GrantValid: make([]bool, ports), GrantQueue: make(Chosen, ports*(1+saqs)), GrantKnown: make([]bool, ports*(1+saqs)),
			GrantPort: make([]int, ports),
			Start:     make([]bool, ports), Source: make([]int, ports),
		},
	}
	for range ports {
		m.asked, m.chosen = append(m.asked, noRequest), append(m.chosen, noRequest)
	}
	return m
}

// Decided says for which queue of input i a decision is under way: one that was asked
// for in the cycle before, and one that is granted in this cycle if it is still
// eligible; -1 for none.
func (m *Scheduler) Decided(i int) (asked, chosen int) { return m.asked[i].queue, m.chosen[i].queue }

// Step is one clock cycle.
func (m *Scheduler) Step(in SchedulerIn) SchedulerOut {
	asked := make([]asking, m.ports)
	for i := range asked {
		asked[i] = m.ask(i, in)
	}
	chosen := m.choose()
	open := m.openNext(in, chosen)
	clear(m.out.GrantQueue)
	clear(m.out.GrantKnown)
	for i := range m.ports {
		m.inputRest[i], m.outputRest[i] = max(0, m.inputRest[i]-1), max(0, m.outputRest[i]-1)
		m.out.GrantValid[i], m.out.Start[i] = false, false
	}
	for i, decision := range m.chosen {
		if decision.queue >= 0 {
			m.grant(i, decision)
		}
	}
	m.asked, m.chosen, m.open = asked, chosen, open
	return m.out
}

func (m *Scheduler) eligible(i, q int, in SchedulerIn) bool {
	saqs, lane := m.queues-1, i*m.queues+q
	return !in.QueueEmpty[lane] && in.QueueReady[lane] && (q == 0 || !in.SaqXoff[i*saqs+q-1])
}

// ask is what input i asks for: the first eligible queue whose output is open.
func (m *Scheduler) ask(i int, in SchedulerIn) asking {
	if m.inputRest[i] > 0 || m.chosen[i].queue >= 0 {
		return noRequest
	}
	for n := range m.queues {
		q := (m.queueTurn[i] + n) % m.queues
		if q == m.asked[i].queue || !m.eligible(i, q, in) {
			continue
		}
		if o := in.QueuePort[i*m.queues+q]; m.open[o] {
			return asking{queue: q, output: o}
		}
	}
	return noRequest
}

// choose is what the outputs choose of what was asked for in the cycle before: by
// input.
func (m *Scheduler) choose() []asking {
	chosen, taken := make([]asking, m.ports), make([]bool, m.ports)
	for i := range chosen {
		chosen[i] = noRequest
		if m.chosen[i].queue >= 0 {
			taken[m.chosen[i].output] = true
		}
	}
	for o := range m.ports {
		for n := range m.ports {
			i := (m.inputTurn[o] + n) % m.ports
			if taken[o] || m.chosen[i].queue >= 0 || m.asked[i].queue < 0 || m.asked[i].output != o {
				continue
			}
			chosen[i] = m.asked[i]
			break
		}
	}
	return chosen
}

// openNext are the outputs that may be asked for in the next cycle: those that rest no
// longer, have a credit, and for which no decision is under way.
func (m *Scheduler) openNext(in SchedulerIn, chosen []asking) []bool {
	open := make([]bool, m.ports)
	for o := range open {
		open[o] = in.CreditAvailable[o] && m.outputRest[o] == 0
	}
	for _, decisions := range [][]asking{chosen, m.chosen} {
		for _, decision := range decisions {
			if decision.queue >= 0 {
				open[decision.output] = false
			}
		}
	}
	return open
}

// grant grants what was chosen. The input may ask again, and the output is open again,
// six cycles later: then the next grant comes after the eight beats of a packet.
func (m *Scheduler) grant(i int, decision asking) {
	q, o := decision.queue, decision.output
	m.out.GrantValid[i], m.out.GrantQueue[i*m.queues+q], m.out.GrantPort[i] = true, true, o
	for lane := i * m.queues; lane < (i+1)*m.queues; lane++ {
		m.out.GrantKnown[lane] = true
	}
	m.out.Start[o], m.out.Source[o] = true, i
	m.queueTurn[i] = (q + 1) % m.queues
	m.inputTurn[o] = (i + 1) % m.ports
	m.inputRest[i], m.outputRest[o] = packet.Beats-3, packet.Beats-4
}
