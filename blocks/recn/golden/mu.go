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
	Head      int  `valid:"NotEmpty"`
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
}

// NewMU makes the unit after reset.
func NewMU() *MU { return &MU{} }

// Count is the length of the cold queue.
func (m *MU) Count() int { return m.count }

// Step is one clock cycle.
func (m *MU) Step(in MUIn) MUOut {
	becomesHead := m.count == 0 || m.count == 1 && in.Pop
	out := MUOut{
		Head: m.head, Tail: m.tail, NotEmpty: m.count > 0, Empty: m.count == 0, Count: m.count,
		LinkValid: in.EnqValid && !becomesHead, LinkSlot: m.tail, LinkNext: in.EnqSlot,
	}
	if in.Pop {
		m.head = in.HeadNext
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
