package emitamd64

import (
	"cmp"
	"slices"

	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/translate"
	"culprit.example/culprit/cyclesim/internal/word"
)

// callIfAwake calls the kernel of each group of an instance, but for those that rest and whose
// inputs, if it reads them, are as they were then. For one that dozes, what is left of the kernel runs.
func (w *amdWords) callIfAwake(c *word.Callee, key translate.KernelKey) {
	for n := range c.Count {
		first := c.First + uint32(n)*c.Size
		w.callFrame(w.rest.Frame(first), translate.KernelOf(c), func() { w.call(key, int(first), 0, 1, amd64.Arg{}) })
	}
}

// inTop is a place relative to the top's frame, in code of the top.
func inTop(at uint32) amd64.Arg { return amd64.At(frameReg, int32(at)) }

// flagAt is a byte there.
func flagAt(at uint32) amd64.Arg { return inTop(at).Sized(1) }

// callFrame is callIfAwake for one group.
func (w *amdWords) callFrame(f *translate.RestingFrame, k *translate.Kernel, call func()) {
	a := w.asm
	differ, wake, run, skip := a.NewLabel(), a.NewLabel(), a.NewLabel(), a.NewLabel()
	a.Emit(amd64.Test, flagAt(f.Resting), amd64.Imm(translate.Resting|translate.Showing))
	a.JumpIf(amd64.Equal, run)
	if f.ReadsInputs(k) {
		w.compareInputs(f, differ)
	}
	a.Emit(amd64.Test, flagAt(f.Dozing), amd64.Imm(1))
	a.JumpIf(amd64.Equal, skip)
	w.doze(f, k, wake)
	a.Jump(skip)
	a.Bind(wake)
	a.Emit(amd64.Mov, flagAt(f.Resting), amd64.Imm(0))
	a.Emit(amd64.Mov, amd64.R64(amd64.RAX), global(w.at.Cycle))
	a.Emit(amd64.Mov, inTop(f.WokenIn), amd64.R64(amd64.RAX))
	a.Emit(amd64.Mov, global(w.rest.Woken).Sized(1), amd64.Imm(1))
	a.Bind(run)
	record, only := a.NewLabel(), a.NewLabel()
	a.Emit(amd64.Mov, w.activeWord(), amd64.Imm(0))
	a.Emit(amd64.Test, flagAt(f.Recording), amd64.Imm(1))
	a.JumpIf(amd64.NotEqual, record)
	a.Bind(only)
	call()
	a.Emit(amd64.Mov, amd64.R32(amd64.RAX), w.activeWord())
	a.Emit(amd64.Or, inTop(f.Active).Sized(4), amd64.R32(amd64.RAX))
	a.Bind(skip)
	w.cold = append(w.cold, func() {
		a.Bind(differ)
		w.noteInputs(f)
		a.Jump(wake)
		a.Bind(record)
		w.callOutside(f, k, translate.RecordFunction)
		a.Emit(amd64.Cmp, w.activeWord(), amd64.Imm(0))
		a.JumpIf(amd64.Equal, only)
		a.Emit(amd64.Or, inTop(f.Active).Sized(4), amd64.Imm(translate.CannotDoze))
		a.Jump(only)
	})
}

// compareInputs continues at differ if the inputs of a group are not what was kept of them.
func (w *amdWords) compareInputs(f *translate.RestingFrame, differ amd64.Label) {
	if f.InputBytes() == 0 {
		return
	}
	a := w.asm
	y, sum := amd64.Y(0), amd64.Y(1)
	a.Emit(amd64.Vpxor, sum, sum, sum)
	w.eachInput(f, y, func(amd64.Arg) { a.Emit(amd64.Vpor, sum, sum, y) })
	a.Emit(amd64.Vptest, sum, sum)
	a.JumpIf(amd64.NotEqual, differ)
}

// noteInputs keeps in the mask which inputs differ: they may not any more when the machine looks.
func (w *amdWords) noteInputs(f *translate.RestingFrame) {
	y := amd64.Y(0)
	w.eachInput(f, y, func(mask amd64.Arg) { w.asm.Emit(amd64.Vmovdqu, mask, y) })
	w.asm.Emit(amd64.Mov, flagAt(f.Differed), amd64.Imm(1))
}

// eachInput writes a loop over the parts of a group's inputs. The body finds in y how a part differs from
// what was kept of it, as far as it is compared, and gets the mask for that.
func (w *amdWords) eachInput(f *translate.RestingFrame, y amd64.Arg, body func(mask amd64.Arg)) {
	a := w.asm
	rax, rcx, rsi, rdi := amd64.R64(amd64.RAX), amd64.R64(amd64.RCX), amd64.R64(amd64.RSI), amd64.R64(amd64.RDI)
	a.Emit(amd64.Lea, rax, inTop(f.InputsAt()))
	a.Emit(amd64.Lea, rsi, inTop(f.Inputs))
	a.Emit(amd64.Lea, rdi, inTop(f.Mask))
	w.number(amd64.RCX, uint64(f.InputBytes()))
	part := func(of amd64.Reg) amd64.Arg { return amd64.AtIndex(of, amd64.RCX, 1, -32) }
	loop := a.Here()
	a.Emit(amd64.Vmovdqu, y, part(amd64.RAX))
	a.Emit(amd64.Vpxor, y, y, part(amd64.RSI))
	a.Emit(amd64.Vpand, y, y, part(amd64.RDI))
	body(part(amd64.RDI))
	a.Emit(amd64.Sub, rcx, amd64.Imm(32))
	a.JumpIf(amd64.NotEqual, loop)
}

// doze runs what does for a kernel of a group that dozes. It continues at wake if the kernel has to
// run.
func (w *amdWords) doze(f *translate.RestingFrame, k *translate.Kernel, wake amd64.Label) {
	a := w.asm
	a.Emit(amd64.Mov, w.activeWord(), amd64.Imm(0))
	w.callOutside(f, k, translate.WatchFunction)
	a.Emit(amd64.Cmp, w.activeWord(), amd64.Imm(0))
	happens := a.NewLabel()
	a.JumpIf(amd64.NotEqual, happens)
	w.callOutside(f, k, translate.CommitFunction)
	w.cold = append(w.cold, func() {
		a.Bind(happens)
		w.callOutside(f, k, translate.NoteFunction)
		a.Jump(wake)
	})
}

// callOutside calls a function that does for a kernel, in other code. Its address is in memory.
func (w *amdWords) callOutside(f *translate.RestingFrame, k *translate.Kernel, function translate.DozeFunction) {
	a := w.asm
	a.Emit(amd64.Mov, amd64.R64(amd64.RAX), inTop(f.CodeOf(k, function)))
	a.Emit(amd64.Add, amd64.R64(frameReg), amd64.Imm(int64(f.First)))
	a.CallRAX()
	a.Emit(amd64.Sub, amd64.R64(frameReg), amd64.Imm(int64(f.First)))
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
		a.Emit(amd64.Test, flagAt(f.Resting), amd64.Imm(translate.Resting))
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

// activeWord is where the code of a group says that this must not rest.
func (g *Emitter) activeWord() amd64.Arg { return global(g.rest.Active).Sized(4) }

// active says that the present group must not rest, and why.
func (g *Emitter) active(why int64) {
	if g.rest != nil {
		g.asm.Emit(amd64.Or, g.activeWord(), amd64.Imm(why))
	}
}
