package golden

import packet "culprit.example/culprit/blocks/packet/golden"

// RUIn are the inputs of the routing unit.
type RUIn struct {
	Sop      bool
	Header   uint64
	Slot     int
	MyPort   int
	HeadSlot int
}

// RUOut are its outputs.
type RUOut struct {
	EnqValid  bool
	EnqSlot   int    `valid:"EnqValid"`
	EnqPort   int    `port:",optional" valid:"EnqValid"`
	HeadPort  int    `valid:"HeadKnown"`
	HeadTurns uint32 `port:",optional" valid:"HeadKnown"`
	HeadKnown bool   `port:"-"`
}

// route is what the unit keeps of a packet.
type route struct {
	known bool
	port  int    // request register file
	turns uint32 // routing information memory
}

// RU is the routing unit (IQ 3.3): routing information memory and request
// register file.
type RU struct {
	ports int

	enqValid  bool
	enqSlot   int
	enqHeader packet.Header
	routes    []route
}

// NewRU makes the unit after reset.
func NewRU(ports, slots int) *RU { return &RU{ports: ports, routes: make([]route, slots)} }

// Enqueued is the slot that is being entered in this cycle, or -1.
func (m *RU) Enqueued() int {
	if !m.enqValid {
		return -1
	}
	return m.enqSlot
}

// Step is one clock cycle.
func (m *RU) Step(in RUIn) RUOut {
	head := m.routes[in.HeadSlot]
	out := RUOut{
		EnqValid: m.enqValid, EnqSlot: m.enqSlot,
		HeadPort: head.port, HeadTurns: head.turns, HeadKnown: head.known,
	}
	if m.enqValid {
		out.EnqPort = m.enqHeader.Wanted(m.ports, in.MyPort)
		m.routes[m.enqSlot] = route{known: true, port: out.EnqPort, turns: m.enqHeader.Aligned()}
	}
	m.enqValid, m.enqSlot, m.enqHeader = in.Sop, in.Slot, packet.Header(in.Header)
	return out
}
