package golden

import packet "culprit.example/culprit/blocks/packet/golden"

// NoteBusIn are the inputs of the notification bus, a lane per output port.
type NoteBusIn struct {
	NoteValid  []bool
	NoteXoff   []bool
	NoteTp     []uint32
	NoteMask   []uint32
	NoteTarget []int
}

// NewNoteBusIn makes the inputs of n lanes, all zero.
func NewNoteBusIn(n int) NoteBusIn {
	return NoteBusIn{
		NoteValid: make([]bool, n), NoteXoff: make([]bool, n), NoteTp: make([]uint32, n), NoteMask: make([]uint32, n),
		NoteTarget: make([]int, n),
	}
}

// Set sets the notification of output port o.
func (in NoteBusIn) Set(o int, note Note, valid bool) {
	in.NoteValid[o], in.NoteXoff[o], in.NoteTarget[o] = valid, note.Xoff, note.Target
	in.NoteTp[o], in.NoteMask[o] = note.Name.Tp, note.Name.Mask
}

// NoteBusOut are its outputs.
type NoteBusOut struct {
	NoteTake  []bool
	BusValid  bool
	BusXoff   bool   `valid:"BusValid"`
	BusTp     uint32 `valid:"BusValid"`
	BusMask   uint32 `valid:"BusValid"`
	BusTarget int    `valid:"BusValid"`
	BusSource int    `valid:"BusValid"`
}

// NoteBus is the notification bus: one message per cycle, round robin.
type NoteBus struct {
	next   int // output port that has the turn
	valid  bool
	note   Note
	source int
	winner int // output port whose note is taken in this cycle, -1 for none
	take   []bool
}

// NewNoteBus makes the unit after reset.
func NewNoteBus(ports int) *NoteBus { return &NoteBus{winner: -1, take: make([]bool, ports)} }

// Step is one clock cycle.
func (m *NoteBus) Step(in NoteBusIn) NoteBusOut {
	out := NoteBusOut{
		NoteTake: m.take,
		BusValid: m.valid, BusXoff: m.note.Xoff, BusTp: m.note.Name.Tp, BusMask: m.note.Name.Mask,
		BusTarget: m.note.Target,
		BusSource: m.source,
	}
	taken, ports := m.winner, len(m.take)
	for o := range m.take {
		m.take[o] = o == taken
	}
	m.valid = taken >= 0
	if m.valid {
		m.source = taken
		m.note = Note{Xoff: in.NoteXoff[taken], Name: packet.Named(in.NoteTp, in.NoteMask, taken),
			Target: in.NoteTarget[taken]}
	}
	m.winner = -1
	for i := range ports {
		if o := (m.next + i) % ports; in.NoteValid[o] && o != taken {
			m.winner, m.next = o, (o+1)%ports
			break
		}
	}
	return out
}
