package golden

import (
	"encoding/binary"
	"math/big"

	link "culprit.example/culprit/blocks/link/golden"
)

// Notice is what a congestion point has to say.
type Notice struct {
	Valid    bool
	Feedback int
	QOffset  uint16
	QDelta   uint16
	CPID     uint64 `port:"cpid"`
	Prio     int
	VID      int `port:"vid"`
	Flow     int
	Src, Dst uint64
	MSDU     *big.Int `port:"msdu,optional"`
}

// CNMTxIn are the inputs of eth_cnm_tx.
type CNMTxIn struct {
	MAC uint64 `port:"mac"`
	CNM Notice `port:"cnm_,prefix"`
	StreamIn
}

// CNMTxOut are its outputs.
type CNMTxOut struct {
	StreamOut
	CNMReady bool `port:"cnm_ready"`
}

// CNMTx puts CNMs between the frames of a stream.
type CNMTx struct {
	inserter
	octets, prio, msdu int
	notice             *Notice // what is being sent, or waits
}

// NewCNMTx makes the block after reset.
func NewCNMTx(width, prio, msdu int) *CNMTx { return &CNMTx{octets: width / 8, prio: prio, msdu: msdu} }

// CNMFrame are the octets of a CNM without FCS, of a priority, with that many octets of the MSDU.
func CNMFrame(mac uint64, n Notice, prio, msdu int) []byte {
	var f []byte
	address := func(x uint64) { f = append(f, binary.BigEndian.AppendUint64(nil, x)[2:]...) }
	word := func(x int) { f = binary.BigEndian.AppendUint16(f, uint16(x)) }
	address(n.Src)
	address(mac)
	word(0x8100)
	word(prio<<13 | n.VID)
	word(0x22e9)
	word(n.Flow)
	word(0x22e7)
	word(n.Feedback)
	f = binary.BigEndian.AppendUint64(f, n.CPID)
	word(int(n.QOffset))
	word(int(n.QDelta))
	word(n.Prio << 13)
	address(n.Dst)
	word(msdu)
	if msdu > 0 {
		f = append(f, n.MSDU.FillBytes(make([]byte, msdu))...)
	}
	return append(f, make([]byte, max(0, 60-len(f)))...)
}

// Step is one clock cycle.
func (m *CNMTx) Step(in CNMTxIn) CNMTxOut {
	out := CNMTxOut{StreamOut: m.show(), CNMReady: m.notice == nil}
	sends := m.Sending()
	put, takes, begins := m.decide(m.notice != nil)
	switch {
	case begins:
		m.frame = Beats(CNMFrame(in.MAC, *m.notice, m.prio, m.msdu), m.octets, false)
	case sends && !m.Sending():
		m.notice = nil
	case m.notice == nil && in.CNM.Valid:
		n := in.CNM
		m.notice = &n
	}
	m.step(in.StreamIn, takes, put)
	return out
}

// Events of CNMs.
const (
	CNMBad = iota
	CNMFlow
	CNMShort
	CNMVersion
	CNMHeard
	cnmEvents
)

// CNMRxIn are the inputs of eth_cnm_rx.
type CNMRxIn struct {
	MAC        uint64 `port:"mac"`
	AxisTvalid bool
	AxisTready bool
	AxisTdata  *big.Int
	AxisTkeep  uint64
	AxisTlast  bool
	AxisTuser  bool
	Clear      bool
}

// CNMRxOut are its outputs.
type CNMRxOut struct {
	CNMValid     bool `port:"cnm_valid"`
	CNMFlow      int  `port:"cnm_flow" valid:"CNMValid"`
	CNMFeedback  int  `port:"cnm_feedback" valid:"CNMValid"`
	CNMCongested bool `port:"cnm_congested" valid:"CNMValid"`
	Seen         []bool
	Counts       []uint32
}

// CNMRx listens for CNMs.
type CNMRx struct {
	flows  int
	sign   int // 1: cnmQOffset is that of a queue above its equilibrium when positive
	frame  []byte
	ended  [2]*ending
	counts *link.Errors
	shown  CNMRxOut // of the CNM of the cycle before
}

// NewCNMRx makes the block after reset.
func NewCNMRx(countBits, flows, sign int) *CNMRx {
	return &CNMRx{flows: flows, sign: sign, counts: link.NewErrors(cnmEvents, countBits)}
}

// Obeys is the frame that counts at the end of this cycle, and whether there is one.
func (m *CNMRx) Obeys() (octets []byte, bad, any bool) {
	if f := m.ended[1]; f != nil {
		return f.octets, f.bad, true
	}
	return nil, false, false
}

// cnmOf finds the PDU of a CNM to this address, and its flow id, 0 without a CN-TAG; ok is false if it
// is none.
func cnmOf(f []byte, mac uint64) (pdu []byte, rpid int, ok bool) {
	word := func(at int) int {
		if len(f) < at+2 {
			return -1
		}
		return int(binary.BigEndian.Uint16(f[at:]))
	}
	if len(f) < 14 || binary.BigEndian.Uint64(append([]byte{0, 0}, f[:6]...)) != mac {
		return nil, 0, false
	}
	at := 12
	if word(at) == 0x8100 {
		at += 4
	}
	if word(at) == 0x22e9 && len(f) >= at+4 {
		rpid = word(at + 2)
		at += 4
	}
	if word(at) != 0x22e7 {
		return nil, 0, false
	}
	return f[at+2:], rpid, true
}

// Event is what a frame is to a host of an address; none is true for one that is no CNM to it.
func (m *CNMRx) Event(f []byte, bad bool, mac uint64) (event int, none bool) {
	pdu, rpid, ok := cnmOf(f, mac)
	switch {
	case !ok:
		return 0, true
	case bad:
		return CNMBad, false
	case rpid == 0 || rpid > m.flows:
		return CNMFlow, false
	case len(pdu) < 24:
		return CNMShort, false
	case pdu[0]>>4 != 0:
		return CNMVersion, false
	}
	return CNMHeard, false
}

// Step is one clock cycle.
func (m *CNMRx) Step(in CNMRxIn) CNMRxOut {
	out := m.shown
	now := m.counts.Registered()
	out.Seen, out.Counts = now.Seen, now.Counts

	m.shown = CNMRxOut{}
	happened := make([]bool, cnmEvents)
	if f := m.ended[1]; f != nil {
		if event, none := m.Event(f.octets, f.bad, in.MAC); !none {
			happened[event] = true
			if event == CNMHeard {
				m.hears(f.octets, in.MAC)
			}
		}
	}
	m.counts.Step(link.ErrorsIn{Errors: happened, Clear: in.Clear})
	m.ended[1], m.ended[0] = m.ended[0], nil
	if in.AxisTvalid && in.AxisTready {
		b := Beat{in.AxisTdata, in.AxisTkeep, in.AxisTlast, in.AxisTuser}
		m.frame = append(m.frame, b.Octets()...)
		if b.Last {
			m.ended[0], m.frame = &ending{m.frame, b.User}, nil
		}
	}
	return out
}

// hears shows what a CNM says in the next cycle.
func (m *CNMRx) hears(frame []byte, mac uint64) {
	pdu, rpid, _ := cnmOf(frame, mac)
	offset := int16(binary.BigEndian.Uint16(pdu[10:]))
	congested := offset < 0
	if m.sign == 1 {
		congested = offset > 0
	}
	m.shown = CNMRxOut{CNMValid: true, CNMFlow: rpid - 1, CNMFeedback: int(pdu[1] & 63), CNMCongested: congested}
}
