package golden

import packet "culprit.example/culprit/blocks/packet/golden"

// InCamIn are the inputs of the CAM of an input port.
type InCamIn struct {
	NoteAllocate        bool // an Xoff without a line allocates one
	NoteValid, NoteXoff bool
	NoteTp, NoteMask    uint32
	AllocValid          bool
	AllocTp, AllocMask  uint32
	Dealloc             []bool
	SentSet, SentClear  []bool
	Linked              []bool
	CqInspected         bool
}

// InCamOut are its outputs.
type InCamOut struct {
	LineValid   []bool
	LineXoff    []bool   `valid:"LineValid"`
	LineSent    []bool   `valid:"LineValid"`
	LineReady   []bool   `valid:"LineValid"`
	LineTp      []uint32 `valid:"LineValid"`
	LineMask    []uint32 `valid:"LineValid"`
	LineLonger  []bool   `valid:"BothValid"` // per line, and per other line: its name is longer
	BothValid   []bool   `port:"-"`
	LineBorn    []bool
	Allocated   bool
	NoteDropped bool
}

// inLine is a line of the CAM of an input port: the control state of a SAQ.
type inLine struct {
	valid      bool
	xoff       bool // blocked by the switch downstream
	sent       bool // has blocked the switch upstream
	ready      bool // may be deallocated (R of DD)
	inspection int  // inspections of the cold queue since the line was allocated
	age        int  // cycles since then
	name       packet.Name
}

// InCam is the CAM of an input port (IQ 2.2.1, DD).
type InCam struct {
	ageless bool // without R of DD: a line may be freed when it is old enough for an inspection
	line    []inLine
	born    []bool // per line: in the cycle before, at its end
	out     InCamOut
}

// NewInCam makes the unit after reset.
func NewInCam(saqs, readyBit int) *InCam {
	return &InCam{
		ageless: readyBit == 0,
		line:    make([]inLine, saqs), born: make([]bool, saqs),
		out: InCamOut{
			LineValid: make([]bool, saqs), LineXoff: make([]bool, saqs), LineSent: make([]bool, saqs),
			LineReady: make([]bool, saqs), LineBorn: make([]bool, saqs), LineTp: make([]uint32, saqs),
			LineMask:   make([]uint32, saqs),
			LineLonger: make([]bool, saqs*saqs), BothValid: make([]bool, saqs*saqs),
		},
	}
}

// Lines are the registered outputs; they are good until the next Step.
func (m *InCam) Lines() InCamOut {
	for k, line := range m.line {
		m.out.LineValid[k], m.out.LineXoff[k], m.out.LineSent[k] = line.valid, line.xoff, line.sent
		m.out.LineReady[k], m.out.LineTp[k], m.out.LineMask[k] = line.ready, line.name.Tp, line.name.Mask
		if m.ageless {
			m.out.LineReady[k] = line.age >= 3
		}
		for j, other := range m.line {
			m.out.LineLonger[k*len(m.line)+j] = line.name.Length() > other.name.Length()
			m.out.BothValid[k*len(m.line)+j] = line.valid && other.valid
		}
	}
	copy(m.out.LineBorn, m.born)
	m.out.Allocated, m.out.NoteDropped = false, false
	return m.out
}

// find is the valid line of that name, or -1.
func (m *InCam) find(name packet.Name) int {
	for k, line := range m.line {
		if line.valid && line.name.Equal(name) {
			return k
		}
	}
	return -1
}

// free is the lowest invalid line, or -1.
func (m *InCam) free() int {
	for k, line := range m.line {
		if !line.valid {
			return k
		}
	}
	return -1
}

// Step is one clock cycle.
func (m *InCam) Step(in InCamIn) InCamOut {
	out := m.Lines()
	for k, line := range m.line {
		m.born[k] = !line.valid
	}
	for k := range m.line {
		line := &m.line[k]
		line.age++
		if in.SentSet[k] {
			line.sent = true
		}
		if in.SentClear[k] {
			line.sent = false
		}
		if in.CqInspected {
			line.inspection++
		}
		if in.Linked[k] || line.inspection >= 2 {
			line.ready = true
		}
	}
	switch {
	case in.NoteValid:
		out.NoteDropped = m.notify(in.NoteXoff, in.NoteAllocate, packet.Name{Tp: in.NoteTp, Mask: in.NoteMask})
	case in.AllocValid && m.free() >= 0:
		out.Allocated = true
		m.line[m.free()] = inLine{valid: true, name: packet.Name{Tp: in.AllocTp, Mask: in.AllocMask}}
	default:
		for k, dealloc := range in.Dealloc {
			if dealloc {
				m.line[k].valid = false
			}
		}
	}
	for k, line := range m.line {
		m.born[k] = m.born[k] && line.valid
	}
	return out
}

// notify carries out a notification. It is true if there is no line for an Xoff.
func (m *InCam) notify(xoff, allocate bool, name packet.Name) (dropped bool) {
	if k := m.find(name); k >= 0 {
		m.line[k].xoff = xoff
		return false
	}
	if !xoff || !allocate {
		return false
	}
	k := m.free()
	if k < 0 {
		return true
	}
	m.line[k] = inLine{valid: true, xoff: true, ready: true, name: name}
	return false
}
