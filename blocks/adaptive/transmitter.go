package adaptive

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/blocks/qcn"
	"culprit.example/culprit/rtlgen"
)

// Transmitter sends over a link: PAUSE frames first, then notifications, which nothing
// holds back, then frames, unless the neighbour has said STOP. A frame that has begun
// is finished. The next frame is fetched while one is sent.
func Transmitter(p SwitchParams) *rtlgen.Typed[TransmitterPorts] {
	m, io := rtlgen.New[TransmitterPorts](p)
	if m.Refused() {
		return m
	}
	cns := rtlgen.Use(m, "cn_queue", prim.FIFO(prim.FIFOParams{Width: qcn.WordBits, Depth: p.CNs}))
	cns.Push.Drive(io.CN.Valid)
	cns.Wdata.Drive(io.CN.Word)
	m.Unused("cn_count", cns.Count)
	io.Overrun.Drive(m.Next("overrun_q", io.CN.Valid.And(cns.Full), 0))

	next := m.Reg("next_q", 1, 0, "the next frame was fetched")
	word := m.RegNoReset("next_word", qcn.WordBits, "first beat of the next frame")
	beats := m.RegNoReset("next_beats", beatsBits, "beats behind the first one of the next frame")
	slot := m.RegNoReset("next_slot", p.slotBits(), "slot of the next frame")
	left := m.RegNoReset("beats_left", beatsBits, "beats of the frame still to be sent")
	sending := m.Reg("sending", 1, 0, "a frame is being sent")
	done := m.Reg("done_q", 1, 0)
	doneSlot, doneLength := m.RegNoReset("done_slot_q", p.slotBits()), m.RegNoReset("done_length_q", qcn.LengthBits)

	free := m.Let("free", sending.Not())
	pause := m.Let("sends_pause", free.And(io.Pause.Valid))
	cn := m.Let("sends_cn", free.AndNot(io.Pause.Valid).AndNot(cns.Empty))
	frame := m.Let("sends_frame", free.AndNot(io.Pause.Valid).And(cns.Empty).And(next).AndNot(io.Paused).
		And(done.Not().Or(io.Taken)))
	io.Pause.Ready.Drive(pause)
	cns.Pop.Drive(cn)
	one := m.Let("one_beat", beats.Eq(0))
	last := m.Let("last_beat", sending.And(left.Eq(1)))

	m.If(io.Fetched, func() {
		next.Set(1)
		word.Set(io.Frame.Word)
		beats.Set(io.Frame.Beats)
		slot.Set(io.Frame.Slot)
	}).ElseIf(frame, func() { next.Set(0) })
	m.If(frame, func() {
		sending.Set(one.Not())
		left.Set(beats)
		doneSlot.Set(slot)
		doneLength.Set(qcn.HeadOf(word.Value).Length)
	}).ElseIf(sending, func() {
		left.Set(left.Sub(1))
		m.If(last, func() { sending.Set(0) })
	})
	m.If(frame.And(one).Or(last), func() { done.Set(1) }).ElseIf(io.Taken, func() { done.Set(0) })

	io.Want.Drive(next.Not())
	io.Done.Valid.Drive(done)
	io.Done.Slot.Drive(doneSlot)
	io.Done.Length.Drive(doneLength)
	starts := m.Let("starts", pause.Or(cn).Or(frame))
	io.Tx.Valid.Drive(m.Next("tx_valid_q", starts.Or(sending), 0))
	io.Tx.Head.Drive(m.Next("tx_head_q", starts, 0))
	io.Tx.Tail.Drive(m.Next("tx_tail_q", pause.Or(cn).Or(frame.And(one)).Or(last), 0))
	first := m.Let("first_beat", rtlgen.Mux(pause, io.Pause.Data, rtlgen.Mux(cn, cns.Rdata, word)))
	io.Tx.Data.Drive(m.NextNoReset("tx_data_q", rtlgen.Mux(starts, first, 0)))

	m.Assume("fetched_if_wanted", io.Fetched.Implies(next.Not()), "a frame comes where one is wanted")
	m.Assume("taken_if_done", io.Taken.Implies(done))
	return m
}
