package golden

import packet "culprit.example/culprit/blocks/packet/golden"

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
	detected         []bool // in the cycle before
}

// NewDetection makes the unit.
func NewDetection(ports, detect int) *Detection {
	return &Detection{ports, detect, make([]bool, ports)}
}

// Step is one clock cycle.
func (m *Detection) Step(in DetectionIn) DetectionOut {
	out := m.Alloc(in.MyPort, in.LineValid)
	for o := range m.detected {
		m.detected[o] = in.Count[o] >= m.threshold && !hasLine(in, o, packet.TurnBits(m.ports))
	}
	return out
}

// Alloc is what the unit asks for in this cycle.
func (m *Detection) Alloc(myPort int, lineValid []bool) DetectionOut {
	port, found := 0, false
	for o := m.ports - 1; o >= 0; o-- {
		if m.detected[o] {
			port, found = o, true
		}
	}
	full := true
	for _, valid := range lineValid {
		full = full && valid
	}
	name := packet.OneTurn(packet.Turn(m.ports, myPort, port), packet.TurnBits(m.ports))
	return DetectionOut{
		AllocValid: found && !full, AllocPort: port, AllocTp: name.Tp, AllocMask: name.Mask, NoFree: found && full,
	}
}

// hasLine reports whether a SAQ has the one-turn name of an output.
func hasLine(in DetectionIn, output, turnBits int) bool {
	for k, valid := range in.LineValid {
		if valid && in.LinePort[k] == output && in.LineMask[k] == packet.OneTurn(0, turnBits).Mask {
			return true
		}
	}
	return false
}
