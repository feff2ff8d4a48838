package amd64

import "slices"

// Op is an instruction.
type Op uint8

// The instructions, by the manufacturer's names.
const (
	Mov Op = iota
	MovImm64
	Movzx8
	Movzx16
	Lea
	Add
	Or
	And
	Sub
	Xor
	Cmp
	Cmpxchg
	Test
	Imul
	ImulK
	Shl
	Shr
	Sar
	Rol
	Shlx
	Shrx
	Sarx
	Rorx
	Blsr
	Tzcnt
	Popcnt
	Neg
	Div
	Dec
	Sete
	Setne
	Setb
	Setbe
	Seta
	Setae
	Cmove
	Cmovne
	Cmovb
	Cmovbe
	Cmova
	Cmovae

	Vmovdqu
	Vmovq
	Vmovd
	Vpand
	Vpandn
	Vpor
	Vpxor
	Vpblendvb
	Vpaddb
	Vpaddw
	Vpaddd
	Vpaddq
	Vpaddusb
	Vpsubb
	Vpsubw
	Vpsubd
	Vpsubq
	Vpmullw
	Vpmulld
	Vpmuludq
	Vpmaddubsw
	Vpcmpeqb
	Vpcmpeqw
	Vpcmpeqd
	Vpcmpeqq
	Vpcmpgtb
	Vpcmpgtw
	Vpcmpgtd
	Vpcmpgtq
	Vpminub
	Vpminuw
	Vpminud
	Vpsllw
	Vpslld
	Vpsllq
	Vpsrlw
	Vpsrld
	Vpsrlq
	Vpsllvq
	Vpsrlvq
	Vpunpcklbw
	Vpunpckhbw
	Vpunpcklwd
	Vpunpckhwd
	Vpunpckldq
	Vpunpckhdq
	Vpacksswb
	Vpackssdw
	Vpackuswb
	Vpackusdw
	Vshufps
	Vpshufb
	Vptest
	Vpmovmskb
	Vpbroadcastb
	Vpbroadcastw
	Vpbroadcastd
	Vpbroadcastq
	Vpinsrb
	Vpinsrw
	Vpinsrd
	Vpinsrq
	Vinserti128
	Vextracti128
	Vbroadcasti128
	Vpermq
	Vpmovzxbw
	Vpmovzxwd
	Vpmovzxdq
	Vpmovsxbw
	Vpmovsxwd
	Vpmovsxdq

	// With AVX-512.
	Vmovdqu8
	Vmovdqu16
	Vmovdqu64
	Vpternlogd
	Vpblendmb
	Vpblendmw
	Vpblendmd
	Vpblendmq
	Vpcmpb
	Vpcmpub
	Vpcmpw
	Vpcmpuw
	Vpcmpd
	Vpcmpud
	Vpcmpq
	Vpcmpuq
	Vptestmd
	Vpmovm2b
	Vpmovm2w
	Vpmovm2d
	Vpmovm2q
	Vpmovb2m
	Vpsraq
	Vpsravq
	Vprolvq
	Vpmullq
	Vinserti64x4
	Vextracti64x4
	Vbroadcasti64x4
	Vshufi64x2
	Vpermw
	Vpermd
	Kmovq
	Kortestq
	numOps
)

// form is the operands of an instruction, the first of which is mostly the result, and where
// its encoding has them: reg and rm are fields of the byte that describes operands, v is the
// field of the prefix VEX. What rm names can be in memory.
type form uint8

const (
	regRM     form = iota // reg, rm
	regRMImm              // reg, rm, imm
	regRMByte             // reg, rm, imm of a byte
	rmReg                 // rm, reg
	rmImm                 // rm, imm of the size of the operands, at most 32 bits; the row has the opcode's extension
	rmByte                // rm, imm of a byte
	rmOnly                // rm
	rmRegByte             // rm, reg, imm of a byte
	regImm64              // a register in the opcode, imm of 64 bits
	regVRM                // reg, v, rm
	regVRMImm             // reg, v, rm, imm
	regRMV                // reg, rm, v
	vRM                   // v, rm
	vRMImm                // v, rm, imm
	regVRMReg             // reg, v, rm, a register in the bits of an imm
)

