package golden

import packet "culprit.example/culprit/blocks/packet/golden"

// RFCUIn are the inputs of the RECN flow control unit.
type RFCUIn struct {
	Count     []int
	LineValid []bool
	LineXoff  []bool
	LineSent  []bool
	LineReady []bool
	LineTp    []uint32
	LineMask  []uint32
	Linked    []bool
}

// RFCUOut are its outputs.
type RFCUOut struct {
	SentSet   []bool
	SentClear []bool
	Dealloc   []bool
	MsgValid  bool
	MsgXoff   bool   `valid:"MsgValid"`
	MsgTp     uint32 `valid:"MsgValid"`
	MsgMask   uint32 `valid:"MsgValid"`
}

// RFCU is the RECN flow control unit (IQ 3.6).
type RFCU struct {
	xoff, xon int   // lengths from which on an Xoff, up to which an Xon is wanted
	before    []int // lengths in the cycle before
	message   packet.Message
	out       RFCUOut
}

// NewRFCU makes the unit after reset. Inclusive thresholds are crossed when they
// are reached.
func NewRFCU(saqs, xoff, xon int, inclusive bool) *RFCU {
	if !inclusive {
		xoff, xon = xoff+1, xon-1
	}
	return &RFCU{
		xoff: xoff, xon: xon, before: make([]int, saqs),
		out: RFCUOut{SentSet: make([]bool, saqs), SentClear: make([]bool, saqs), Dealloc: make([]bool, saqs)},
	}
}

// Message is the message register.
func (m *RFCU) Message() packet.Message { return m.message }

// Step is one clock cycle.
func (m *RFCU) Step(in RFCUIn) RFCUOut {
	out := RFCUOut{
		SentSet: m.out.SentSet, SentClear: m.out.SentClear, Dealloc: m.out.Dealloc,
		MsgValid: m.message.Valid, MsgXoff: m.message.Xoff, MsgTp: m.message.Name.Tp, MsgMask: m.message.Name.Mask,
	}
	m.message = packet.Message{}
	deallocated := false
	for k := range in.Count {
		out.SentSet[k], out.SentClear[k], out.Dealloc[k] = false, false, false
		if !in.LineValid[k] {
			continue
		}
		over := m.before[k] >= m.xoff
		wantsXoff := over && !in.LineSent[k]
		wantsXon := m.before[k] <= m.xon && in.LineSent[k]
		if (wantsXoff || wantsXon) && !m.message.Valid {
			m.message = packet.Message{Valid: true, Xoff: wantsXoff, Name: packet.Named(in.LineTp, in.LineMask, k)}
			out.SentSet[k], out.SentClear[k] = wantsXoff, wantsXon
		}
		dead := in.Count[k] == 0 && !in.LineXoff[k] && !in.LineSent[k] && in.LineReady[k] && !in.Linked[k] && !over
		if dead && !deallocated {
			deallocated = true
			out.Dealloc[k] = true
		}
	}
	copy(m.before, in.Count)
	return out
}
