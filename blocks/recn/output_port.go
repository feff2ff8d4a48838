package recn

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// OutputPort is the sending side of a link. There is no queue here (IQ 2.1): a
// credit counter for the next switch's memory, the CAM, and the link register.
// The first beat's turn pointer moves to the next switch's turn on the way.
func OutputPort(p Params) *rtlgen.Typed[OutputPortPorts] {
	m, io := rtlgen.New[OutputPortPorts](p)
	head := p.ports().SendOn(m.Module, io.Beat, io.Tx.Beat, p.LinkLatency)

	credits := rtlgen.Use(m, "credits", prim.CreditCounter(prim.CreditCounterParams{Max: p.Slots}))
	credits.Take.Drive(io.Start)
	credits.Give.Drive(m.Next("tx_credit_q", io.Tx.Credit, 0))
	io.CreditAvailable.Drive(credits.Available)
	io.Stat.Credit.Drive(credits.Count)
	if p.SAQs > 0 {
		p.outputCAM(m.Module, io, head)
	}
	return m
}

// outputCAM joins the CAM with the link's messages and the passing packets.
func (p Params) outputCAM(m *rtlgen.Module, io *OutputPortPorts, head value) {
	cam := rtlgen.Use(m, "cam", OutCAM(p))
	cam.Msg.Valid.Drive(m.Next("tx_msg_valid_q", io.Tx.Msg.Valid, 0))
	cam.Msg.Xoff.Drive(m.NextData("tx_msg_xoff_q", io.Tx.Msg.Xoff, 0))
	cam.Msg.Tp.Drive(m.NextNoReset("tx_msg_tp_q", io.Tx.Msg.Tp))
	cam.Msg.Mask.Drive(m.NextNoReset("tx_msg_mask_q", io.Tx.Msg.Mask))
	cam.First.Valid.Drive(io.Beat.Valid.And(io.Beat.Sop))
	cam.First.Header.Drive(head)
	cam.First.Source.Drive(io.BeatSource)
	cam.NoteTake.Drive(io.NoteTake)
	rtlgen.Connect(io.Note, cam.Note)
	io.Stat.Lines.Drive(cam.LineValid)
	io.Stat.CamFull.Drive(cam.CamFull)
}
