package golden

import packet "culprit/blocks/packet/golden"

// NameExtendIn are the inputs of the notification receiver of an input port.
type NameExtendIn struct {
	BusValid  bool
	BusXoff   bool
	BusTp     uint32
	BusMask   uint32
	BusTarget int
	BusSource int
	MyPort    int
}

// NameExtendOut are its outputs.
type NameExtendOut struct {
	NoteValid bool
	NoteXoff  bool
	NoteTp    uint32
	NoteMask  uint32
	Overflow  bool
}

// NameExtend is the notification receiver: the name gets the turn to the
// output that sent it in front. It has no state.
type NameExtend struct {
	ports int
}

// NewNameExtend makes the unit.
func NewNameExtend(ports int) *NameExtend { return &NameExtend{ports: ports} }

// Step is one clock cycle.
func (m *NameExtend) Step(in NameExtendIn) NameExtendOut {
	concerns := in.BusValid && in.BusSource != in.MyPort && (!in.BusXoff || in.BusTarget == in.MyPort)
	name, fits := packet.Name{Tp: in.BusTp, Mask: in.BusMask}.Extended(packet.Turn(m.ports, in.MyPort, in.BusSource), packet.TurnBits(m.ports))
	return NameExtendOut{
		NoteValid: concerns && fits,
		NoteXoff:  in.BusXoff,
		NoteTp:    name.Tp,
		NoteMask:  name.Mask,
		Overflow:  concerns && !fits,
	}
}
