package golden

import (
	link "culprit.example/culprit/blocks/link/golden"
	packet "culprit.example/culprit/blocks/packet/golden"
)

// InputStatus are the outputs of an input port for the link and for whoever watches
// the switch.
type InputStatus struct {
	RxCredit    bool
	RxMsgValid  bool   `port:",optional"`
	RxMsgXoff   bool   `port:",optional" valid:"RxMsgValid"`
	RxMsgTp     uint32 `port:",optional" valid:"RxMsgValid"`
	RxMsgMask   uint32 `port:",optional" valid:"RxMsgValid"`
	StatFree    int
	StatSaqs    []bool `port:",optional"`
	StatSent    []bool `port:",optional"`
	StatDetect  bool   `port:",optional"`
	StatNoFree  bool   `port:",optional"`
	StatDropped bool   `port:",optional"`
}

// NewInputStatus makes the outputs of a port with that many SAQs.
func NewInputStatus(saqs int) InputStatus {
	return InputStatus{StatSaqs: make([]bool, saqs), StatSent: make([]bool, saqs)}
}

// SetMessage sets the message to the switch upstream.
func (s *InputStatus) SetMessage(m packet.Message) {
	s.RxMsgValid, s.RxMsgXoff, s.RxMsgTp, s.RxMsgMask = m.Valid, m.Xoff, m.Name.Tp, m.Name.Mask
}

// OutputControl are the inputs of an output port but those from the crossbar.
type OutputControl struct {
	Start                 bool
	TxCredit              bool
	TxMsgValid, TxMsgXoff bool   `port:",optional"`
	TxMsgTp, TxMsgMask    uint32 `port:",optional"`
	NoteTake              bool   `port:",optional"`
}

// Message is the message from the switch downstream.
func (c OutputControl) Message() packet.Message {
	return packet.Message{Valid: c.TxMsgValid, Xoff: c.TxMsgXoff, Name: packet.Name{Tp: c.TxMsgTp, Mask: c.TxMsgMask}}
}

// NoteOut is the notification that an output port has for the bus.
type NoteOut struct {
	NoteValid       bool   `port:",optional"`
	NoteXoff        bool   `port:",optional" valid:"NoteValid"`
	NoteTp          uint32 `port:",optional" valid:"NoteValid"`
	NoteMask        uint32 `port:",optional" valid:"NoteValid"`
	NoteTarget      int    `port:",optional" valid:"NoteTargetKnown"`
	NoteTargetKnown bool   `port:"-"`
}

// Show is a notification as it stands at the pins; only an Xoff has a target.
func (n Note) Show(valid bool) NoteOut {
	return NoteOut{
		NoteValid: valid, NoteXoff: n.Xoff, NoteTp: n.Name.Tp, NoteMask: n.Name.Mask,
		NoteTarget: n.Target, NoteTargetKnown: valid && n.Xoff,
	}
}

// OutputStatus are the outputs of an output port for the link, for the notification
// bus and for whoever watches the switch.
type OutputStatus struct {
	TxValid, TxSop, TxEop bool
	TxBad                 bool
	TxData                packet.Word `valid:"TxValid"`
	StatCredit            int
	NoteOut
	StatLines   []bool `port:",optional"`
	StatCamFull bool   `port:",optional"`
	Error       []bool // no_credit, no_name
}

// SetBeat sets the beat on the link.
func (s *OutputStatus) SetBeat(b packet.Beat) {
	s.TxValid, s.TxSop, s.TxEop, s.TxBad, s.TxData = b.Valid, b.Sop, b.Eop, b.Bad, b.Data
}

// SwitchIn are the inputs of a switch, a lane per port.
type SwitchIn struct {
	packet.LinksIn
	packet.MessagesIn
	link.PinsIn
}

// SwitchOut are its outputs, a lane per port; StatSaqs, StatSent and StatLines have a
// lane per port and SAQ.
type SwitchOut struct {
	packet.LinksOut
	packet.MessagesOut
	link.PinsOut
	StatSaqs    []bool `port:",optional"`
	StatSent    []bool `port:",optional"`
	StatDetect  []bool `port:",optional"`
	StatNoFree  []bool `port:",optional"`
	StatDropped []bool `port:",optional"`
	StatLines   []bool `port:",optional"`
	StatCamFull []bool `port:",optional"`
}

// NewSwitchIn makes inputs of n lanes, all zero.
func NewSwitchIn(n int) SwitchIn {
	return SwitchIn{packet.NewLinksIn(n), packet.NewMessagesIn(n), link.NewPinsIn(n)}
}

// NewSwitchOut makes the outputs of a switch of the given parameters.
func NewSwitchOut(p Params) SwitchOut {
	n := p.Ports
	return SwitchOut{
		LinksOut: packet.NewLinksOut(n), MessagesOut: packet.NewMessagesOut(n), PinsOut: link.NewPinsOut(n),
		StatSaqs: make([]bool, n*p.SAQs), StatSent: make([]bool, n*p.SAQs), StatLines: make([]bool, n*p.SAQs),
		StatDetect: make([]bool, n), StatNoFree: make([]bool, n), StatDropped: make([]bool, n), StatCamFull: make([]bool, n),
	}
}

// SetInput sets the outputs that come from registers of input port i.
func (out SwitchOut) SetInput(i int, s InputStatus) {
	saqs := len(s.StatSaqs)
	out.RxCredit[i], out.StatFree[i] = s.RxCredit, s.StatFree
	out.SetRxMsg(i, packet.Message{Valid: s.RxMsgValid, Xoff: s.RxMsgXoff,
		Name: packet.Name{Tp: s.RxMsgTp, Mask: s.RxMsgMask}})
	copy(out.StatSaqs[i*saqs:], s.StatSaqs)
	copy(out.StatSent[i*saqs:], s.StatSent)
}

// SetInputEvents sets those that tell what input port i does in this cycle.
func (out SwitchOut) SetInputEvents(i int, s InputStatus) {
	out.StatDetect[i], out.StatNoFree[i], out.StatDropped[i] = s.StatDetect, s.StatNoFree, s.StatDropped
}

// SetOutput sets the outputs that come from registers of output port o.
func (out SwitchOut) SetOutput(o int, s OutputStatus) {
	out.SetTx(o, packet.Beat{Valid: s.TxValid, Sop: s.TxSop, Eop: s.TxEop, Bad: s.TxBad, Data: s.TxData})
	out.StatCredit[o] = s.StatCredit
	copy(out.StatLines[o*len(s.StatLines):], s.StatLines)
}

// InputPort are the inputs of input port i, with no grant.
func (in SwitchIn) InputPort(i int, bus NoteBusOut) InputPortPins {
	return InputPortPins{
		RxValid: in.RxValid[i], RxSop: in.RxSop[i], RxEop: in.RxEop[i], RxBad: in.RxBad[i], RxData: in.RxData[i], MyPort: i,
		BusValid: bus.BusValid, BusXoff: bus.BusXoff, BusTp: bus.BusTp, BusMask: bus.BusMask,
		BusTarget: bus.BusTarget, BusSource: bus.BusSource,
	}
}

// OutputPort are the inputs of output port o but those from the crossbar.
func (in SwitchIn) OutputPort(o int, start bool, bus NoteBusOut) OutputControl {
	return OutputControl{
		Start: start, TxCredit: in.TxCredit[o],
		TxMsgValid: in.TxMsgValid[o], TxMsgXoff: in.TxMsgXoff[o], TxMsgTp: in.TxMsgTp[o], TxMsgMask: in.TxMsgMask[o],
		NoteTake: bus.NoteTake[o],
	}
}
