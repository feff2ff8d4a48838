package golden

import "slices"

// FreeListIn holds the inputs of free_list.
type FreeListIn struct {
	Take     bool
	Give     bool
	GiveSlot int
}

// FreeListOut holds the outputs of free_list.
type FreeListOut struct {
	Slot      int  `valid:"SlotKnown"` // handed out if take
	SlotKnown bool `port:"-"`          // not while empty without give
	Empty     bool
	Count     int
}

// FreeList is the model of free_list: a stack of slots.
type FreeList struct {
	slots int
	stack []int // the top is the last
}

// NewFreeList makes a list of all slots, slot 0 on top.
func NewFreeList(slots int) *FreeList {
	m := &FreeList{slots: slots}
	for i := slots - 1; i >= 0; i-- {
		m.stack = append(m.stack, i)
	}
	return m
}

// Len is the number of free slots.
func (m *FreeList) Len() int { return len(m.stack) }

// Free reports whether a slot is in the list.
func (m *FreeList) Free(slot int) bool { return slices.Contains(m.stack, slot) }

// Step is one clock cycle.
func (m *FreeList) Step(in FreeListIn) FreeListOut {
	n := len(m.stack)
	out := FreeListOut{Empty: n == 0, Count: n}
	switch {
	case in.Give:
		out.Slot, out.SlotKnown = in.GiveSlot, true
	case n > 0:
		out.Slot, out.SlotKnown = m.stack[n-1], true
	}

	if in.Give {
		must(in.GiveSlot < m.slots, "slot %d of %d given back", in.GiveSlot, m.slots)
		must(!m.Free(in.GiveSlot), "slot %d given back while it is free", in.GiveSlot)
		m.stack = append(m.stack, in.GiveSlot)
	}
	if in.Take {
		must(len(m.stack) > 0, "slot taken from an empty list")
		m.stack = m.stack[:len(m.stack)-1]
	}
	return out
}
