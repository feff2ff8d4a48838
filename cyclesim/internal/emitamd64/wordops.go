package emitamd64

import (
	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/word"
)

// conditions are what the flags say after a comparison of the operands; 0 is none.
var conditions = [word.NumOps]amd64.Cond{word.Eq: amd64.Equal, word.Ne: amd64.NotEqual, word.Lt: amd64.Below,
	word.Le: amd64.NotAbove}

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
var binaries = map[word.Op]struct {
	op       amd64.Op
	commutes bool
}{
	word.Add: {amd64.Add, true}, word.Sub: {amd64.Sub, false}, word.And: {amd64.And, true}, word.Or: {amd64.Or, true},
	word.Xor: {amd64.Xor, true},
	word.Mul: {amd64.Imul, true},
}

// shifts have an instruction for a constant, and one for a variable.
var shifts = map[word.Op]struct{ constant, variable amd64.Op }{
	word.Shl: {amd64.Shl, amd64.Shlx}, word.Shr: {amd64.Shr, amd64.Shrx}, word.Sar: {amd64.Sar, amd64.Sarx},
}

// counts are the operations on one value.
var counts = map[word.Op]amd64.Op{word.Ctz: amd64.Tzcnt, word.Popcnt: amd64.Popcnt}

func (w *amdWords) operation(r word.Ref, in *word.Instr) {
	switch in.Op {
	case word.Add, word.Sub, word.And, word.Or, word.Xor, word.Mul:
		w.binary(r, in)
	case word.Shl, word.Shr, word.Sar:
		w.shift(r, in)
	case word.Rotl:
		w.rotate(r, in)
	case word.Rem:
		w.remainder(r, in)
	case word.Eq, word.Ne, word.Lt, word.Le:
		c := w.compare(in)
		w.done(in)
		d := w.def(r)
		w.asm.Emit(setCond[c], amd64.R8b(d))
		w.asm.Emit(amd64.Movzx8, amd64.R32(d), amd64.R8b(d))
	case word.Ctz, word.Popcnt:
		x := w.place(ref32(int(in.A)), &w.p.Code[in.A])
		w.done(in)
		w.asm.Emit(counts[in.Op], amd64.R64(w.def(r)), x)
	case word.Select:
		w.choose(r, in)
	case word.Lookup:
		x := w.reg(in.A)
		w.done(in)
		w.asm.Emit(amd64.Lea, amd64.R64(amd64.RAX), amd64.AtLabel(w.asm.Constant(w.p.Tables[in.K].Bytes(in.Size))))
		w.loadWord(w.def(r), amd64.AtIndex(amd64.RAX, x, in.Size, 0), in.Size)
	case word.Arbitrary:
		d := w.def(r)
		w.arbitrary(d, in.K)
	case word.Load:
		x := w.reg(in.A)
		w.done(in)
		w.loadWord(w.def(r), amd64.AtIndex(frameReg, x, 1, int32(in.K)), in.Size)
	default:
		panic("BUG: no instruction for the operation " + in.Op.String())
	}
}

func (w *amdWords) def(r word.Ref) amd64.Reg { return wordRegs[w.regs.Def(ref32(int(r)))] }

