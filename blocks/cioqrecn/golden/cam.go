package golden

import packet "culprit/blocks/packet/golden"

// CAMIn are the inputs of the CAM of one side.
type CAMIn struct {
	LookupTurns                           uint32
	LookupStandard                        int
	EventValid, EventBlock, EventAllocate bool
	EventTp, EventMask                    uint32
	EventStandard                         int
	Dealloc                               []bool
	SentSet                               []bool
	SentClear                             []bool
}

// CAMOut are its outputs.
type CAMOut struct {
	LookupQueue int
	Born        []bool
	BornHost    int
	Refused     bool
	LineValid   []bool
	LineBlocked []bool   `valid:"LineValid"`
	LineSent    []bool   `valid:"LineValid"`
	LineTp      []uint32 `valid:"LineValid"`
	LineMask    []uint32 `valid:"LineValid"`
}

// line is a line of the CAM.
type line struct {
	valid   bool
	blocked bool // B: stopped by the next SAQ on the way
	sent    bool // has stopped the SAQ before it
	name    packet.Name
}

// CAM is the CAM of one side.
type CAM struct {
	standard int
	line     []line
	out      CAMOut
}

// NewCAM makes the CAM after reset. Queues below standard are no SAQs.
func NewCAM(saqs, standard int) *CAM {
	return &CAM{
		standard: standard, line: make([]line, saqs),
		out: CAMOut{
			Born: make([]bool, saqs), LineValid: make([]bool, saqs), LineBlocked: make([]bool, saqs), LineSent: make([]bool, saqs),
			LineTp: make([]uint32, saqs), LineMask: make([]uint32, saqs),
		},
	}
}

// Lines are the outputs that do not depend on the inputs.
func (m *CAM) Lines() CAMOut {
	for k, l := range m.line {
		m.out.LineValid[k], m.out.LineBlocked[k], m.out.LineSent[k] = l.valid, l.blocked, l.sent
		m.out.LineTp[k], m.out.LineMask[k] = l.name.Tp, l.name.Mask
	}
	return m.out
}

// longest is the queue of the longest valid name, of those that fit, or standard.
func (m *CAM) longest(standard int, fits func(packet.Name) bool) int {
	queue, length := standard, 0
	for k, l := range m.line {
		if l.valid && fits(l.name) && l.name.Length() > length {
			queue, length = m.standard+k, l.name.Length()
		}
	}
	return queue
}

// Step is one clock cycle.
func (m *CAM) Step(in CAMIn) CAMOut {
	event := packet.Name{Tp: in.EventTp, Mask: in.EventMask}
	out := m.Lines()
	out.LookupQueue = m.longest(in.LookupStandard, func(n packet.Name) bool { return n.Matches(in.LookupTurns) })
	out.BornHost = m.longest(in.EventStandard, func(n packet.Name) bool {
		return n.Length() < event.Length() && n.Matches(event.Tp)
	})
	out.Refused = false
	for k := range m.line {
		out.Born[k] = false
		if in.SentSet[k] {
			m.line[k].sent = true
		} else if in.SentClear[k] {
			m.line[k].sent = false
		}
		if in.Dealloc[k] && !in.EventValid {
			m.line[k].valid = false
		}
	}
	if in.EventValid {
		out.Refused = m.event(event, in.EventBlock, in.EventAllocate, out.Born)
	}
	return out
}

// event carries an event out; it is true if a line is needed and there is none.
func (m *CAM) event(name packet.Name, block, allocate bool, born []bool) (refused bool) {
	free := -1
	for k, l := range m.line {
		if l.valid && l.name.Equal(name) {
			if block || !allocate {
				m.line[k].blocked = block
			}
			return false
		}
		if !l.valid && free < 0 {
			free = k
		}
	}
	if !allocate {
		return false
	}
	if free < 0 {
		return true
	}
	m.line[free] = line{valid: true, blocked: block, name: name}
	born[free] = true
	return false
}