// The values of the prefix field.
const (
	p00 = iota
	p66
	pF3
	pF2
)

// The opcode maps.
const (
	m1  = iota // a byte
	m0F        // after 0f
	m38        // after 0f 38
	m3A        // after 0f 3a
)

// width says what the bit W of an encoding is.
type width uint8

const (
	wSize width = iota // set if the operands have 64 bits
	w0
	w1
)

// row is one way to encode an instruction. An instruction has one for each combination of
// operands that it can have.
type row struct {
	op     Op
	name   string
	form   form
	prefix uint8
	opmap  uint8
	code   uint8
	ext    uint8 // where the form has no reg
	vex    bool  // the prefix VEX
	evex   bool  // the prefix EVEX: AVX-512
	w      width
	// rm is the kind of the operand rm, if it is not that of the others: KindMem if it is in
	// memory only.
	rm Kind
	// noMem has rm always in a register.
	noMem bool
	// whole has vectors of 64 bytes only.
	whole bool
	// mask has a mask register for a result.
	mask bool
	// mem is the number of bytes in memory, 0 if it is that of the operands.
	mem int
	// byte is the opcode for operands of 8 bits; 0 if there is none.
	byte uint8
	// short is the opcode for an immediate of 8 bits that is extended; 0 if there is none.
	short uint8
}

// table has the rows of all instructions. Of two that fit, the first one is taken.
var table = slices.Concat(older, avx512)

