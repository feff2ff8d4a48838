package golden

import (
	"encoding/binary"
	"hash/crc32"
	"math/big"
)

// Bytes are a frame of 64 bytes on the wire, with FCS.
type Bytes [64]byte

// Big is the frame as the number on a port: byte 0 highest.
func (b Bytes) Big() *big.Int { return new(big.Int).SetBytes(b[:]) }

// BytesOf is the frame on a port.
func BytesOf(x *big.Int) Bytes {
	var b Bytes
	if x != nil {
		x.FillBytes(b[:])
	}
	return b
}

// Seal writes the FCS.
func (b *Bytes) Seal() { binary.LittleEndian.PutUint32(b[60:], crc32.ChecksumIEEE(b[:60])) }

// Sealed reports whether the FCS is right.
func (b Bytes) Sealed() bool {
	return binary.LittleEndian.Uint32(b[60:]) == crc32.ChecksumIEEE(b[:60])
}

func (b *Bytes) put16(at, x int) { binary.BigEndian.PutUint16(b[at:], uint16(x)) }
func (b Bytes) get16(at int) int { return int(binary.BigEndian.Uint16(b[at:])) }

// putMAC writes the address of a server port, base its upper 36 bits.
func (b *Bytes) putMAC(at, base, number int) {
	mac := base<<12 | number
	b.put16(at, mac>>32)
	b.put16(at+2, mac>>16)
	b.put16(at+4, mac)
}

func (b Bytes) mac(at int) int { return b.get16(at)<<32 | b.get16(at+2)<<16 | b.get16(at+4) }

// CNMExtra are the fields of a CNM on the wire that its beat does not have.
type CNMExtra struct {
	VID, RPID int
	MSDU      [14]byte
}

// CNMBytes are the bytes of a CNM.
func CNMBytes(base int, f Frame, x CNMExtra) Bytes {
	var b Bytes
	b.putMAC(0, base, f.Dst)
	b.putMAC(6, base, f.Src)
	b.put16(12, 0x8100)
	b.put16(14, f.Prio<<13|x.VID)
	b.put16(16, 0x22e9)
	b.put16(18, x.RPID)
	b.put16(20, 0x22e7)
	b.put16(22, f.Feedback)
	b.putMAC(24, base, f.Src)
	b.put16(30, f.CPID)
	b.put16(32, f.QOffset)
	b.put16(34, f.QDelta)
	b.put16(36, f.FlowPrio<<13)
	b.putMAC(38, base, f.FlowDst)
	b.put16(44, 14)
	copy(b[46:], x.MSDU[:])
	b.Seal()
	return b
}

// ParseCNM reads a CNM whose FCS is right; ok is false if it is none.
func ParseCNM(base int, b Bytes) (f Frame, x CNMExtra, ok bool) {
	for _, at := range []int{0, 6, 24, 38} {
		if b.mac(at)>>12 != base {
			return f, x, false
		}
	}
	if b.get16(12) != 0x8100 || b.get16(16) != 0x22e9 || b.get16(20) != 0x22e7 || b[22]>>4 != 0 || b.mac(24) != b.mac(6) {
		return f, x, false
	}
	signed := func(at int) int { return int(int16(b.get16(at))) }
	f = Frame{
		Kind: KindCNM, Prio: int(b[14] >> 5), Dst: b.mac(0) & 0xfff, Src: b.mac(6) & 0xfff, Length: 64,
		Feedback: int(b[23] & 63), QOffset: signed(32), QDelta: signed(34), CPID: b.get16(30), FlowPrio: int(b[36] >> 5),
		FlowDst: b.mac(38) & 0xfff,
	}
	x = CNMExtra{VID: b.get16(14) & 0xfff, RPID: b.get16(18), MSDU: [14]byte(b[46:60])}
	return f, x, true
}

// PFCBytes are the bytes of a PAUSE frame per priority.
func PFCBytes(base int, f Frame) Bytes {
	var b Bytes
	copy(b[:], []byte{0x01, 0x80, 0xc2, 0x00, 0x00, 0x01})
	b.putMAC(6, base, f.Src)
	b.put16(12, 0x8808)
	b.put16(14, 0x0101)
	b.put16(16, f.Enable)
	for p := range 8 {
		if f.Enable&f.Stop>>p&1 == 1 {
			b.put16(18+2*p, f.Quanta)
		}
	}
	b.Seal()
	return b
}

