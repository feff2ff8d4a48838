package golden

import packet "culprit.example/culprit/blocks/packet/golden"

// CDUIn are the inputs of the congestion detection unit.
type CDUIn struct {
	CqCount   int
	CqReady   bool
	CqPort    int
	CqGranted bool
	MyPort    int
	LineValid []bool
	LineTp    []uint32
	LineMask  []uint32
}

// CDUOut are its outputs.
type CDUOut struct {
	AllocValid bool
	AllocTp    uint32
	AllocMask  uint32
	NoFree     bool
}

// CDU is the congestion detection unit (IQ 3.4). It has no state.
type CDU struct {
	ports, detect int
}

// NewCDU makes the unit.
func NewCDU(ports, detect int) *CDU { return &CDU{ports: ports, detect: detect} }

// Step is one clock cycle.
func (m *CDU) Step(in CDUIn) CDUOut {
	culprit := packet.OneTurn(packet.Turn(m.ports, in.MyPort, in.CqPort), packet.TurnBits(m.ports))
	detected := in.CqCount > m.detect && in.CqReady && !in.CqGranted
	free := false
	for k, valid := range in.LineValid {
		if !valid {
			free = true
		} else if packet.Named(in.LineTp, in.LineMask, k).Equal(culprit) {
			detected = false
		}
	}
	return CDUOut{
		AllocValid: detected && free,
		AllocTp:    culprit.Tp,
		AllocMask:  culprit.Mask,
		NoFree:     detected && !free,
	}
}
