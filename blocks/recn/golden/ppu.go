package golden

import (
	"slices"

	packet "culprit.example/culprit/blocks/packet/golden"
)

// PPUIn are the inputs of the post-processing unit.
type PPUIn struct {
	CqHead      int
	CqHeadValid bool
	CqEmpty     bool
	EnqValid    bool
	EnqSlot     int
	EnqPort     int
	Pop         Chosen
	LinkBusy    bool
	DeqNext     int // successor of the packet that was popped in the cycle before
	PpuNext     int // successor of MovedSlot
	HeadTurns   uint32
	HeadPort    int
	LineValid   []bool
	LineTp      []uint32
	LineMask    []uint32
	LineLonger  []bool // per line, and per other line: its name is longer
	LineBorn    []bool // it is valid and was not in the cycle before
}

// PPUOut are its outputs.
type PPUOut struct {
	Head           []int  `valid:"HeadValid"`
	HeadValid      []bool `port:"-"`
	Tail           []int  `valid:"NotEmpty"`
	NotEmpty       []bool `port:"-"`
	Empty          []bool
	Count          []int
	Ready          []bool
	Port           []int `valid:"Ready"`
	DeqHead        int   `valid:"DeqHeadKnown"`
	DeqHeadKnown   bool  `port:"-"`
	ScanHead       int   `valid:"ScanHeadKnown"`
	ScanHeadKnown  bool  `port:"-"`
	MovedSlot      int   `valid:"MovedSlotKnown"`
	MovedSlotKnown bool  `port:"-"`
	EnqTaken       bool
	CqTake         bool
	CqBackValid    bool
	CqBackSlot     int `valid:"CqBackValid"`
	CqPop          bool
	CqReadySlot    int  `valid:"CqReady"`
	CqReady        bool `port:"-"`
	LinkValid      bool
	LinkSlot       int `valid:"LinkValid"`
	LinkNext       int `valid:"LinkValid"`
	Linked         []bool
	Wanted         []bool
	DecidedSlot    int  `valid:"DecidedKnown"`
	DecidedKnown   bool `port:"-"`
	CqInspected    bool
}

// listRegisters are the registers of the linked list of a SAQ.
type listRegisters struct {
	head, tail, count int
	granted, moved    bool // the head has left in the cycle before, and another one is there
}

// PPU is the post-processing unit (IQ 3.5): the registers of the SAQs and the
// scan that moves packets into them.
type PPU struct {
	saq       []listRegisters
	ports     []int // per queue: the output of its head
	coldReady int   // slot of the cold queue's packet that was decided about last
	coldSeen  bool  // there was one
	stages    Inspections
	looked    lookedUp // of the head in the last stage
	slots     [2]int   // of the heads in the second and in the last stage
	wanted    []bool   // per SAQ: what is in the last stage may go there
	moved     int      // slot of the packet that has moved in the cycle before; -1: none
	link      pointerWrite
	out       PPUOut
}

// pointerWrite is the write of the pointer register file that follows a move.
type pointerWrite struct {
	valid      bool
	slot, next int
}

// lookedUp is what the routing unit has about a head.
type lookedUp struct {
	turns uint32
	port  int
}

// NewPPU makes the unit after reset.
func NewPPU(saqs int) *PPU {
	return &PPU{
		saq: make([]listRegisters, saqs), ports: make([]int, 1+saqs), wanted: make([]bool, saqs),
		stages: NewInspections(saqs), moved: -1,
		out: PPUOut{
			Head: make([]int, saqs), HeadValid: make([]bool, saqs), Tail: make([]int, saqs), NotEmpty: make([]bool, saqs),
			Empty: make([]bool, saqs), Count: make([]int, saqs), Linked: make([]bool, saqs), Wanted: make([]bool, saqs),
			Ready: make([]bool, 1+saqs), Port: make([]int, 1+saqs),
		},
	}
}

// Final reports whether the head of a queue is ready or recalled.
func (m *PPU) Final(queue int) bool { return m.stages.head[queue] != headDue }

