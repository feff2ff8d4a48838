package golden

import packet "culprit/blocks/packet/golden"

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
	CqNext      int
	DeqNext     int `port:",optional"`
	PpuNext     int `port:",optional"`
}

// MMU is the memory management unit (IQ 3.1): packet memory, pointer register
// file and free list.
type MMU struct {
	word   []uint64 // slots of 8 words
	known  []bool   // words that have been written
	next   []int    // pointer register file; the free list runs through it
	head   int      // top of the free list
	count  int      // free slots
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
		next:  make([]int, slots),
		count: slots,
	}
	for slot := range m.next {
		m.next[slot] = (slot + 1) % slots
	}
	return m
}

// FreeCount is the number of free slots.
func (m *MMU) FreeCount() int { return m.count }

// FreeTop is the slot on top of the free list, which is not to be believed when it is empty.
func (m *MMU) FreeTop() int { return m.head }

// Step is one clock cycle.
func (m *MMU) Step(in MMUIn) MMUOut {
	start := in.RxValid && in.RxSop
	out := MMUOut{
		WrSlot:      m.head,
		WrSlotKnown: start,
		MemFull:     m.count == 0 && !in.FreeValid,
		FreeCount:   m.count,
		Credit:      m.credit,
		RdData:      m.rdData,
		RdDataKnown: m.rdKnown,
		CqNext:      m.next[in.CqHead],
		DeqNext:     m.next[in.DeqHead],
		PpuNext:     m.next[in.PpuHead],
	}
	if in.FreeValid {
		out.WrSlot = in.FreeSlot
	}

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

// edgeOfPointers changes the free list and the links of the queues; what is
// read is the contents before the edge.
func (m *MMU) edgeOfPointers(in MMUIn, start bool) {
	switch {
	case start && in.FreeValid: // the freed slot goes straight out again
	case start:
		m.head = m.next[m.head]
		m.count--
	case in.FreeValid:
		m.next[in.FreeSlot] = m.head
		m.head = in.FreeSlot
		m.count++
	}
	if in.CqLinkValid {
		m.next[in.CqLinkSlot] = in.CqLinkNext
	}
	if in.SaqLinkValid {
		m.next[in.SaqLinkSlot] = in.SaqLinkNext
	}
}
