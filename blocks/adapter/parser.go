package adapter

import "culprit.example/culprit/rtlgen"

// inspected is a header behind its first register.
type inspected struct {
	Header
	good       value // intact, and for this adapter
	src        value // registered once more
	crc, route value // flags of the errors, registered
}

// inspect checks a header.
func (p Params) inspect(m *rtlgen.Module, valid, header, me value) inspected {
	header = m.Let("header", header)
	h := p.HeaderOf(header)
	intact := m.Let("intact", p.checked(header))
	own := m.Let("own", h.Dst.Eq(me))
	return inspected{
		h, m.Let("good", valid.And(intact).And(own)), m.NextNoReset("src_q", h.Src).Value,
		m.Next("err_crc_q", valid.AndNot(intact), 0).Value, m.Next("err_route_q", valid.And(intact).AndNot(own), 0).Value,
	}
}

// control drives what the header carries beside a segment.
func (p Params) control(m *rtlgen.Module, h inspected, io *Control) {
	if p.OOB == 1 {
		m.Unused("control", h.Req, h.Gnt, h.Ack, h.Aud)
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
// A word with a wrong CRC, or for another adapter, is discarded and reported.
func Parser(p Params) *rtlgen.Typed[ParserPorts] {
	m, io := rtlgen.New[ParserPorts](p)
	if m.Refused() {
		return m
	}
	valid := m.Next("word_valid_q", io.Rx.Valid, 0)
	word := m.NextNoReset("word_q", io.Rx.Data)
	m.Unused("frame", io.Rx.Head, io.Rx.Tail) // a word is a whole segment
	h := p.inspect(m.Module, valid.Value, word.High(headerBits), io.Me.Value)
	io.Seg.Valid.Drive(m.Next("seg_valid_q", h.good.AndNot(h.Kind), 0))
	io.Seg.Src.Drive(h.src)
	io.Seg.Path.Drive(m.NextNoReset("path_q", h.Mid))
	io.Seg.Seq.Drive(m.NextNoReset("seq_q", h.Seq))
	io.Seg.Last.Drive(m.NextNoReset("last_q", h.Last))
	io.Seg.Unsol.Drive(m.NextNoReset("unsol_q", h.Unsol))
	io.Seg.Tag.Drive(m.NextNoReset("tag_q", word.Low(TagBits)))
	p.control(m.Module, h, &io.Control)
	io.CRC.Drive(h.crc)
	io.Route.Drive(h.route)
	m.Unused("fields", h.First)
	m.Assume("whole_segments", io.Rx.Valid.Implies(io.Rx.Head.And(io.Rx.Tail)), "a segment is one word")
	return m
}

// BeatParser is the parser of beat mode: the payload of a segment follows its header
// through the same registers, that of a discarded message is dropped.
func BeatParser(p Params) *rtlgen.Typed[BeatParserPorts] {
	p.Beat = 1
	m, io := rtlgen.New[BeatParserPorts](p)
	if m.Refused() {
		return m
	}
	valid, head := m.Next("word_valid_q", io.Rx.Valid, 0), m.NextNoReset("word_head_q", io.Rx.Head)
	tail := m.NextNoReset("word_tail_q", io.Rx.Tail)
	word := m.NextNoReset("word_q", io.Rx.Data)
	starts := m.Let("starts", valid.And(head))
	h := p.inspect(m.Module, starts, word.High(headerBits), io.Me.Value)
	segment := m.Let("segment", h.good.AndNot(h.Kind))
	within := m.Reg("within_q", 1, 0) // payload of a good segment follows
	m.If(starts, func() { within.Set(segment) })
	io.Seg.Valid.Drive(m.Next("seg_valid_q", segment, 0))
	io.Seg.Src.Drive(h.src)
	io.Seg.Path.Drive(m.NextNoReset("path_q", h.Mid))
	io.Seg.Seq.Drive(m.NextNoReset("seq_q", h.Seq))
	io.Seg.Unsol.Drive(m.NextNoReset("unsol_q", h.Unsol))
	io.Beat.Valid.Drive(m.Next("beat_valid_q", valid.AndNot(head).And(within), 0))
	io.Beat.Data.Drive(m.NextNoReset("beat_data_q", word.High(headerBits)))
	io.Beat.EOP.Drive(m.NextNoReset("beat_eop_q", word.Bit(0)))
	io.Beat.Tail.Drive(m.NextNoReset("beat_tail_q", tail))
	p.control(m.Module, h, &io.Control)
	io.CRC.Drive(h.crc)
	io.Route.Drive(h.route)
	m.Unused("fields", h.First, h.Last, io.Rx.Bad)
	return m
}
