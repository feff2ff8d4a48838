package amd64

// avx512 are the rows with the prefix EVEX: vectors of 64 bytes, registers 16 to 31, masks. Some
// instructions have a name of their own here, which says the size of the elements that a mask
// counts.
var avx512 = []row{
	{op: Vmovdqu, name: "vmovdqu32", form: regRM, prefix: pF3, opmap: m0F, code: 0x6f, evex: true, w: w0},
	{op: Vmovdqu, name: "vmovdqu32", form: rmReg, prefix: pF3, opmap: m0F, code: 0x7f, evex: true, w: w0, rm: KindMem},
	{op: Vmovdqu8, name: "vmovdqu8", form: regRM, prefix: pF2, opmap: m0F, code: 0x6f, evex: true, w: w0},
	{op: Vmovdqu16, name: "vmovdqu16", form: regRM, prefix: pF2, opmap: m0F, code: 0x6f, evex: true, w: w1},
	{op: Vmovdqu64, name: "vmovdqu64", form: regRM, prefix: pF3, opmap: m0F, code: 0x6f, evex: true, w: w1},
	{op: Vmovq, name: "vmovq", form: rmReg, prefix: p66, opmap: m0F, code: 0x7e, evex: true, w: w1, rm: KindMem, mem: 8},
	{op: Vmovq, name: "vmovq", form: regRM, prefix: p66, opmap: m0F, code: 0x6e, evex: true, w: w1, rm: KindR64, mem: 8},
	{op: Vmovd, name: "vmovd", form: regRM, prefix: p66, opmap: m0F, code: 0x6e, evex: true, w: w0, rm: KindR32, mem: 4},

	wide(Vpand, "vpandd", m0F, 0xdb, w0), wide(Vpandn, "vpandnd", m0F, 0xdf, w0), wide(Vpor, "vpord", m0F, 0xeb, w0),
	wide(Vpxor, "vpxord", m0F, 0xef, w0),
	wide(Vpaddb, "vpaddb", m0F, 0xfc, w0), wide(Vpaddw, "vpaddw", m0F, 0xfd, w0), wide(Vpaddd, "vpaddd", m0F, 0xfe, w0),
	wide(Vpaddq, "vpaddq", m0F, 0xd4, w1),
	wide(Vpaddusb, "vpaddusb", m0F, 0xdc, w0),
	wide(Vpsubb, "vpsubb", m0F, 0xf8, w0), wide(Vpsubw, "vpsubw", m0F, 0xf9, w0), wide(Vpsubd, "vpsubd", m0F, 0xfa, w0),
	wide(Vpsubq, "vpsubq", m0F, 0xfb, w1),
	wide(Vpmullw, "vpmullw", m0F, 0xd5, w0), wide(Vpmulld, "vpmulld", m38, 0x40, w0),
	wide(Vpmullq, "vpmullq", m38, 0x40, w1), wide(Vpmuludq, "vpmuludq", m0F, 0xf4, w1),
	wide(Vpmaddubsw, "vpmaddubsw", m38, 0x04, w0),
	wide(Vpminub, "vpminub", m0F, 0xda, w0), wide(Vpminuw, "vpminuw", m38, 0x3a, w0),
	wide(Vpminud, "vpminud", m38, 0x3b, w0),
	wide(Vpsllvq, "vpsllvq", m38, 0x47, w1), wide(Vpsrlvq, "vpsrlvq", m38, 0x45, w1),
	wide(Vpsravq, "vpsravq", m38, 0x46, w1), wide(Vprolvq, "vprolvq", m38, 0x15, w1),
	wide(Vpunpcklbw, "vpunpcklbw", m0F, 0x60, w0), wide(Vpunpckhbw, "vpunpckhbw", m0F, 0x68, w0),
	wide(Vpunpcklwd, "vpunpcklwd", m0F, 0x61, w0), wide(Vpunpckhwd, "vpunpckhwd", m0F, 0x69, w0),
	wide(Vpunpckldq, "vpunpckldq", m0F, 0x62, w0), wide(Vpunpckhdq, "vpunpckhdq", m0F, 0x6a, w0),
	wide(Vpacksswb, "vpacksswb", m0F, 0x63, w0), wide(Vpackssdw, "vpackssdw", m0F, 0x6b, w0),
	wide(Vpackuswb, "vpackuswb", m0F, 0x67, w0), wide(Vpackusdw, "vpackusdw", m38, 0x2b, w0),
	wide(Vpshufb, "vpshufb", m38, 0x00, w0),
	wideShift(Vpsllw, "vpsllw", 0x71, 6, w0), wideShift(Vpslld, "vpslld", 0x72, 6, w0),
	wideShift(Vpsllq, "vpsllq", 0x73, 6, w1),
	wideShift(Vpsrlw, "vpsrlw", 0x71, 2, w0), wideShift(Vpsrld, "vpsrld", 0x72, 2, w0),
	wideShift(Vpsrlq, "vpsrlq", 0x73, 2, w1),
	wideShift(Vpsraq, "vpsraq", 0x72, 4, w1),
	{op: Vshufps, name: "vshufps", form: regVRMImm, prefix: p00, opmap: m0F, code: 0xc6, evex: true, w: w0},
	wideBroadcast(Vpbroadcastb, "vpbroadcastb", 0x78, 1, w0), wideBroadcast(Vpbroadcastw, "vpbroadcastw", 0x79, 2, w0),
	wideBroadcast(Vpbroadcastd, "vpbroadcastd", 0x58, 4, w0), wideBroadcast(Vpbroadcastq, "vpbroadcastq", 0x59, 8, w1),
	{op: Vpinsrb, name: "vpinsrb", form: regVRMImm, prefix: p66, opmap: m3A, code: 0x20, evex: true, w: w0, rm: KindR32,
		mem: 1},
	{op: Vpinsrw, name: "vpinsrw", form: regVRMImm, prefix: p66, opmap: m0F, code: 0xc4, evex: true, w: w0, rm: KindR32,
		mem: 2},
	{op: Vpinsrd, name: "vpinsrd", form: regVRMImm, prefix: p66, opmap: m3A, code: 0x22, evex: true, w: w0, rm: KindR32,
		mem: 4},
	{op: Vpinsrq, name: "vpinsrq", form: regVRMImm, prefix: p66, opmap: m3A, code: 0x22, evex: true, w: w1, rm: KindR64,
		mem: 8},
	{op: Vinserti128, name: "vinserti32x4", form: regVRMImm, prefix: p66, opmap: m3A, code: 0x38, evex: true, w: w0,
		rm: KindX, mem: 16},

	{op: Vinserti64x4, name: "vinserti64x4", form: regVRMImm, prefix: p66, opmap: m3A, code: 0x3a, evex: true, w: w1,
		rm: KindY, mem: 32, whole: true},
	{op: Vextracti64x4, name: "vextracti64x4", form: rmRegByte, prefix: p66, opmap: m3A, code: 0x3b, evex: true, w: w1,
		rm: KindY, mem: 32, whole: true},
	{op: Vbroadcasti64x4, name: "vbroadcasti64x4", form: regRM, prefix: p66, opmap: m38, code: 0x5b, evex: true, w: w1,
		rm: KindMem, mem: 32, whole: true},
	wideExtend(Vpmovzxbw, "vpmovzxbw", 0x30), wideExtend(Vpmovzxwd, "vpmovzxwd", 0x33),
	wideExtend(Vpmovzxdq, "vpmovzxdq", 0x35),
	wideExtend(Vpmovsxbw, "vpmovsxbw", 0x20), wideExtend(Vpmovsxwd, "vpmovsxwd", 0x23),
	wideExtend(Vpmovsxdq, "vpmovsxdq", 0x25),
	{op: Vpermw, name: "vpermw", form: regVRM, prefix: p66, opmap: m38, code: 0x8d, evex: true, w: w1, whole: true},
	{op: Vpermd, name: "vpermd", form: regVRM, prefix: p66, opmap: m38, code: 0x36, evex: true, w: w0, whole: true},
	{op: Vshufi64x2, name: "vshufi64x2", form: regVRMImm, prefix: p66, opmap: m3A, code: 0x43, evex: true, w: w1},

	{op: Vpternlogd, name: "vpternlogd", form: regVRMImm, prefix: p66, opmap: m3A, code: 0x25, evex: true, w: w0},
	wide(Vpblendmb, "vpblendmb", m38, 0x66, w0), wide(Vpblendmw, "vpblendmw", m38, 0x66, w1),
	wide(Vpblendmd, "vpblendmd", m38, 0x64, w0), wide(Vpblendmq, "vpblendmq", m38, 0x64, w1),
	compare(Vpcmpb, "vpcmpb", 0x3f, w0), compare(Vpcmpub, "vpcmpub", 0x3e, w0), compare(Vpcmpw, "vpcmpw", 0x3f, w1),
	compare(Vpcmpuw, "vpcmpuw", 0x3e, w1),
	compare(Vpcmpd, "vpcmpd", 0x1f, w0), compare(Vpcmpud, "vpcmpud", 0x1e, w0), compare(Vpcmpq, "vpcmpq", 0x1f, w1),
	compare(Vpcmpuq, "vpcmpuq", 0x1e, w1),
	{op: Vptestmd, name: "vptestmd", form: regVRM, prefix: p66, opmap: m38, code: 0x27, evex: true, w: w0, mask: true},
	fromMask(Vpmovm2b, "vpmovm2b", 0x28, w0), fromMask(Vpmovm2w, "vpmovm2w", 0x28, w1),
	fromMask(Vpmovm2d, "vpmovm2d", 0x38, w0), fromMask(Vpmovm2q, "vpmovm2q", 0x38, w1),
	{op: Vpmovb2m, name: "vpmovb2m", form: regRM, prefix: pF3, opmap: m38, code: 0x29, evex: true, w: w0, noMem: true,
		mask: true},
	{op: Kmovq, name: "kmovq", form: regRM, prefix: pF2, opmap: m0F, code: 0x93, vex: true, w: w1, rm: KindK, noMem: true},
	{op: Kortestq, name: "kortestq", form: regRM, prefix: p00, opmap: m0F, code: 0x98, vex: true, w: w1, rm: KindK,
		noMem: true, mask: true},
}

