package golden

import packet "culprit.example/culprit/blocks/packet/golden"

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
	NoteValid    bool
	NoteXoff     bool
	NoteTp       uint32
	NoteMask     uint32
	NoteAllocate bool
	Overflow     bool
}

// NameExtend is the notification receiver: the name gets the turn to the
// output that sent it in front. It has no state.
type NameExtend struct {
	ports     int
	broadcast bool
}

// NewNameExtend makes the unit. With broadcast it hears the Xoffs for other ports.
func NewNameExtend(ports int, broadcast bool) *NameExtend { return &NameExtend{ports, broadcast} }

// Step is one clock cycle.
func (m *NameExtend) Step(in NameExtendIn) NameExtendOut {
	forMe := !in.BusXoff || in.BusTarget == in.MyPort
	concerns := in.BusValid && in.BusSource != in.MyPort && (forMe || m.broadcast)
	name, fits := packet.Name{Tp: in.BusTp, Mask: in.BusMask}.Extended(packet.Turn(m.ports, in.MyPort, in.BusSource),
		packet.TurnBits(m.ports))
	return NameExtendOut{
		NoteValid:    concerns && fits,
		NoteXoff:     in.BusXoff,
		NoteTp:       name.Tp,
		NoteMask:     name.Mask,
		NoteAllocate: forMe,
		Overflow:     concerns && forMe && !fits,
	}
}
