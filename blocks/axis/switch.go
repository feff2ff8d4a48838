package axis

import (
	"culprit.example/culprit/blocks/cioqrecn"
	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/recn"
	"culprit.example/culprit/blocks/voq"
	"culprit.example/culprit/rtlgen"
)

// RECNSwitch is a RECN-IQ switch whose ports speak AXI4-Stream: a frame goes to the port that
// TDEST names, and leaves there with the number of its own port as TID.
func RECNSwitch(p Params) *rtlgen.Typed[RECNSwitchPorts] {
	m, io := rtlgen.New[RECNSwitchPorts](p)
	if m.Refused() {
		return m
	}
	sw := rtlgen.Use(m, "core", recn.Switch(p.Params))
	p.surround(m.Module, sw.Rx, sw.Tx, &io.HostPins)
	if p.SAQs > 0 {
		ignoreMessages(m.Module, sw.Rx, &sw.Tx)
	}
	rtlgen.Connect(io.Stat, sw.Stat)
	rtlgen.Connect(sw.Err, io.Err)
	return m
}

// VOQSwitch is a VOQsw switch with the edges of RECNSwitch.
func VOQSwitch(p VOQParams) *rtlgen.Typed[VOQSwitchPorts] {
	m, io := rtlgen.New[VOQSwitchPorts](p)
	if m.Refused() {
		return m
	}
	sw := rtlgen.Use(m, "core", voq.SwSwitch(p.Params))
	p.edges().surround(m.Module, sw.Rx, sw.Tx, &io.HostPins)
	rtlgen.Connect(io.Stat, sw.Stat)
	rtlgen.Connect(sw.Err, io.Err)
	return m
}

// CIOQSwitch is a RECN switch of combined input and output queues with the edges of RECNSwitch.
func CIOQSwitch(p CIOQParams) *rtlgen.Typed[CIOQSwitchPorts] {
	m, io := rtlgen.New[CIOQSwitchPorts](p)
	if m.Refused() {
		return m
	}
	sw := rtlgen.Use(m, "core", cioqrecn.Switch(p.Params))
	p.edges().surround(m.Module, sw.Rx, sw.Tx, &io.HostPins)
	ignoreMessages(m.Module, sw.Rx, &sw.Tx)
	rtlgen.Connect(io.Stat, sw.Stat)
	rtlgen.Connect(sw.Err, io.Err)
	return m
}

// surround puts an edge at each port of a switch, between its links and the pins for hosts.
func (p Params) surround(m *rtlgen.Module, rx packet.Rx, tx packet.Tx, io *HostPins) {
	cuts := rtlgen.UseArray(m, "cuts", p.Ports, Cut(p))
	joins := rtlgen.UseArray(m, "joins", p.Ports, Join(p))
	numbers := p.ports().Numbers(m)
	cuts.MyPort.Drive(numbers)
	joins.MyPort.Drive(numbers)
	rtlgen.Connect(cuts.SAxis, io.SAxis)
	rtlgen.Connect(joins.MAxis, io.MAxis)
	rtlgen.Connect(rx.Beat, cuts.Tx)
	cuts.TxCredit.Drive(rx.Credit)
	rtlgen.Connect(joins.Rx, tx.Beat)
	tx.Credit.Drive(joins.RxCredit)
	events := make([]value, p.Ports)
	for i := range events {
		events[i] = rtlgen.Cat(rtlgen.Copy(joins, i).Error, rtlgen.Copy(cuts, i).Error)
	}
	shown := link.Shown{Clear: io.Edge.Clear, Seen: io.Edge.Seen, Counts: io.Edge.Counts}
	link.Tally(m, "edge_errors", shown, p.ErrorBits, events)
	m.Assert("nothing_is_lost_between_edges", rtlgen.ValueOf(joins.Error).Any().Not(),
		"what one edge sends the other puts together")
}

// ignoreMessages leaves the messages of a switch without effect: a host has one queue, in order,
// and nothing to set aside.
func ignoreMessages(m *rtlgen.Module, rx packet.Rx, tx *packet.Tx) {
	rtlgen.TieOff(&tx.Msg)
	m.Unused("messages", rx.Msg.Valid, rx.Msg.Xoff, rx.Msg.Tp, rx.Msg.Mask)
}
