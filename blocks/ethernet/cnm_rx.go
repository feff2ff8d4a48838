package ethernet

import (
	"culprit.example/culprit/blocks/axis"
	"culprit.example/culprit/blocks/link"
	"culprit.example/culprit/rtlgen"
)

// Events of CNMs: bits of seen, lanes of counts.
const (
	CNMBad     = iota // the MAC has marked the frame as bad
	CNMFlow           // it names no flow of this host
	CNMShort          // it ends before its fields do
	CNMVersion        // its version is not 0
	CNMHeard          // it goes to the reaction point
	CNMEvents         // how many there are
)

// CNMRx listens to a stream for CNMs to this host, and says of each what qcn_rp needs.
func CNMRx(p CNMRxParams) *rtlgen.Typed[CNMRxPorts] {
	m, io := rtlgen.New[CNMRxPorts](p)
	if m.Refused() {
		return m
	}
	axis.Rules(m.Module, "axis", io.Rx, m.Assume)
	m.Unused("beats", io.Rx.Tdata, io.Rx.Tkeep) // all but the fields
	h := hear(m.Module, io.Rx, pduTagged+pduOctets)
	ends := m.Next("ends", h.last, 0, "a frame has ended")
	bad := m.NextNoReset("ends_bad", m.NextNoReset("user_q", io.Rx.Tuser))
	ours := h.is("to_us", 0, 6, io.MAC)
	vlan, tag := h.is("vlan_tag", atType, 2, etherVLAN), h.is("cn_tag", atType, 2, etherCNTag)
	none := h.is("no_tag", atType, 2, etherCNM)
	tagBehind, behind := h.is("cn_tag_behind", atCNTag, 2, etherCNTag), h.is("cnm_behind_a_tag", atCNTag, 2, etherCNM)
	last := h.is("cnm_behind_two", atCNTag+4, 2, etherCNM)
	two, one := h.has("has_two_tags", atCNTag+6), h.has("has_one_tag", atCNTag+2)

	both := m.Let("is_tagged", vlan.And(tagBehind).And(last).And(two))
	alone := m.Let("is_cn_tagged", tag.And(behind).And(one))
	flowless := m.Let("has_no_flow", rtlgen.Mux(vlan, behind.And(one), none.And(h.has("has_type", atType+2))))
	comes := m.Let("cnm_ends", ends.And(ours).And(rtlgen.Mux(both, 1, rtlgen.Mux(alone, 1, flowless))))

	field := func(tagged, untagged int) value { // of a CNM behind both tags, and behind a CN-TAG alone
		return rtlgen.Mux(both, h.kept(tagged), h.kept(untagged))
	}
	rpid := m.Let("rpid", field(atCNTag+2, atType+2))
	known := m.Let("is_known", rpid.Any().And(rpid.Le(p.Flows)).AndNot(flowless))
	head := m.Let("pdu_head", field(pduTagged, pduAlone))
	enough := rtlgen.Mux(both, h.has("has_pdu", pduTagged+pduOctets), h.has("has_pdu_sooner", pduAlone+pduOctets))
	offset := m.Let("q_offset", field(pduTagged+pduOffset, pduAlone+pduOffset))
	m.Unused("reserved", head.Slice(11, 6))

	what := m.Wire("cnm_event", CNMEvents, "bad, flow, short, version, heard from bit 0 on")
	rest := comes
	for event, holds := range []value{bad.Value, known.Not(), enough.Not(), head.High(4).Any()} {
		rest = m.Let("not_yet_"+string(rune('0'+event)), rest)
		what.SetBit(event, rest.And(holds))
		rest = rest.AndNot(holds)
	}
	what.SetBit(CNMHeard, rest)
	count := rtlgen.Use(m, "events", link.Errors(link.ErrorsParams{Causes: CNMEvents, Bits: p.CountBits}))
	count.Errors.Drive(what)
	count.Clear.Drive(io.Clear)
	io.Seen.Drive(count.Seen)
	io.Count.Drive(count.Counts)
	congested := offset.Bit(15)
	if p.QOffsetSign == 1 {
		congested = offset.Bit(15).Not().And(offset.Any())
	} else {
		m.Unused("offset", offset.Low(15))
	}
	io.CNM.Valid.Drive(m.Next("cnm_valid_q", what.Bit(CNMHeard), 0))
	io.CNM.Flow.Drive(m.NextNoReset("cnm_flow_q", rpid.Low(rtlgen.IndexBits(p.Flows)).Sub(1)))
	io.CNM.Feedback.Drive(m.NextNoReset("cnm_feedback_q", head.Low(6)))
	io.CNM.Congested.Drive(m.NextNoReset("cnm_congested_q", congested))
	m.Assert("one_event_for_a_frame", what.AndNot(what.LowestOne()).Any().Not(), "a frame is one of the five")
	return m
}
