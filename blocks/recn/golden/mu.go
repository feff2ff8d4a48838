package golden

// MUIn are the inputs of the mapping unit.
type MUIn struct {
	EnqValid bool
	EnqSlot  int
	Pop      bool
	HeadNext int // successor of the head in the pointer register file
}

// MUOut are its outputs.
type MUOut struct {
	Head      int  `valid:"HeadKnown"`
	HeadKnown bool `port:"-"`
	HeadValid bool
	Tail      int  `valid:"NotEmpty"`
	NotEmpty  bool `port:"-"`
	Empty     bool
	Count     int
	LinkValid bool
	LinkSlot  int `valid:"LinkValid"`
	LinkNext  int `valid:"LinkValid"`
}

// MU is the mapping unit (IQ 3.2): the four registers of the cold queue.
type MU struct {
	head, tail, count int
	stale             bool // head is the packet that was popped in the cycle before
}

// NewMU makes the unit after reset.
func NewMU() *MU { return &MU{} }

// HeadValid tells whether there is a packet to pop.
func (m *MU) HeadValid() bool { return m.count > 0 && !m.stale }

// Count is the length of the cold queue.
func (m *MU) Count() int { return m.count }

// Step is one clock cycle.
func (m *MU) Step(in MUIn) MUOut {
	becomesHead := m.count == 0 || m.count == 1 && in.Pop
	out := MUOut{
		Head: m.head, HeadKnown: m.count > 0, HeadValid: m.HeadValid(), Tail: m.tail, NotEmpty: m.count > 0, Empty: m.count == 0, Count: m.count,
		LinkValid: in.EnqValid && m.count > 0, LinkSlot: m.tail, LinkNext: in.EnqSlot,
	}
	if m.stale {
		m.head = in.HeadNext
	}
	m.stale = in.Pop && m.count > 1
	if in.Pop {
		m.count--
	}
	if in.EnqValid {
		if becomesHead {
			m.head = in.EnqSlot
		}
		m.tail = in.EnqSlot
		m.count++
	}
	return out
}
