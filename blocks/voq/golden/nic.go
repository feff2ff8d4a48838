package golden

import packet "culprit/blocks/packet/golden"

// NICIn are the inputs of traffic_nic_voq.
type NICIn struct {
	Node        int
	Now         uint32
	MakeValid   bool
	MakeDst     int
	RouteValid  bool
	RouteDst    int
	RouteTurns  uint32
	TxCredit    bool
	TxCreditDst int
}

// NICOut are its outputs.
type NICOut struct {
	TxValid, TxSop, TxEop bool
	TxData                uint64
	StatRefused           bool
	StatSent              bool
	QueueCount            int
}

// made is a packet that waits.
type made struct {
	seq int
	at  uint32
}

// frame is a packet on its way to the link.
type frame struct {
	turns    uint32
	src, dst int
	seq      int
	made     uint32
	sent     uint32 // when its first beat went to the link
	left     int    // beats, the present one included
}

// NIC is the network interface of a node at a VOQnet switch.
type NIC struct {
	p        Params
	queue    [][]made // by destination
	count    int
	numbers  []int // of the next packet, by destination
	routes   []uint32
	credits  []int // by destination
	returned credit
	turn     int // destination that has the turn
	pause    int // cycles until the next choice
	lookup   int // destination chosen in the cycle before, -1: none
	start    int // and in the one before that: its packet goes to the framer
	frame    frame
	link     packet.Delay[packet.Beat]
	events   NICEvents
}

// NICEvents are what happened in the last Step.
type NICEvents struct {
	Last     bool // the only packet of a queue left
	Refilled bool // and the next one came in the same cycle
	Appended bool // a packet came to a queue of one that is being looked up
}

// NewNIC makes the block after reset. Routes that were never written are unknown;
// no packet may need them.
func NewNIC(p Params) *NIC {
	m := &NIC{
		p: p, queue: make([][]made, p.Nodes), numbers: make([]int, p.Nodes), routes: make([]uint32, p.Nodes),
		credits: make([]int, p.Nodes), lookup: -1, start: -1, link: packet.NewDelay[packet.Beat](p.LinkLatency),
	}
	for d := range m.credits {
		m.credits[d] = p.Depth
	}
	return m
}

// Waiting is the number of packets for a destination.
func (m *NIC) Waiting(dst int) int { return len(m.queue[dst]) }

// Credits is the number of credits for a destination.
func (m *NIC) Credits(dst int) int { return m.credits[dst] }

// Full says that there is no place for another packet, Empty that there is none.
func (m *NIC) Full() bool  { return m.count == m.p.Queue }
func (m *NIC) Empty() bool { return m.count == 0 }

// Events are what happened in the last Step.
func (m *NIC) Events() NICEvents { return m.events }

// Step is one clock cycle.
func (m *NIC) Step(in NICIn) NICOut {
	tx := m.link.End(packet.Beat{})
	full := m.Full()
	out := NICOut{
		TxValid: tx.Valid, TxSop: tx.Sop, TxEop: tx.Eop, TxData: tx.Data,
		StatRefused: in.MakeValid && full, StatSent: m.start >= 0, QueueCount: m.count,
	}
	m.events = NICEvents{}
	chosen := m.choose()
	m.link.Shift(m.word(in.Now))
	if m.start >= 0 {
		m.send(in)
	}
	if m.lookup >= 0 {
		m.credits[m.lookup]--
		m.events.Appended = in.MakeValid && !full && in.MakeDst == m.lookup && len(m.queue[m.lookup]) == 1
	}
	if m.returned.given {
		m.credits[m.returned.dst]++
	}
	m.returned = credit{in.TxCredit, in.TxCreditDst}
	m.lookup, m.start = chosen, m.lookup
	if in.MakeValid && !full {
		m.enter(in)
	}
	if in.RouteValid {
		m.routes[in.RouteDst] = in.RouteTurns
	}
	return out
}

// choose picks the next destination with a packet and a credit, every eight cycles.
func (m *NIC) choose() int {
	if m.pause > 0 {
		m.pause--
		return -1
	}
	for n := range m.p.Nodes {
		dst := (m.turn + n) % m.p.Nodes
		if len(m.queue[dst]) > 0 && m.credits[dst] > 0 {
			m.turn, m.pause = (dst+1)%m.p.Nodes, packet.Beats-1
			return dst
		}
	}
	return -1
}

// send takes the packet that was looked up out of its queue.
func (m *NIC) send(in NICIn) {
	dst := m.start
	next := m.queue[dst][0]
	m.queue[dst] = m.queue[dst][1:]
	m.count--
	m.frame = frame{turns: m.routes[dst], src: in.Node, dst: dst, seq: next.seq, made: next.at, left: packet.Beats}
	m.events.Last = len(m.queue[dst]) == 0
	m.events.Refilled = m.events.Last && in.MakeValid && in.MakeDst == dst
}

// enter appends a packet that is made.
func (m *NIC) enter(in NICIn) {
	m.queue[in.MakeDst] = append(m.queue[in.MakeDst], made{seq: m.numbers[in.MakeDst], at: in.Now})
	m.numbers[in.MakeDst] = (m.numbers[in.MakeDst] + 1) % 4096
	m.count++
}

// word is the beat that goes to the link in this cycle.
func (m *NIC) word(now uint32) packet.Beat {
	f := &m.frame
	if f.left == 0 {
		return packet.Beat{}
	}
	number := packet.Beats - f.left
	b := packet.Beat{Valid: true, Sop: number == 0, Eop: f.left == 1}
	switch number {
	case 0:
		f.sent = now
		b.Data = packet.MakeHeader(f.turns, 30).In(uint64(f.src)<<20 | uint64(f.seq)<<8 | uint64(f.dst))
	case 1:
		b.Data = uint64(f.dst)<<56 | uint64(f.made)
	case 2:
		b.Data = uint64(f.sent)
	default:
		x := uint32(number)<<28 | uint32(f.src)<<20 | uint32(f.dst)<<12 | uint32(f.seq)
		x ^= f.made
		b.Data = uint64(x)<<32 | uint64(^x)
	}
	f.left--
	return b
}
