package golden

import "slices"

// MUIn are the inputs of the mapping unit.
type MUIn struct {
	EnqValid  bool
	EnqSlot   int
	EnqTaken  bool `port:",optional"`
	Pop       bool
	Take      bool `port:",optional"`
	BackValid bool `port:",optional"`
	BackSlot  int  `port:",optional"`
	HeadNext  int  // successor of the head in the pointer register file
}

// MUOut are its outputs.
type MUOut struct {
	Head      int `valid:"HeadValid"`
	HeadValid bool
	Tail      int  `valid:"NotEmpty"`
	NotEmpty  bool `port:"-"`
	Empty     bool
	Count     int
	LinkValid bool
	LinkSlot  int `valid:"LinkValid"`
	LinkNext  int `valid:"LinkValid"`
}

// MU is the mapping unit (IQ 3.2): the cold queue, as the list that it is. The links
// of the pointer register file are taken for what they must be.
type MU struct {
	slots []int // of the packets, the first one first
	taken int   // the first ones, which the post-processing has taken
	saqs  int
}

// NewMU makes the unit after reset.
func NewMU(saqs int) *MU { return &MU{saqs: saqs} }

// HeadValid reports whether there is a packet to take; without SAQs, to pop.
func (m *MU) HeadValid() bool { return len(m.slots) > m.taken }

// Slots are those of the queue's packets, the first one first.
func (m *MU) Slots() []int { return m.slots }

// Taken is the number of packets that were taken.
func (m *MU) Taken() int { return m.taken }

// Step is one clock cycle.
func (m *MU) Step(in MUIn) MUOut {
	count := len(m.slots)
	out := MUOut{HeadValid: m.HeadValid(), NotEmpty: count > 0, Empty: count == 0, Count: count,
		LinkValid: in.EnqValid && count > 0, LinkNext: in.EnqSlot}
	if out.HeadValid {
		out.Head = m.slots[m.taken]
	}
	if count > 0 {
		out.Tail = m.slots[count-1]
		out.LinkSlot = out.Tail
	}
	if in.Take || m.saqs == 0 && in.Pop {
		m.taken++
	}
	if in.BackValid {
		m.taken = slices.Index(m.slots, in.BackSlot)
	}
	if in.Pop {
		m.slots = m.slots[1:]
		m.taken--
	}
	if in.EnqValid {
		m.slots = append(m.slots, in.EnqSlot)
		if in.EnqTaken {
			m.taken++
		}
	}
	return out
}
