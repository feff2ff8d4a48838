package ring

import (
	"culprit.example/culprit/blocks/fabric"
	"culprit.example/culprit/rtlgen"
	"culprit.example/culprit/rtlgen/blocks"
)

const nodes = 4

// Switch is a switch of the ring.
func Switch(p Params) *rtlgen.Typed[SwitchPorts] {
	m, io := rtlgen.New[SwitchPorts](p)
	if m.Refused() {
		return m
	}
	ring, node := rtlgen.Lane(io.Rx, 0), rtlgen.Lane(io.Rx, 1)
	arrived := m.Let("arrived", ring.Valid.And(ring.Dst.Eq(io.Node)))
	free := m.Let("free", arrived.Or(ring.Valid.Not()))
	io.Rx.Taken.Drive(rtlgen.Lanes(ring.Valid, node.Valid.And(free)))
	io.Tx.Valid.Drive(m.Next("valid_q", rtlgen.Lanes(rtlgen.Mux(free, node.Valid, 1), arrived), 0))
	io.Tx.Dst.Drive(m.Next("dst_q", rtlgen.Lanes(rtlgen.Mux(free, node.Dst, ring.Dst), ring.Dst), 0))
	io.Tx.Data.Drive(m.Next("data_q", rtlgen.Lanes(rtlgen.Mux(free, node.Data, ring.Data), ring.Data), 0))
	m.Unused("taken", io.Tx.Taken) // neither a switch nor a node refuses a packet
	return m
}

// Node is an end node: an LFSR decides when a packet is made and where it goes.
func Node(p Params) *rtlgen.Typed[NodePorts] {
	m, io := rtlgen.New[NodePorts](p)
	if m.Refused() {
		return m
	}
	random := m.Reg("random", 16, 1)
	m.If(io.Enable, func() {
		shifted := rtlgen.Cat(m.Const(1, 0), random.High(15))
		random.Set(rtlgen.Mux(random.Low(1), shifted.Xor(0xb400), shifted))
	}).Else(func() {
		random.Set(rtlgen.Cat(io.Seed, m.Const(6, 1), io.Node))
	})
	pending := m.Reg("pending", 1, 0)
	dst := m.Reg("dst_q", 2, 0)
	data := m.Reg("data_q", p.Width, 0)
	m.If(pending.Not().Or(io.Tx.Taken), func() {
		pending.Set(io.Enable.And(random.Low(8).Zext(9).Lt(io.Load)))
		away := random.Slice(9, 8)
		dst.Set(io.Node.Add(rtlgen.Mux(away.Eq(0), 1, away)))
		data.Set(random.Low(p.Width))
	})
	io.Tx.Valid.Drive(pending)
	io.Tx.Dst.Drive(dst)
	io.Tx.Data.Drive(data)
	io.Rx.Taken.Drive(io.Rx.Valid)

	digest := m.Reg("digest_q", 32, 0)
	m.If(io.Rx.Valid, func() { digest.Set(digest.Add(io.Rx.Data.Zext(32))) })
	io.Digest.Drive(digest)
	shown := m.Reg("shown", 32, 0)
	count := func(name string, event rtlgen.Value) rtlgen.Reg {
		counter := m.Reg(name, 32, 0)
		m.If(event.And(io.Measure), func() { counter.Set(counter.Add(1)) })
		return counter
	}
	sent := count("sent", pending.And(io.Tx.Taken))
	received := count("received", io.Rx.Valid.And(io.Rx.Dst.Eq(io.Node)))
	misroutes := count("misroutes", io.Rx.Valid.And(io.Rx.Dst.Ne(io.Node)))
	m.Switch(io.Address, func(c rtlgen.Cases) {
		c.Case(func() { shown.Set(sent) }, 0)
		c.Case(func() { shown.Set(received) }, 1)
		c.Case(func() { shown.Set(misroutes) }, 2)
		c.Default(func() { shown.Set(0) })
	})
	io.Data.Drive(shown)
	return m
}

// topology is the ring: port 0 of a switch is on it, port 1 has a node.
func topology() fabric.Topology {
	t := fabric.Topology{Nodes: nodes, Switches: nodes}
	for i := range nodes {
		node, local := fabric.End{Node: true, Unit: i}, fabric.End{Unit: i, Port: 1}
		t.Links = append(t.Links,
			fabric.Link{From: fabric.End{Unit: i}, To: fabric.End{Unit: (i + 1) % nodes}},
			fabric.Link{From: node, To: local}, fabric.Link{From: local, To: node})
	}
	return t
}

// Network is the ring of 4 nodes.
func Network(p Params) *rtlgen.Typed[NetworkPorts] {
	m, io := rtlgen.New[NetworkPorts](p)
	if m.Refused() {
		return m
	}
	node, sw := rtlgen.UseArray(m, "node", nodes, Node(p)), rtlgen.UseArray(m, "sw", nodes, Switch(p))
	topology().Wire(func(e fabric.End) (rx, tx any) {
		if e.Node {
			return rtlgen.Copy(node.Rx, e.Unit), rtlgen.Copy(node.Tx, e.Unit)
		}
		return rtlgen.Lane(rtlgen.Copy(sw.Rx, e.Unit), e.Port), rtlgen.Lane(rtlgen.Copy(sw.Tx, e.Unit), e.Port)
	})
	numbers := make([]rtlgen.Value, nodes)
	for i := range numbers {
		numbers[i] = m.Const(2, i)
	}
	node.Node.Drive(rtlgen.LanesOf(numbers))
	sw.Node.Drive(rtlgen.LanesOf(numbers))
	rtlgen.Broadcast(node.Control, io.Control)
	node.Address.Broadcast(io.Read.Address)
	io.Read.Data.Drive(node.Data.At(m.Next("unit_q", io.Read.Unit, 0)))
	digest := node.Digest.At(0)
	for i := 1; i < nodes; i++ {
		digest = digest.Xor(node.Digest.At(i))
	}
	io.Digest.Drive(m.Let("digests", digest))
	return m
}

// audited describes the ring to an audit. A packet shows in every cycle until it is
// taken: so what is taken counts.
func audited() blocks.Network {
	n := topology().Audited(2, []blocks.Channel{
		{Kind: blocks.Beats, Valid: "valid", Payload: []string{"dst", "data"}},
		{Kind: blocks.Credits, Back: true, Valid: "taken"},
	}, []blocks.PortState{{Path: "pending", What: "packets that wait", Sends: true}}, nil)
	n.Packets = blocks.Credits
	n.Stop = map[string]uint64{"enable": 0}
	return n
}

// counters are those of a node, by address.
var counters = []string{"sent", "received", "misroutes"}

// Blocks are the switch and the network.
func Blocks() []*blocks.Block {
	network := blocks.Of(Network)
	network.Readback = func(blocks.Values) blocks.Readback {
		r := blocks.Readback{Unit: "read_unit", Address: "read_address", Data: "read_data", Latency: 1}
		for node := range nodes {
			for address, name := range counters {
				r.Counters = append(r.Counters, blocks.Counter{Name: name, Unit: node, Address: address})
			}
		}
		return r
	}
	network.Network = func(blocks.Values) (blocks.Network, error) { return audited(), nil }
	return []*blocks.Block{blocks.Of(Switch), network}
}
