package emitamd64

import (
	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/avx"
	"culprit.example/culprit/cyclesim/internal/regalloc"
)

// pairSteps write them.
var pairSteps = [...]func(w *amdVectors, t *avx.Instr){
	avx.UpperHalf: (*amdVectors).upper, avx.Join: (*amdVectors).join, avx.Twice: (*amdVectors).twice,
	avx.Extend: (*amdVectors).extend,
}

// pairOps are the instructions, for vectors of 16 bytes and for those of 32.
var pairOps = [3]struct{ upper, insert, twice, load amd64.Op }{
	1: {amd64.Vextracti128, amd64.Vinserti128, amd64.Vpermq, amd64.Vbroadcasti128},
	2: {amd64.Vextracti64x4, amd64.Vinserti64x4, amd64.Vshufi64x2, amd64.Vbroadcasti64x4},
}

// single is a value as an operand of the single size.
func (w *amdVectors) single(v regalloc.Value) amd64.Arg {
	w.doubled = false
	o := w.operand(v)
	w.doubled = true
	return o
}

// upper writes the upper half of a vector, which is loaded alone if it is in memory.
func (w *amdVectors) upper(t *avx.Instr) {
	v := t.Args[0]
	if r, ok := w.regs.InRegister(v); ok {
		w.regs.Done(v)
		d := w.def(t.Dst)
		w.asm.Emit(pairOps[w.Blocks].upper, d, vectorReg(r, 2*w.VectorBytes()), amd64.Imm(1))
		w.made(t.Dst, d)
		return
	}
	at := w.slotAt(w.regs.Slot(v) + 1)
	w.regs.Done(v)
	d := w.def(t.Dst)
	w.asm.Emit(amd64.Vmovdqu, d, at)
	w.made(t.Dst, d)
}

// join writes one vector above another one.
func (w *amdVectors) join(t *avx.Instr) {
	low := w.register(t.Args[0])
	high := w.single(t.Args[1])
	w.regs.Done(t.Args...)
	d := w.result(t.Dst, []amd64.Arg{low})
	w.asm.Emit(pairOps[w.Blocks].insert, d, low, high, amd64.Imm(1))
	w.made(t.Dst, d)
}

// twice writes a half of a vector in both halves.
func (w *amdVectors) twice(t *avx.Instr) {
	v, ops := t.Args[0], &pairOps[w.Blocks]
	if w.inMemory(v) && t.Imm == avx.LowerTwice && !w.half(v) && !w.regs.Worth(v) {
		at := w.single(v)
		w.regs.Done(v)
		d := w.def(t.Dst)
		w.asm.Emit(ops.load, d, at)
		w.made(t.Dst, d)
		return
	}
	from := w.register(v)
	w.regs.Done(v)
	d := w.result(t.Dst, []amd64.Arg{from})
	if w.Blocks == 1 {
		w.asm.Emit(ops.twice, d, from, amd64.Imm(t.Imm))
	} else {
		w.asm.Emit(ops.twice, d, from, from, amd64.Imm(t.Imm))
	}
	w.made(t.Dst, d)
}

// extend writes a vector with elements of twice the size.
func (w *amdVectors) extend(t *avx.Instr) {
	v := t.Args[0]
	from := w.single(v)
	w.regs.Done(v)
	d := w.result(t.Dst, []amd64.Arg{from})
	w.asm.Emit(t.Op, d, from)
	w.made(t.Dst, d)
}

// storeApart writes the halves of a vector to two places.
func (w *amdVectors) storeApart(t *avx.Instr) {
	v := w.register(t.Args[0])
	w.doubled = false
	w.asm.Emit(amd64.Vmovdqu, w.placeAt(t.K), w.reg(int(v.N)))
	w.asm.Emit(pairOps[w.Blocks].upper, w.placeAt(t.Above), v, amd64.Imm(1))
	w.regs.Done(t.Args...)
}