// Looked is the slot that is looked up in this cycle, or -1.
func (m *PPU) Looked() int {
	if m.stages.looked < 0 {
		return -1
	}
	return m.slots[0]
}

// LookedQueue is the queue whose head is looked up in this cycle, or -1.
func (m *PPU) LookedQueue() int { return m.stages.looked }

// Decided is the queue about whose head is decided in this cycle, or -1.
func (m *PPU) Decided() int { return m.stages.decided }

// DecidedSlot is its slot, or -1.
func (m *PPU) DecidedSlot() int {
	if m.stages.decided < 0 {
		return -1
	}
	return m.slots[1]
}

// Moved is the slot of the packet that has moved in the cycle before, or -1.
func (m *PPU) Moved() int { return m.moved }

// Ready reports whether the head of a queue is offered to the scheduler.
func (m *PPU) Ready(queue int) bool { return m.stages.head[queue] == headReady }

// ColdReady is the slot of the cold queue's head, if that is Final.
func (m *PPU) ColdReady() int { return m.coldReady }

// Head is the head of a SAQ, if it is valid.
func (m *PPU) Head(saq int) int { return m.saq[saq].head }

// Count is the length of a SAQ.
func (m *PPU) Count(saq int) int { return m.saq[saq].count }

// Step is one clock cycle.
func (m *PPU) Step(in PPUIn) PPUOut {
	out := m.registers()
	popped := in.Pop.Queue()
	if popped > 0 {
		out.DeqHead, out.DeqHeadKnown = m.saq[popped-1].head, true
	}

	target, others := -1, 0
	if decided := m.stages.decided; decided >= 0 {
		target, others = nextLonger(m.looked.turns, decided, in.LineValid, in.LineTp, in.LineMask)
	}
	f := m.stages.Decide(popped, target, births(in.LineBorn, in.LineTp, in.LineMask), in.LinkBusy)
	out.CqInspected = in.CqEmpty || m.stages.coldDone(f)
	if f.target >= 0 {
		out.Linked[f.target] = true
		out.CqPop = f.queue == 0
		left := m.saq[f.target].count
		if popped == 1+f.target {
			left--
		}
		f.arrives = left == 0 && others == 0
	}
	for _, queue := range []int{f.queue, 1 + f.target} {
		if f.carried && (queue == f.queue && f.target < 0 || queue > 0 && f.arrives) {
			m.ports[queue] = m.looked.port
		}
	}
	if f.queue == 0 {
		m.coldReady, m.coldSeen = m.slots[1], true
	}
	f.enters = in.EnqValid && in.CqEmpty && !slices.Contains(in.LineValid, true)
	if out.EnqTaken = f.enters; f.enters {
		m.coldReady, m.coldSeen, m.ports[0] = in.EnqSlot, true, in.EnqPort
	}
	slot := m.slots[1]
	m.advance(in, f, &out)

	// Both unlinkings before the append: it must see how long its queue is then. A link
	// behind an only packet that is popped is written, too.
	wasEmpty := f.target >= 0 && m.saq[f.target].count == 0
	m.refill(in)
	if popped > 0 {
		m.saq[popped-1].granted = m.saq[popped-1].unlink()
	}
	m.moved, m.link = -1, pointerWrite{}
	if f.target >= 0 {
		m.moved = slot
		if f.queue > 0 {
			m.saq[f.queue-1].moved = m.saq[f.queue-1].unlink()
		}
		m.link = m.saq[f.target].append(slot, wasEmpty)
	}
	return out
}

