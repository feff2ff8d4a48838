package golden

import packet "culprit.example/culprit/blocks/packet/golden"

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
	LookupQueue []bool `valid:"LookedUp"` // one-hot
	LookedUp    bool   `port:"-"`         // there was a cycle before
	Born        []bool
	BornHost    int  `valid:"AnyBorn"`
	AnyBorn     bool `port:"-"`
	Refused     bool
	LineValid   []bool
	LineBlocked []bool   `valid:"LineValid"`
	LineSent    []bool   `valid:"LineValid"`
	LineTp      []uint32 `valid:"LineValid"`
	LineMask    []uint32 `valid:"LineValid"`

	LineStandard []int `valid:"LineValid"`
}

// line is a line of the CAM.
type line struct {
	valid    bool
	blocked  bool // B: stopped by the next SAQ on the way
	sent     bool // has stopped the SAQ before it
	name     packet.Name
	standard int
}

// found is what a look at the lines has found: the lines and a standard queue.
type found struct {
	lines    []bool
	standard int
}

// CAM is the CAM of one side.
type CAM struct {
	standard int
	line     []line
	looked   *found // at the turns of the cycle before
	born     int    // the line that the event of the cycle before has allocated, -1 for none
	host     found  // the lines on the way to it
	out      CAMOut
}

// NewCAM makes the CAM after reset. Queues below standard are no SAQs.
func NewCAM(saqs, standard int) *CAM {
	return &CAM{
		standard: standard, line: make([]line, saqs), born: -1,
		out: CAMOut{
			LookupQueue: make([]bool, standard+saqs), LineStandard: make([]int, saqs),
			Born: make([]bool, saqs), LineValid: make([]bool, saqs), LineBlocked: make([]bool, saqs),
			LineSent: make([]bool, saqs),
			LineTp:   make([]uint32, saqs), LineMask: make([]uint32, saqs),
		},
	}
}

// Lines are the outputs that do not depend on the inputs.
func (m *CAM) Lines() CAMOut {
	for k, l := range m.line {
		m.out.LineValid[k], m.out.LineBlocked[k], m.out.LineSent[k] = l.valid, l.blocked, l.sent
		m.out.LineTp[k], m.out.LineMask[k], m.out.LineStandard[k] = l.name.Tp, l.name.Mask, l.standard
		m.out.Born[k] = k == m.born
	}
	if m.out.AnyBorn = m.born >= 0; m.out.AnyBorn {
		m.out.BornHost = m.longest(m.host)
	}
	clear(m.out.LookupQueue)
	if m.out.LookedUp = m.looked != nil; m.out.LookedUp {
		m.out.LookupQueue[m.longest(*m.looked)] = true
	}
	m.out.Refused = false
	return m.out
}

// look finds the valid lines whose names fit.
func (m *CAM) look(standard int, fits func(packet.Name) bool) found {
	f := found{standard: standard}
	for _, l := range m.line {
		f.lines = append(f.lines, l.valid && fits(l.name))
	}
	return f
}

// longest is the queue of the longest name of what was found, as far as it is still
// there.
func (m *CAM) longest(f found) int {
	queue, length := f.standard, 0
	for k, l := range m.line {
		if l.valid && f.lines[k] && l.name.Length() > length {
			queue, length = m.standard+k, l.name.Length()
		}
	}
	return queue
}

// Step is one clock cycle.
func (m *CAM) Step(in CAMIn) CAMOut {
	event := packet.Name{Tp: in.EventTp, Mask: in.EventMask}
	out := m.Lines()
	looked := m.look(in.LookupStandard, func(n packet.Name) bool { return n.Matches(in.LookupTurns) })
	host := m.look(in.EventStandard, func(n packet.Name) bool {
		return n.Length() < event.Length() && n.Matches(event.Tp)
	})
	for k := range m.line {
		if in.SentSet[k] {
			m.line[k].sent = true
		} else if in.SentClear[k] {
			m.line[k].sent = false
		}
		if in.Dealloc[k] && !in.EventValid && m.born < 0 {
			m.line[k].valid = false
		}
	}
	m.looked, m.host, m.born = &looked, host, -1
	if in.EventValid {
		out.Refused = m.event(event, in)
	}
	return out
}

// event carries an event out; it is true if a line is needed and there is none.
func (m *CAM) event(name packet.Name, in CAMIn) (refused bool) {
	free := -1
	for k, l := range m.line {
		if l.valid && l.name.Equal(name) {
			if in.EventBlock || !in.EventAllocate {
				m.line[k].blocked = in.EventBlock
			}
			return false
		}
		if !l.valid && free < 0 {
			free = k
		}
	}
	if !in.EventAllocate {
		return false
	}
	if free < 0 {
		return true
	}
	m.line[free] = line{valid: true, blocked: in.EventBlock, name: name, standard: in.EventStandard}
	m.born = free
	return false
}
