package golden

import traffic "culprit/blocks/traffic/golden"

// Params are the parameters of a tree, as in the table of the contract.
type Params struct {
	Levels, Scheme, Copies  int
	SAQs, Detect, Xoff, Xon int
	ReadyBit                int
	Slots, Depth            int
	LinkLatency, Queue      int
}

// TreeIn are the inputs of a tree.
type TreeIn struct {
	Seed        uint32
	Load        int
	Pattern     int
	HotRate     int
	HotNode     int
	HotStart    uint32
	HotEnd      uint32
	Enable      bool
	Measure     bool
	Clear       bool
	ReadUnit    int
	ReadAddress int
}

// TreeOut are its outputs.
type TreeOut struct {
	Ready     bool
	Now       uint32
	Delivered uint64
	Error     bool
	Digest    uint32
	ReadData  uint64 `valid:"ReadDataKnown"`

	ReadDataKnown bool `port:"-"` // a counter in a memory is unknown until it is zeroed
}

// Tree is a network of nodes and switches with traffic.
type Tree struct {
	network  *Network
	nodes    []*traffic.Node
	elements []element
	monitors []*Monitor // one per element, or none
	turns    [][]uint32 // by source and destination

	// The ends of links, numbered through: nodes first, then 8 ports per switch.
	// peers is the other end of each, -1 for none.
	peers []int
	sent  []Sent

	cycle     int
	now       uint32
	arrivals  int // of the cycle before
	delivered uint64
	failed    bool
	digest    uint32
	asked     [2]int // units whose answers are on their way
	answer    answer
}

// NewTree makes a tree after reset.
func NewTree(p Params) *Tree {
	m := &Tree{network: NewNetwork(p.Levels), answer: answer{known: true}}
	nodes, perLevel := len(m.network.Nodes), len(m.network.Switches[0])
	for range p.Copies * nodes {
		m.nodes = append(m.nodes, newNode(p))
	}
	for range p.Copies * p.Levels * perLevel {
		m.elements = append(m.elements, newElement(p))
		if p.SAQs > 0 && hasSAQs(p.Scheme) {
			m.monitors = append(m.monitors, NewMonitor(8, p.SAQs))
		}
	}
	for from := range m.network.Nodes {
		var row []uint32
		for to := range m.network.Nodes {
			row = append(row, pack(m.network.Route(from, to)))
		}
		m.turns = append(m.turns, row)
	}
	m.join(p.Copies)
	return m
}

// join notes the other end of every link.
func (m *Tree) join(copies int) {
	nodes, perLevel := len(m.network.Nodes), len(m.network.Switches[0])
	m.peers = make([]int, len(m.nodes)+8*len(m.elements))
	m.sent = make([]Sent, len(m.peers))
	for c := range copies {
		portOf := func(s *Switch, i int) int {
			return len(m.nodes) + 8*(c*len(m.elements)/copies+s.Level*perLevel+s.Number) + i
		}
		for n, far := range m.network.Nodes {
			m.peers[c*nodes+n] = portOf(far.Switch, far.Port)
		}
		for _, row := range m.network.Switches {
			for _, s := range row {
				for i, far := range s.Ports {
					peer := -1
					if far.Node >= 0 {
						peer = c*nodes + far.Node
					} else if far.Switch != nil {
						peer = portOf(far.Switch, far.Port)
					}
					m.peers[portOf(s, i)] = peer
				}
			}
		}
	}
}

// Step is one clock cycle.
func (m *Tree) Step(in TreeIn) TreeOut {
	ready := m.ready()
	out := TreeOut{
		Ready: ready, Now: m.now, Delivered: m.delivered, Error: m.failed, Digest: m.digest,
		ReadData: m.answer.data, ReadDataKnown: m.answer.known,
	}
	for s, e := range m.elements {
		copy(m.sent[len(m.nodes)+8*s:], e.sends())
	}
	m.delivered += uint64(m.arrivals)
	shown := m.stepNodes(in)
	shown = append(shown, m.stepElements(in)...)

	m.answer = answer{known: true}
	unit := m.asked[1]
	if unit >= 256 {
		unit += len(m.nodes) - 256
	} else if unit >= len(m.nodes) {
		unit = len(shown)
	}
	if unit < len(shown) {
		m.answer = shown[unit]
	}
	m.asked = [2]int{in.ReadUnit, m.asked[0]}
	m.cycle++
	if ready {
		m.now++
	}
	return out
}

// ready tells whether the walk over the destinations is over.
func (m *Tree) ready() bool { return m.cycle >= len(m.network.Nodes) }

// stepNodes is the cycle of the nodes. They show their counters.
func (m *Tree) stepNodes(in TreeIn) (shown []answer) {
	nodes := len(m.network.Nodes)
	m.arrivals, m.failed, m.digest = 0, false, 0
	for n, node := range m.nodes {
		got := m.sent[m.peers[n]]
		i := traffic.NodeIn{
			Seed: in.Seed + uint32(n/nodes), Load: in.Load, Pattern: in.Pattern,
			HotRate: in.HotRate, HotNode: in.HotNode, HotStart: in.HotStart, HotEnd: in.HotEnd,
			Enable: in.Enable && m.ready(), Node: n % nodes, Now: m.now, Measure: in.Measure, Clear: in.Clear, ReadAddress: in.ReadAddress,
			TxCredit: got.Credit, TxCreditDst: got.CreditDst,
			TxMsgValid: got.MsgValid, TxMsgXoff: got.MsgXoff, TxMsgTp: got.MsgTp, TxMsgMask: got.MsgMask,
			RxValid: got.Valid, RxSop: got.Sop, RxEop: got.Eop, RxData: got.Data,
		}
		if !m.ready() {
			i.RouteValid, i.RouteDst, i.RouteTurns = true, m.cycle, m.turns[n%nodes][m.cycle]
		}
		out := node.Step(i)
		m.sent[n] = Sent{Valid: out.TxValid, Sop: out.TxSop, Eop: out.TxEop, Data: out.TxData, Credit: out.RxCredit, CreditDst: out.RxCreditDst}
		m.failed = m.failed || out.Error
		m.digest ^= out.Digest
		if out.Received {
			m.arrivals++
		}
		shown = append(shown, answer{out.ReadData, out.ReadDataKnown})
	}
	return shown
}

// stepElements is the cycle of the switches. Their monitors show their counters.
func (m *Tree) stepElements(in TreeIn) (shown []answer) {
	got := make([]Sent, 8)
	for s, e := range m.elements {
		for i := range got {
			got[i] = Sent{}
			if peer := m.peers[len(m.nodes)+8*s+i]; peer >= 0 {
				got[i] = m.sent[peer]
			}
		}
		status := e.step(got)
		if m.monitors == nil {
			continue
		}
		out := m.monitors[s].Step(MonitorIn{
			Measure: in.Measure, Clear: in.Clear, ReadAddress: in.ReadAddress, StatSaqs: status.Saqs, StatLines: status.Lines,
			StatDetect: status.Detect, StatNoFree: status.NoFree, StatDropped: status.Dropped, StatCamFull: status.CamFull,
		})
		shown = append(shown, answer{out.ReadData, true})
	}
	return shown
}
