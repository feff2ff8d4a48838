package adaptive

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// Receiver gathers the frames that come in by a port. A frame is offered when its last
// beat has come (store and forward); of the data only the first beat matters here.
// Notifications wait in a queue of their own and are offered first. PAUSE frames end
// here, and so does what breaks a rule of the link.
func Receiver(p SwitchParams) *rtlgen.Typed[ReceiverPorts] {
	m, io := rtlgen.New[ReceiverPorts](p)
	if m.Refused() {
		return m
	}
	rx := io.Rx
	guard := rtlgen.Use(m, "guard", Guard(GuardParams{Hosts: p.Hosts}))
	rtlgen.Connect(guard.Rx, rx)
	cn, whole := guard.CN.Value, guard.Whole.Value

	word := m.RegNoReset("first_beat", qcn.WordBits, "first beat of the frame that comes")
	beats := m.RegNoReset("beats", beatsBits, "beats behind the first one so far")
	m.If(rx.Valid.And(rx.Head), func() {
		word.Set(rx.Data)
		beats.Set(0)
	}).ElseIf(rx.Valid, func() { beats.Set(beats.Add(1)) })

	waits := m.Reg("waits", 1, 0, "a frame waits to be taken")
	frame := m.RegNoReset("frame_q", qcn.WordBits, "first beat of the frame that waits")
	length := m.RegNoReset("frame_beats_q", beatsBits, "beats behind the first one of the frame that waits")
	cns := rtlgen.Use(m, "cn_queue", prim.FIFO(prim.FIFOParams{Width: qcn.WordBits, Depth: p.CNs}))
	// What is taken is known late, so what is offered is kept in registers.
	there, offered := m.Reg("cn_there", 1, 0), m.Reg("offered", 1, 0)
	takesFrame := m.Let("takes_frame", io.Taken.AndNot(there))
	takesCN := m.Let("takes_cn", io.Taken.And(there))
	m.If(whole.And(waits.Not().Or(takesFrame)), func() {
		waits.Set(1)
		frame.Set(rtlgen.Mux(rx.Head, rx.Data, word))
		length.Set(rtlgen.Mux(rx.Head, 0, beats.Add(1)))
	}).ElseIf(takesFrame, func() { waits.Set(0) })
	cns.Push.Drive(cn)
	cns.Wdata.Drive(rx.Data)
	cns.Pop.Drive(takesCN)
	thereNext := m.Let("cn_there_next", cn.Or(there.AndNot(takesCN.And(cns.Count.Eq(1)))))
	there.Set(thereNext)
	offered.Set(thereNext.Or(whole).Or(waits.AndNot(takesFrame)))
	m.Assert("there_by_count", there.Ne(cns.Empty), "there is a notification if the queue says so")
	m.Assert("offered_by_state", offered.Eq(waits.Or(there)))

	io.Offer.Valid.Drive(offered)
	io.Offer.CN.Drive(there)
	io.Offer.Word.Drive(rtlgen.Mux(there, cns.Rdata, frame))
	io.Offer.Beats.Drive(rtlgen.Mux(there, 0, length))
	lost := m.Next("lost_q", whole.And(waits).AndNot(takesFrame).Or(cn.And(cns.Full)), 0)
	io.Lost.Drive(lost)
	io.Error.Drive(rtlgen.Cat(lost, guard.Error.Low(NoRoom)))
	m.Unused("always_ready", guard.Error.Bit(NoRoom))
	m.Assume("taken_if_offered", io.Taken.Implies(io.Offer.Valid.Value))
	return m
}