// wide is an operation on two vectors.
func wide(op Op, name string, opmap, code uint8, w width) row {
	return row{op: op, name: name, form: regVRM, prefix: p66, opmap: opmap, code: code, evex: true, w: w}
}

// wideShift shifts elements by a constant.
func wideShift(op Op, name string, code, ext uint8, w width) row {
	return row{op: op, name: name, form: vRMImm, prefix: p66, opmap: m0F, code: code, ext: ext, evex: true, w: w}
}

// wideExtend makes elements of twice the size of a vector of 32 bytes.
func wideExtend(op Op, name string, code uint8) row {
	return row{op: op, name: name, form: regRM, prefix: p66, opmap: m38, code: code, evex: true, w: w0, rm: KindY, mem: 32,
		whole: true}
}

func wideBroadcast(op Op, name string, code uint8, bytes int, w width) row {
	return row{op: op, name: name, form: regRM, prefix: p66, opmap: m38, code: code, evex: true, w: w, rm: KindX,
		mem: bytes}
}

// compare compares elements as the number in the instruction says: Equals to LessOrEqual and
// their opposites.
func compare(op Op, name string, code uint8, w width) row {
	return row{op: op, name: name, form: regVRMImm, prefix: p66, opmap: m3A, code: code, evex: true, w: w, mask: true}
}

