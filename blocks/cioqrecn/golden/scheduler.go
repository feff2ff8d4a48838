package golden

import prim "culprit/blocks/prim/golden"

// SchedulerIn are the inputs of the crossbar's scheduler.
type SchedulerIn struct {
	QueueEligible []bool // lane i*Q+q
	SaqPort       []int  // lane i*S+k
	Room          []bool
}

// SchedulerOut are its outputs.
type SchedulerOut struct {
	GrantValid []bool
	GrantQueue []int
	Start      []bool
	Source     []int
}

// Scheduler is the two-phase round-robin scheduler of the crossbar.
type Scheduler struct {
	ports, saqs           int
	allocator             *prim.SepAllocator
	inputFree, outputFree []int // cycles until
}

// NewScheduler makes the scheduler after reset.
func NewScheduler(ports, saqs int) *Scheduler {
	return &Scheduler{
		ports: ports, saqs: saqs, allocator: prim.NewSepAllocator(ports, ports+saqs, ports),
		inputFree: make([]int, ports), outputFree: make([]int, ports),
	}
}

// Busy says whether an input is sending.
func (m *Scheduler) Busy(input int) bool { return m.inputFree[input] > 0 }

// Step is one clock cycle.
func (m *Scheduler) Step(in SchedulerIn) SchedulerOut {
	queues := m.ports + m.saqs
	asks := prim.SepAllocatorIn{
		Eligible: in.QueueEligible, Wanted: make([]int, m.ports*queues),
		InputFree: make([]bool, m.ports), OutputFree: make([]bool, m.ports),
	}
	for i := range m.ports {
		for q := range queues {
			asks.Wanted[i*queues+q] = q
			if q >= m.ports {
				asks.Wanted[i*queues+q] = in.SaqPort[i*m.saqs+q-m.ports]
			}
		}
		asks.InputFree[i] = m.inputFree[i] == 0
		asks.OutputFree[i] = m.outputFree[i] == 0 && in.Room[i]
		m.inputFree[i] = max(0, m.inputFree[i]-1)
		m.outputFree[i] = max(0, m.outputFree[i]-1)
	}
	a := m.allocator.Step(asks)
	for i := range m.ports {
		if a.GrantValid[i] {
			m.inputFree[i] = Pairs - 1
		}
		if a.OutputValid[i] {
			m.outputFree[i] = Pairs - 1
		}
	}
	return SchedulerOut{GrantValid: a.GrantValid, GrantQueue: a.GrantQueue, Start: a.OutputValid, Source: a.OutputSource}
}
