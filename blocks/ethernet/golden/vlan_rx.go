package golden

import "encoding/binary"

// VLANRxIn are the inputs of eth_vlan_rx.
type VLANRxIn struct {
	DefaultPrio, DefaultVid int
	StreamIn
}

// VLANRxOut are its outputs.
type VLANRxOut struct {
	StreamOut
	Tag
}

// Tag is what is said of a frame.
type Tag struct {
	Prio    int  `port:"m_axis_prio" valid:"Known"`
	Vid     int  `port:"m_axis_vid" valid:"Known"`
	Tagged  bool `port:"m_axis_tagged" valid:"Known"`
	HasFlow bool `port:"m_axis_has_flow" valid:"Known"`
	Flow    int  `port:"m_axis_flow" valid:"FlowKnown"`

	Known     bool `port:"-"`
	FlowKnown bool `port:"-"`
}

// VLANRx reads the tags of frames.
type VLANRx struct {
	octets int // of a beat
	ends
	places []*Beat // between the queues, the oldest first
	inside bool    // the oldest beat does not begin a frame
	tag    Tag     // of the frame that leaves the places
	tags   []Tag   // of the beats in the output queue
}

// NewVLANRx makes the block after reset.
func NewVLANRx(width int) *VLANRx {
	octets := width / 8
	return &VLANRx{octets: octets, places: make([]*Beat, (20+octets-1)/octets-1)}
}

// Ready reports whether the block takes a beat in this cycle.
func (m *VLANRx) Ready() bool { return m.in.roomy() }

// TagOf is the tag of a frame that begins with these octets.
func TagOf(head []byte, prio, vid int) Tag {
	t := Tag{Prio: prio, Vid: vid, Known: true}
	if len(head) < 16 || head[12] != 0x81 || head[13] != 0 {
		return t
	}
	tci := int(binary.BigEndian.Uint16(head[14:]))
	t.Tagged, t.Prio = true, tci>>13
	if tci&0xfff != 0 {
		t.Vid = tci & 0xfff
	}
	if len(head) >= 20 && head[16] == 0x22 && head[17] == 0xe9 {
		t.HasFlow, t.FlowKnown, t.Flow = true, true, int(binary.BigEndian.Uint16(head[18:]))
	}
	return t
}

// Step is one clock cycle.
func (m *VLANRx) Step(in VLANRxIn) VLANRxOut {
	out := VLANRxOut{StreamOut: m.show()}
	if len(m.tags) > 0 {
		out.Tag = m.tags[0]
	}
	head, whole := m.head()
	oldest := m.at(0)
	var put *Beat
	if oldest != nil && m.out.roomy() && (m.inside || whole) {
		if !m.inside {
			m.tag = TagOf(head, in.DefaultPrio, in.DefaultVid)
		}
		put, m.inside = oldest, !oldest.Last
	}
	takes := m.advance(put != nil)
	if len(m.out) > 0 && in.MAxisTready {
		m.tags = m.tags[1:]
	}
	if put != nil {
		m.tags = append(m.tags, m.tag)
	}
	m.step(in.StreamIn, takes, put)
	return out
}

// at is the beat in a place, the input queue being the last one; nil if there is none.
func (m *VLANRx) at(i int) *Beat {
	if i < len(m.places) {
		return m.places[i]
	}
	if len(m.in) == 0 {
		return nil
	}
	b := m.in[0]
	return &b
}

// head is what the places have of the frame that begins in the first one, and whether it is enough.
func (m *VLANRx) head() (octets []byte, whole bool) {
	for i := range len(m.places) + 1 {
		b := m.at(i)
		if b == nil {
			return octets, false
		}
		octets = append(octets, b.Octets()...)
		if b.Last {
			break
		}
	}
	return octets, true
}

// advance moves each beat one place on whose next place is free, or becomes so. It reports whether one
// of the input queue moves.
func (m *VLANRx) advance(leaves bool) (takes bool) {
	moves := leaves
	for i := range m.places {
		behind := m.at(i + 1)
		follows := behind != nil && (m.places[i] == nil || moves)
		if follows {
			m.places[i] = behind
		} else if moves {
			m.places[i] = nil
		}
		moves = follows
	}
	return moves
}
