package fabric

import "culprit.example/culprit/rtlgen"

// deliveredBits counts packets for years.
const deliveredBits = 40

// readBack joins the nodes' results, and brings the counters of one unit to the
// pins.
func (u *tree) readBack() {
	m := u.m
	arrivals := m.Next("arrivals", u.nodes.Received.PopCount(), 0, "packets that the nodes received in a cycle")
	delivered := m.Reg("delivered_q", deliveredBits, 0)
	delivered.Set(delivered.Add(arrivals.Zext(deliveredBits)))
	u.Delivered.Drive(delivered)
	u.switches.Err.Clear.Drive(m.Zero(u.switches.Err.Clear.Width()))
	m.Unused("error_counts", u.switches.Err.Counts)
	u.Error.Drive(m.Next("error_q", u.nodes.Error.Any().Or(u.switches.Err.Seen.Any()), 0))

	digest := u.nodes.Digest.At(0)
	for n := 1; n < u.p.Copies*u.p.Nodes(); n++ {
		digest = digest.Xor(u.nodes.Digest.At(n))
	}
	u.Digest.Drive(m.Next("digest_q", digest, 0))

	// A node or monitor answers 2 cycles after its address.
	unit := m.Next("unit_1", u.Read.Unit, 0)
	unit = m.Next("unit_2", unit, 0)
	u.nodes.Read.Address.Broadcast(u.Read.Address)
	data := u.answer(u.nodes.Read.Data.Value, unit.Low(nodeBits))
	ofSwitch := m.Zero(readBits)
	if u.switches.Stat.Saqs.Exists() {
		ofSwitch = u.answer(u.monitors().Read.Data.Value, unit.Low(nodeBits))
	}
	u.Read.Data.Drive(m.Next("read_data_q", rtlgen.Mux(unit.High(1), ofSwitch, data), 0))
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
func (u *tree) monitors() *MonitorPorts {
	monitors := rtlgen.UseArray(u.m, "monitor", u.p.Copies*u.p.Switches(), Monitor(u.p))
	rtlgen.Connect(monitors.Stat, u.switches.Stat)
	monitors.Msg.Valid.Drive(u.switches.Rx.Msg.Valid)
	monitors.Msg.Xoff.Drive(u.switches.Rx.Msg.Xoff)
	rtlgen.Broadcast(monitors.Measurement, u.Measurement)
	monitors.Read.Address.Broadcast(u.Read.Address)
	return monitors
}
