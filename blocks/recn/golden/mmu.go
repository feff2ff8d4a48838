package golden

import packet "culprit.example/culprit/blocks/packet/golden"

// MMUIn are the inputs of the memory management unit.
type MMUIn struct {
	RxStart, RxValid bool
	RxWord           int
	RxData           packet.Word
	RxEnd, RxBad     bool
	RxLast           int
	FreeValid        bool
	FreeSlot         int
	RdEn             bool
	RdSlot, RdWord   int
	CqLinkValid      bool
	CqLinkSlot       int
	CqLinkNext       int
	CqHead           int
	SaqLinkValid     bool `port:",optional"`
	SaqLinkSlot      int  `port:",optional"`
	SaqLinkNext      int  `port:",optional"`
	DeqHead, PpuHead int  `port:",optional"`
}

// MMUOut are its outputs.
type MMUOut struct {
	WrSlot      int  `valid:"WrSlotKnown"`
	WrSlotKnown bool `port:"-"`
	MemFull     bool
	FreeCount   int
	RdLost      bool        `valid:"RdEndKnown"`
	RdBad       bool        `valid:"RdEndKnown"`
	RdEndKnown  bool        `port:"-"`
	RdData      packet.Word `valid:"RdDataKnown"`
	RdDataKnown bool        `port:"-"`
	CqNext      int         `valid:"CqLinked"`
	CqLinked    bool        `port:"-"`
	DeqNext     int         `port:",optional" valid:"DeqLinked"`
	DeqLinked   bool        `port:"-"`
	PpuNext     int         `port:",optional" valid:"PpuLinked"`
	PpuLinked   bool        `port:"-"`
}

// MMU is the memory management unit (IQ 3.1): packet memory, pointer register
// file and free slots.
type MMU struct {
	word   []packet.Word // slots of 8 words
	known  []bool        // words that have been written
	next   []int         // pointer register file; -1: never written
	free   []int         // free slots, the next one first
	slot   int           // slot of the packet that is arriving, -1 if there is none
	latest int           // slot of the packet that started last
	end    []ending      // by slot: how its packet has ended

	lost, bad, endKnown bool // of the word that was addressed in the cycle before

	rdData  packet.Word
	rdKnown bool
}

// ending is how a packet has ended.
type ending struct {
	known, bad bool
	last       int // its last beat
}

// NewMMU makes the unit after reset.
func NewMMU(slots int) *MMU {
	m := &MMU{
		word:  make([]packet.Word, slots*packet.Beats),
		known: make([]bool, slots*packet.Beats),
		slot:  -1, end: make([]ending, slots),
	}
	for slot := range slots {
		m.next = append(m.next, -1)
		m.free = append(m.free, slot)
	}
	return m
}

// FreeCount is the number of free slots.
func (m *MMU) FreeCount() int { return len(m.free) }

// FreeTop is the slot that the next packet gets. There must be one.
func (m *MMU) FreeTop() int { return m.free[0] }

// Step is one clock cycle.
func (m *MMU) Step(in MMUIn) MMUOut {
	start := in.RxStart
	out := MMUOut{
		MemFull:     len(m.free) == 0,
		FreeCount:   len(m.free),
		RdLost:      m.lost,
		RdBad:       m.bad,
		RdEndKnown:  m.endKnown,
		RdData:      m.rdData,
		RdDataKnown: m.rdKnown,
	}
	if start {
		out.WrSlot, out.WrSlotKnown = m.free[0], true
	}
	out.CqNext, out.CqLinked = m.link(in.CqHead)
	out.DeqNext, out.DeqLinked = m.link(in.DeqHead)
	out.PpuNext, out.PpuLinked = m.link(in.PpuHead)

	if in.RdEn {
		address := in.RdSlot*packet.Beats + in.RdWord
		m.rdData, m.rdKnown = m.word[address], m.known[address]
	}
	m.lookAtEnd(in.RdSlot, in.RdWord)
	if in.RxEnd {
		m.end[m.latest] = ending{known: true, bad: in.RxBad, last: in.RxLast}
		m.slot = -1
	}
	if start {
		m.slot, m.latest = out.WrSlot, out.WrSlot
	}
	if in.RxValid {
		m.word[m.latest*packet.Beats+in.RxWord] = in.RxData
		m.known[m.latest*packet.Beats+in.RxWord] = true
	}
	m.edgeOfPointers(in, start)
	return out
}

// lookAtEnd finds out whether a beat of a slot is lost, and whether its packet is damaged.
func (m *MMU) lookAtEnd(slot, word int) {
	e := m.end[slot]
	m.lost, m.bad, m.endKnown = word > e.last && slot != m.slot, e.bad, e.known
}

// link is the slot behind another one, if that was ever written.
func (m *MMU) link(slot int) (next int, known bool) { return m.next[slot], m.next[slot] >= 0 }

// edgeOfPointers changes the free slots and the links of the queues; what is
// read is the contents before the edge.
func (m *MMU) edgeOfPointers(in MMUIn, start bool) {
	if start {
		m.free = m.free[1:]
	}
	if in.FreeValid {
		m.free = append(m.free, in.FreeSlot)
	}
	if in.CqLinkValid {
		m.next[in.CqLinkSlot] = in.CqLinkNext
	}
	if in.SaqLinkValid {
		m.next[in.SaqLinkSlot] = in.SaqLinkNext
	}
}