// ParsePause reads a PAUSE frame whose FCS is right; ok is false if it is none.
func ParsePause(b Bytes) (f Frame, ok bool) {
	number := b.mac(6) & 0xfff
	f = Frame{Kind: KindPause, Dst: number, Src: number, Length: 64}
	if b.mac(0) != 0x0180c2000001 || b.get16(12) != 0x8808 {
		return f, false
	}
	switch b.get16(14) {
	case 0x0001:
		f.Enable, f.Quanta = 255, b.get16(16)
		if f.Quanta > 0 {
			f.Stop = 255
		}
		return f, true
	case 0x0101:
		f.Enable = int(b[17])
		for p := range 8 {
			if quanta := b.get16(18 + 2*p); f.Enable>>p&1 == 1 && quanta > 0 {
				f.Stop |= 1 << p
				f.Quanta |= quanta
			}
		}
		return f, true
	}
	return f, false
}

// FCSIn are the inputs of frame_fcs.
type FCSIn struct{ Data *big.Int }

// FCSOut are its outputs.
type FCSOut struct{ FCS uint32 }

// FCS is the model of frame_fcs.
func FCS(in FCSIn) FCSOut {
	var data [60]byte
	in.Data.FillBytes(data[:])
	var fcs [4]byte
	binary.LittleEndian.PutUint32(fcs[:], crc32.ChecksumIEEE(data[:]))
	return FCSOut{binary.BigEndian.Uint32(fcs[:])}
}

// FrameIn are the inputs of cnm_frame and pfc_frame.
type FrameIn struct {
	BeatValid bool
	BeatData  *big.Int
	VID       int      `port:",optional"`
	RPID      int      `port:",optional"`
	MSDU      *big.Int `port:",optional"`
}

// FrameOut are their outputs.
type FrameOut struct {
	FrameValid bool
	FrameData  *big.Int `valid:"FrameValid"`
}

// Framer is the model of cnm_frame and pfc_frame.
type Framer struct {
	base int
	cnm  bool
	out  FrameOut
}

// NewCNMFrame makes cnm_frame after reset.
func NewCNMFrame(base int) *Framer { return &Framer{base: base, cnm: true} }

// NewPFCFrame makes pfc_frame after reset.
func NewPFCFrame(base int) *Framer { return &Framer{base: base} }

// Step is one clock cycle.
func (m *Framer) Step(in FrameIn) FrameOut {
	out := m.out
	m.out = FrameOut{}
	if !in.BeatValid {
		return out
	}
	f := FrameOf(WordOf(in.BeatData))
	b := PFCBytes(m.base, f)
	if m.cnm {
		x := CNMExtra{VID: in.VID, RPID: in.RPID}
		in.MSDU.FillBytes(x.MSDU[:])
		b = CNMBytes(m.base, f, x)
	}
	m.out = FrameOut{true, b.Big()}
	return out
}

// ParseIn are the inputs of cnm_parse and pfc_parse.
type ParseIn struct {
	FrameValid bool
	FrameData  *big.Int
}

// ParseOut are their outputs.
type ParseOut struct {
	BeatGood   bool
	BeatBadFCS bool     `port:"beat_bad_fcs"`
	BeatData   *big.Int `valid:"BeatGood"`
	VID        int      `port:",optional" valid:"BeatGood"`
	RPID       int      `port:",optional" valid:"BeatGood"`
	MSDU       *big.Int `port:",optional" valid:"BeatGood"`
}

// Parser is the model of cnm_parse and pfc_parse.
type Parser struct {
	base   int
	cnm    bool
	later  ParseOut
	latest ParseOut
}

// NewCNMParse makes cnm_parse after reset.
func NewCNMParse(base int) *Parser { return &Parser{base: base, cnm: true} }

// NewPFCParse makes pfc_parse after reset.
func NewPFCParse() *Parser { return &Parser{} }

// Step is one clock cycle.
func (m *Parser) Step(in ParseIn) ParseOut {
	out := m.latest
	m.latest, m.later = m.later, ParseOut{}
	if !in.FrameValid {
		return out
	}
	b := BytesOf(in.FrameData)
	var f Frame
	var x CNMExtra
	if m.cnm {
		f, x, m.later.BeatGood = ParseCNM(m.base, b)
	} else {
		f, m.later.BeatGood = ParsePause(b)
	}
	m.later.BeatBadFCS = !b.Sealed()
	m.later.BeatGood = m.later.BeatGood && b.Sealed()
	m.later.BeatData = f.Word().Big()
	m.later.VID, m.later.RPID, m.later.MSDU = x.VID, x.RPID, new(big.Int).SetBytes(x.MSDU[:])
	return out
}
