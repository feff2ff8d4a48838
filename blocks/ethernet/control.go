package ethernet

import (
	"fmt"

	"culprit.example/culprit/blocks/axis"
	"culprit.example/culprit/blocks/packet"
	"culprit.example/culprit/rtlgen"
)

// Constants of frames, and where their fields begin, octets.
const (
	controlMAC  = 0x0180c2000001
	etherType   = 0x8808
	etherVLAN   = 0x8100
	etherCNTag  = 0x22e9
	etherCNM    = 0x22e7
	opcodePause = 0x0001
	opcodePFC   = 0x0101

	atType   = 12
	atCNTag  = 16 // behind a VLAN tag
	atOpcode = 14
	atEnable = 16 // of PFC; of PAUSE the time
	atTimes  = 18 // of PFC, priority 0 first

	pduTagged = 22 // of a CNM, behind a VLAN tag and a CN-TAG
	pduAlone  = 18 // behind a CN-TAG alone
	pduOffset = 10 // cnmQOffset in it
	pduOctets = 24 // without the MSDU

	pauseOctets = atEnable + 2
	pfcOctets   = atTimes + 2*classes
	frameOctets = 60 // of a frame without FCS, at least
)

// octets are n octets of a beat from octet at of it, the first one highest.
func octets(data value, at, n int) value {
	list := make([]value, n)
	for i := range list {
		list[i] = data.Lane(at+i, 8)
	}
	return rtlgen.CatOf(list)
}

// layout is a frame that is made, octet by octet.
type layout struct {
	m      *rtlgen.Module
	octets []value
}

// constant appends n octets of a number, the high one first.
func (l *layout) constant(n int, x uint64) {
	for n--; n >= 0; n-- {
		l.octets = append(l.octets, l.m.Const(8, x>>(8*n)&0xff))
	}
}

// field appends the octets of a value with a name, the high one first.
func (l *layout) field(x rtlgen.Signal) {
	v := rtlgen.ValueOf(x)
	for i := v.Width()/8 - 1; i >= 0; i-- {
		l.octets = append(l.octets, v.Lane(i, 8))
	}
}

// inBeats is the frame in beats of the given width, the first octet and the first beat lowest. What
// is left of the last beat is 0.
func (l *layout) inBeats(name string, width int) value {
	list := l.octets
	for len(list)*8%width != 0 {
		list = append(list, l.m.Zero(8))
	}
	return l.m.Let(name, rtlgen.LanesOf(list))
}

// heard is a frame as it comes in, a beat at a time, a cycle later. Octets of a frame are at fixed
// places of fixed beats, and two that begin at an even one are in one beat.
type heard struct {
	m     *rtlgen.Module
	data  rtlgen.In
	keep  rtlgen.In
	valid value         // a beat
	last  value         // it ends a frame
	index rtlgen.Reg    // number of the beat, which stays at one more than the last that is looked at
	bytes int           // of a beat
	pairs map[int]value // two octets of the beat from this one on, the first one lowest
	keeps map[int]value // of this octet of the beat
	words map[int]value // two octets of the frame from this one on, a cycle after their beat
}

// hear looks at the beats that are taken from a stream; upTo is the number of octets of a frame that
// are looked at.
func hear[B rtlgen.Direction](m *rtlgen.Module, s axis.Stream[rtlgen.In, B], upTo int) heard {
	h := heard{m: m, data: s.Tdata, keep: s.Tkeep, bytes: s.Tkeep.Width()}
	h.pairs, h.keeps, h.words = map[int]value{}, map[int]value{}, map[int]value{}
	h.valid = m.Next("heard", s.Tvalid.And(packet.ValueOf(s.Tready)), 0, "a beat was taken").Value
	h.last = m.Let("heard_last", h.valid.And(m.NextNoReset("last_q", s.Tlast)))
	end := (upTo-1)/h.bytes + 1
	h.index = m.Reg("beat_index", rtlgen.CountBits(end), 0, "number of the beat in its frame; stays behind the last that counts")
	m.If(h.last, func() { h.index.Set(0) }).ElseIf(h.valid.And(h.index.Ne(end)), func() { h.index.Set(h.index.Add(1)) })
	return h
}

// at reports whether this beat has the octet, or, if none came, whether the next one has it.
func (h heard) at(octet int) value { return h.index.Eq(octet / h.bytes) }

// field is one of n octets, an even number, from an even one on, of this beat.
func (h heard) field(octet, n int) value {
	var list []value
	for i := octet % h.bytes; i < octet%h.bytes+n; i += 2 {
		if _, known := h.pairs[i]; !known {
			h.pairs[i] = h.m.NextNoReset(fmt.Sprintf("octets_%d", i), h.data.Slice(8*i+15, 8*i),
				fmt.Sprintf("octets %d and %d of the beat, the first one lowest", i, i+1)).Value
		}
		list = append(list, octets(h.pairs[i], 0, 2))
	}
	return rtlgen.CatOf(list)
}

// is keeps whether a field has a value. It is known a cycle after the beat that has the field; of a
// frame that ends before it, it is arbitrary.
func (h heard) is(name string, octet, n int, is rtlgen.Operand) value {
	q := h.m.RegNoReset(name, 1, fmt.Sprintf("octets %d to %d of the frame have the value", octet, octet+n-1))
	h.m.If(h.at(octet), func() { q.Set(h.field(octet, n).Eq(is)) })
	return q.Value
}

// kept are two octets from the given one on, a cycle after their beat.
func (h heard) kept(octet int) value {
	if _, known := h.words[octet]; !known {
		q := h.m.RegNoReset(fmt.Sprintf("field_%d", octet), 16, fmt.Sprintf("octets %d and %d of the frame", octet, octet+1))
		h.m.If(h.at(octet), func() { q.Set(h.field(octet, 2)) })
		h.words[octet] = q.Value
	}
	return h.words[octet]
}

// has is, a cycle after the end of a frame, whether it has that many octets.
func (h heard) has(name string, count int) value {
	at, of := (count-1)/h.bytes, (count-1)%h.bytes
	if _, known := h.keeps[of]; !known {
		h.keeps[of] = h.m.NextNoReset(fmt.Sprintf("keep_%d_q", of), h.keep.Bit(of),
			fmt.Sprintf("the beat has octet %d", of)).Value
	}
	has := rtlgen.Mux(h.index.Gt(at), 1, h.index.Eq(at).And(h.keeps[of]))
	return h.m.NextNoReset(name, has, fmt.Sprintf("the frame has %d octets or more", count)).Value
}
