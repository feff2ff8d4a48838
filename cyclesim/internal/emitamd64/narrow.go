package emitamd64

import (
	"math"

	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/word"
)

// inPlace is the place of a value in memory, of its size, if no register has it and none should.
func (w *amdWords) inPlace(r word.Ref) (at amd64.Arg, ok bool) {
	v, in := ref32(int(r)), &w.p.Code[r]
	if !isPlaced(in) {
		return at, false
	}
	if _, ok := w.regs.InRegister(v); ok || w.regs.Slot(v) >= 0 || w.regs.Worth(v) {
		return at, false
	}
	return amd64.At(frameReg, int32(in.K)).Sized(in.Size), true
}

// fits reports whether a value has no more than the given number of bytes.
func (w *amdWords) fits(r word.Ref, bytes uint8) bool {
	return w.facts[r].May <= math.MaxUint64>>(64-8*bytes)
}

// narrow is an operation on bits with an operand in memory that has fewer than eight bytes: it is done with as many,
// and what the other operand has above stays as it is.
func (w *amdWords) narrow(r word.Ref, in *word.Instr) bool {
	if in.Op != word.And && in.Op != word.Or && in.Op != word.Xor {
		return false
	}
	for _, x := range [2][2]word.Ref{{in.A, in.B}, {in.B, in.A}} {
		other, small := x[0], &w.p.Code[x[1]]
		if !isPlaced(small) || small.Size == 8 || w.p.Code[other].Op == word.Const {
			continue
		}
		// An operation on four bytes clears those above.
		above := small.Size == 4 && in.Op == word.And || small.Size < 4 && in.Op != word.And
		if !above && !w.fits(other, small.Size) {
			continue
		}
		at, ok := w.inPlace(x[1])
		if !ok {
			continue
		}
		from := w.operand(other)
		w.done(in)
		d := w.into(r, other, from)
		w.asm.Emit(binaries[in.Op].op, sized(d, small.Size), at)
		return true
	}
	return false
}

// compareInPlace compares with an operand in memory that has fewer than eight bytes, if the other one has no more.
func (w *amdWords) compareInPlace(in *word.Instr) bool {
	if x, k := &w.p.Code[in.A], &w.p.Code[in.B]; k.Op == word.Const && isPlaced(x) && x.Size < 8 && x.Size != 2 {
		if w.fits(in.B, x.Size) {
			if at, ok := w.inPlace(in.A); ok {
				shift := 64 - 8*x.Size
				w.asm.Emit(amd64.Cmp, at, amd64.Imm(int64(k.K)<<shift>>shift))
				return true
			}
		}
		return false
	}
	y := &w.p.Code[in.B]
	if !isPlaced(y) || y.Size == 8 || !w.fits(in.A, y.Size) || in.A == in.B {
		return false
	}
	at, ok := w.inPlace(in.B)
	if !ok {
		return false
	}
	w.asm.Emit(amd64.Cmp, sized(w.reg(in.A), y.Size), at)
	return true
}
