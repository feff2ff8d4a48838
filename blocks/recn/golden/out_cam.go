package golden

import packet "culprit.example/culprit/blocks/packet/golden"

// OutCamIn are the inputs of the CAM of an output port.
type OutCamIn struct {
	MsgValid, MsgXoff bool
	MsgTp, MsgMask    uint32
	FirstValid        bool
	FirstHeader       uint64
	FirstSource       int
	NoteTake          bool
	Gone              []bool `port:",optional"` // leaves first: lines that are freed
}

// OutCamOut are its outputs.
type OutCamOut struct {
	NoteOut
	LineValid []bool
	CamFull   bool
	LineXoff  []bool   `port:",optional" valid:"LineValid"`
	LineTold  []bool   `port:",optional" valid:"LineValid"`
	LineTp    []uint32 `port:",optional" valid:"LineValid"`
	LineMask  []uint32 `port:",optional" valid:"LineValid"`
}

// Note is a notification from an output port to the input ports of its switch.
type Note struct {
	Xoff   bool
	Name   packet.Name
	Target int // input port that an Xoff is for
}

// outLine is a line of the CAM of an output port.
type outLine struct {
	valid   bool
	xoff    bool
	pending bool // its Xoff is to be sent to the source of the last packet
	told    bool // leaves first: its Xon is in the FIFO or was taken
	name    packet.Name
}

// notesDepth is the depth of the notification FIFO.
const notesDepth = 4

// OutCam is the CAM and the notification FIFO of an output port (IQ 2.4, 2.5).
type OutCam struct {
	kept   bool // leaves first: lines are kept after their Xon
	line   []outLine
	first  firstBeat // of the cycle before
	source int       // input port of the last packet
	notes  []Note
	out    OutCamOut
	last   OutCamStep
}

// firstBeat is what counts of a packet that passes.
type firstBeat struct {
	valid  bool
	turns  uint32 // aligned
	source int
}

// OutCamStep tells what a Step did.
type OutCamStep struct {
	Full         bool // no push was possible
	Released     bool // a line's Xon was pushed
	ReleasedName packet.Name
	First        bool   // the first beat of a packet was compared
	Turns        uint32 // its turns, aligned
	Matched      int    // blocked lines that it matched
	Found        bool   // the message's line was there
	FoundTold    bool   // and had told its Xon
}

// NewOutCam makes the unit after reset.
func NewOutCam(saqs int, leafFirst bool) *OutCam {
	return &OutCam{kept: leafFirst, line: make([]outLine, saqs), out: NewOutCamOut(saqs)}
}

// NewOutCamOut makes the outputs of a CAM with that many lines.
func NewOutCamOut(saqs int) OutCamOut {
	return OutCamOut{
		LineValid: make([]bool, saqs), LineXoff: make([]bool, saqs), LineTold: make([]bool, saqs),
		LineTp: make([]uint32, saqs), LineMask: make([]uint32, saqs),
	}
}

// Note is the head of the notification FIFO.
func (m *OutCam) Note() (note Note, valid bool) {
	if len(m.notes) == 0 {
		return Note{}, false
	}
	return m.notes[0], true
}

// Waiting is the name of the line that is the next to tell its Xon, if any.
func (m *OutCam) Waiting() (name packet.Name, waiting bool) {
	for _, l := range m.line {
		if l.valid && !l.xoff && !l.told {
			return l.name, true
		}
	}
	return packet.Name{}, false
}

// Told are the lines that have told their Xon and are still there.
func (m *OutCam) Told() (list []int) {
	for k, l := range m.line {
		if l.valid && l.told && !l.xoff {
			list = append(list, k)
		}
	}
	return list
}

// LastStep tells what the last Step did.
func (m *OutCam) LastStep() OutCamStep { return m.last }

// Step is one clock cycle.
func (m *OutCam) Step(in OutCamIn) OutCamOut {
	before := append([]outLine(nil), m.line...)
	out := m.registers()

	full := len(m.notes) == notesDepth
	m.last = OutCamStep{Full: full}
	if in.NoteTake {
		m.notes = append([]Note(nil), m.notes[1:]...)
	}
	if !full {
		m.push(before)
	}
	m.last.First = m.first.valid
	if m.first.valid {
		for k, line := range before {
			m.line[k].pending = line.valid && line.xoff && line.name.Matches(m.first.turns)
			if m.line[k].pending {
				m.last.Matched++
			}
		}
		m.last.Turns, m.source = m.first.turns, m.first.source
	}
	m.first = firstBeat{in.FirstValid, packet.Header(in.FirstHeader).Aligned(), in.FirstSource}
	if in.MsgValid {
		out.CamFull = m.receive(before, in.MsgXoff, packet.Name{Tp: in.MsgTp, Mask: in.MsgMask})
	}
	for k, gone := range in.Gone {
		if gone {
			m.line[k].valid = false
		}
	}
	return out
}

// push is step 1 of the contract: at most one notification into the FIFO.
func (m *OutCam) push(before []outLine) {
	for k, line := range before {
		if line.valid && !line.xoff && !line.told {
			m.notes = append(m.notes, Note{Xoff: false, Name: line.name})
			m.line[k].valid, m.line[k].pending, m.line[k].told = m.kept, false, m.kept
			m.last.Released, m.last.ReleasedName = true, line.name
			return
		}
	}
	longest := -1
	for k, line := range before {
		if line.pending && line.valid && line.xoff && (longest < 0 || line.name.Length() > before[longest].name.Length()) {
			longest = k
		}
	}
	if longest >= 0 {
		m.notes = append(m.notes, Note{Xoff: true, Name: before[longest].name, Target: m.source})
		m.line[longest].pending = false
	}
}

// receive is step 3 of the contract: a message from downstream. It is true if
// there is no line for an Xoff.
func (m *OutCam) receive(before []outLine, xoff bool, name packet.Name) (full bool) {
	for k, line := range before {
		if line.valid && line.name.Equal(name) {
			m.last.Found, m.last.FoundTold = true, line.told
			m.line[k].xoff = xoff
			if xoff {
				m.line[k].valid, m.line[k].told = true, false
			}
			return false
		}
	}
	if !xoff {
		return false
	}
	for k, line := range before {
		if !line.valid {
			m.line[k] = outLine{valid: true, xoff: true, name: name}
			return false
		}
	}
	return true
}

// registers are the outputs that do not depend on the inputs.
func (m *OutCam) registers() OutCamOut {
	note, valid := m.Note()
	for k, line := range m.line {
		m.out.LineValid[k], m.out.LineXoff[k], m.out.LineTold[k] = line.valid, line.xoff, line.told
		m.out.LineTp[k], m.out.LineMask[k] = line.name.Tp, line.name.Mask
	}
	out := m.out
	out.NoteOut = note.Show(valid)
	return out
}
