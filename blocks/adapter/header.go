package adapter

import (
	"culprit.example/culprit/blocks/prim"
	"culprit.example/culprit/rtlgen"
)

// value shortens the signatures of this package.
type value = rtlgen.Value

// headerBits is the width of a header: one beat of a link in beat mode, the upper
// part of a word in cell mode.
const headerBits = 64

// TagBits is the payload of a segment in cell mode, beside the header.
const TagBits = 32

// segmentBeats is the payload of the largest segment in beat mode.
const segmentBeats = 32

// Header is the header of a message, top bit first. The switching elements read Mid
// and Dst, which follow the top bit, and nothing else.
type Header struct {
	Kind  value // 1 bit: 0 a segment of a VOQ, 1 a message without payload
	Mid   value // IndexBits(paths): number of the path
	Dst   value // IndexBits(nodes): adapter that it goes to
	Src   value // IndexBits(nodes): adapter that it comes from
	First value // 1 bit: the segment starts at a packet boundary
	Last  value // 1 bit: it ends at one; 0 in beat mode, where beats say so
	Unsol value // 1 bit: sent without a grant
	Ack   value // 1 bit: the unsolicited segment of the flow Dst -> Src has left
	Seq   value // seqBits: position of the segment in its flow
	Req   value // CountBits(g): segments that Src asks Dst for
	Gnt   value // CountBits(g): segments that Dst may send to Src
	Aud   value // 1 bit: audit of a flow that is stuck; 0 without the repair
}

// field is a field of the header and its width.
type field struct {
	of    *value
	width int
}

// fields are the fields in front of the spare bits and the CRC, for these parameters.
func (h *Header) fields(p Params) []field {
	return []field{
		{&h.Kind, 1}, {&h.Mid, p.pw()}, {&h.Dst, p.nw()}, {&h.Src, p.nw()},
		{&h.First, 1}, {&h.Last, 1}, {&h.Unsol, 1}, {&h.Ack, 1},
		{&h.Seq, seqBits}, {&h.Req, p.gw()}, {&h.Gnt, p.gw()}, {&h.Aud, 1},
	}
}

// headerLayout is where the parts behind the fields lie: spare bits, then the CRC.
type headerLayout struct {
	used, spare, crc int
}

// layout is the layout of the header: a CRC of 8 bits where it fits, else of 6.
func (p Params) layout() headerLayout {
	var h Header
	used := 0
	for _, f := range h.fields(p) {
		used += f.width
	}
	crc := 8
	if used+crc > headerBits {
		crc = 6
	}
	return headerLayout{used, headerBits - used - crc, crc}
}

// HeaderOf takes a header of 64 bits apart.
func (p Params) HeaderOf(header rtlgen.Signal) Header {
	var h Header
	rest, v := headerBits, rtlgen.ValueOf(header)
	for _, f := range h.fields(p) {
		*f.of = v.Slice(rest-1, rest-f.width)
		rest -= f.width
	}
	return h
}

// Pack puts a header together, with its CRC. It makes signals that start with name.
func (h Header) Pack(m *rtlgen.Module, name string, p Params) value {
	var parts []value
	for _, f := range h.fields(p) {
		parts = append(parts, *f.of)
	}
	l := p.layout()
	if l.spare > 0 {
		parts = append(parts, m.Zero(l.spare))
	}
	body := m.Let(name+"_body", rtlgen.CatOf(parts))
	return rtlgen.Cat(body, p.crc(body))
}

// checked reports whether the CRC of a header is that of the rest. Spare bits are part
// of the rest.
func (p Params) checked(header rtlgen.Signal) value {
	v, crc := rtlgen.ValueOf(header), p.layout().crc
	return p.crc(v.Slice(headerBits-1, crc)).Eq(v.Low(crc))
}

// crc is the CRC of a header without it: CRC-8 (x^8+x^2+x+1) or CRC-6
// (x^6+x+1), most significant bit first, from 0. Each bit is the parity of those
// bits of the body that it depends on.
func (p Params) crc(body value) value {
	width := p.layout().crc
	poly := uint32(0x07)
	if width == 6 {
		poly = 0x03
	}
	columns := make([]uint32, body.Width()) // the remainder of x^(i+width), for bit i of the body
	remainder := poly
	for i := range columns {
		columns[i] = remainder
		carry := remainder >> (width - 1) & 1
		remainder = remainder << 1 & (1<<width - 1)
		if carry == 1 {
			remainder ^= poly
		}
	}
	return rtlgen.LanesOf(prim.Parities(body, columns, width))
}
