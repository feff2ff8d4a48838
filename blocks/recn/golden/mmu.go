package golden

import packet "culprit.example/culprit/blocks/packet/golden"

// MMUIn are the inputs of the memory management unit.
type MMUIn struct {
	RxValid, RxSop, RxEop bool
	RxData                uint64
	FreeValid             bool
	FreeSlot              int
	RdEn                  bool
	RdSlot, RdWord        int
	CqLinkValid           bool
	CqLinkSlot            int
	CqLinkNext            int
	CqHead                int
	SaqLinkValid          bool `port:",optional"`
	SaqLinkSlot           int  `port:",optional"`
	SaqLinkNext           int  `port:",optional"`
	DeqHead, PpuHead      int  `port:",optional"`
}

// MMUOut are its outputs.
type MMUOut struct {
	WrSlot      int  `valid:"WrSlotKnown"`
	WrSlotKnown bool `port:"-"`
	MemFull     bool
	FreeCount   int
	Credit      bool
	RdData      uint64 `valid:"RdDataKnown"`
	RdDataKnown bool   `port:"-"`
	CqNext      int    `valid:"CqLinked"`
	CqLinked    bool   `port:"-"`
	DeqNext     int    `port:",optional" valid:"DeqLinked"`
	DeqLinked   bool   `port:"-"`
	PpuNext     int    `port:",optional" valid:"PpuLinked"`
	PpuLinked   bool   `port:"-"`
}

// MMU is the memory management unit (IQ 3.1): packet memory, pointer register
// file and free slots.
type MMU struct {
	word   []uint64 // slots of 8 words
	known  []bool   // words that have been written
	next   []int    // pointer register file; -1: never written
	free   []int    // free slots, the next one first
	slot   int      // slot of the packet that is arriving
	beat   int      // word that the next beat goes to
	credit bool

	rdData  uint64
	rdKnown bool
}

// NewMMU makes the unit after reset.
func NewMMU(slots int) *MMU {
	m := &MMU{
		word:  make([]uint64, slots*packet.Beats),
		known: make([]bool, slots*packet.Beats),
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
	start := in.RxValid && in.RxSop
	out := MMUOut{
		MemFull:     len(m.free) == 0,
		FreeCount:   len(m.free),
		Credit:      m.credit,
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
	if in.RxValid {
		if in.RxSop {
			m.slot, m.beat = out.WrSlot, 0
		}
		m.word[m.slot*packet.Beats+m.beat] = in.RxData
		m.known[m.slot*packet.Beats+m.beat] = true
		m.beat = (m.beat + 1) % packet.Beats
		if in.RxEop {
			m.beat = 0
		}
	}
	m.edgeOfPointers(in, start)
	m.credit = in.FreeValid
	return out
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