// advance moves the inspections to their next stages; a new one begins.
func (m *PPU) advance(in PPUIn, f finding, out *PPUOut) {
	looked := m.stages.looked
	back, _ := m.stages.back(f)
	out.CqBackValid = back != fromNowhere
	switch back {
	case fromDecide:
		out.CqBackSlot = m.slots[1]
	case fromLook:
		out.CqBackSlot = m.slots[0]
	}
	recalls := !f.waits && m.stages.Recalls()
	scanned := m.stages.Advance(f, func(queue int) bool {
		if queue == 0 {
			return in.CqHeadValid
		}
		q := m.saq[queue-1]
		return q.count > 0 && !q.granted && !q.moved
	})
	out.CqTake = scanned == 0
	if !f.waits {
		clear(m.wanted)
		if looked >= 0 {
			m.wanted = longerNames(in.HeadTurns, looked, in.LineValid, in.LineTp, in.LineMask)
		}
		m.looked = lookedUp{in.HeadTurns, in.HeadPort}
		m.slots[1] = m.slots[0]
	}
	if m.stages.decided < 0 {
		clear(m.wanted)
	}
	if recalls {
		m.slots[0] = m.coldReady
	} else if scanned == 0 {
		m.slots[0] = in.CqHead
	} else if scanned > 0 {
		m.slots[0] = m.saq[scanned-1].head
	}
}

// refill makes the successors of heads that have left in the cycle before heads.
func (m *PPU) refill(in PPUIn) {
	for k := range m.saq {
		q := &m.saq[k]
		if q.granted {
			q.head = in.DeqNext
		}
		if q.moved {
			q.head = in.PpuNext
		}
		q.granted, q.moved = false, false
	}
}

// registers fills the registered outputs and clears the others.
func (m *PPU) registers() PPUOut {
	out := m.out
	for k, q := range m.saq {
		out.Head[k], out.Tail[k], out.Count[k] = q.head, q.tail, q.count
		out.Empty[k], out.NotEmpty[k] = q.count == 0, q.count > 0
		out.HeadValid[k] = q.count > 0 && !q.granted && !q.moved
		out.Linked[k] = false
	}
	for q, port := range m.ports {
		out.Ready[q], out.Port[q] = m.Ready(q), port
	}
	out.CqReadySlot, out.CqReady = m.coldReady, m.coldSeen
	copy(out.Wanted, m.wanted)
	out.LinkValid, out.LinkSlot, out.LinkNext = m.link.valid, m.link.slot, m.link.next
	out.ScanHead, out.ScanHeadKnown = m.slots[0], m.stages.looked >= 0
	out.DecidedSlot, out.DecidedKnown = m.slots[1], m.stages.decided >= 0
	out.MovedSlot, out.MovedSlotKnown = m.moved, m.moved >= 0
	return out
}

// unlink takes the head away. It is true if another packet is to be the head.
func (q *listRegisters) unlink() bool {
	q.count--
	return q.count > 0
}

// append links a slot to the tail. What it returns is the write of the pointer register
// file, which an empty queue does not need.
func (q *listRegisters) append(slot int, empty bool) pointerWrite {
	w := pointerWrite{!empty, q.tail, slot}
	if q.count == 0 {
		q.head = slot
	}
	q.tail = slot
	q.count++
	return w
}

// longerNames are the lines that match and are longer than the name of a queue. The
// cold queue has no name.
func longerNames(aligned uint32, queue int, valid []bool, tp, mask []uint32) []bool {
	longerThan := 0
	if queue > 0 {
		longerThan = packet.Named(tp, mask, queue-1).Length()
	}
	longer := make([]bool, len(valid))
	for k := range valid {
		name := packet.Named(tp, mask, k)
		longer[k] = valid[k] && name.Matches(aligned) && name.Length() > longerThan
	}
	return longer
}

// nextLonger is the one of them with the shortest name, or -1; others is how many there
// are beside it.
func nextLonger(aligned uint32, queue int, valid []bool, tp, mask []uint32) (best, others int) {
	best, others = -1, -1
	for k, longer := range longerNames(aligned, queue, valid, tp, mask) {
		if longer {
			others++
		}
		if longer && (best < 0 || packet.Named(tp, mask, k).Length() < packet.Named(tp, mask, best).Length()) {
			best = k
		}
	}
	return best, max(0, others)
}
