package golden

import (
	cioq "culprit.example/culprit/blocks/cioq/golden"
	packet "culprit.example/culprit/blocks/packet/golden"
)

// NetworkIn holds the inputs of clos_network.
type NetworkIn struct {
	Traffic
	Measurement
	Reserve              bool `port:",optional"`
	GrantRate            int  `port:",optional"`
	BlockStart, BlockEnd uint32
	ReadUnit             int
	ReadAddress          int
}

// NetworkOut holds the outputs of clos_network.
type NetworkOut struct {
	ReadData uint64 `valid:"Known"`
	Known    bool   `port:"-"`
	Now      uint32
	Error    bool
}

// place is a port of an element.
type place struct{ stage, element, port int }

// Network is the model of clos_network.
type Network struct {
	p        Params
	now      uint32
	phase    int
	blocked  bool // block time, as of the cycle before
	nodes    []*Node
	elements [][]*cioq.Element // by stage
	monitors [][]*Monitor
	ends     [2][]*Channel // of requests and grants, by node
	links    [2][]packet.Delay[Control]
	next     map[place]place // the input that an output leads to

	units [2]int // read_unit of the two cycles before, the older one first
	out   NetworkOut
}

// NewNetwork makes a network after reset.
func NewNetwork(p Params) *Network {
	m := &Network{p: p, next: map[place]place{}}
	perStage := p.Ports
	if p.Stages == 5 {
		perStage *= p.Ports
	}
	node := p
	node.Nodes, node.Paths, node.Credits = perStage*p.Ports, perStage, p.SlotsIn
	node.LinkLatency = m.registers(0)
	for range node.Nodes {
		m.nodes = append(m.nodes, NewNode(node))
		for c := range m.ends {
			m.ends[c] = append(m.ends[c], NewChannel(node))
			m.links[c] = append(m.links[c], packet.NewDelay[Control]((550*p.LF/1000-13)/2-2))
		}
	}
	for s := range p.Stages {
		var elements []*cioq.Element
		var monitors []*Monitor
		for range perStage {
			elements = append(elements, cioq.NewElement(m.element(s)))
			monitors = append(monitors, NewMonitor(p))
		}
		m.elements, m.monitors = append(m.elements, elements), append(m.monitors, monitors)
	}
	m.wire()
	return m
}

// registers are those of a link: its share of what elements and adapters leave of the
// paper's latency, or what wire says.
func (m *Network) registers(link int) int {
	if m.p.Wire > 0 {
		return m.p.Wire
	}
	links := m.p.Stages + 1
	cycles := ((65*links+15)*m.cell() + 999) / 1000
	switch {
	case m.p.Beat == 1:
		cycles -= 7*m.p.Stages + 14
	case m.p.Scheme > 0:
		cycles -= 5*m.p.Stages + 9
	default:
		cycles -= 5 * m.p.Stages
	}
	return cycles*(link+1)/links - cycles*link/links
}

// cell is the time of 40 bytes on an external line, in 1/100 cycle.
func (m *Network) cell() int { return m.p.LF * (1 + 4*m.p.Beat) }

// element are the parameters of an element of a stage.
func (m *Network) element(stage int) cioq.Params {
	e := cioq.Params{Ports: m.p.Ports, Data: 96 - 31*m.p.Beat, SlotsIn: m.p.SlotsIn, SlotsOut: m.p.SlotsOut, Stage: stage,
		Credits: m.p.SlotsIn, CutThrough: m.p.CutThrough, ErrorBits: 8}
	e.LinkLatency = m.registers(stage + 1)
	e.CreditLatency = max(1, 130*m.cell()/1000-4-m.registers(stage))
	if m.p.Wire > 0 {
		e.CreditLatency = m.p.Wire
	}
	if stage == m.p.Stages-1 {
		e.Credits = 0
	}
	return e
}

// wire follows the table of the contract.
func (m *Network) wire() {
	n := m.p.Ports
	for s := range m.p.Stages - 1 {
		for e := range m.elements[s] {
			for port := range n {
				to := place{s + 1, port, e} // three stages
				if m.p.Stages == 5 {
					to = []place{
						{1, port*n + e/n, e % n}, {2, e/n*n + port, e % n}, {3, e/n*n + port, e % n}, {4, e%n*n + port, e / n},
					}[s]
				}
				m.next[place{s, e, port}] = to
			}
		}
	}
}

// Step is one clock cycle.
func (m *Network) Step(in NetworkIn) NetworkOut {
	out := m.out
	out.Now, out.Known = m.now, m.out.Known || m.now == 0
	m.phase += 100
	tick := m.phase >= m.p.LF
	if tick {
		m.phase -= m.p.LF
	}
	now := m.elementOuts(in)
	nodes := m.stepNodes(in, tick, now)
	m.out.Error = false
	for _, n := range nodes {
		m.out.Error = m.out.Error || n.Error
	}
	for _, stage := range now {
		for _, element := range stage {
			for _, seen := range element.ErrSeen {
				m.out.Error = m.out.Error || seen != 0
			}
		}
	}
	m.stepElements(in, now, nodes)
	monitors := m.stepMonitors(in, now)
	m.answer(nodes, monitors)
	m.units = [2]int{m.units[1], in.ReadUnit}
	m.blocked = in.BlockStart <= m.now && m.now < in.BlockEnd
	m.now++
	return out
}

// held reports whether the fabric's output to a node is held.
func (m *Network) held(in NetworkIn, node int) bool {
	return m.blocked && (node^in.HotNode)&^in.HotMask == 0
}

