package adapter

import (
	"culprit.example/culprit/blocks/cioq"
	"culprit.example/culprit/rtlgen"
)

// inspected is a header behind its first register.
type inspected struct {
	Header
	good       value // intact, for this adapter, and not a segment that may not come
	segment    value // a segment that may come
	src        value // registered once more
	crc, route value // flags of the errors, registered
}

// inspect checks a header. framing are the errors of the pins; numbers judge the segments of
// cell mode, in beat mode there are none.
func (p Params) inspect(m *rtlgen.Module, valid, header, me value, io Admission, framing value,
	err rtlgen.Out, n *numbers) inspected {
	header = m.Let("header", header)
	h := p.HeaderOf(header)
	intact := m.Let("intact", p.checked(header))
	own := m.Let("own", h.Dst.Eq(me))
	a := p.admits(m, io, h.Src)
	m.Assume("ready_before_header", valid.Implies(a.ready), "no word before the tables are initialised")
	ours := m.Let("ours", valid.And(intact).And(own))
	may := m.Let("may_come", rtlgen.Mux(h.Unsol, a.free, a.granted))
	admitted := may
	if n != nil {
		may = n.judge(h, a, me, may, ours.AndNot(h.Kind))
	}
	segment := m.Let("segment", ours.AndNot(h.Kind).And(may))
	if n != nil {
		n.enters(h, a, segment)
	} else {
		a.enters(segment, h.Unsol, h.Src)
	}
	refused := m.Let("refused", ours.AndNot(h.Kind).AndNot(admitted))
	crc, route := m.Next("err_crc_q", valid.AndNot(intact), 0), m.Next("err_route_q", valid.And(intact).AndNot(own), 0)
	early := m.Next("err_unsolicited_q", refused.And(h.Unsol), 0, "an unsolicited segment came while another is here")
	excess := m.Next("err_not_granted_q", refused.AndNot(h.Unsol), 0, "a segment came that was not granted")
	pins := m.Next("err_framing_q", framing, 0, "errors from bit 0: no_head, cut, long, marked")
	err.Drive(rtlgen.Cat(early, excess, route, crc, pins))
	return inspected{h, m.Let("good", ours.And(h.Kind.Or(may))), segment, m.NextNoReset("src_q", h.Src).Value,
		crc.Value, route.Value}
}

// control drives what the header carries beside a segment.
func (p Params) control(m *rtlgen.Module, h inspected, io *Control) {
	if p.OOB == 1 {
		m.Unused("control", h.Req, h.Gnt, h.Ack, h.Aud, h.good)
		return
	}
	count := func(name string, n value, to *Count[rtlgen.Out]) {
		to.Valid.Drive(m.Next(name+"_valid_q", h.good.And(n.Ne(0)), 0))
		to.Node.Drive(h.src)
		to.Count.Drive(m.NextNoReset(name+"_count_q", n))
	}
	req := h.Req
	if p.Repair == 1 {
		req = m.Let("req", rtlgen.Mux(h.Aud, 0, h.Req))
		io.Audit.Valid.Drive(m.Next("audit_valid_q", h.good.And(h.Aud), 0))
		io.Audit.Node.Drive(h.src)
		io.Audit.Pending.Drive(m.NextNoReset("audit_pending_q", h.Req))
		io.Audit.Unsol.Drive(m.NextNoReset("audit_unsol_q", h.Unsol))
		io.Audit.Seq.Drive(m.NextNoReset("audit_seq_q", h.Seq))
	} else {
		m.Unused("audit", h.Aud)
	}
	count("req", req, &io.Req)
	count("gnt", h.Gnt, &io.Gnt)
	io.Ack.Valid.Drive(m.Next("ack_valid_q", h.good.And(h.Ack), 0))
	io.Ack.Node.Drive(h.src)
}

