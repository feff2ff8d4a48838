package emitamd64

import (
	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/avx"
	"culprit.example/culprit/cyclesim/internal/regalloc"
)

// maskReg is the mask register for the moment.
const maskReg = 1

// conditions writes the comparisons of a step, and gives its other operands.
func (w *amdVectors) conditions(t *avx.Instr) []regalloc.Value {
	args := t.Args
	for i, c := range t.Conds {
		a, b := args[0], args[1]
		args = args[2:]
		if w.inMemory(a) && !w.inMemory(b) {
			a, b, c = b, a, c.Swapped()
		}
		k := amd64.K(maskReg)
		if i > 0 {
			k = k.Where(maskReg)
		}
		x := w.register(a)
		w.asm.Emit(c.Op, k, x, w.operand(b), amd64.Imm(c.Predicate))
	}
	return args
}

// lanesOf has a bit for each byte of a mask in rcx.
func (w *amdVectors) lanesOf(v regalloc.Value) {
	if !w.Masks {
		w.asm.Emit(amd64.Vpmovmskb, amd64.R32(amd64.RCX), w.register(v))
		return
	}
	w.asm.Emit(amd64.Vpmovb2m, amd64.K(maskReg), w.register(v))
	w.asm.Emit(amd64.Kmovq, amd64.R64(amd64.RCX), amd64.K(maskReg))
}
