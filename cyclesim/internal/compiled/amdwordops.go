package compiled

import "culprit/cyclesim/internal/amd64"

// conditions are what the flags say after a comparison of the operands; 0 is none.
var conditions = [numOps]amd64.Cond{opEq: amd64.Equal, opNe: amd64.NotEqual, opLt: amd64.Below, opLe: amd64.NotAbove}

// setCond and moveCond are the instructions for a condition.
var (
	setCond = map[amd64.Cond]amd64.Op{
		amd64.Equal: amd64.Sete, amd64.NotEqual: amd64.Setne, amd64.Below: amd64.Setb, amd64.NotAbove: amd64.Setbe,
		amd64.Above: amd64.Seta, amd64.NotBelow: amd64.Setae,
	}
	moveCond = map[amd64.Cond]amd64.Op{
		amd64.Equal: amd64.Cmove, amd64.NotEqual: amd64.Cmovne, amd64.Below: amd64.Cmovb, amd64.NotAbove: amd64.Cmovbe,
		amd64.Above: amd64.Cmova, amd64.NotBelow: amd64.Cmovae,
	}
)

// binaries are the operations whose first operand an instruction replaces by the result.
var binaries = map[op]struct {
	op       amd64.Op
	commutes bool
}{
	opAdd: {amd64.Add, true}, opSub: {amd64.Sub, false}, opAnd: {amd64.And, true}, opOr: {amd64.Or, true}, opXor: {amd64.Xor, true},
	opMul: {amd64.Imul, true},
}

// shifts have an instruction for a constant, and one for a variable.
var shifts = map[op]struct{ constant, variable amd64.Op }{
	opShl: {amd64.Shl, amd64.Shlx}, opShr: {amd64.Shr, amd64.Shrx}, opSar: {amd64.Sar, amd64.Sarx},
}

// counts are the operations on one value.
var counts = map[op]amd64.Op{opCtz: amd64.Tzcnt, opPopcnt: amd64.Popcnt}

func (w *amdWords) operation(r ref, in *instr) {
	switch in.op {
	case opAdd, opSub, opAnd, opOr, opXor, opMul:
		w.binary(r, in)
	case opShl, opShr, opSar:
		w.shift(r, in)
	case opRotl:
		w.rotate(r, in)
	case opRem:
		w.remainder(r, in)
	case opEq, opNe, opLt, opLe:
		c := w.compare(in)
		w.done(in)
		d := w.def(r)
		w.asm.Emit(setCond[c], amd64.R8b(d))
		w.asm.Emit(amd64.Movzx8, amd64.R32(d), amd64.R8b(d))
	case opCtz, opPopcnt:
		x := w.place(ref32(int(in.a)), &w.p.code[in.a])
		w.done(in)
		w.asm.Emit(counts[in.op], amd64.R64(w.def(r)), x)
	case opSelect:
		w.choose(r, in)
	case opArbitrary:
		d := w.def(r)
		w.arbitrary(d, in.k)
	case opLoad:
		x := w.reg(in.a)
		w.done(in)
		w.loadWord(w.def(r), amd64.AtIndex(frameReg, x, 1, int32(in.k)), in.size)
	default:
		panic("BUG: no instruction for the operation " + opNames[in.op])
	}
}

func (w *amdWords) def(r ref) amd64.Reg { return wordRegs[w.regs.Def(ref32(int(r)))] }

func (w *amdWords) binary(r ref, in *instr) {
	b := binaries[in.op]
	if b.commutes && w.p.code[in.a].op == opConst {
		turned := *in
		turned.a, turned.b = in.b, in.a
		in = &turned
	}
	y := w.operand(in.b)
	x := w.operand(in.a)
	if in.op == opMul && y.Kind == amd64.KindImm {
		x = amd64.R64(w.reg(in.a))
		w.done(in)
		w.asm.Emit(amd64.ImulK, amd64.R64(w.def(r)), x, y)
		return
	}
	if in.op == opAnd && w.p.code[in.b].op == opConst && w.mask(r, in, x) {
		return
	}
	w.done(in)
	dies := func(v ref, at amd64.Arg) bool { return at.Kind == amd64.KindR64 && w.regs.Dies(ref32(int(v))) }
	first := in.a
	switch {
	case dies(in.a, x):
	case b.commutes && dies(in.b, y):
		first, x, y = in.b, y, x
	case in.op == opAdd && x.Kind == amd64.KindR64 && (y.Kind == amd64.KindR64 || y.Kind == amd64.KindImm):
		w.asm.Emit(amd64.Lea, amd64.R64(w.def(r)), sum(x, y))
		return
	}
	d := w.into(r, first, x)
	w.asm.Emit(b.op, amd64.R64(d), y)
}

// sum is the address that is the sum of a register and a register or number.
func sum(x, y amd64.Arg) amd64.Arg {
	if y.Kind == amd64.KindImm {
		return amd64.At(amd64.Reg(x.N), int32(y.Imm))
	}
	return amd64.AtIndex(amd64.Reg(x.N), amd64.Reg(y.N), 1, 0)
}

