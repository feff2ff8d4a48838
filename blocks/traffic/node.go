package traffic

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// Node is the end node of a network: source, NIC and sink, and the counters of
// what the NIC does. The NIC is that of Params, so that networks of another kind
// bring theirs.
func Node(p Params) *rtlgen.Typed[NodePorts] {
	p = p.withLink()
	m, io := rtlgen.New[NodePorts](p)
	if m.Refused() {
		return m
	}
	if p.Link == VOQnet {
		m.Param("link", p.Link.String(), "")
	}
	build := p.NIC
	if build == nil {
		build = NIC
	}
	n := &nodeParts{
		NodePorts: io, m: m.Module, p: p,
		source: rtlgen.Use(m, "source", Source(p)), nic: rtlgen.Use(m, "nic", build(p)), sink: rtlgen.Use(m, "sink", Sink(p)),
	}
	rtlgen.Connect(n.source.SourceControl, io.SourceControl)
	for _, place := range []Place{n.source.Place, n.nic.Place, n.sink.Place} {
		rtlgen.Connect(place, io.Place)
	}
	rtlgen.Connect(n.nic.Make, n.source.Make)
	rtlgen.Connect(n.nic.Route, io.Route)
	rtlgen.Connect(n.nic.Tx, io.Tx)
	rtlgen.Connect(n.sink.Rx, io.Rx)
	rtlgen.Connect(n.sink.Measurement, io.Measurement)
	n.sink.Read.Address.Drive(io.Read.Address)
	rtlgen.Connect(n.sink.Receipt, io.Receipt)
	n.readBack()
	return m
}

type nodeParts struct {
	*NodePorts
	m *rtlgen.Module
	p Params

	source *SourcePorts
	nic    *NICPorts
	sink   *SinkPorts
}

// readBack counts what the NIC does and adds it to the sink's counters.
func (n *nodeParts) readBack() {
	m := n.m
	type total struct {
		address int
		count   value
	}
	tally := func(address int, name, doc string, pulse rtlgen.Value) total {
		return total{address, prim.Accumulator(m, name, counterBits, n.Clear, pulse.And(n.Measure), m.Const(1, 1), doc)}
	}
	totals := []total{
		tally(addressMade, "made_count", "packets made while measuring", n.source.Make.Valid.Value),
		tally(addressRefused, "refused_count", "packets refused with a full queue", n.nic.Stat.Refused.Value),
		tally(addressSent, "sent_count", "packets that left the queue", n.nic.Stat.Sent.Value),
		{addressQueued, n.nic.QueueCount.Value},
	}
	if n.p.Link == RECN {
		totals = append(totals,
			tally(addressXoffs, "xoff_count", "Xoffs that arrived while measuring", n.nic.Stat.Xoff.Value),
			tally(addressNoLine, "xoff_refused_count", "Xoffs that found no free line", n.nic.Stat.XoffRefused.Value))
	}
	ofNIC := m.Wire("nic_counter", readBits)
	ofNIC.Default(0)
	address := m.Next("read_address_q", n.Read.Address, 0)
	m.Switch(address, func(c rtlgen.Cases) {
		for _, t := range totals {
			c.Case(func() { ofNIC.Set(t.count.Zext(readBits)) }, at(m, t.address))
		}
	})
	// The sink shows 0 where the NIC's counters are.
	shown := m.Next("read_data_q", ofNIC.Or(n.sink.Read.Data), 0)
	n.Read.Data.Drive(shown)
}
