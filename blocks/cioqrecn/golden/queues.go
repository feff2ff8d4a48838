package golden

// QueuesIn are the inputs of the queues of one side.
type QueuesIn struct {
	Take      bool
	EnqValid  bool
	EnqQueue  []bool // one-hot
	EnqSlot   int
	DeqValid  bool
	DeqQueue  int
	FreeValid bool
	FreeSlot  int
}

// QueuesOut are their outputs.
type QueuesOut struct {
	Slot         int  `valid:"SlotKnown"`
	SlotKnown    bool `port:"-"`
	FreeCount    int
	DeqSlot      int  `valid:"DeqSlotKnown"`
	DeqSlotKnown bool `port:"-"`
	Count        []int
	Empty        []bool
}

// Queues are the queues of one side and its free slots.
type Queues struct {
	free  []int // the next one first
	queue [][]int
	out   QueuesOut
}

// NewQueues makes the queues after reset.
func NewQueues(slots, queues int) *Queues {
	m := &Queues{queue: make([][]int, queues), out: QueuesOut{Count: make([]int, queues), Empty: make([]bool, queues)}}
	for slot := range slots {
		m.free = append(m.free, slot)
	}
	return m
}

// Queue are the slots in a queue, the oldest first.
func (m *Queues) Queue(q int) []int { return m.queue[q] }

// Free is the number of free slots.
func (m *Queues) Free() int { return len(m.free) }

// Step is one clock cycle.
func (m *Queues) Step(in QueuesIn) QueuesOut {
	out := m.out
	out.FreeCount = len(m.free)
	for q, queue := range m.queue {
		out.Count[q], out.Empty[q] = len(queue), len(queue) == 0
	}
	out.SlotKnown, out.DeqSlotKnown = in.Take, in.DeqValid
	if in.DeqValid {
		out.DeqSlot = m.queue[in.DeqQueue][0]
		m.queue[in.DeqQueue] = m.queue[in.DeqQueue][1:]
	}
	for q, enters := range in.EnqQueue {
		if in.EnqValid && enters {
			m.queue[q] = append(m.queue[q], in.EnqSlot)
		}
	}
	if in.Take {
		out.Slot = m.free[0]
		m.free = m.free[1:]
	}
	if in.FreeValid {
		m.free = append(m.free, in.FreeSlot)
	}
	return out
}
