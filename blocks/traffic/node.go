package traffic

import "culprit/rtlgen"

// Node is the end node of a network: source, NIC and sink, and the counters of
// what the NIC does. The NIC is that of Params, so that networks of another kind
// bring theirs.
func Node(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("traffic_node")
	m.Doc("end node of a network: source, NIC and sink")
	p.declare(m, nodesSpec, queueSpec, linesSpec, slotsSpec, latSpec)
	if p.Link == VOQnet {
		m.Param("link", p.Link.String(), "")
	}
	build := p.NIC
	if build == nil {
		build = NIC
	}
	n := &nodeParts{m: m, p: p, source: m.Instance("source", Source(p)), nic: m.Instance("nic", build(p)), sink: m.Instance("sink", Sink(p))}
	n.configure()
	n.link()
	n.readOut()
	for _, name := range []string{"received", "error", "digest"} {
		m.Output(name, n.sink.Out(name))
	}
	for _, d := range nodePorts {
		m.Describe(d.name, d.text)
	}
	return m
}

var nodePorts = []struct{ name, text string }{
	{"seed", "of the random numbers"},
	{"load", "packets per packet time, in 1/65536"},
	{"pattern", "0 uniform, 1 bit complement, 2 bit reversal, 3 half of the nodes on"},
	{"hot_rate", "packets to the hot node per packet, in 1/65536"},
	{"hot_node", "the hot node"},
	{"hot_start", "first cycle in which it is hot"},
	{"hot_end", "first cycle in which it no longer is"},
	{"node", "number of this node"},
	{"now", "time, cycles"},
	{"enable", "packets are made"},
	{"measure", "the counters count"},
	{"clear", "pulse: all counters to 0"},
	{"route_valid", "an entry of the route table is written"},
	{"route_dst", "its destination"},
	{"route_turns", "its turns, the first on top, ones below the last"},
	{"read_address", "which counter"},
	{"read_data", "the counter, 2 cycles after its address"},
	{"received", "pulse: a packet was received"},
	{"error", "a packet was not what it should be"},
	{"digest", "of all packets received and when"},
}

type nodeParts struct {
	m                 *rtlgen.Module
	p                 Params
	source, nic, sink *rtlgen.Instance

	now, measure, clear, address value
}

// configure brings the held inputs to the parts.
func (n *nodeParts) configure() {
	m := n.m
	for _, in := range []struct {
		name  string
		width int
	}{{"seed", 32}, {"load", rateBits}, {"pattern", 2}, {"hot_rate", rateBits}, {"hot_node", nodeBits}, {"hot_start", timeBits}, {"hot_end", timeBits}, {"enable", 1}} {
		n.source.In(in.name, m.Input(in.name, in.width))
	}
	node := m.Input("node", nodeBits)
	n.now = m.Input("now", timeBits)
	for _, part := range []*rtlgen.Instance{n.source, n.nic, n.sink} {
		part.In("node", node)
		part.In("now", n.now)
	}
	n.nic.In("make_valid", n.source.Out("make_valid"))
	n.nic.In("make_dst", n.source.Out("make_dst"))
	n.nic.In("route_valid", m.Input("route_valid", 1))
	n.nic.In("route_dst", m.Input("route_dst", nodeBits))
	n.nic.In("route_turns", m.Input("route_turns", turnBits))
	n.measure, n.clear = m.Input("measure", 1), m.Input("clear", 1)
	n.address = m.Input("read_address", addressBits)
	n.sink.In("measure", n.measure)
	n.sink.In("clear", n.clear)
	n.sink.In("read_address", n.address)
}

// link brings the link pins to NIC and sink.
func (n *nodeParts) link() {
	fields := n.p.Link.LinkFields()
	tx, rx := n.m.Sender("tx", fields), n.m.Receiver("rx", fields)
	for _, f := range fields.Fields() {
		if f.Backward {
			n.nic.In("tx_"+f.Name, tx.Get(f.Name))
			rx.Set(f.Name, n.sink.Out("rx_"+f.Name))
		} else {
			tx.Set(f.Name, n.nic.Out("tx_"+f.Name))
			n.sink.In("rx_"+f.Name, rx.Get(f.Name))
		}
	}
}

// readOut counts what the NIC does and adds it to the sink's read-out.
func (n *nodeParts) readOut() {
	m := n.m
	type total struct {
		address int
		count   value
	}
	tally := func(address int, name string, pulse value) total {
		return total{address, counter(m, name, counterBits, n.clear, pulse.And(n.measure), m.Const(1, 1))}
	}
	totals := []total{
		tally(addressMade, "made_count", n.source.Out("make_valid")),
		tally(addressRefused, "refused_count", n.nic.Out("stat_refused")),
		tally(addressSent, "sent_count", n.nic.Out("stat_sent")),
		{addressQueued, n.nic.Out("queue_count")},
	}
	if n.p.Link == RECN {
		totals = append(totals, tally(addressXoffs, "xoff_count", n.nic.Out("stat_xoff")),
			tally(addressNoLine, "xoff_refused_count", n.nic.Out("stat_xoff_refused")))
	}
	ofNIC := m.Wire("nic_counter", readBits)
	ofNIC.Default(0)
	address := m.Next("read_address_q", n.address, 0)
	m.Switch(address.Value, func(c rtlgen.Cases) {
		for _, t := range totals {
			c.Case(func() { ofNIC.Set(t.count.Zext(readBits)) }, t.address)
		}
	})
	// The sink shows 0 where the NIC's counters are.
	shown := m.Next("read_data_q", ofNIC.Or(n.sink.Out("read_data")), 0)
	m.Output("read_data", shown.Value)
}
