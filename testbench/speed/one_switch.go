package speed

import (
	"culprit/blocks/recn"
	"culprit/blocks/traffic"
	"culprit/rtlgen"
)

// OneSwitch is `bench_switch`: the RECN-IQ switch with an end node at each of its
// 8 ports. It is what fabric_tree is for networks, and has those of its ports
// that a measurement needs: in `seed[32]`, `load[17]`, `enable`; out
// `delivered[40]`, `error`, `digest[32]`, all registers. The traffic is uniform.
// As in a fabric, the nodes' route tables are loaded in the first cycles after
// reset, one per node, and enable counts from then on.
func OneSwitch() *rtlgen.Module {
	p := recn.Defaults
	m := rtlgen.NewModule("bench_switch")
	m.Doc("RECN-IQ switch with an end node at each port")
	b := &oneSwitch{m: m, ports: p.Ports}
	b.sw = m.Instance("sw", recn.Switch(p))
	b.nodes = m.InstanceArray("node", p.Ports, traffic.Node(traffic.Params{
		Nodes: p.Ports, Queue: nodeQueue, Lines: nodeLines, Slots: p.Slots, LinkLatency: p.LinkLatency, Link: traffic.RECN,
	}))
	b.start()
	b.wire(recn.LinkFields(p))
	b.configure()
	b.result()
	for name, text := range map[string]string{
		"seed": "of the traffic", "load": "packets per packet time and node, in 1/65536", "enable": "the nodes make packets",
		"delivered": "packets that all nodes have received since reset", "error": "a node has received what it should not have",
		"digest": "of all that the nodes have received and when",
	} {
		m.Describe(name, text)
	}
	return m
}

// What the end nodes are: as those of fabric_tree.
const (
	nodeQueue = 4096
	nodeLines = 16
)

type oneSwitch struct {
	m         *rtlgen.Module
	ports     int
	sw, nodes *rtlgen.Instance
	ready     rtlgen.Value
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
	m.If(walking.Value, func() {
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
	b.nodes.In("node", rtlgen.LanesOf(numbers))
	b.nodes.In("route_turns", rtlgen.LanesOf(turns))
	b.nodes.Broadcast("route_valid", walking.Value)
	b.nodes.Broadcast("route_dst", dst.Zext(nodeBits))
	b.nodes.Broadcast("now", now.Value)
}

// wire joins port i with node i.
func (b *oneSwitch) wire(fields rtlgen.Bundle) {
	for _, f := range fields.Fields() {
		if f.Backward {
			b.nodes.In("tx_"+f.Name, b.sw.Out("rx_"+f.Name))
			b.sw.In("tx_"+f.Name, b.nodes.Out("rx_"+f.Name))
		} else {
			b.nodes.In("rx_"+f.Name, b.sw.Out("tx_"+f.Name))
			b.sw.In("rx_"+f.Name, b.nodes.Out("tx_"+f.Name))
		}
	}
}

// configure brings the held inputs to the nodes; what a measurement does not use
// is 0.
func (b *oneSwitch) configure() {
	m := b.m
	b.nodes.Broadcast("seed", m.Input("seed", 32))
	b.nodes.Broadcast("load", m.Input("load", 17))
	b.nodes.Broadcast("enable", m.Input("enable", 1).And(b.ready))
	for _, off := range []string{"pattern", "hot_rate", "hot_node", "hot_start", "hot_end", "measure", "clear", "read_address"} {
		b.nodes.Broadcast(off, 0)
	}
}

// result gathers what the nodes have received, as fabric_tree does.
func (b *oneSwitch) result() {
	m, n := b.m, b.ports
	delivered := m.Reg("delivered_q", 40, 0)
	received := m.Next("received", b.nodes.Out("received"), 0)
	delivered.Set(delivered.Add(received.PopCount().Zext(40)))
	wrong := m.Reg("error_q", 1, 0)
	wrong.Set(wrong.Or(b.nodes.Out("error").Any()))
	digest := b.nodes.OutLane("digest", 0)
	for i := 1; i < n; i++ {
		digest = digest.Xor(b.nodes.OutLane("digest", i))
	}
	m.Output("delivered", delivered.Value)
	m.Output("error", wrong.Value)
	m.Output("digest", m.Next("digest_q", digest, 0).Value)
	m.Unused("counters", b.nodes.Out("read_data"))
	m.Unused("status", b.sw.Out("stat_free"), b.sw.Out("stat_credit"), b.sw.Out("stat_detect"), b.sw.Out("stat_no_free"), b.sw.Out("stat_dropped"),
		b.sw.Out("stat_saqs"), b.sw.Out("stat_sent"), b.sw.Out("stat_lines"), b.sw.Out("stat_cam_full"))
}
