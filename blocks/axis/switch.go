package axis

import (
	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/blocks/recn"
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
	cuts := rtlgen.UseArray(m, "cuts", p.Ports, Cut(p))
	joins := rtlgen.UseArray(m, "joins", p.Ports, Join(p))
	numbers := p.ports().Numbers(m.Module)
	cuts.MyPort.Drive(numbers)
	joins.MyPort.Drive(numbers)
	rtlgen.Connect(cuts.SAxis, io.SAxis)
	rtlgen.Connect(joins.MAxis, io.MAxis)
	rtlgen.Connect(sw.Rx.Beat, cuts.Tx)
	cuts.TxCredit.Drive(sw.Rx.Credit)
	rtlgen.Connect(joins.Rx, sw.Tx.Beat)
	sw.Tx.Credit.Drive(joins.RxCredit)
	if p.SAQs > 0 { // a host has one queue, in order: it has nothing to set aside
		rtlgen.TieOff(&sw.Tx.Msg)
		m.Unused("messages", sw.Rx.Msg.Valid, sw.Rx.Msg.Xoff, sw.Rx.Msg.Tp, sw.Rx.Msg.Mask)
	}
	events := make([]value, p.Ports)
	for i := range events {
		events[i] = rtlgen.Cat(rtlgen.Copy(joins, i).Error, rtlgen.Copy(cuts, i).Error)
	}
	shown := link.Shown{Clear: io.Edge.Clear, Seen: io.Edge.Seen, Counts: io.Edge.Counts}
	link.Tally(m.Module, "edge_errors", shown, p.ErrorBits, events)
	rtlgen.Connect(io.Stat, sw.Stat)
	rtlgen.Connect(sw.Err, io.Err)
	m.Assert("nothing_is_lost_between_edges", rtlgen.ValueOf(joins.Error).Any().Not(),
		"what one edge sends the other puts together")
	return m
}