// older are those without the prefix EVEX, which are shorter.
var older = []row{
	{op: Mov, name: "mov", form: regRM, code: 0x8b, byte: 0x8a, rm: KindMem},
	{op: Mov, name: "mov", form: rmReg, code: 0x89, byte: 0x88},
	{op: Mov, name: "mov", form: rmImm, code: 0xc7, byte: 0xc6},
	{op: MovImm64, name: "movabs", form: regImm64, code: 0xb8, w: w1, noMem: true},
	{op: Movzx8, name: "movzx", form: regRM, opmap: m0F, code: 0xb6, rm: KindR8, mem: 1},
	{op: Movzx16, name: "movzx", form: regRM, opmap: m0F, code: 0xb7, rm: KindR16, mem: 2},
	{op: Lea, name: "lea", form: regRM, code: 0x8d, rm: KindMem},
	{op: Add, name: "add", form: regRM, code: 0x03, rm: KindMem},
	{op: Add, name: "add", form: rmReg, code: 0x01},
	{op: Add, name: "add", form: rmImm, code: 0x81, ext: 0, short: 0x83},
	{op: Or, name: "or", form: regRM, code: 0x0b, rm: KindMem, byte: 0x0a},
	{op: Or, name: "or", form: rmReg, code: 0x09},
	{op: Or, name: "or", form: rmImm, code: 0x81, ext: 1, short: 0x83},
	{op: And, name: "and", form: regRM, code: 0x23, rm: KindMem, byte: 0x22},
	{op: And, name: "and", form: rmReg, code: 0x21},
	{op: And, name: "and", form: rmImm, code: 0x81, ext: 4, short: 0x83},
	{op: Sub, name: "sub", form: regRM, code: 0x2b, rm: KindMem},
	{op: Sub, name: "sub", form: rmReg, code: 0x29},
	{op: Sub, name: "sub", form: rmImm, code: 0x81, ext: 5, short: 0x83},
	{op: Xor, name: "xor", form: regRM, code: 0x33, rm: KindMem, byte: 0x32},
	{op: Xor, name: "xor", form: rmReg, code: 0x31},
	{op: Xor, name: "xor", form: rmImm, code: 0x81, ext: 6, short: 0x83},
	{op: Cmp, name: "cmp", form: regRM, code: 0x3b, rm: KindMem, byte: 0x3a},
	{op: Cmp, name: "cmp", form: rmReg, code: 0x39},
	{op: Cmp, name: "cmp", form: rmImm, code: 0x81, ext: 7, short: 0x83, byte: 0x80},
	{op: Cmpxchg, name: "cmpxchg", form: rmReg, opmap: m0F, code: 0xb1, byte: 0xb0},
	{op: Test, name: "test", form: rmReg, code: 0x85, byte: 0x84},
	{op: Test, name: "test", form: rmImm, code: 0xf7, byte: 0xf6, ext: 0},
	{op: Imul, name: "imul", form: regRM, opmap: m0F, code: 0xaf},
	{op: ImulK, name: "imul", form: regRMImm, code: 0x69, short: 0x6b},
	{op: Shl, name: "shl", form: rmByte, code: 0xc1, ext: 4},
	{op: Shr, name: "shr", form: rmByte, code: 0xc1, ext: 5},
	{op: Sar, name: "sar", form: rmByte, code: 0xc1, ext: 7},
	{op: Rol, name: "rol", form: rmByte, code: 0xc1, ext: 0},
	{op: Shlx, name: "shlx", form: regRMV, prefix: p66, opmap: m38, code: 0xf7, vex: true},
	{op: Shrx, name: "shrx", form: regRMV, prefix: pF2, opmap: m38, code: 0xf7, vex: true},
	{op: Sarx, name: "sarx", form: regRMV, prefix: pF3, opmap: m38, code: 0xf7, vex: true},
	{op: Rorx, name: "rorx", form: regRMByte, prefix: pF2, opmap: m3A, code: 0xf0, vex: true},
	{op: Blsr, name: "blsr", form: vRM, opmap: m38, code: 0xf3, ext: 1, vex: true},
	{op: Tzcnt, name: "tzcnt", form: regRM, prefix: pF3, opmap: m0F, code: 0xbc},
	{op: Popcnt, name: "popcnt", form: regRM, prefix: pF3, opmap: m0F, code: 0xb8},
	{op: Neg, name: "neg", form: rmOnly, code: 0xf7, ext: 3},
	{op: Div, name: "div", form: rmOnly, code: 0xf7, ext: 6},
	{op: Dec, name: "dec", form: rmOnly, code: 0xff, ext: 1},
	set(Sete, "sete", 4), set(Setne, "setne", 5), set(Setb, "setb", 2), set(Setbe, "setbe", 6), set(Seta, "seta", 7),
	set(Setae, "setae", 3),
	cmov(Cmove, "cmove", 4), cmov(Cmovne, "cmovne", 5), cmov(Cmovb, "cmovb", 2), cmov(Cmovbe, "cmovbe", 6),
	cmov(Cmova, "cmova", 7), cmov(Cmovae, "cmovae", 3),

	{op: Vmovdqu, name: "vmovdqu", form: regRM, prefix: pF3, opmap: m0F, code: 0x6f, vex: true, w: w0, rm: KindMem},
	{op: Vmovdqu, name: "vmovdqu", form: rmReg, prefix: pF3, opmap: m0F, code: 0x7f, vex: true, w: w0, rm: KindMem},
	{op: Vmovq, name: "vmovq", form: regRM, prefix: pF3, opmap: m0F, code: 0x7e, vex: true, w: w0, rm: KindMem, mem: 8},
	{op: Vmovq, name: "vmovq", form: rmReg, prefix: p66, opmap: m0F, code: 0xd6, vex: true, w: w0, rm: KindMem, mem: 8},
	{op: Vmovq, name: "vmovq", form: regRM, prefix: p66, opmap: m0F, code: 0x6e, vex: true, w: w1, rm: KindR64, mem: 8},
	{op: Vmovd, name: "vmovd", form: regRM, prefix: p66, opmap: m0F, code: 0x6e, vex: true, w: w0, rm: KindR32, mem: 4},
	vec(Vpand, "vpand", 0xdb), vec(Vpandn, "vpandn", 0xdf), vec(Vpor, "vpor", 0xeb), vec(Vpxor, "vpxor", 0xef),
	{op: Vpblendvb, name: "vpblendvb", form: regVRMReg, prefix: p66, opmap: m3A, code: 0x4c, vex: true, w: w0},
	vec(Vpaddb, "vpaddb", 0xfc), vec(Vpaddw, "vpaddw", 0xfd), vec(Vpaddd, "vpaddd", 0xfe), vec(Vpaddq, "vpaddq", 0xd4),
	vec(Vpaddusb, "vpaddusb", 0xdc),
	vec(Vpsubb, "vpsubb", 0xf8), vec(Vpsubw, "vpsubw", 0xf9), vec(Vpsubd, "vpsubd", 0xfa), vec(Vpsubq, "vpsubq", 0xfb),
	vec(Vpmullw, "vpmullw", 0xd5), vec38(Vpmulld, "vpmulld", 0x40), vec(Vpmuludq, "vpmuludq", 0xf4),
	vec38(Vpmaddubsw, "vpmaddubsw", 0x04),
	vec(Vpcmpeqb, "vpcmpeqb", 0x74), vec(Vpcmpeqw, "vpcmpeqw", 0x75), vec(Vpcmpeqd, "vpcmpeqd", 0x76),
	vec38(Vpcmpeqq, "vpcmpeqq", 0x29),
	vec(Vpcmpgtb, "vpcmpgtb", 0x64), vec(Vpcmpgtw, "vpcmpgtw", 0x65), vec(Vpcmpgtd, "vpcmpgtd", 0x66),
	vec38(Vpcmpgtq, "vpcmpgtq", 0x37),
	vec(Vpminub, "vpminub", 0xda), vec38(Vpminuw, "vpminuw", 0x3a), vec38(Vpminud, "vpminud", 0x3b),
	vecShift(Vpsllw, "vpsllw", 0x71, 6), vecShift(Vpslld, "vpslld", 0x72, 6), vecShift(Vpsllq, "vpsllq", 0x73, 6),
	vecShift(Vpsrlw, "vpsrlw", 0x71, 2), vecShift(Vpsrld, "vpsrld", 0x72, 2), vecShift(Vpsrlq, "vpsrlq", 0x73, 2),
	{op: Vpsllvq, name: "vpsllvq", form: regVRM, prefix: p66, opmap: m38, code: 0x47, vex: true, w: w1},
	{op: Vpsrlvq, name: "vpsrlvq", form: regVRM, prefix: p66, opmap: m38, code: 0x45, vex: true, w: w1},
	vec(Vpunpcklbw, "vpunpcklbw", 0x60), vec(Vpunpckhbw, "vpunpckhbw", 0x68), vec(Vpunpcklwd, "vpunpcklwd", 0x61),
	vec(Vpunpckhwd, "vpunpckhwd", 0x69), vec(Vpunpckldq, "vpunpckldq", 0x62), vec(Vpunpckhdq, "vpunpckhdq", 0x6a),
	vec(Vpacksswb, "vpacksswb", 0x63), vec(Vpackssdw, "vpackssdw", 0x6b), vec(Vpackuswb, "vpackuswb", 0x67),
	vec38(Vpackusdw, "vpackusdw", 0x2b),
	{op: Vshufps, name: "vshufps", form: regVRMImm, prefix: p00, opmap: m0F, code: 0xc6, vex: true, w: w0},
	vec38(Vpshufb, "vpshufb", 0x00),
	{op: Vptest, name: "vptest", form: regRM, prefix: p66, opmap: m38, code: 0x17, vex: true, w: w0},
	{op: Vpmovmskb, name: "vpmovmskb", form: regRM, prefix: p66, opmap: m0F, code: 0xd7, vex: true, w: w0, noMem: true},
	broadcast(Vpbroadcastb, "vpbroadcastb", 0x78, 1), broadcast(Vpbroadcastw, "vpbroadcastw", 0x79, 2),
	broadcast(Vpbroadcastd, "vpbroadcastd", 0x58, 4), broadcast(Vpbroadcastq, "vpbroadcastq", 0x59, 8),
	{op: Vpinsrb, name: "vpinsrb", form: regVRMImm, prefix: p66, opmap: m3A, code: 0x20, vex: true, w: w0, rm: KindR32,
		mem: 1},
	{op: Vpinsrw, name: "vpinsrw", form: regVRMImm, prefix: p66, opmap: m0F, code: 0xc4, vex: true, w: w0, rm: KindR32,
		mem: 2},
	{op: Vpinsrd, name: "vpinsrd", form: regVRMImm, prefix: p66, opmap: m3A, code: 0x22, vex: true, w: w0, rm: KindR32,
		mem: 4},
	{op: Vpinsrq, name: "vpinsrq", form: regVRMImm, prefix: p66, opmap: m3A, code: 0x22, vex: true, w: w1, rm: KindR64,
		mem: 8},
	{op: Vinserti128, name: "vinserti128", form: regVRMImm, prefix: p66, opmap: m3A, code: 0x38, vex: true, w: w0,
		rm: KindX, mem: 16},
	{op: Vextracti128, name: "vextracti128", form: rmRegByte, prefix: p66, opmap: m3A, code: 0x39, vex: true, w: w0,
		rm: KindX, mem: 16},
	{op: Vbroadcasti128, name: "vbroadcasti128", form: regRM, prefix: p66, opmap: m38, code: 0x5a, vex: true, w: w0,
		rm: KindMem, mem: 16},
	{op: Vpermq, name: "vpermq", form: regRMByte, prefix: p66, opmap: m3A, code: 0x00, vex: true, w: w1},
	extend(Vpmovzxbw, "vpmovzxbw", 0x30), extend(Vpmovzxwd, "vpmovzxwd", 0x33), extend(Vpmovzxdq, "vpmovzxdq", 0x35),
	extend(Vpmovsxbw, "vpmovsxbw", 0x20), extend(Vpmovsxwd, "vpmovsxwd", 0x23), extend(Vpmovsxdq, "vpmovsxdq", 0x25),
}

