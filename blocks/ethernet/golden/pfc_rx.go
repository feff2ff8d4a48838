package golden

import (
	"encoding/binary"

	link "culprit.example/culprit/blocks/link/golden"
)

// Events of MAC control frames.
const (
	Bad = iota
	Short
	Opcode
	PFC
	Pause
	events
)

// PFCRxIn are the inputs of eth_pfc_rx.
type PFCRxIn struct {
	Tick, Clear bool
	StreamIn
}

// PFCRxOut are its outputs.
type PFCRxOut struct {
	StreamOut
	Pause  []bool
	Seen   []bool
	Counts []uint32
}

// PFCRx takes MAC control frames out of a stream and obeys them.
type PFCRx struct {
	octets int // of a beat
	ends
	place   *Beat // between the queues
	fresh   bool  // the next beat of the input queue begins a frame
	starts  bool  // the one in the place does
	dropped bool  // the frame in the place is dropped

	frame  []byte     // what has come of the frame at the input
	ended  [2]*ending // frames that have ended one and two cycles ago
	left   [8]int     // beats of the link for which a priority is paused
	counts *link.Errors
}

// ending is a frame that has ended.
type ending struct {
	octets []byte
	bad    bool
}

// NewPFCRx makes the block after reset: beats have the given number of bits, counters that of countBits.
func NewPFCRx(width, countBits int) *PFCRx {
	return &PFCRx{octets: width / 8, fresh: true, counts: link.NewErrors(events, countBits)}
}

// Ready reports whether the block takes a beat in this cycle.
func (m *PFCRx) Ready() bool { return m.in.roomy() }

// Left is for how many beats of the link each priority is paused.
func (m *PFCRx) Left() [8]int { return m.left }

// Event is what a frame is; none is true for one that is no MAC control frame.
func Event(frame []byte, bad bool) (event int, none bool) {
	if !isControl(frame) {
		return 0, true
	}
	code := -1
	if len(frame) >= 16 {
		code = int(binary.BigEndian.Uint16(frame[14:]))
	}
	switch {
	case bad:
		return Bad, false
	case code < 0, code == 0x0001 && len(frame) < 18, code == 0x0101 && len(frame) < 34:
		return Short, false
	case code == 0x0101:
		return PFC, false
	case code == 0x0001:
		return Pause, false
	}
	return Opcode, false
}

// Step is one clock cycle.
func (m *PFCRx) Step(in PFCRxIn) PFCRxOut {
	out := PFCRxOut{StreamOut: m.show(), Pause: make([]bool, 8)}
	for k, n := range m.left {
		out.Pause[k] = n > 0
	}
	shown := m.counts.Registered()
	out.Seen, out.Counts = shown.Seen, shown.Counts

	m.obey(in)
	m.listen(in)
	m.pass(in.StreamIn)
	return out
}

// obey counts time, and does what a frame says that has ended two cycles ago.
func (m *PFCRx) obey(in PFCRxIn) {
	happened := make([]bool, events)
	for k := range m.left {
		if in.Tick && m.left[k] > 0 {
			m.left[k]--
		}
	}
	if f := m.ended[1]; f != nil {
		if event, none := Event(f.octets, f.bad); !none {
			happened[event] = true
			m.set(event, f.octets)
		}
	}
	m.counts.Step(link.ErrorsIn{Errors: happened, Clear: in.Clear})
}

// set sets the times that a frame speaks of.
func (m *PFCRx) set(event int, frame []byte) {
	quantum := 64 / m.octets // in beats
	for k := range m.left {
		switch {
		case event == Pause:
			m.left[k] = quantum * int(binary.BigEndian.Uint16(frame[16:]))
		case event == PFC && frame[17]>>k&1 == 1:
			m.left[k] = quantum * int(binary.BigEndian.Uint16(frame[18+2*k:]))
		}
	}
}

// listen gathers the octets of frames as they are taken.
func (m *PFCRx) listen(in PFCRxIn) {
	m.ended[1], m.ended[0] = m.ended[0], nil
	if !in.SAxisTvalid || !m.in.roomy() {
		return
	}
	b := in.Beat()
	m.frame = append(m.frame, b.Octets()...)
	if b.Last {
		m.ended[0] = &ending{m.frame, b.User}
		m.frame = nil
	}
}

// pass moves beats from the input queue to the place, and from there to the output queue or away.
func (m *PFCRx) pass(in StreamIn) {
	var put *Beat
	leaves := false
	if m.place != nil {
		known := !m.starts || m.place.Last || m.octets >= 14 || len(m.in) > 0
		if known && m.starts {
			head := m.place.Octets()
			if !m.place.Last && len(m.in) > 0 {
				head = append(head, m.in[0].Octets()...)
			}
			m.dropped = isControl(head)
		}
		switch {
		case known && m.dropped:
			leaves = true
		case known && m.out.roomy():
			leaves, put = true, m.place
		}
	}
	takes := len(m.in) > 0 && (m.place == nil || leaves)
	if leaves {
		m.place = nil
	}
	if takes {
		b := m.in[0]
		m.place, m.starts, m.fresh = &b, m.fresh, b.Last
	}
	m.step(in, takes, put)
}

// Obeys is the frame that counts at the end of this cycle, and whether there is one.
func (m *PFCRx) Obeys() (octets []byte, bad, any bool) {
	if f := m.ended[1]; f != nil {
		return f.octets, f.bad, true
	}
	return nil, false, false
}

// Drops reports whether a MAC control frame is taken out at this moment, and whether the stream behind it stands.
func (m *PFCRx) Drops() (drops, stands bool) { return m.place != nil && m.dropped, !m.out.roomy() }
