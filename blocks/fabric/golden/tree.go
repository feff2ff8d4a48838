package golden

import traffic "culprit.example/culprit/blocks/traffic/golden"

// Params are the parameters of a tree, as in the table of the contract.
type Params struct {
	Levels, Scheme, Copies  int
	Ports                   int // of a switch
	SAQs, Detect, Xoff, Xon int
	ReadyBit                int
	Broadcast               int
	LeafFirst               int
	Slots, Depth            int
	LinkLatency, Queue      int
	Lines                   int
}

// TreeIn are the inputs of a tree.
type TreeIn struct {
	traffic.Traffic
	traffic.Counters
	ReadUnit  int
	NoiseSeed uint32 `port:",optional"`
	Noise     uint32 `port:",optional"`
}

// TreeOut are its outputs.
type TreeOut struct {
	Ready     bool
	Now       uint32
	Delivered uint64
	Error     bool
	Digest    uint32
	traffic.Reading
	LineDamaged uint64 `port:",optional"`
	LineDowns   uint32 `port:",optional"`
}

// Tree is a network of nodes and switches with traffic.
type Tree struct {
	ports    int // of a switch
	network  *Network
	nodes    []*traffic.Node
	elements []Element
	monitors []*Monitor // one per element, or none
	turns    [][]uint32 // by source and destination

	// The ends of links, numbered through: nodes first, then the ports of the switches.
	// peers is the other end of each, -1 for none.
	peers []int
	sent  []Sent
	lines *lines // nil if links are wires

	cycle     int
	now       uint32
	arrivals  int // of the cycle before
	delivered uint64
	failed    bool
	digest    uint32
	asked     [2]int // units whose answers are on their way
	answer    traffic.Reading
}

// Nodes is the number of end nodes of one tree.
func (p Params) Nodes() int { return power(p.Down(), p.Levels) }

// Down is the number of ports of a switch that lead down.
func (p Params) Down() int { return down(p.Ports, p.Levels) }

// NewTree makes a tree after reset, of one of the schemes.
func NewTree(p Params, schemes Schemes) *Tree {
	scheme := schemes.of(p)
	m := &Tree{ports: p.Ports, network: NewNetwork(p.Ports, p.Levels), answer: known(0)}
	nodes, perLevel := len(m.network.Nodes), len(m.network.Switches[0])
	for range p.Copies * nodes {
		m.nodes = append(m.nodes, scheme.node(p))
	}
	for range p.Copies * p.Levels * perLevel {
		m.elements = append(m.elements, scheme.Switch(p))
		if scheme.monitored(p) {
			m.monitors = append(m.monitors, NewMonitor(p.Ports, p.SAQs))
		}
	}
	for from := range m.network.Nodes {
		var row []uint32
		for to := range m.network.Nodes {
			row = append(row, m.network.pack(m.network.Route(from, to)))
		}
		m.turns = append(m.turns, row)
	}
	m.join(p.Copies)
	if p.Lines > 0 {
		m.lines = newLines(p, scheme.monitored(p), m.lineEnds(p.Copies), len(m.peers))
	}
	return m
}

// lineEnds are the ends of all links in the order in which their lines are numbered: of each copy those of the nodes,
// and then those of the up ports, switch by switch; each is followed by its other end.
func (m *Tree) lineEnds(copies int) (list []int) {
	nodes, ports := len(m.nodes)/copies, m.ports*len(m.elements)/copies
	for c := range copies {
		for n := range nodes {
			list = append(list, c*nodes+n, m.peers[c*nodes+n])
		}
		for i := range ports {
			end := len(m.nodes) + c*ports + i
			if up := i%m.ports >= m.network.Down; up && m.peers[end] >= 0 {
				list = append(list, end, m.peers[end])
			}
		}
	}
	return list
}

// got is what comes to an end of a link in this cycle.
func (m *Tree) got(end int) Sent {
	switch peer := m.peers[end]; {
	case peer < 0:
		return Sent{}
	case m.lines != nil:
		return m.lines.got(end)
	default:
		return m.sent[peer]
	}
}

// join notes the other end of every link.
func (m *Tree) join(copies int) {
	nodes, perLevel := len(m.network.Nodes), len(m.network.Switches[0])
	m.peers = make([]int, len(m.nodes)+m.ports*len(m.elements))
	m.sent = make([]Sent, len(m.peers))
	for c := range copies {
		portOf := func(s *Switch, i int) int {
			return len(m.nodes) + m.ports*(c*len(m.elements)/copies+s.Level*perLevel+s.Number) + i
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
		Reading: m.answer,
	}
	if m.lines != nil {
		out.LineDamaged, out.LineDowns = uint64(m.lines.damaged[1]), uint32(m.lines.downs[1])
	}
	for s, e := range m.elements {
		copy(m.sent[len(m.nodes)+m.ports*s:], e.Sends())
	}
	m.delivered += uint64(m.arrivals)
	shown := m.stepNodes(in)
	shown = append(shown, m.stepElements(in)...)
	if m.lines != nil {
		m.lines.step(m.sent, m.peers, LineNoise{in.NoiseSeed, in.Noise})
	}

	m.answer = known(0)
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

// known is a counter that shows x.
func known(x uint64) traffic.Reading { return traffic.Reading{ReadData: x, ReadDataKnown: true} }

// ready reports whether the walk over the destinations is over, and all links have been up.
func (m *Tree) ready() bool { return !m.walks() && (m.lines == nil || m.lines.up[1]) }

func (m *Tree) walks() bool { return m.cycle < len(m.network.Nodes) }

// stepNodes is the cycle of the nodes. They show their counters.
func (m *Tree) stepNodes(in TreeIn) (shown []traffic.Reading) {
	nodes := len(m.network.Nodes)
	m.arrivals, m.failed, m.digest = 0, false, 0
	for n, node := range m.nodes {
		got := m.got(n)
		i := traffic.NodeIn{Traffic: in.Traffic, Node: n % nodes, Now: m.now, Counters: in.Counters, Tx: got.Back,
			Rx: got.Beat}
		i.Seed += uint32(n / nodes)
		i.Enable = in.Enable && m.ready()
		if m.walks() {
			i.Route = traffic.Route{Valid: true, Dst: m.cycle, Turns: m.turns[n%nodes][m.cycle]}
		}
		out := node.Step(i)
		m.sent[n] = Sent{traffic.Beat(out.Tx), out.Rx}
		m.failed = m.failed || out.Error
		m.digest ^= out.Digest
		if out.Received {
			m.arrivals++
		}
		shown = append(shown, out.Reading)
	}
	return shown
}

// stepElements is the cycle of the switches. Their monitors show their counters.
func (m *Tree) stepElements(in TreeIn) (shown []traffic.Reading) {
	got := make([]Sent, m.ports)
	for s, e := range m.elements {
		for i := range got {
			got[i] = m.got(len(m.nodes) + m.ports*s + i)
		}
		status := e.Step(got)
		if m.monitors == nil {
			continue
		}
		var valid, xoff []bool
		for _, sent := range m.sent[len(m.nodes)+m.ports*s:][:m.ports] {
			valid, xoff = append(valid, sent.Back.Msg.Valid), append(xoff, sent.Back.Msg.Xoff)
		}
		out := m.monitors[s].Step(MonitorIn{
			MsgValid: valid, MsgXoff: xoff,
			Counters: in.Counters, StatSaqs: status.Saqs, StatLines: status.Lines,
			StatDetect: status.Detect, StatNoFree: status.NoFree, StatDropped: status.Dropped, StatCamFull: status.CamFull,
		})
		shown = append(shown, known(out.ReadData))
	}
	return shown
}
