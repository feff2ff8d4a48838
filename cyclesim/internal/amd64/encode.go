package amd64

import "fmt"

// operands are the arguments of an instruction by their fields in the encoding.
type operands struct {
	reg, rm, v Arg
	imm        int64
	immBytes   int
	last       Arg // the register in the bits of an immediate
}

// match finds the row for the arguments, and sorts them: the first one that fits, or one with a
// displacement of one byte instead of four.
func (a *Asm) match(op Op, args []Arg) (*row, operands) {
	var first *row
	var found operands
	for i := range rows[op] {
		r := &rows[op][i]
		o, ok := r.sort(args)
		switch {
		case !ok:
		case first == nil && (!a.AVX512 || !r.vex || !o.long(1)):
			return r, o
		case first == nil:
			first, found = r, o
		case r.evex && !o.long(r.unit(args)):
			return r, o
		}
	}
	if first == nil {
		panic(fmt.Sprintf("BUG: no encoding of %s", text(nil, args)))
	}
	return first, found
}

// long reports whether a displacement, in units of the given size, takes four bytes.
func (o *operands) long(unit int) bool {
	m := &o.rm.Mem
	if o.rm.Kind != KindMem || m.Label != NoLabel {
		return false
	}
	return !Short(m.Disp, unit)
}

// Short reports whether a displacement, in units of the given size, takes one byte.
func Short(disp int32, unit int) bool {
	units := int(disp) / unit
	return units*unit == int(disp) && units == int(int8(units))
}

// unit is what a displacement of one byte counts.
func (r *row) unit(args []Arg) int {
	switch {
	case !r.evex:
		return 1
	case r.mem > 0:
		return r.mem
	}
	return vectorBytes(args)
}

// fields says which argument goes to which field: r, m, v for registers and memory, i and I for
// immediates, l for the register in an immediate.
var fields = [...]string{
	regRM: "rm", regRMImm: "rmi", regRMByte: "rmI", rmReg: "mr", rmImm: "mi", rmByte: "mI", rmOnly: "m", rmRegByte: "mrI",
	regImm64: "mi",
	regVRM:   "rvm", regVRMImm: "rvmI", regRMV: "rmv", vRM: "vm", vRMImm: "vmI", regVRMReg: "rvml",
}

// sort assigns the arguments to the fields; it fails if they are not those of the row.
func (r *row) sort(args []Arg) (operands, bool) {
	var o operands
	f := fields[r.form]
	if len(args) != len(f) || !r.suits(args) {
		return o, false
	}
	o.reg.N = r.ext
	for i, a := range args {
		ok := true
		switch f[i] {
		case 'r':
			o.reg, ok = a, a.Kind != KindMem && a.Kind != KindImm
		case 'v':
			o.v, ok = a, a.Kind != KindMem && a.Kind != KindImm
		case 'l':
			o.last, o.immBytes = a, 1
			o.imm = int64(a.N) << 4
		case 'm':
			o.rm, ok = a, a.Kind != KindImm && !(r.noMem && a.Kind == KindMem)
			if r.rm != Nothing {
				ok = ok && (a.Kind == KindMem || a.Kind == r.rm)
			}
		default:
			o.imm, ok = a.Imm, a.Kind == KindImm
			o.immBytes = 1
			if f[i] == 'i' {
				o.immBytes = min(r.operandBytes(args), 4)
			}
		}
		if !ok {
			return o, false
		}
	}
	if !r.vex && !r.evex && r.operandBytes(args) == 1 && r.byte == 0 && r.rm != KindR8 {
		return o, false
	}
	return o, true
}

// operandBytes is the size of general operands.
func (r *row) operandBytes(args []Arg) int {
	for _, a := range args {
		if a.Kind.general() {
			return 1 << (a.Kind - KindR8)
		}
		if a.Kind == KindMem && a.N > 0 {
			return int(a.N)
		}
	}
	return 4
}

// Emit adds an instruction.
func (a *Asm) Emit(op Op, args ...Arg) {
	r, o := a.match(op, args)
	if a.recorded {
		a.note("%s", text(r, args))
	}
	bytes := r.operandBytes(args)
	code := r.code
	if !r.vex && !r.evex && bytes == 1 && r.byte != 0 {
		code = r.byte
	}
	switch {
	case r.form == regImm64:
		a.put(0x48|o.rm.N>>3, code+o.rm.N&7)
		a.number(o.imm, 8)
		return
	case r.short != 0 && bytes > 1 && o.imm == int64(int8(o.imm)):
		code, o.immBytes = r.short, 1
	case r.form == rmImm && op == Mov && o.rm.Kind.general() && bytes < 8:
		a.shortMov(bytes, o)
		return
	case r.form == rmImm && op != Mov && o.rm.Kind.general() && o.rm.N == uint8(RAX):
		a.shortRAX(r, bytes, o)
		return
	}
	if r.form == rmByte && r.opmap == m1 && o.imm == 1 {
		code, o.immBytes = code|0x10, 0 // a shift by 1
	}
	w := r.w == w1 || r.w == wSize && bytes == 8
	switch {
	case r.evex:
		a.evexPrefix(r, &o, w, code, args)
	case r.vex:
		a.vexPrefix(r, &o, w, code, args)
	default:
		a.legacyPrefix(r, &o, w, code, bytes)
	}
	a.modRM(o.reg.N&7, o.rm, r.unit(args), o.immBytes)
	a.number(o.imm, o.immBytes)
}