// Parser takes the words from the fabric apart: a word passes one register, its
// header is checked, and what it carries is registered once more.
//
// A word that is no whole one, has a wrong CRC, is for another adapter, or brings a segment
// that may not come or has a number that cannot be, is discarded and reported.
func Parser(p Params) *rtlgen.Typed[ParserPorts] {
	m, io := rtlgen.New[ParserPorts](p)
	if m.Refused() {
		return m
	}
	rx := io.Rx
	valid := m.Next("word_valid_q", rx.Valid.And(rx.Head).And(rx.Tail), 0, "a word with head and tail has come")
	word := m.NextNoReset("word_q", rx.Data)
	zero := m.Zero(1)
	framing := rtlgen.Cat(zero, rx.Valid.And(rx.Head).AndNot(rx.Tail), zero, rx.Valid.AndNot(rx.Head))
	n := &numbers{m: m.Module, p: p, pins: p.HeaderOf(rx.Data.High(headerBits))}
	passed := m.Reg("seg_valid_q", 1, 0)
	n.passed = passed.Value
	if p.Repair == 1 {
		n.settles(io, m.Let("no_word", rx.Valid.Or(valid).Not()))
	}
	h := p.inspect(m.Module, valid.Value, word.High(headerBits), io.Me.Value, io.Admission, framing, io.Error, n)
	passed.Set(h.segment)
	io.Sequence.Drive(n.wrong)
	io.Seg.Valid.Drive(passed)
	io.Seg.Src.Drive(h.src)
	io.Seg.Path.Drive(m.NextNoReset("path_q", h.Mid))
	io.Seg.Gap.Drive(m.NextNoReset("gap_q", n.gap))
	io.Seg.Unsol.Drive(m.NextNoReset("unsol_q", h.Unsol))
	io.Seg.Tag.Drive(m.NextNoReset("tag_q", word.Low(TagBits)))
	p.control(m.Module, h, &io.Control)
	io.CRC.Drive(h.crc)
	io.Route.Drive(h.route)
	m.Unused("fields", h.First, h.Last)
	m.Assume("whole_segments", io.Rx.Valid.Implies(io.Rx.Head.And(io.Rx.Tail)), "a segment is one word")
	return m
}

// BeatParser is the parser of beat mode: the payload of a segment follows its header
// through the same registers, that of a discarded message is dropped. What is cut short or
// too long ends as bad.
func BeatParser(p Params) *rtlgen.Typed[BeatParserPorts] {
	p.Beat = 1
	m, io := rtlgen.New[BeatParserPorts](p)
	if m.Refused() {
		return m
	}
	follows := cioq.Follow(m.Module, io.Rx, func(head value) value { return head })
	f := follows.Hold(m.Module, io.Rx)
	word := f.Data
	starts := m.Let("starts", f.Head.AndNot(f.Alone))
	framing := rtlgen.Cat(follows.GoesOn.And(io.Rx.Tail).And(io.Rx.Bad), follows.Long, follows.Cut, follows.Stray)
	h := p.inspect(m.Module, starts, word.High(headerBits), io.Me.Value, io.Admission, framing, io.Error, nil)
	m.Unused("credits", follows.Headless, follows.OnlyHead)
	segment := h.segment
	within := m.Reg("within_q", 1, 0, "payload of a segment that passes follows")
	m.If(starts, func() { within.Set(segment) })
	io.Seg.Valid.Drive(m.Next("seg_valid_q", segment, 0))
	io.Seg.Src.Drive(h.src)
	io.Seg.Path.Drive(m.NextNoReset("path_q", h.Mid))
	io.Seg.Seq.Drive(m.NextNoReset("seq_q", h.Seq))
	io.Seg.Unsol.Drive(m.NextNoReset("unsol_q", h.Unsol))
	io.Beat.Valid.Drive(m.Next("beat_valid_q", f.Valid.AndNot(f.Head).And(within), 0))
	io.Beat.Data.Drive(m.NextNoReset("beat_data_q", word.High(headerBits)))
	bad := m.Let("ends_bad", f.Ends.And(f.Bad))
	io.Beat.EOP.Drive(m.NextNoReset("beat_eop_q", word.Bit(0).Or(bad)))
	io.Beat.Tail.Drive(m.NextNoReset("beat_tail_q", f.Ends))
	io.Beat.Bad.Drive(m.NextNoReset("beat_bad_q", bad))
	p.control(m.Module, h, &io.Control)
	io.CRC.Drive(h.crc)
	io.Route.Drive(h.route)
	m.Unused("fields", h.First, h.Last)
	return m
}