// elementOuts are the outputs of all elements.
func (m *Network) elementOuts(in NetworkIn) [][]cioq.ElementOut {
	var outs [][]cioq.ElementOut
	for s, stage := range m.elements {
		var list []cioq.ElementOut
		for e, element := range stage {
			list = append(list, element.Out(m.holds(in, s, e)))
		}
		outs = append(outs, list)
	}
	return outs
}

// holds are the outputs of an element that are held.
func (m *Network) holds(in NetworkIn, stage, element int) []bool {
	hold := make([]bool, m.p.Ports)
	for port := range hold {
		hold[port] = stage == m.p.Stages-1 && m.held(in, element*m.p.Ports+port)
	}
	return hold
}

// stepNodes is a cycle of the control channels and the nodes.
func (m *Network) stepNodes(in NetworkIn, tick bool, now [][]cioq.ElementOut) []NodeOut {
	n := len(m.nodes)
	var arriving [2]ChannelIn
	for c := range arriving {
		arriving[c] = NewChannelIn(n)
		for a := range n {
			w := m.links[c][a].End(Control{})
			arriving[c].InValid[a], arriving[c].InNode[a], arriving[c].InCount[a] = w.Valid, w.Node, w.Count
		}
	}
	outs := make([]NodeOut, n)
	for a, node := range m.nodes {
		arriving[0].Node, arriving[1].Node = a, a
		request, grant := m.ends[0][a].Step(arriving[0]), m.ends[1][a].Step(arriving[1])
		e, port := a/m.p.Ports, a%m.p.Ports
		x := NodeIn{
			Traffic: in.Traffic, Measurement: in.Measurement, Node: a, Now: m.now, Reserve: in.Reserve, GrantRate: in.GrantRate,
			Tick:        tick,
			ReadAddress: in.ReadAddress, TxCredit: now[0][e].RxCredit[port],
			ReqRxValid: request.OutValid, ReqRxNode: request.OutNode, ReqRxCount: request.OutCount,
			GntRxValid: grant.OutValid, GntRxNode: grant.OutNode, GntRxCount: grant.OutCount,
		}
		b := now[m.p.Stages-1][e].Tx(port)
		if x.RxValid = b.Valid; b.Valid {
			x.RxHead, x.RxTail, x.RxBad, x.RxData = b.Head, b.Tail, b.Bad, m.p.Lanes(b.Data)
		} else {
			x.RxData = NewNodeIn(m.p).RxData
		}
		outs[a] = node.Step(x)
	}
	for a, out := range outs {
		m.links[0][a].Shift(Control{out.ReqTxValid, out.ReqTxNode, out.ReqTxCount})
		m.links[1][a].Shift(Control{out.GntTxValid, out.GntTxNode, out.GntTxCount})
	}
	return outs
}

// stepElements is a cycle of the elements.
func (m *Network) stepElements(in NetworkIn, now [][]cioq.ElementOut, nodes []NodeOut) {
	ins := make([][]cioq.ElementIn, m.p.Stages)
	for s := range ins {
		for e := range m.elements[s] {
			x := cioq.NewElementIn(m.p.Ports)
			x.Hold = m.holds(in, s, e)
			ins[s] = append(ins[s], x)
		}
	}
	put := func(to place, b cioq.Beat) {
		x := ins[to.stage][to.element]
		x.RxValid[to.port], x.RxHead[to.port], x.RxTail[to.port], x.RxData[to.port] = b.Valid, b.Head, b.Tail, b.Data
		x.RxBad[to.port] = b.Bad
	}
	for a, out := range nodes {
		b := cioq.Beat{Valid: out.TxValid, Head: out.TxHead, Tail: out.TxTail}
		if b.Valid {
			b.Data = m.p.Number(out.TxData)
		}
		put(place{0, a / m.p.Ports, a % m.p.Ports}, b)
	}
	for from, to := range m.next {
		put(to, now[from.stage][from.element].Tx(from.port))
		ins[from.stage][from.element].TxCredit[from.port] = now[to.stage][to.element].RxCredit[to.port]
	}
	for s, stage := range m.elements {
		for e, element := range stage {
			element.Step(ins[s][e])
		}
	}
}

// stepMonitors is a cycle of the monitors.
func (m *Network) stepMonitors(in NetworkIn, now [][]cioq.ElementOut) []MonitorOut {
	var outs []MonitorOut
	for s, stage := range m.monitors {
		for e, monitor := range stage {
			x := now[s][e]
			outs = append(outs, monitor.Step(MonitorIn{
				Measurement: in.Measurement, Now: m.now, ReadAddress: in.ReadAddress,
				StatInHeld: x.StatInHeld, StatOutHeld: x.StatOutHeld, StatStalled: x.StatStalled, StatRefused: x.StatRefused,
			}))
		}
	}
	return outs
}

// answer is the counter that was asked for two cycles before.
func (m *Network) answer(nodes []NodeOut, monitors []MonitorOut) {
	m.out.ReadData, m.out.Known = 0, true
	unit := m.units[0]
	switch {
	case unit < 256 && unit < len(nodes):
		m.out.ReadData, m.out.Known = nodes[unit].ReadData, nodes[unit].Known
	case unit >= 256 && unit-256 < len(monitors):
		m.out.ReadData, m.out.Known = monitors[unit-256].ReadData, monitors[unit-256].Known
	}
}