func set(op Op, name string, cond uint8) row {
	return row{op: op, name: name, form: rmOnly, opmap: m0F, code: 0x90 + cond, rm: KindR8, mem: 1}
}

func cmov(op Op, name string, cond uint8) row {
	return row{op: op, name: name, form: regRM, opmap: m0F, code: 0x40 + cond}
}

// vec is an operation on two vectors.
func vec(op Op, name string, code uint8) row {
	return row{op: op, name: name, form: regVRM, prefix: p66, opmap: m0F, code: code, vex: true, w: w0}
}

func vec38(op Op, name string, code uint8) row {
	return row{op: op, name: name, form: regVRM, prefix: p66, opmap: m38, code: code, vex: true, w: w0}
}

// vecShift shifts elements of a register by a constant.
func vecShift(op Op, name string, code, ext uint8) row {
	return row{op: op, name: name, form: vRMImm, prefix: p66, opmap: m0F, code: code, ext: ext, vex: true, w: w0,
		noMem: true}
}

// broadcast repeats an element, the lowest of a register.
func broadcast(op Op, name string, code uint8, bytes int) row {
	return row{op: op, name: name, form: regRM, prefix: p66, opmap: m38, code: code, vex: true, w: w0, rm: KindX,
		mem: bytes}
}

// extend makes elements of twice the size of a vector of 16 bytes.
func extend(op Op, name string, code uint8) row {
	return row{op: op, name: name, form: regRM, prefix: p66, opmap: m38, code: code, vex: true, w: w0, rm: KindX, mem: 16}
}

// rows has the rows of an instruction.
var rows = func() [numOps][]row {
	var list [numOps][]row
	for _, r := range table {
		list[r.op] = append(list[r.op], r)
	}
	return list
}()

// Named is the instruction of that name, which must be the only one. One that has another name
// with AVX-512 goes by that of AVX2.
func Named(name string) (Op, bool) {
	found, ok := Op(0), false
	for i := range table {
		if r := &table[i]; r.name == name && (!ok || r.op != found) {
			if ok {
				return 0, false
			}
			found, ok = r.op, true
		}
	}
	return found, ok
}

// String is the name, that of AVX2 if there are two.
func (op Op) String() string { return rows[op][0].name }

// Legal reports whether there is an instruction with these operands, with AVX-512 or without.
func Legal(op Op, avx512 bool, args ...Arg) bool {
	return slices.ContainsFunc(rows[op], func(r row) bool {
		_, fits := r.sort(args)
		return fits && (avx512 || !r.evex)
	})
}