// The comparisons; x^4 is the opposite of x.
const (
	Equals = iota
	Less
	LessOrEqual
	_
	Differs
	NotLess
	NotLessOrEqual
)

// fromMask makes elements of ones where a mask has a 1.
func fromMask(op Op, name string, code uint8, w width) row {
	return row{op: op, name: name, form: regRM, prefix: pF3, opmap: m38, code: code, evex: true, w: w, rm: KindK,
		noMem: true}
}

// suits reports whether the prefix of a row can name the operands.
func (r *row) suits(args []Arg) bool {
	if r.mask != (args[0].Kind == KindK) {
		return false
	}
	if r.whole && vectorBytes(args) != 64 {
		return false
	}
	for _, a := range args {
		if !r.evex && (a.Kind == KindZ || a.Kind.vector() && a.N > 15 || a.Mask > 0) {
			return false
		}
	}
	return true
}

// evexPrefix is the prefix of AVX-512.
func (a *Asm) evexPrefix(r *row, o *operands, w bool, code uint8, args []Arg) {
	x, b := o.rm.high()
	if o.rm.Kind != KindMem {
		x, b = o.rm.N>>4&1, o.rm.N>>3&1
	}
	bit := func(x uint8, at int) byte { return x & 1 << at }
	p0 := 0xf0&^(bit(o.reg.N>>3, 7)|bit(x, 6)|bit(b, 5)|bit(o.reg.N>>4, 4)) | r.opmap
	p1 := ^o.v.N&15<<3 | 4 | r.prefix
	if w {
		p1 |= 0x80
	}
	p2 := bit(^o.v.N>>4, 3)
	switch vectorBytes(args) {
	case 32:
		p2 |= 0x20
	case 64:
		p2 |= 0x40
	}
	for _, arg := range args {
		p2 |= arg.Mask
		if arg.Zeroing {
			p2 |= 0x80
		}
	}
	a.put(0x62, p0, p1, p2, code)
}