func (w *amdWords) binary(r word.Ref, in *word.Instr) {
	b := binaries[in.Op]
	if b.commutes && w.p.Code[in.A].Op == word.Const {
		turned := *in
		turned.A, turned.B = in.B, in.A
		in = &turned
	}
	if w.narrow(r, in) {
		return
	}
	y := w.operand(in.B)
	x := w.operand(in.A)
	if in.Op == word.Mul && y.Kind == amd64.KindImm {
		x = amd64.R64(w.reg(in.A))
		w.done(in)
		w.asm.Emit(amd64.ImulK, amd64.R64(w.def(r)), x, y)
		return
	}
	if in.Op == word.And && w.p.Code[in.B].Op == word.Const && w.mask(r, in, x) {
		return
	}
	w.done(in)
	dies := func(v word.Ref, at amd64.Arg) bool { return at.Kind == amd64.KindR64 && w.regs.Dies(ref32(int(v))) }
	first := in.A
	switch {
	case dies(in.A, x):
	case b.commutes && dies(in.B, y):
		first, x, y = in.B, y, x
	case in.Op == word.Add && x.Kind == amd64.KindR64 && (y.Kind == amd64.KindR64 || y.Kind == amd64.KindImm):
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
func (w *amdWords) mask(r word.Ref, in *word.Instr, x amd64.Arg) bool {
	k := w.p.Code[in.B].K
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
		d := w.into(r, in.A, x)
		w.asm.Emit(amd64.And, amd64.R32(d), amd64.Imm(int64(int32(k))))
	}
	return true
}

func (w *amdWords) shift(r word.Ref, in *word.Instr) {
	s := shifts[in.Op]
	if k := &w.p.Code[in.B]; k.Op == word.Const {
		x := w.operand(in.A)
		w.done(in)
		w.asm.Emit(s.constant, amd64.R64(w.into(r, in.A, x)), amd64.Imm(int64(k.K&63)))
		return
	}
	by := w.reg(in.B)
	x := w.place(ref32(int(in.A)), &w.p.Code[in.A])
	w.done(in)
	w.asm.Emit(s.variable, amd64.R64(w.def(r)), x, amd64.R64(by))
}

func (w *amdWords) rotate(r word.Ref, in *word.Instr) {
	a := w.asm
	if k := &w.p.Code[in.B]; k.Op == word.Const {
		x := w.place(ref32(int(in.A)), &w.p.Code[in.A])
		w.done(in)
		a.Emit(amd64.Rorx, amd64.R64(w.def(r)), x, amd64.Imm(int64(-k.K&63)))
		return
	}
	x, by := amd64.R64(w.reg(in.A)), amd64.R64(w.reg(in.B))
	w.done(in)
	rax := amd64.R64(amd64.RAX)
	a.Emit(amd64.Mov, rax, by)
	a.Emit(amd64.Neg, rax)
	a.Emit(amd64.Shrx, rax, x, rax)
	d := amd64.R64(w.def(r))
	a.Emit(amd64.Shlx, d, x, by)
	a.Emit(amd64.Or, d, rax)
}

func (w *amdWords) remainder(r word.Ref, in *word.Instr) {
	x := w.operand(in.A)
	y := w.reg(in.B)
	w.done(in)
	w.move(amd64.RAX, x)
	w.number(amd64.RDX, 0)
	w.asm.Emit(amd64.Div, amd64.R64(y))
	w.move(w.def(r), amd64.R64(amd64.RDX))
}

// compare sets the flags, and says which condition is that of the comparison.
func (w *amdWords) compare(in *word.Instr) amd64.Cond {
	if w.compareInPlace(in) {
		return conditions[in.Op]
	}
	x := w.reg(in.A)
	if k := &w.p.Code[in.B]; k.Op == word.Const && k.K == 0 && in.Op <= word.Ne {
		w.asm.Emit(amd64.Test, amd64.R64(x), amd64.R64(x))
	} else {
		w.asm.Emit(amd64.Cmp, amd64.R64(x), w.operand(in.B))
	}
	return conditions[in.Op]
}

// flags sets the flags by a condition, and says when it holds.
func (w *amdWords) flags(r word.Ref) amd64.Cond {
	if w.late[r] {
		return w.compare(&w.p.Code[r])
	}
	if at, ok := w.inPlace(r); ok {
		w.asm.Emit(amd64.Cmp, at, amd64.Imm(0))
		return amd64.NotEqual
	}
	x := amd64.R32(w.reg(r))
	w.asm.Emit(amd64.Test, x, x)
	return amd64.NotEqual
}

// choose is a selection. Moves leave the flags as they are.
func (w *amdWords) choose(r word.Ref, in *word.Instr) {
	yes, no := w.place(ref32(int(in.B)), &w.p.Code[in.B]), w.operand(in.C)
	c := w.flags(in.A)
	w.done(in)
	if no.Kind == amd64.KindR64 && w.regs.Dies(ref32(int(in.C))) || yes.Kind != amd64.KindR64 ||
		!w.regs.Dies(ref32(int(in.B))) || no.Kind == amd64.KindImm {
		d := w.into(r, in.C, no)
		w.asm.Emit(moveCond[c], amd64.R64(d), yes)
		return
	}
	d := w.into(r, in.B, yes)
	w.asm.Emit(moveCond[c.Opposite()], amd64.R64(d), no)
}

// arbitrary makes a word that depends on seed, cycle and k.
func (g *Emitter) arbitrary(d amd64.Reg, k uint64) {
	a := g.asm
	rax := amd64.R64(amd64.RAX)
	a.Emit(amd64.Mov, rax, global(g.at.Cycle))
	a.Emit(amd64.Add, rax, global(g.at.Seed))
	g.number(d, k)
	a.Emit(amd64.Imul, amd64.R64(d), rax)
	a.Emit(amd64.Rol, amd64.R64(d), amd64.Imm(29))
}
