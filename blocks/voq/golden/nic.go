package golden

import (
	packet "culprit.example/culprit/blocks/packet/golden"
	traffic "culprit.example/culprit/blocks/traffic/golden"
)

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
	TxBad                 bool   // never: it sends whole packets
	TxData                uint64 `valid:"TxValid"`
	StatRefused           bool
	StatSent              bool
	QueueCount            int
}

// made is a packet that waits.
type made struct {
	seq int
	at  uint32
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
	framer   *traffic.Framer
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
		credits: make([]int, p.Nodes), lookup: -1, start: -1, framer: traffic.NewFramer(p.LinkLatency),
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

// Full says that there is no place for another packet.
func (m *NIC) Full() bool { return m.count == m.p.Queue }

// Empty says that there is no packet.
func (m *NIC) Empty() bool { return m.count == 0 }

// Events are what happened in the last Step.
func (m *NIC) Events() NICEvents { return m.events }

// Step is one clock cycle.
func (m *NIC) Step(in NICIn) NICOut {
	full := m.Full()
	out := NICOut{StatRefused: in.MakeValid && full, StatSent: m.start >= 0, QueueCount: m.count}
	m.events = NICEvents{}
	chosen := m.choose()
	tx := m.framer.Step(m.send(in)).Tx
	out.TxValid, out.TxSop, out.TxEop, out.TxData = tx.Valid, tx.Sop, tx.Eop, tx.Data
	if back := m.returned; back.given && m.credits[back.dst] < m.p.Depth { // else none was taken
		m.credits[back.dst]++
	}
	if m.lookup >= 0 {
		m.credits[m.lookup]--
		m.events.Appended = in.MakeValid && !full && in.MakeDst == m.lookup && len(m.queue[m.lookup]) == 1
	}
	m.returned = credit{in.TxCredit && in.TxCreditDst < m.p.Nodes, in.TxCreditDst}
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

// send takes the packet that was looked up, if any, out of its queue.
func (m *NIC) send(in NICIn) traffic.FramerIn {
	dst := m.start
	if dst < 0 {
		return traffic.FramerIn{Now: in.Now}
	}
	next := m.queue[dst][0]
	m.queue[dst] = m.queue[dst][1:]
	m.count--
	m.events.Last = len(m.queue[dst]) == 0
	m.events.Refilled = m.events.Last && in.MakeValid && in.MakeDst == dst
	return traffic.FramerIn{
		Start: true, Turnpool: m.routes[dst], Src: in.Node, Dst: dst, Seq: next.seq, Tag: dst, Made: next.at, Now: in.Now,
	}
}

// enter appends a packet that is made.
func (m *NIC) enter(in NICIn) {
	m.queue[in.MakeDst] = append(m.queue[in.MakeDst], made{seq: m.numbers[in.MakeDst], at: in.Now})
	m.numbers[in.MakeDst] = (m.numbers[in.MakeDst] + 1) % 4096
	m.count++
}
