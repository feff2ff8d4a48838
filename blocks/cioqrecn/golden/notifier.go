package golden

import (
	packet "culprit.example/culprit/blocks/packet/golden"
	recn "culprit.example/culprit/blocks/recn/golden"
)

// NotifierIn are the inputs of the notifications of an output side.
type NotifierIn struct {
	StandardCount int
	Count         []int
	EnqValid      bool
	EnqQueue      []bool // one-hot
	EnqSource     int
	LineValid     []bool
	LineBlocked   []bool
	LineSent      []bool
	LineReady     []bool
	LineHosting   []bool
	LineTp        []uint32
	LineMask      []uint32
	NoteTake      bool
}

// NotifierOut are its outputs.
type NotifierOut struct {
	recn.NoteOut
	SentSet   []bool
	SentClear []bool
	Dealloc   []bool
}

// entered is what is known of the packets that entered a SAQ.
type entered struct {
	source int
	again  bool // a packet has come since the last Xoff
}

// Notifier is what an output side tells its switch's input sides.
type Notifier struct {
	detect, xoff, xon int
	saq               []entered
	request           bool
	requester         int
	note              recn.Note
	noted             bool
	out               NotifierOut
}

// NewNotifier makes the unit after reset.
func NewNotifier(saqs, detectOut, xoff, xon int) *Notifier {
	return &Notifier{
		detect: detectOut, xoff: xoff, xon: xon, saq: make([]entered, saqs),
		out: NotifierOut{SentSet: make([]bool, saqs), SentClear: make([]bool, saqs), Dealloc: make([]bool, saqs)},
	}
}

// Note is the notification that waits for the bus.
func (m *Notifier) Note() (note recn.Note, valid bool) { return m.note, m.noted }

// Requested reports whether a request waits to be told.
func (m *Notifier) Requested() bool { return m.request }

// Registered are the outputs that do not depend on the inputs.
func (m *Notifier) Registered() NotifierOut {
	out := m.out
	out.NoteOut = m.note.Show(m.noted)
	return out
}

// Step is one clock cycle.
func (m *Notifier) Step(in NotifierIn) NotifierOut {
	out := m.Registered()
	dealt := false
	for k := range m.saq {
		out.SentSet[k], out.SentClear[k], out.Dealloc[k] = false, false, false
		if !dealt && in.LineValid[k] && in.Count[k] == 0 && !in.LineBlocked[k] && !in.LineSent[k] && in.LineReady[k] &&
			!in.LineHosting[k] && !in.EnqValid {
			out.Dealloc[k], dealt = true, true
		}
	}
	if !m.noted {
		m.noted = m.tell(in, out)
	} else if in.NoteTake {
		m.noted = false
	}
	if !in.EnqValid {
		return out
	}
	for k := range m.saq {
		if in.EnqQueue[1+k] {
			m.saq[k] = entered{source: in.EnqSource, again: true}
		}
	}
	if in.EnqQueue[0] && in.StandardCount > m.detect {
		m.request, m.requester = true, in.EnqSource
	}
	return out
}

// tell makes the next notification, if there is one.
func (m *Notifier) tell(in NotifierIn, out NotifierOut) bool {
	for k := range m.saq {
		if in.LineValid[k] && in.LineSent[k] && in.Count[k] <= m.xon {
			m.note = recn.Note{Name: packet.Named(in.LineTp, in.LineMask, k)}
			out.SentClear[k] = true
			return true
		}
	}
	for k := range m.saq {
		if in.LineValid[k] && in.Count[k] >= m.xoff && (!in.LineSent[k] || m.saq[k].again) {
			m.note = recn.Note{Xoff: true, Name: packet.Named(in.LineTp, in.LineMask, k), Target: m.saq[k].source}
			m.saq[k].again = false
			out.SentSet[k] = true
			return true
		}
	}
	if m.request {
		m.note = recn.Note{Xoff: true, Target: m.requester}
		m.request = false
		return true
	}
	return false
}