// mask is an AND with a constant for which there is a move, or that clears the upper half.
func (w *amdWords) mask(r ref, in *instr, x amd64.Arg) bool {
	k := w.p.code[in.b].k
	if x.Kind != amd64.KindR64 || k>>32 != 0 {
		return false
	}
	from := amd64.Reg(x.N)
	switch k {
	case 1<<8 - 1:
		w.done(in)
		w.asm.Emit(amd64.Movzx8, amd64.R32(w.def(r)), amd64.R8b(from))
	case 1<<16 - 1:
		w.done(in)
		w.asm.Emit(amd64.Movzx16, amd64.R32(w.def(r)), amd64.R16(from))
	case 1<<32 - 1:
		w.done(in)
		w.asm.Emit(amd64.Mov, amd64.R32(w.def(r)), amd64.R32(from))
	default:
		w.done(in)
		d := w.into(r, in.a, x)
		w.asm.Emit(amd64.And, amd64.R32(d), amd64.Imm(int64(int32(k))))
	}
	return true
}

func (w *amdWords) shift(r ref, in *instr) {
	s := shifts[in.op]
	if k := &w.p.code[in.b]; k.op == opConst {
		x := w.operand(in.a)
		w.done(in)
		w.asm.Emit(s.constant, amd64.R64(w.into(r, in.a, x)), amd64.Imm(int64(k.k&63)))
		return
	}
	by := w.reg(in.b)
	x := w.place(ref32(int(in.a)), &w.p.code[in.a])
	w.done(in)
	w.asm.Emit(s.variable, amd64.R64(w.def(r)), x, amd64.R64(by))
}

func (w *amdWords) rotate(r ref, in *instr) {
	a := w.asm
	if k := &w.p.code[in.b]; k.op == opConst {
		x := w.place(ref32(int(in.a)), &w.p.code[in.a])
		w.done(in)
		a.Emit(amd64.Rorx, amd64.R64(w.def(r)), x, amd64.Imm(int64(-k.k&63)))
		return
	}
	x, by := amd64.R64(w.reg(in.a)), amd64.R64(w.reg(in.b))
	w.done(in)
	rax := amd64.R64(amd64.RAX)
	a.Emit(amd64.Mov, rax, by)
	a.Emit(amd64.Neg, rax)
	a.Emit(amd64.Shrx, rax, x, rax)
	d := amd64.R64(w.def(r))
	a.Emit(amd64.Shlx, d, x, by)
	a.Emit(amd64.Or, d, rax)
}

func (w *amdWords) remainder(r ref, in *instr) {
	x := w.operand(in.a)
	y := w.reg(in.b)
	w.done(in)
	w.move(amd64.RAX, x)
	w.number(amd64.RDX, 0)
	w.asm.Emit(amd64.Div, amd64.R64(y))
	w.move(w.def(r), amd64.R64(amd64.RDX))
}

// compare sets the flags, and says which condition is that of the comparison.
func (w *amdWords) compare(in *instr) amd64.Cond {
	x := w.reg(in.a)
	if k := &w.p.code[in.b]; k.op == opConst && k.k == 0 && in.op <= opNe {
		w.asm.Emit(amd64.Test, amd64.R64(x), amd64.R64(x))
	} else {
		w.asm.Emit(amd64.Cmp, amd64.R64(x), w.operand(in.b))
	}
	return conditions[in.op]
}

// flags sets the flags by a condition, and says when it holds.
func (w *amdWords) flags(r ref) amd64.Cond {
	if w.late[r] {
		return w.compare(&w.p.code[r])
	}
	x := amd64.R32(w.reg(r))
	w.asm.Emit(amd64.Test, x, x)
	return amd64.NotEqual
}

// choose is a selection. Moves leave the flags as they are.
func (w *amdWords) choose(r ref, in *instr) {
	yes, no := w.place(ref32(int(in.b)), &w.p.code[in.b]), w.operand(in.c)
	c := w.flags(in.a)
	w.done(in)
	if no.Kind == amd64.KindR64 && w.regs.Dies(ref32(int(in.c))) || yes.Kind != amd64.KindR64 || !w.regs.Dies(ref32(int(in.b))) || no.Kind == amd64.KindImm {
		d := w.into(r, in.c, no)
		w.asm.Emit(moveCond[c], amd64.R64(d), yes)
		return
	}
	d := w.into(r, in.b, yes)
	w.asm.Emit(moveCond[c.Opposite()], amd64.R64(d), no)
}

// arbitrary makes a word that depends on seed, cycle and k.
func (g *machineCode) arbitrary(d amd64.Reg, k uint64) {
	a := g.asm
	rax := amd64.R64(amd64.RAX)
	a.Emit(amd64.Mov, rax, global(g.at.cycle))
	a.Emit(amd64.Add, rax, global(g.at.seed))
	g.number(d, k)
	a.Emit(amd64.Imul, amd64.R64(d), rax)
	a.Emit(amd64.Rol, amd64.R64(d), amd64.Imm(29))
}
