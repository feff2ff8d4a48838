package golden

import packet "culprit/blocks/packet/golden"

// DetectionIn are the inputs of the congestion detection of an input side.
type DetectionIn struct {
	Count     []int
	MyPort    int
	LineValid []bool
	LinePort  []int
	LineMask  []uint32
}

// DetectionOut are its outputs.
type DetectionOut struct {
	AllocValid bool
	AllocPort  int
	AllocTp    uint32
	AllocMask  uint32
	NoFree     bool
}

// Detection is the congestion detection of an input side.
type Detection struct {
	ports, threshold int
}

// NewDetection makes the unit.
func NewDetection(ports, detect int) *Detection { return &Detection{ports, detect} }

// Step is one clock cycle.
func (m *Detection) Step(in DetectionIn) DetectionOut {
	bits := packet.TurnBits(m.ports)
	port, found := 0, false
	for o := m.ports - 1; o >= 0; o-- {
		if in.Count[o] >= m.threshold && !hasLine(in, o, bits) {
			port, found = o, true
		}
	}
	full := true
	for _, valid := range in.LineValid {
		full = full && valid
	}
	name := packet.OneTurn(packet.Turn(m.ports, in.MyPort, port), bits)
	return DetectionOut{
		AllocValid: found && !full, AllocPort: port, AllocTp: name.Tp, AllocMask: name.Mask, NoFree: found && full,
	}
}

// hasLine says whether a SAQ has the one-turn name of an output.
func hasLine(in DetectionIn, output, turnBits int) bool {
	for k, valid := range in.LineValid {
		if valid && in.LinePort[k] == output && in.LineMask[k] == packet.OneTurn(0, turnBits).Mask {
			return true
		}
	}
	return false
}
