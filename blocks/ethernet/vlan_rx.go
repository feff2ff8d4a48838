package ethernet

import "culprit.example/culprit/rtlgen"

// tag is what eth_vlan_rx says of a frame, beside its beats.
type tag struct {
	Prio   value `width:"3"`
	VID    value `width:"12"`
	Tagged value `width:"1"`
	HasCN  value `width:"1"`
	Flow   value `width:"16"`
}

// VLANRx reads the tags of frames: priority and VLAN of 802.1Q, and behind it the flow of a CN-TAG. It
// changes nothing of a frame.
func VLANRx(p VLANRxParams) *rtlgen.Typed[VLANRxPorts] {
	m, io := rtlgen.New[VLANRxPorts](p)
	if m.Refused() {
		return m
	}
	dims := p.Dims()
	from := enter(m.Module, io.SAxis)
	to, beside := leaveWith(m.Module, io.MAxis, dims, rtlgen.PackedWidth[tag](dims))
	w, offers := look(m.Module, from, dims, atCNTag+4, to.In.Ready.Value)

	tagged := m.Let("has_vlan_tag", w.field(atType).Eq(etherVLAN).And(w.has(atType+4)))
	tci := m.Let("tci", w.field(atType+2))
	m.Unused("drop_eligible", tci.Bit(12))
	own := m.Let("has_vid", tagged.And(tci.Low(12).Any()))
	cn := m.Let("has_cn_tag", tagged.And(w.field(atCNTag).Eq(etherCNTag)).And(w.has(atCNTag+4)))
	now := m.Let("tag", rtlgen.Pack(tag{
		Prio: rtlgen.Mux(tagged, tci.High(3), io.Default.Prio), VID: rtlgen.Mux(own, tci.Low(12), io.Default.VID),
		Tagged: tagged, HasCN: cn, Flow: w.field(atCNTag + 2),
	}))
	kept := m.RegNoReset("tag_of_frame", now.Width(), "of the frame whose beats leave")
	m.If(w.starts, func() { kept.Set(now) }) // the last time as the first beat leaves
	to.In.Valid.Drive(offers)
	to.In.Data.Drive(rtlgen.Cat(rtlgen.Mux(w.starts, now, kept), w.word))

	t := rtlgen.Unpack[tag](beside, dims)
	io.Tag.Prio.Drive(t.Prio)
	io.Tag.VID.Drive(t.VID)
	io.Tag.Tagged.Drive(t.Tagged)
	io.Tag.HasFlow.Drive(t.HasCN)
	io.Tag.Flow.Drive(t.Flow)
	m.Cover("both_tags", offers.And(w.starts).And(cn))
	return m
}
