package golden

import "encoding/binary"

// PFCTxIn are the inputs of eth_pfc_tx.
type PFCTxIn struct {
	MAC  uint64 `port:"mac"`
	Xoff []bool
	Tick bool
	StreamIn
}

// PFCTxOut are its outputs.
type PFCTxOut struct {
	StreamOut
	Told []bool
	Sent bool
}

// PFCTx puts PFC frames between the frames of a stream.
type PFCTx struct {
	inserter
	octets, quanta, period int

	xoff  [8]bool // of the cycle before
	told  [8]bool
	sent  bool
	since int // cycles of the link since the last PFC frame began
}

// NewPFCTx makes the block after reset: beats of width bits, an XOFF for quanta, repeated after refresh.
func NewPFCTx(width, quanta, refresh int) *PFCTx {
	return &PFCTx{octets: width / 8, quanta: quanta, period: refresh * 512 / width}
}

// Due reports whether a repetition is due.
func (m *PFCTx) Due() bool { return m.told != [8]bool{} && m.since >= m.period }

// Told are the priorities that the last PFC frame has stopped.
func (m *PFCTx) Told() [8]bool { return m.told }

// PFCFrame is a PFC frame without FCS: of the priorities in speaks, those in stops are to stop for quanta.
func PFCFrame(mac uint64, speaks, stops [8]bool, quanta int) []byte {
	f := make([]byte, 60)
	copy(f, "\x01\x80\xc2\x00\x00\x01")
	binary.BigEndian.PutUint16(f[6:], uint16(mac>>32))
	binary.BigEndian.PutUint32(f[8:], uint32(mac))
	binary.BigEndian.PutUint32(f[12:], 0x88080101)
	for k := range speaks {
		if speaks[k] {
			f[17] |= 1 << k
		}
		if stops[k] {
			binary.BigEndian.PutUint16(f[18+2*k:], uint16(quanta))
		}
	}
	return f
}

// Step is one clock cycle.
func (m *PFCTx) Step(in PFCTxIn) PFCTxOut {
	out := PFCTxOut{StreamOut: m.show(), Told: append([]bool(nil), m.told[:]...), Sent: m.sent}
	wanted := m.xoff != m.told || m.Due()
	put, takes, begins := m.decide(wanted)
	if in.Tick {
		m.since++
	}
	if begins {
		speaks := m.told
		for k, x := range m.xoff {
			speaks[k] = speaks[k] || x
		}
		m.frame = Beats(PFCFrame(in.MAC, speaks, m.xoff, m.quanta), m.octets, false)
		m.told, m.since = m.xoff, 0
	}
	m.sent = begins
	copy(m.xoff[:], in.Xoff)
	m.step(in.StreamIn, takes, put)
	return out
}
