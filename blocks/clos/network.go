package clos

import (
	"fmt"

	"culprit.example/culprit/blocks/adapter"
	"culprit.example/culprit/blocks/cioq"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// Network is a network of elements and end nodes. Its traffic is inside, its
// configuration comes in on ports that are held, so that one netlist serves all loads
// and seeds.
func Network(p Params) *rtlgen.Typed[NetworkPorts] {
	m, io := rtlgen.New[NetworkPorts](p)
	if m.Refused() {
		return m
	}
	t := p.topology()
	u := &network{NetworkPorts: io, m: m.Module, p: p, t: t, nodes: rtlgen.UseArray(m, "node", t.Nodes(), Node(p.node()))}
	for s := range t.Stages() {
		u.stages = append(u.stages, rtlgen.UseArray(m, stageName(s), t.Elements(), cioq.Element(p.element(s))))
	}
	u.time()
	u.configure()
	u.wire()
	if p.Scheme == outOfBand {
		u.channels()
	}
	u.readBack()
	return m
}

// stageName is the name of the array of elements of a stage.
func stageName(stage int) string { return fmt.Sprintf("stage_%d", stage) }

type network struct {
	*NetworkPorts
	m *rtlgen.Module
	p Params
	t Topology

	nodes   *NodePorts
	stages  []*cioq.ElementPorts
	now     value
	numbers value // of the nodes, by lanes
}

// time counts the cycles, and marks those in which a cell time of the external lines
// begins: 100 of lf cycles.
func (u *network) time() {
	m, lf := u.m, u.p.LF
	now := m.Reg("now_q", timeBits, 0)
	now.Set(now.Add(1))
	u.now = now.Value
	u.Now.Drive(now)
	if lf == 100 {
		u.nodes.Tick.Broadcast(1)
		return
	}
	bits := rtlgen.CountBits(lf + 99)
	phase := m.Reg("phase", bits, 0, "hundredths of a cycle since a tick was due")
	sum := m.Let("phase_sum", phase.Add(100))
	tick := m.Let("tick", sum.Ge(lf))
	phase.Set(rtlgen.Mux(tick, sum.Sub(lf), sum))
	u.nodes.Tick.Broadcast(tick)
}

// configure brings the held inputs to the nodes.
func (u *network) configure() {
	numbers := make([]value, u.t.Nodes())
	for i := range numbers {
		numbers[i] = u.m.Const(nodeBits, i)
	}
	u.numbers = rtlgen.LanesOf(numbers)
	u.nodes.Node.Drive(u.numbers)
	u.nodes.Now.Broadcast(u.now)
	rtlgen.Broadcast(u.nodes.Traffic, u.Traffic)
	rtlgen.Broadcast(u.nodes.Measurement, u.Measurement)
	if u.p.Scheme != plain {
		rtlgen.Broadcast(u.nodes.Regulation, u.Regulation)
	}
}

// wire joins nodes and elements. The links add nothing: their registers are in front of
// the pins of the sender.
func (u *network) wire() {
	first, last := u.stages[0], u.stages[len(u.stages)-1]
	last.Hold.Drive(u.blocked())
	for a := range u.t.Nodes() {
		element, port := a/u.p.Ports, a%u.p.Ports
		rtlgen.Connect(rtlgen.Lane(rtlgen.Copy(first.Rx, element), port), rtlgen.Copy(u.nodes.Tx, a))
		rtlgen.Connect(rtlgen.Copy(u.nodes.Rx, a), rtlgen.Lane(rtlgen.Copy(last.Tx, element), port))
	}
	for s := range u.stages[:len(u.stages)-1] {
		for e := range u.t.Elements() {
			for port := range u.p.Ports {
				to := u.t.Next(End{s, e, port})
				tx := rtlgen.Lane(rtlgen.Copy(u.stages[s].Tx, e), port)
				rtlgen.Connect(rtlgen.Lane(rtlgen.Copy(u.stages[to.Stage].Rx, to.Element), to.Port), tx)
			}
		}
	}
}

// channels are the control channels, out of band: from pins to pins a word takes the
// time of a cell that meets no other one.
func (u *network) channels() {
	u.channel("request", u.nodes.ReqTx, u.nodes.ReqRx)
	u.channel("grant", u.nodes.GntTx, u.nodes.GntRx)
}

func (u *network) channel(name string, tx adapter.Count[rtlgen.Out], rx adapter.Count[rtlgen.In]) {
	m, n := u.m, u.t.Nodes()
	data := (tx.Node.Width() + tx.Count.Width()) / n
	words := rtlgen.UseArray(m, name+"_link", n,
		prim.LinkDelay(prim.LinkDelayParams{Width: 1 + data, Data: data, Latency: u.p.channelCycles()}))
	ends := rtlgen.UseArray(m, name+"_channel", n, Channel(u.p.node()))
	var sent, valid, node, count []value
	for a := range n {
		from := rtlgen.Copy(tx, a)
		sent = append(sent, rtlgen.Cat(from.Valid, from.Node, from.Count))
		word := words.Q.At(a)
		valid, node = append(valid, word.High(1)), append(node, word.Slice(data-1, from.Count.Width()))
		count = append(count, word.Low(from.Count.Width()))
	}
	words.D.Drive(rtlgen.LanesOf(sent))
	ends.Node.Drive(u.numbers)
	ends.In.Valid.Broadcast(m.Let(name+"_valid", rtlgen.LanesOf(valid)))
	ends.In.Node.Broadcast(m.Let(name+"_node", rtlgen.LanesOf(node)))
	ends.In.Count.Broadcast(m.Let(name+"_count", rtlgen.LanesOf(count)))
	rtlgen.Connect(rx, ends.Out)
}

// blocked has a bit per node: the fabric's output to it sends nothing.
func (u *network) blocked() value {
	m := u.m
	during := m.Next("block_time", u.BlockStart.Le(u.now).And(u.now.Lt(u.BlockEnd)), 0,
		"the outputs to hot nodes are blocked")
	blocked := m.Wire("blocked", u.t.Nodes())
	for a := range m.Each("a", u.t.Nodes()) {
		differs := a.Zext(nodeBits).Xor(u.HotNode).AndNot(u.HotMask).Any()
		blocked.SetBit(a, during.AndNot(differs))
	}
	return blocked.Value
}

// readBack brings the counters of one unit to the pins.
func (u *network) readBack() {
	m := u.m
	wrong := u.nodes.Error.Any()
	for s, stage := range u.stages {
		stage.Err.Clear.Drive(m.Zero(stage.Err.Clear.Width()))
		m.Unused(fmt.Sprintf("error_counts_%d", s), stage.Err.Counts)
		wrong = wrong.Or(stage.Err.Seen.Any())
	}
	u.Error.Drive(m.Next("error_q", wrong, 0))
	unit := m.Next("unit_1", u.Read.Unit, 0)
	unit = m.Next("unit_2", unit, 0)
	u.nodes.Read.Address.Broadcast(u.Read.Address)
	var answers []value
	for s, stage := range u.stages {
		monitor := rtlgen.UseArray(m, fmt.Sprintf("monitor_%d", s), u.t.Elements(), Monitor(u.p))
		rtlgen.Connect(monitor.Stat, stage.Stat)
		rtlgen.Broadcast(monitor.Measurement, u.Measurement)
		monitor.Now.Broadcast(u.now)
		monitor.Read.Address.Broadcast(u.Read.Address)
		answers = append(answers, monitor.Read.Data.Value)
	}
	number := unit.Low(nodeBits)
	ofNode := u.answer(u.nodes.Read.Data.Value, number)
	ofElement := u.answer(m.Let("monitors", rtlgen.LanesOf(answers)), number)
	u.Read.Data.Drive(m.Next("read_data_q", rtlgen.Mux(unit.High(1), ofElement, ofNode), 0))
}

// answer is the word of a unit, 0 if there is no such unit.
func (u *network) answer(words, unit value) value {
	n := words.Width() / readBits
	word := words.Lane(unit.Low(rtlgen.IndexBits(n)), readBits)
	if n == maxNodes {
		return word
	}
	return rtlgen.Mux(unit.Lt(n), word, 0)
}
