package golden

import packet "culprit/blocks/packet/golden"

// RUIn are the inputs of the routing unit.
type RUIn struct {
	Sop      bool
	Header   uint64
	Slot     int
	MyPort   int
	RrfSlot  []int // per queue: its head
	SetValid bool  `port:",optional"`
	SetSlot  int   `port:",optional"`
	SetPort  int   `port:",optional"`
	SetReady bool  `port:",optional"`
	RimSlot  int   `port:",optional"`
}

// RUOut are its outputs.
type RUOut struct {
	EnqValid       bool
	EnqSlot        int    `valid:"EnqValid"`
	HeadReady      []bool `valid:"HeadKnown"`
	HeadPort       []int  `valid:"HeadKnown"`
	HeadKnown      []bool `port:"-"`
	RimHeader      uint64 `port:",optional" valid:"RimHeaderKnown"`
	RimHeaderKnown bool   `port:"-"`
}

// request is an entry of the request register file.
type request struct {
	known bool
	ready bool // RFS, ready for the switch
	port  int
}

// RU is the routing unit (IQ 3.3): routing information memory and request
// register file.
type RU struct {
	ports int
	plain bool

	enqValid  bool
	enqSlot   int
	enqHeader packet.Header
	rim       []packet.Header
	rimKnown  []bool
	rrf       []request

	out RUOut
}

// NewRU makes the unit after reset.
func NewRU(ports, slots, saqs int) *RU {
	return &RU{
		ports: ports, plain: saqs == 0,
		rim: make([]packet.Header, slots), rimKnown: make([]bool, slots), rrf: make([]request, slots),
		out: RUOut{
			HeadReady: make([]bool, 1+saqs), HeadPort: make([]int, 1+saqs), HeadKnown: make([]bool, 1+saqs),
		},
	}
}

// Routed says whether the slot has an entry in the request register file.
func (m *RU) Routed(slot int) bool { return m.rrf[slot].known }

// Enqueued is the slot that is being entered in this cycle, or -1.
func (m *RU) Enqueued() int {
	if !m.enqValid {
		return -1
	}
	return m.enqSlot
}

// Step is one clock cycle.
func (m *RU) Step(in RUIn) RUOut {
	out := &m.out
	out.EnqValid, out.EnqSlot = m.enqValid, m.enqSlot
	for q, slot := range in.RrfSlot {
		entry := m.rrf[slot]
		out.HeadKnown[q], out.HeadReady[q], out.HeadPort[q] = entry.known, entry.ready, entry.port
	}
	out.RimHeader, out.RimHeaderKnown = uint64(m.rim[in.RimSlot]), m.rimKnown[in.RimSlot]

	if m.enqValid {
		m.rim[m.enqSlot], m.rimKnown[m.enqSlot] = m.enqHeader, true
		m.rrf[m.enqSlot] = request{known: true, ready: m.plain, port: m.enqHeader.Wanted(m.ports, in.MyPort)}
	}
	if in.SetValid {
		m.rrf[in.SetSlot] = request{known: true, ready: in.SetReady, port: in.SetPort}
	}
	m.enqValid, m.enqSlot, m.enqHeader = in.Sop, in.Slot, packet.Header(in.Header)
	return *out
}
