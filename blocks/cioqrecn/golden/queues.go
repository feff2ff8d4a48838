package golden

// QueuesIn are the inputs of the queues of one side.
type QueuesIn struct {
	Take      bool
	EnqValid  bool
	EnqQueue  int
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
	free  []int // the top is the last
	queue [][]int
	out   QueuesOut
}

// NewQueues makes the queues after reset.
func NewQueues(slots, queues int) *Queues {
	m := &Queues{queue: make([][]int, queues), out: QueuesOut{Count: make([]int, queues), Empty: make([]bool, queues)}}
	for slot := slots - 1; slot >= 0; slot-- {
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
	if in.EnqValid {
		m.queue[in.EnqQueue] = append(m.queue[in.EnqQueue], in.EnqSlot)
	}
	if in.FreeValid { // on top first: a packet that comes takes it straight away
		m.free = append(m.free, in.FreeSlot)
	}
	if in.Take {
		out.Slot = m.free[len(m.free)-1]
		m.free = m.free[:len(m.free)-1]
	}
	return out
}
