package recn

import (
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// OutputPort is the sending side of a link. There is no queue here (IQ 2.1): a
// credit counter for the next switch's memory, the CAM, and the link register.
// The first beat's turn pointer moves to the next switch's turn on the way.
func OutputPort(p Params) *rtlgen.Typed[OutputPortPorts] {
	m, io := rtlgen.New[OutputPortPorts](p)
	if m.Refused() {
		return m
	}
	first, beat := p.ports().SendOn(m.Module, io.Beat, io.Tx.Beat, p.LinkLatency)

	credits := rtlgen.Use(m, "credits", prim.CreditCounter(prim.CreditCounterParams{Max: p.Slots}))
	credits.Take.Drive(io.Start)
	given := m.Next("tx_credit_q", io.Tx.Credit, 0)
	credits.Give.Drive(given)
	io.CreditAvailable.Drive(credits.Available)
	io.Stat.Credit.Drive(credits.Count)
	badName := m.Zero(1)
	w := rtlgen.CountBits(p.Slots) + 1
	there := credits.Count.Zext(w).Add(given.Zext(w))
	m.Assume("packet_has_a_credit", io.Start.Implies(credits.Available), "a packet is sent only with a credit")
	m.Assume("credit_was_taken", io.Tx.Credit.Implies(there.Lt(p.Slots)), "a credit comes back once for each packet")
	if p.SAQs > 0 {
		name := packet.NameIn(io.Tx.Msg.NameOf)
		if p.LeafFirst == 1 {
			name.Mask = m.Let("mask_of_message", rtlgen.Cat(name.Mask.High(packet.TurnBits-1), m.Zero(1))) // or of a report
		}
		named := m.Let("name_can_be", p.ports().Proper(name))
		p.outputCAM(m.Module, io, first, packet.HeaderIn(beat), io.Tx.Msg.Valid.And(named))
		badName = io.Tx.Msg.Valid.AndNot(named)
		m.Assume("name_of_a_message", io.Tx.Msg.Valid.Implies(named),
			"a mask has ones for whole turns from the top, and the turns are 0 below")
		m.Assume("note_is_there", io.NoteTake.Implies(io.Note.Valid.Value), "only a notification that waits is taken")
	}
	unnamed := m.Next("bad_name_q", badName, 0, "a message came without a proper name")
	io.Error.Drive(rtlgen.Cat(unnamed, m.Next("excess_q", credits.Excess, 0)))
	return m
}

// outputCAM joins the CAM with the link's messages, of which message says that one comes,
// and the passing packets, which it sees in the first of the link's registers.
func (p Params) outputCAM(m *rtlgen.Module, io *OutputPortPorts, first, header, message value) {
	cam := rtlgen.Use(m, "cam", OutCAM(p))
	valid := m.Next("tx_msg_valid_q", message, 0, "a message with a proper name has come").Value
	xoff := m.NextData("tx_msg_xoff_q", io.Tx.Msg.Xoff, 0)
	tp := m.NextNoReset("tx_msg_tp_q", io.Tx.Msg.Tp)
	mask := m.NextNoReset("tx_msg_mask_q", io.Tx.Msg.Mask).Value
	if p.LeafFirst == 1 {
		valid, mask = p.reports(m, io, cam, reported{valid, xoff.Value, tp.Value, mask})
	}
	cam.Msg.Valid.Drive(valid)
	cam.Msg.Xoff.Drive(xoff)
	cam.Msg.Tp.Drive(tp)
	cam.Msg.Mask.Drive(mask)
	cam.First.Valid.Drive(first)
	cam.First.Header.Drive(header)
	cam.First.Source.Drive(m.NextNoReset("passed_source_q", io.BeatSource))
	cam.NoteTake.Drive(io.NoteTake)
	rtlgen.Connect(io.Note, cam.Note)
	io.Stat.Lines.Drive(cam.LineValid)
	io.Stat.CamFull.Drive(cam.CamFull)
}

// reported is a message from the link, which may be a report.
type reported struct{ valid, xoff, tp, mask value }

// reports joins the CAM with what keeps its lines until their branches are gone. It
// returns valid and mask of an Xoff or Xon.
func (p Params) reports(m *rtlgen.Module, io *OutputPortPorts, cam *OutCAMPorts, msg reported) (valid, mask value) {
	isReport := msg.mask.Bit(0)
	name := m.Let("msg_mask", rtlgen.Cat(msg.mask.High(packet.TurnBits-1), m.Zero(1)))
	io.Heard.Valid.Drive(msg.valid.And(isReport))
	io.Heard.Xoff.Drive(msg.xoff)
	io.Heard.Tp.Drive(msg.tp)
	io.Heard.Mask.Drive(name)

	branches := rtlgen.Use(m, "branches", Branches(p))
	valid = m.Let("msg_valid", msg.valid.AndNot(isReport))
	branches.Line.Valid.Drive(cam.LineValid)
	branches.Line.Tp.Drive(cam.LineTp)
	branches.Line.Mask.Drive(cam.LineMask)
	branches.Stopped.Drive(cam.LineXoff)
	branches.Told.Drive(cam.LineTold)
	branches.MsgValid.Drive(valid)
	branches.UpTake.Drive(io.UpTake)
	rtlgen.Connect(branches.Report, io.Report)
	rtlgen.Connect(io.Up, branches.Up)
	cam.Gone.Drive(branches.Free)
	return valid, name
}
