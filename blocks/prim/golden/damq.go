package golden

import "slices"

// DAMQIn holds the inputs of damq.
type DAMQIn struct {
	EnqValid bool
	EnqQueue int
	EnqSlot  int
	DeqValid bool
	DeqQueue int
	MovValid bool
	MovFrom  int
	MovTo    int
}

// DAMQOut holds the outputs of damq, one element per queue.
type DAMQOut struct {
	Head      []int  `valid:"HeadKnown"`
	HeadKnown []bool `port:"-"` // not while the queue is empty
	Count     []int
	Empty     []bool
}

// DAMQ is the model of damq: plain queues of slot numbers. What leaves in a
// cycle leaves first, what arrives is then appended; the contract rules out the
// two cases in which the order between arrivals, or between departures, of one
// queue would matter.
type DAMQ struct {
	slots  int
	queues [][]int // oldest first
}

// NewDAMQ makes empty queues.
func NewDAMQ(slots, queues int) *DAMQ {
	return &DAMQ{slots: slots, queues: make([][]int, queues)}
}

// Queue lists the slots of a queue, oldest first. It is not to be changed.
func (m *DAMQ) Queue(q int) []int { return m.queues[q] }

// Holds reports whether a slot is in one of the queues.
func (m *DAMQ) Holds(slot int) bool {
	return slices.ContainsFunc(m.queues, func(q []int) bool { return slices.Contains(q, slot) })
}

// Step is one clock cycle.
func (m *DAMQ) Step(in DAMQIn) DAMQOut {
	n := len(m.queues)
	out := DAMQOut{Head: make([]int, n), HeadKnown: make([]bool, n), Count: make([]int, n), Empty: make([]bool, n)}
	for i, q := range m.queues {
		out.Count[i], out.Empty[i] = len(q), len(q) == 0
		if len(q) > 0 {
			out.Head[i], out.HeadKnown[i] = q[0], true
		}
	}
	m.check(in)

	if in.DeqValid {
		m.pop(in.DeqQueue)
	}
	if in.MovValid {
		moved := m.pop(in.MovFrom)
		m.queues[in.MovTo] = append(m.queues[in.MovTo], moved)
	}
	if in.EnqValid {
		must(in.EnqSlot < m.slots && !m.Holds(in.EnqSlot), "slot %d cannot be appended to a queue", in.EnqSlot)
		m.queues[in.EnqQueue] = append(m.queues[in.EnqQueue], in.EnqSlot)
	}
	return out
}

// check panics if an assumption of the contract is broken.
func (m *DAMQ) check(in DAMQIn) {
	if in.DeqValid {
		must(len(m.queues[in.DeqQueue]) > 0, "empty queue %d dequeued", in.DeqQueue)
	}
	if !in.MovValid {
		return
	}
	must(len(m.queues[in.MovFrom]) > 0, "move from empty queue %d", in.MovFrom)
	must(in.MovFrom != in.MovTo, "move from queue %d to itself", in.MovFrom)
	must(!in.DeqValid || in.DeqQueue != in.MovFrom, "queue %d dequeued and moved from", in.MovFrom)
	must(!in.EnqValid || in.EnqQueue != in.MovTo, "queue %d enqueued and moved to", in.MovTo)
}

func (m *DAMQ) pop(q int) int {
	slot := m.queues[q][0]
	m.queues[q] = m.queues[q][1:]
	return slot
}
