package recn

import (
	"culprit/blocks/prim"
	"culprit/rtlgen"
)

// OutputPort is the sending side of a link. There is no queue here (IQ 2.1): a
// credit counter for the next switch's memory, the CAM, and the link register.
// The first beat's turn pointer moves to the next switch's turn on the way.
func OutputPort(p Params) *rtlgen.Module {
	m := rtlgen.NewModule("recn_output_port")
	m.Doc("output port: credits, CAM, link register")
	p.declare(m, portsSpec, slotsSpec, saqsSpec, latSpec)

	valid := m.Input("beat_valid", 1)
	sop := m.Input("beat_sop", 1)
	eop := m.Input("beat_eop", 1)
	data := m.Input("beat_data", beatBits)

	moved := m.Let("next_tptr", data.Slice(beatBits-turnBits-1, beatBits-headerBits).Sub(p.turn()))
	head := m.Let("next_header", rtlgen.Cat(data.High(turnBits), moved))
	patched := m.Let("patched", rtlgen.Mux(sop, rtlgen.Cat(head, data.Low(beatBits-headerBits)), data))

	link := m.Instance("link", prim.LinkDelay(prim.LinkDelayParams{Width: 3 + beatBits, Latency: p.LinkLatency}))
	link.In("d", rtlgen.Mux(valid, rtlgen.Cat(valid, sop, eop, patched), 0))
	sent := link.Out("q")
	m.Output("tx_valid", sent.Slice(beatBits+2, beatBits+2))
	m.Output("tx_sop", sent.Slice(beatBits+1, beatBits+1))
	m.Output("tx_eop", sent.Slice(beatBits, beatBits))
	m.Output("tx_data", sent.Low(beatBits))

	credits := m.Instance("credits", prim.CreditCounter(prim.CreditCounterParams{Max: p.Slots}))
	credits.In("take", m.Input("start", 1))
	credits.In("give", m.Next("tx_credit_q", m.Input("tx_credit", 1), 0))
	m.Output("credit_available", credits.Out("available"))
	m.Output("stat_credit", credits.Out("count"))
	if p.SAQs > 0 {
		p.outputCAM(m, valid.And(sop), head)
	}
	return m
}

// outputCAM joins the CAM with the link's messages and the passing packets.
func (p Params) outputCAM(m *rtlgen.Module, first, head value) {
	cam := m.Instance("cam", OutCAM(p))
	cam.In("msg_valid", m.Next("tx_msg_valid_q", m.Input("tx_msg_valid", 1), 0))
	cam.In("msg_xoff", m.Next("tx_msg_xoff_q", m.Input("tx_msg_xoff", 1), 0))
	cam.In("msg_tp", m.Next("tx_msg_tp_q", m.Input("tx_msg_tp", turnBits), 0))
	cam.In("msg_mask", m.Next("tx_msg_mask_q", m.Input("tx_msg_mask", turnBits), 0))
	cam.In("first_valid", first)
	cam.In("first_header", head)
	cam.In("first_source", m.Input("beat_source", p.pw()))
	cam.In("note_take", m.Input("note_take", 1))
	for _, name := range []string{"note_valid", "note_xoff", "note_tp", "note_mask", "note_target"} {
		m.Output(name, cam.Out(name))
	}
	m.Output("stat_lines", cam.Out("line_valid"))
	m.Output("stat_cam_full", cam.Out("cam_full"))
}
