package clos

import "culprit/rtlgen"

// Node is an end node: source, network interface and sink, and the counters of what is
// made.
func Node(p Params) *rtlgen.Typed[NodePorts] {
	m, io := rtlgen.New[NodePorts](p)
	source, nic, sink := rtlgen.Use(m, "source", Source(p)), rtlgen.Use(m, "nic", NIC(p)), rtlgen.Use(m, "sink", Sink(p))
	rtlgen.Connect(source.Place, io.Place)
	rtlgen.Connect(source.Traffic, io.Traffic)
	source.Tick.Drive(io.Tick)
	rtlgen.Connect(nic.Make, source.Make)
	nic.Node.Drive(io.Node)
	rtlgen.Connect(nic.Tx, io.Tx)

	rtlgen.Connect(sink.Place, io.Place)
	rtlgen.Connect(sink.Measurement, io.Measurement)
	w, pw := p.nw(), p.pw()
	top := io.Rx.Data.Width() - 2 - pw
	sink.Arrival.Valid.Drive(io.Rx.Valid)
	sink.Arrival.Dst.Drive(io.Rx.Data.Slice(top, top-w+1).Zext(nodeBits))
	sink.Arrival.Src.Drive(io.Rx.Data.Slice(top-w, top-2*w+1).Zext(nodeBits))
	sink.Arrival.Tag.Drive(io.Rx.Data.Low(tagBits))
	m.Unused("rx_rest", io.Rx.Head, io.Rx.Tail, io.Rx.Data.High(1+pw), io.Rx.Data.Slice(top-2*w, tagBits))
	io.Rx.Credit.Drive(0)
	io.Error.Drive(sink.Error)

	refused := m.Let("refused", source.Make.Valid.And(nic.Make.Refused))
	made := m.Let("made", source.Make.Valid.AndNot(nic.Make.Refused))
	count := func(name string, event, class value) value {
		return counter(m.Module, name, counterBits, io.Clear, event.And(class).And(io.Measure), m.Ones(1))
	}
	hot, other := source.Hot.Value, source.Hot.Not()
	type total struct {
		address int
		count   value
	}
	totals := []total{
		{addressMade, count("made_other", made, other)}, {hotClass + addressMade, count("made_hot", made, hot)},
		{addressRefused, count("refused_other", refused, other)}, {hotClass + addressRefused, count("refused_hot", refused, hot)},
	}

	// What arrives is shown in the class of the node.
	sink.Read.Address.Drive(io.Read.Address.AndNot(hotClass))
	isHot := m.Let("is_hot", io.HotRate.Any().And(io.Node.Xor(io.HotNode).AndNot(io.HotMask).Eq(0)))
	ofSink := m.Next("of_sink", io.Read.Address.Bit(3).Eq(isHot).Or(io.Read.Address.Low(3).Eq(addressOrderErrors)).Or(io.Read.Address.Low(3).Eq(addressMisroutes)), 0)
	own := m.Reg("own_shown", readBits, 0)
	m.Switch(io.Read.Address, func(c rtlgen.Cases) {
		for _, t := range totals {
			c.Case(func() { own.Set(t.count.Zext(readBits)) }, t.address)
		}
		c.Default(func() { own.Set(0) })
	})
	io.Read.Data.Drive(m.Next("read_data_q", own.Or(rtlgen.Mux(ofSink, sink.Read.Data, 0)), 0))
	return m
}
