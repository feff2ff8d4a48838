package emitamd64

import (
	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/translate"
	"culprit.example/culprit/cyclesim/internal/word"
)

func (w *amdWords) effect(in *word.Instr) {
	a := w.asm
	switch in.Op {
	case word.Store:
		w.store(in)
	case word.Copy:
		bytes := int(in.Spread) * int(in.Size)
		eachVector(bytes, w.bytes, func(x amd64.Arg, at int) {
			a.Emit(amd64.Vmovdqu, x, amd64.At(frameReg, int32(in.From)+int32(at)))
			a.Emit(amd64.Vmovdqu, amd64.At(frameReg, int32(in.K)+int32(at)), x)
		}, func(x amd64.Arg) {
			a.Emit(amd64.Vmovq, x, amd64.At(frameReg, int32(in.From)))
			a.Emit(amd64.Vmovq, amd64.At(frameReg, int32(in.K)), x)
		})
	case word.Permute:
		w.permute(in)
	case word.Call:
		c := &w.p.Calls[in.K]
		w.regs.Flush()
		key := translate.KernelOf(c).For(c.Lanes)
		if w.top && w.rest.Frame(c.First) != nil {
			w.callIfAwake(c, key)
		} else {
			w.call(key, int(c.First), int(c.Size), c.Count, amd64.At(amd64.RSP, countSlot))
		}
		w.callees = max(w.callees, w.stack[key])
	case word.Arrive:
		a.Call(w.meetingOf(w.thread).arrive)
	case word.Barrier:
		a.Call(w.meetingOf(w.thread).wait)
	case word.Check:
		w.check(in)
	case word.Cover:
		x := w.reg(in.A)
		a.Emit(amd64.Add, amd64.At(frameReg, int32(w.p.Checks[in.K].Count)), amd64.R64(x))
		w.done(in)
	default:
		panic("BUG: no code for the effect " + in.Op.String())
	}
}

// check counts a failure in code apart, since it is seldom.
func (w *amdWords) check(in *word.Instr) {
	a := w.asm
	c := w.flags(in.A)
	w.done(in)
	failed, back := a.NewLabel(), a.NewLabel()
	a.JumpIf(c.Opposite(), failed)
	a.Bind(back)
	property := w.p.Checks[in.K]
	w.cold = append(w.cold, func() {
		a.Bind(failed)
		a.Emit(amd64.Lea, amd64.R64(amd64.RAX), amd64.At(frameReg, int32(property.Count)))
		a.Emit(amd64.Lea, amd64.R64(amd64.RDX), amd64.At(frameReg, int32(property.ID)))
		w.callFail(property.Index)
		a.Jump(back)
	})
}

// store writes a value. If its condition does not hold, the value goes to a dummy address, which
// is cheaper than a branch.
func (w *amdWords) store(in *word.Instr) {
	if in.Spread > 0 {
		w.spread(in)
		return
	}
	a := w.asm
	at := amd64.At(frameReg, int32(in.K))
	if in.A != word.None {
		at = amd64.AtIndex(frameReg, w.reg(in.A), 1, int32(in.K))
	}
	var value amd64.Arg
	if k := &w.p.Code[in.B]; k.Op == word.Const && (in.Size < 8 || isImm(k.K)) {
		value = amd64.Imm(int64(k.K) << (64 - 8*in.Size) >> (64 - 8*in.Size))
	} else {
		value = sized(w.reg(in.B), in.Size)
	}
	if in.C != word.None {
		c := w.flags(in.C)
		rax, rdx := amd64.R64(amd64.RAX), amd64.R64(amd64.RDX)
		a.Emit(amd64.Lea, rdx, global(w.at.Dump))
		a.Emit(amd64.Lea, rax, at)
		a.Emit(moveCond[c.Opposite()], rax, rdx)
		at = amd64.At(amd64.RAX, 0)
	}
	a.Emit(amd64.Mov, at.Sized(in.Size), value)
	w.done(in)
}

// broadcasts repeat an element of 1, 2, 4 or 8 bytes.
var broadcasts = map[uint8]amd64.Op{1: amd64.Vpbroadcastb, 2: amd64.Vpbroadcastw, 4: amd64.Vpbroadcastd,
	8: amd64.Vpbroadcastq}

// spread writes the same value for all lanes of a group.
func (w *amdWords) spread(in *word.Instr) {
	a := w.asm
	bytes := int(in.Spread) * int(in.Size)
	a.Emit(amd64.Vmovq, amd64.X(0), amd64.R64(w.reg(in.B)))
	all := amd64.Y(0)
	if w.asm.AVX512 {
		all = amd64.Z(0)
	}
	a.Emit(broadcasts[in.Size], all, amd64.X(0))
	eachVector(bytes, w.bytes, func(x amd64.Arg, at int) {
		a.Emit(amd64.Vmovdqu, amd64.At(frameReg, int32(in.K)+int32(at)), x)
	}, func(x amd64.Arg) {
		a.Emit(amd64.Vmovq, amd64.At(frameReg, int32(in.K)), x)
	})
	w.done(in)
}

// eachVector calls f for all vectors that the lanes of a group take, in register 0; half if they
// take half of the smallest one.
func eachVector(bytes, widest int, f func(x amd64.Arg, at int), half func(x amd64.Arg)) {
	if bytes < 16 {
		half(amd64.X(0))
		return
	}
	x, each := amd64.X(0), 16
	switch {
	case widest >= 64 && bytes%64 == 0:
		x, each = amd64.Z(0), 64
	case widest >= 32 && bytes%32 == 0:
		x, each = amd64.Y(0), 32
	}
	for at := 0; at < bytes; at += each {
		f(x, at)
	}
}
