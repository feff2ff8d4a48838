package fabric

import "culprit/rtlgen"

// deliveredBits counts packets for years.
const deliveredBits = 40

// readOut joins the nodes' results, and brings the counters of one unit to the
// pins.
func (u *tree) readOut(monitored bool) {
	m := u.m
	arrivals := m.Next("arrivals", u.nodes.Out("received").PopCount(), 0)
	delivered := m.Reg("delivered_q", deliveredBits, 0)
	delivered.Set(delivered.Add(arrivals.Zext(deliveredBits)))
	m.Output("delivered", delivered.Value)
	m.Output("error", m.Next("error_q", u.nodes.Out("error").Any(), 0).Value)

	digest := u.nodes.OutLane("digest", 0)
	for n := 1; n < u.p.Copies*Nodes(u.p.Levels); n++ {
		digest = digest.Xor(u.nodes.OutLane("digest", n))
	}
	m.Output("digest", m.Next("digest_q", digest, 0).Value)

	// A node or monitor answers 2 cycles after its address.
	address := m.Input("read_address", addressBits)
	unit := m.Next("unit_1", m.Input("read_unit", 1+nodeBits), 0)
	unit = m.Next("unit_2", unit.Value, 0)
	u.nodes.Broadcast("read_address", address)
	data := u.answer(u.nodes.Out("read_data"), unit.Low(nodeBits))
	if monitored {
		monitor := u.monitors(address)
		data = rtlgen.Mux(unit.High(1), u.answer(monitor.Out("read_data"), unit.Low(nodeBits)), data)
	} else {
		data = rtlgen.Mux(unit.High(1), 0, data)
	}
	m.Output("read_data", m.Next("read_data_q", data, 0).Value)
}

// answer is the word of a unit, 0 if there is no such unit.
func (u *tree) answer(words, unit value) value {
	n := words.Width() / readBits
	word := words.Lane(unit.Low(rtlgen.IndexBits(n)), readBits)
	if n == maxUnits {
		return word
	}
	return rtlgen.Mux(unit.Lt(n), word, 0)
}

// monitors stand beside the switches.
func (u *tree) monitors(address value) *rtlgen.Instance {
	monitor := u.m.InstanceArray("monitor", u.p.Copies*Switches(u.p.Levels), Monitor(ports, u.p.SAQs))
	for _, name := range []string{"stat_saqs", "stat_lines", "stat_detect", "stat_no_free", "stat_dropped", "stat_cam_full"} {
		monitor.In(name, u.switches.Out(name))
	}
	monitor.Broadcast("measure", u.measure)
	monitor.Broadcast("clear", u.clear)
	monitor.Broadcast("read_address", address)
	return monitor
}