// shortMov encodes the move of a number to a register, which is in the opcode.
func (a *Asm) shortMov(bytes int, o operands) {
	code := uint8(0xb8)
	if bytes == 1 {
		code = 0xb0
	}
	if bytes == 2 {
		a.put(0x66)
	}
	if o.rm.N >= 8 {
		a.put(0x41)
	} else if bytes == 1 && o.rm.N >= 4 {
		a.put(0x40)
	}
	a.put(code + o.rm.N&7)
	a.number(o.imm, o.immBytes)
}

// shortRAX encodes an operation on rax and a number, which needs no further byte.
func (a *Asm) shortRAX(r *row, bytes int, o operands) {
	code := r.ext<<3 | 5
	if r.op == Test {
		code = 0xa9
	}
	if bytes == 1 {
		code--
	}
	switch bytes {
	case 2:
		a.put(0x66)
	case 8:
		a.put(0x48)
	}
	a.put(code)
	a.number(o.imm, o.immBytes)
}

// high gives the upper bits of the registers in an operand rm: those of the index and of the base.
func (a Arg) high() (x, b uint8) {
	if a.Kind != KindMem {
		return 0, a.N >> 3
	}
	if a.Mem.Label != NoLabel {
		return 0, 0
	}
	if a.Mem.Index != NoReg {
		x = uint8(a.Mem.Index) >> 3
	}
	return x, uint8(a.Mem.Base) >> 3
}

var prefixBytes = [4]uint8{p66: 0x66, pF3: 0xf3, pF2: 0xf2}

func (a *Asm) legacyPrefix(r *row, o *operands, w bool, code uint8, bytes int) {
	if bytes == 2 {
		a.put(0x66)
	}
	if r.prefix != p00 {
		a.put(prefixBytes[r.prefix])
	}
	x, b := o.rm.high()
	rex := o.reg.N>>3<<2 | x<<1 | b
	if w {
		rex |= 8
	}
	// Registers 4 to 7 of a byte are others without this prefix.
	odd := func(x Arg) bool { return x.Kind == KindR8 && x.N >= 4 }
	if rex != 0 || odd(o.rm) || odd(o.reg) {
		a.put(0x40 | rex)
	}
	if r.opmap == m0F {
		a.put(0x0f)
	}
	a.put(code)
}

func (a *Asm) vexPrefix(r *row, o *operands, w bool, code uint8, args []Arg) {
	x, b := o.rm.high()
	rest := ^o.v.N&15<<3 | r.prefix
	for _, arg := range args {
		if arg.Kind == KindY {
			rest |= 4
		}
	}
	reg := ^o.reg.N >> 3 & 1 << 7
	if r.opmap == m0F && !w && x == 0 && b == 0 {
		a.put(0xc5, reg|rest, code)
		return
	}
	if w {
		rest |= 0x80
	}
	a.put(0xc4, reg|(1-x)<<6|(1-b)<<5|r.opmap, rest, code)
}

// modRM writes the byte that describes the operands, and what belongs to it. A short displacement
// counts units of the given number of bytes; follow bytes are left up to the end of the instruction.
func (a *Asm) modRM(reg uint8, rm Arg, unit, follow int) {
	reg <<= 3
	if rm.Kind != KindMem {
		a.put(0xc0 | reg | rm.N&7)
		return
	}
	m := rm.Mem
	if m.Label != NoLabel {
		a.put(reg | 5)
		a.relative(m.Label, m.Disp, follow)
		return
	}
	base := uint8(m.Base) & 7
	mod, size, disp := uint8(0x80), 4, int64(m.Disp)
	switch {
	case disp == 0 && base != 5:
		mod, size = 0, 0
	case Short(m.Disp, unit):
		mod, size, disp = 0x40, 1, disp/int64(unit)
	}
	if m.Index == NoReg && base != 4 {
		a.put(mod | reg | base)
	} else {
		index, scale := uint8(4), uint8(0)
		if m.Index != NoReg {
			index = uint8(m.Index) & 7
			for s := m.Scale; s > 1; s /= 2 {
				scale++
			}
		}
		a.put(mod|reg|4, scale<<6|index<<3|base)
	}
	a.number(disp, size)
}
