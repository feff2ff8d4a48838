package measured

import (
	"culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/traffic"
	"culprit.example/culprit/rtlgen"
)

// OneSwitchPorts are those ports of fabric_tree that a measurement needs.
type OneSwitchPorts struct {
	_         rtlgen.Unit `name:"bench_switch" doc:"RECN-IQ switch with an end node at each port"`
	Seed      rtlgen.In   `width:"32" doc:"of the traffic"`
	Load      rtlgen.In   `width:"17" doc:"packets per packet time and node, in 1/65536"`
	Enable    rtlgen.In   `doc:"the nodes make packets"`
	Delivered rtlgen.Out  `width:"40" doc:"packets that all nodes have received since reset"`
	Error     rtlgen.Out  `doc:"a node has received what it should not have"`
	Digest    rtlgen.Out  `width:"32" doc:"of all that the nodes have received and when"`
}

// OneSwitch is the RECN-IQ switch with an end node at each of its 8 ports, what
// fabric_tree is for networks. The traffic is uniform. As in a fabric, the nodes'
// route tables are loaded in the first cycles after reset, one per node, and
// enable counts from then on. All outputs are registers.
func OneSwitch() *rtlgen.Typed[OneSwitchPorts] {
	p := recn.Defaults
	m, io := rtlgen.New[OneSwitchPorts](nil)
	b := &oneSwitch{
		OneSwitchPorts: io, m: m.Module, ports: p.Ports,
		sw: rtlgen.Use(m, "sw", recn.Switch(p)),
		nodes: rtlgen.UseArray(m, "node", p.Ports, traffic.Node(traffic.Params{
			Nodes: p.Ports, Queue: nodeQueue, Lines: nodeLines, Slots: p.Slots, LinkLatency: p.LinkLatency, Link: traffic.RECN,
		})),
	}
	b.start()
	rtlgen.Connect(b.nodes.Rx, b.sw.Tx)
	rtlgen.Connect(b.sw.Rx, b.nodes.Tx)
	b.configure()
	b.result()
	return m
}

// What the end nodes are: as those of fabric_tree.
const (
	nodeQueue = 4096
	nodeLines = 16
)

type oneSwitch struct {
	*OneSwitchPorts
	m     *rtlgen.Module
	ports int
	sw    *recn.SwitchPorts
	nodes *traffic.NodePorts
	ready rtlgen.Value
}

// start loads the route tables, then lets the time begin. From node i to node d
// there is one turn, d-i-1.
func (b *oneSwitch) start() {
	m, n := b.m, b.ports
	const nodeBits, turnBits, timeBits = 8, 31, 32
	digit := rtlgen.IndexBits(n)
	dst := m.Reg("walk_dst", digit, 0)
	walking := m.Reg("walking", 1, 1)
	now := m.Reg("now", timeBits, 0)
	m.If(walking, func() {
		dst.Set(dst.Add(1))
		m.If(dst.Eq(n-1), func() { walking.Set(0) })
	}).Else(func() {
		now.Set(now.Add(1))
	})
	b.ready = walking.Not()
	numbers, turns := make([]rtlgen.Value, n), make([]rtlgen.Value, n)
	for i := range n {
		numbers[i] = m.Const(nodeBits, i)
		turns[i] = rtlgen.Cat(dst.Sub((i+1)%n), m.Ones(turnBits-digit))
	}
	b.nodes.Node.Drive(rtlgen.LanesOf(numbers))
	b.nodes.Route.Turns.Drive(rtlgen.LanesOf(turns))
	b.nodes.Route.Valid.Broadcast(walking)
	b.nodes.Route.Dst.Broadcast(dst.Zext(nodeBits))
	b.nodes.Now.Broadcast(now)
}

// configure brings the held inputs to the nodes; what a measurement does not use
// is 0.
func (b *oneSwitch) configure() {
	n := b.nodes
	n.Seed.Broadcast(b.Seed)
	n.Load.Broadcast(b.Load)
	n.Enable.Broadcast(b.Enable.And(b.ready))
	for _, off := range []rtlgen.In{n.Pattern, n.HotRate, n.HotNode, n.HotCount, n.HotStart, n.HotEnd, n.Measure, n.Clear,
		n.Read.Address} {
		off.Broadcast(0)
	}
}

// result gathers what the nodes have received, as fabric_tree does.
func (b *oneSwitch) result() {
	m, n := b.m, b.ports
	delivered := m.Reg("delivered_q", 40, 0)
	received := m.Next("received", b.nodes.Received, 0)
	delivered.Set(delivered.Add(received.PopCount().Zext(40)))
	wrong := m.Reg("error_q", 1, 0)
	wrong.Set(wrong.Or(b.nodes.Error.Any()))
	digest := b.nodes.Digest.At(0)
	for i := 1; i < n; i++ {
		digest = digest.Xor(b.nodes.Digest.At(i))
	}
	b.Delivered.Drive(delivered)
	b.Error.Drive(wrong)
	b.Digest.Drive(m.Next("digest_q", digest, 0))
	m.Unused("counters", b.nodes.Read.Data)
	m.Unused("status", rtlgen.Pack(b.sw.Stat))
	b.sw.Err.Clear.Drive(m.Zero(b.sw.Err.Clear.Width()))
	m.Unused("errors", b.sw.Err.Seen, b.sw.Err.Counts)
}
