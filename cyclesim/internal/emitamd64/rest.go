package emitamd64

import (
	"cmp"
	"slices"

	"culprit/cyclesim/internal/amd64"
	"culprit/cyclesim/internal/translate"
	"culprit/cyclesim/internal/word"
)

// callIfAwake calls the kernel of each group of an instance, but for those that rest and whose
// inputs are as they were then.
func (w *amdWords) callIfAwake(c *word.Callee, key translate.KernelKey) {
	a := w.asm
	rax, rcx, rsi := amd64.R64(amd64.RAX), amd64.R64(amd64.RCX), amd64.R64(amd64.RSI)
	flag := func(at uint32) amd64.Arg { return global(at).Sized(1) }
	for n := range c.Count {
		first := c.First + uint32(n)*c.Size
		f := w.rest.Frame(first)
		run, skip := a.NewLabel(), a.NewLabel()
		a.Emit(amd64.Test, flag(f.Resting), amd64.Imm(1))
		a.JumpIf(amd64.Equal, run)
		if bytes := f.InputBytes(); bytes > 0 {
			y, sum := amd64.Y(0), amd64.Y(1)
			a.Emit(amd64.Vpxor, sum, sum, sum)
			a.Emit(amd64.Lea, rax, amd64.At(frameReg, int32(f.InputsAt())))
			a.Emit(amd64.Lea, rsi, global(f.Inputs))
			w.number(amd64.RCX, uint64(bytes))
			loop := a.Here()
			a.Emit(amd64.Vmovdqu, y, amd64.AtIndex(amd64.RAX, amd64.RCX, 1, -32))
			a.Emit(amd64.Vpxor, y, y, amd64.AtIndex(amd64.RSI, amd64.RCX, 1, -32))
			a.Emit(amd64.Vpor, sum, sum, y)
			a.Emit(amd64.Sub, rcx, amd64.Imm(32))
			a.JumpIf(amd64.NotEqual, loop)
			a.Emit(amd64.Vptest, sum, sum)
			a.JumpIf(amd64.Equal, skip)
			a.Emit(amd64.Mov, flag(f.Resting), amd64.Imm(0))
		} else {
			a.Jump(skip)
		}
		a.Bind(run)
		a.Emit(amd64.Mov, flag(w.rest.Active), amd64.Imm(0))
		w.call(key, int(first), 0, 1, amd64.Arg{})
		a.Emit(amd64.Movzx8, amd64.R32(amd64.RAX), global(w.rest.Active))
		a.Emit(amd64.Or, amd64.R32(amd64.RAX), amd64.R32(amd64.RAX))
		none := a.NewLabel()
		a.JumpIf(amd64.Equal, none)
		a.Emit(amd64.Mov, flag(f.Active), amd64.Imm(1))
		a.Bind(none)
		a.Bind(skip)
	}
}

// skipped is copies that are skipped while all groups rest that they come from: what these groups
// put out is where it was copied to before.
type skipped struct {
	from []*translate.RestingFrame
	end  amd64.Label
}

// skipCopies begins and ends such copies in front of an instruction.
func (w *amdWords) skipCopies(in *word.Instr) {
	from := w.copiesFrom(in)
	if slices.Equal(from, w.copies.from) {
		return
	}
	a := w.asm
	if w.copies.from != nil {
		a.Bind(w.copies.end)
	}
	w.copies = skipped{from, a.NewLabel()}
	if from == nil {
		return
	}
	run := a.NewLabel()
	for _, f := range from {
		a.Emit(amd64.Test, global(f.Resting).Sized(1), amd64.Imm(1))
		a.JumpIf(amd64.Equal, run)
	}
	a.Jump(w.copies.end)
	a.Bind(run)
}

// copiesFrom is the groups that a copy comes from, in their order; nil if it is none, or comes from
// elsewhere, too.
func (w *amdWords) copiesFrom(in *word.Instr) []*translate.RestingFrame {
	if in == nil || w.rest == nil || !w.top {
		return nil
	}
	var list []*translate.RestingFrame
	elsewhere := false
	w.p.Copied(in, func(at, _ uint64) {
		f := w.rest.Source(at)
		elsewhere = elsewhere || f == nil
		if !slices.Contains(list, f) {
			list = append(list, f)
		}
	})
	if elsewhere {
		return nil
	}
	slices.SortFunc(list, func(a, b *translate.RestingFrame) int { return cmp.Compare(a.First, b.First) })
	return list
}

// active says that the present group must not rest.
func (g *Emitter) active() {
	if g.rest != nil {
		g.asm.Emit(amd64.Mov, global(g.rest.Active).Sized(1), amd64.Imm(1))
	}
}
