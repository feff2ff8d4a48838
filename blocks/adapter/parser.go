package adapter

import "culprit/rtlgen"

// Parser takes the words from the fabric apart: a word passes one register, its
// header is checked, and what it carries is registered once more.
//
// A word with a wrong CRC, or for another adapter, is discarded and reported.
func Parser(p Params) *rtlgen.Typed[ParserPorts] {
	m, io := rtlgen.New[ParserPorts](p)
	valid := m.Next("word_valid_q", io.Rx.Valid, 0)
	word := m.NextNoReset("word_q", io.Rx.Data)
	m.Unused("frame", io.Rx.Head, io.Rx.Tail) // a word is a whole segment

	header := m.Let("header", word.High(headerBits))
	h := p.HeaderOf(header)
	intact := m.Let("intact", p.checked(header))
	own := m.Let("own", h.Dst.Eq(io.Me))
	good := m.Let("good", valid.And(intact).And(own))
	reg := func(name string, v value) value { return m.NextNoReset(name+"_q", v).Value }
	flag := func(name string, v value) value { return m.Next(name+"_q", v, 0).Value }

	src := reg("src", h.Src)
	io.Seg.Valid.Drive(flag("seg_valid", good.AndNot(h.Kind)))
	io.Seg.Src.Drive(src)
	io.Seg.Path.Drive(reg("path", h.Mid))
	io.Seg.Seq.Drive(reg("seq", h.Seq))
	io.Seg.Last.Drive(reg("last", h.Last))
	io.Seg.Unsol.Drive(reg("unsol", h.Unsol))
	io.Seg.Tag.Drive(reg("tag", word.Low(TagBits)))
	io.CRC.Drive(flag("err_crc", valid.AndNot(intact)))
	io.Route.Drive(flag("err_route", valid.And(intact).AndNot(own)))
	ignored := []rtlgen.Signal{h.First, h.Aud}
	if p.OOB == 1 {
		ignored = append(ignored, h.Req, h.Gnt, h.Ack)
	} else {
		io.Req.Valid.Drive(flag("req_valid", good.And(h.Req.Ne(0))))
		io.Req.Node.Drive(src)
		io.Req.Count.Drive(reg("req_count", h.Req))
		io.Gnt.Valid.Drive(flag("gnt_valid", good.And(h.Gnt.Ne(0))))
		io.Gnt.Node.Drive(src)
		io.Gnt.Count.Drive(reg("gnt_count", h.Gnt))
		io.Ack.Valid.Drive(flag("ack_valid", good.And(h.Ack)))
		io.Ack.Node.Drive(src)
	}
	m.Unused("fields", ignored...)
	m.Assume("whole_segments", io.Rx.Valid.Implies(io.Rx.Head.And(io.Rx.Tail)), "a segment is one word")
	return m
}
