package emitamd64

import (
	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/regalloc"
	"culprit.example/culprit/cyclesim/internal/word"
)

// branch is a part of a program for one instance that is skipped while its condition is 0.
type branch struct {
	end   amd64.Label
	state regalloc.State
}

// isPlaced reports whether a value is read from its place where it is used.
func isPlaced(in *word.Instr) bool { return in.Op == word.Load && in.A == word.None }

// begin begins a part. What it makes for others is 0 if it is skipped, which is written apart.
func (w *amdWords) begin(i int, in *word.Instr) {
	a, end := w.asm, w.parts.End[i]
	for k := i + 1; k < end; k++ {
		if load := &w.p.Code[k]; isPlaced(load) && w.used[k] > 0 {
			w.regs.Place(ref32(k))
			w.placed[load.State] = append(w.placed[load.State], word.Ref(k))
		}
	}
	for k := i + 1; k < end; k++ {
		if in := &w.p.Code[k]; in.Op == word.Store && in.State != 0 {
			w.keepBehind(in.State, end)
		}
	}
	var slots []int
	for _, r := range w.parts.Escaping[i] {
		if !isPlaced(&w.p.Code[r]) && w.used[r] > 0 {
			slots = append(slots, w.regs.Reserve(ref32(int(r))))
		}
	}
	c := amd64.NotEqual
	if w.late[in.A] {
		c = w.compare(&w.p.Code[in.A])
	} else {
		x := amd64.R64(w.reg(in.A))
		a.Emit(amd64.Test, x, x)
	}
	w.done(in)
	b := branch{end: a.NewLabel()}
	skip := b.end
	if len(slots) > 0 {
		skip = a.NewLabel()
		w.cold = append(w.cold, func() {
			a.Bind(skip)
			for _, slot := range slots {
				a.Emit(amd64.Mov, slotAt(slot).Sized(8), amd64.Imm(0))
			}
			a.Jump(b.end)
		})
	}
	a.JumpIf(c.Opposite(), skip)
	b.state = w.regs.Begin()
	w.branch = b
}

// keepBehind makes the loads of a state that are used behind a position: a part in front of it changes the state, or
// is skipped.
func (w *amdWords) keepBehind(state word.State, end int) {
	var rest []word.Ref
	for _, r := range w.placed[state] {
		if w.last[r] > end {
			w.regs.Unplace(ref32(int(r)))
		} else {
			rest = append(rest, r)
		}
	}
	w.placed[state] = rest
}

// keep has a value of a part that is used behind it in its slot.
func (w *amdWords) keep(i int) {
	if w.parts.Escapes[i] && !isPlaced(&w.p.Code[i]) {
		v := ref32(i)
		w.Store(w.regs.Reg(v), v, w.regs.Slot(v))
	}
}

// end ends a part.
func (w *amdWords) end() {
	w.regs.End(w.branch.state)
	w.asm.Bind(w.branch.end)
}
