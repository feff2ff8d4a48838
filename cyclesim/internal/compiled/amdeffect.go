package compiled

import "culprit/cyclesim/internal/amd64"

func (w *amdWords) effect(in *instr) {
	a := w.asm
	switch in.op {
	case opStore:
		w.store(in)
	case opCopy:
		bytes := int(in.spread) * int(in.size)
		eachVector(bytes, w.bytes, func(x amd64.Arg, at int) {
			a.Emit(amd64.Vmovdqu, x, amd64.At(frameReg, int32(in.from)+int32(at)))
			a.Emit(amd64.Vmovdqu, amd64.At(frameReg, int32(in.k)+int32(at)), x)
		}, func(x amd64.Arg) {
			a.Emit(amd64.Vmovq, x, amd64.At(frameReg, int32(in.from)))
			a.Emit(amd64.Vmovq, amd64.At(frameReg, int32(in.k)), x)
		})
	case opCall:
		c := &w.p.calls[in.k]
		w.regs.Flush()
		key := kernelKey{c.kernel, c.lanes}
		w.call(key, int(c.first), int(c.size), c.count, amd64.At(amd64.RSP, countSlot))
		w.callees = max(w.callees, w.stack[key])
	case opCheck:
		w.check(in)
	case opCover:
		x := w.reg(in.a)
		a.Emit(amd64.Add, amd64.At(frameReg, int32(w.p.checks[in.k].count)), amd64.R64(x))
		w.done(in)
	default:
		panic("BUG: no code for the effect " + opNames[in.op])
	}
}

// check counts a failure in code apart, since it is seldom.
func (w *amdWords) check(in *instr) {
	a := w.asm
	c := w.flags(in.a)
	w.done(in)
	failed, back := a.NewLabel(), a.NewLabel()
	a.JumpIf(c.Opposite(), failed)
	a.Bind(back)
	property := w.p.checks[in.k]
	w.cold = append(w.cold, func() {
		a.Bind(failed)
		a.Emit(amd64.Lea, amd64.R64(amd64.RAX), amd64.At(frameReg, int32(property.count)))
		a.Emit(amd64.Lea, amd64.R64(amd64.RDX), amd64.At(frameReg, int32(property.id)))
		w.callFail(property.index)
		a.Jump(back)
	})
}

// store writes a value. If its condition does not hold, the value goes to a dummy address, which
// is cheaper than a branch.
func (w *amdWords) store(in *instr) {
	if in.spread > 0 {
		w.spread(in)
		return
	}
	a := w.asm
	at := amd64.At(frameReg, int32(in.k))
	if in.a != none {
		at = amd64.AtIndex(frameReg, w.reg(in.a), 1, int32(in.k))
	}
	var value amd64.Arg
	if k := &w.p.code[in.b]; k.op == opConst && (in.size < 8 || isImm(k.k)) {
		value = amd64.Imm(int64(k.k) << (64 - 8*in.size) >> (64 - 8*in.size))
	} else {
		value = sized(w.reg(in.b), in.size)
	}
	if in.c != none {
		c := w.flags(in.c)
		rax, rdx := amd64.R64(amd64.RAX), amd64.R64(amd64.RDX)
		a.Emit(amd64.Lea, rdx, global(w.at.dump))
		a.Emit(amd64.Lea, rax, at)
		a.Emit(moveCond[c.Opposite()], rax, rdx)
		at = amd64.At(amd64.RAX, 0)
	}
	a.Emit(amd64.Mov, at.Sized(in.size), value)
	w.done(in)
}

// broadcasts repeat an element of 1, 2, 4 or 8 bytes.
var broadcasts = map[uint8]amd64.Op{1: amd64.Vpbroadcastb, 2: amd64.Vpbroadcastw, 4: amd64.Vpbroadcastd, 8: amd64.Vpbroadcastq}

// spread writes the same value for all lanes of a group.
func (w *amdWords) spread(in *instr) {
	a := w.asm
	bytes := int(in.spread) * int(in.size)
	a.Emit(amd64.Vmovq, amd64.X(0), amd64.R64(w.reg(in.b)))
	a.Emit(broadcasts[in.size], amd64.Y(0), amd64.X(0))
	eachVector(bytes, w.bytes, func(x amd64.Arg, at int) {
		a.Emit(amd64.Vmovdqu, amd64.At(frameReg, int32(in.k)+int32(at)), x)
	}, func(x amd64.Arg) {
		a.Emit(amd64.Vmovq, amd64.At(frameReg, int32(in.k)), x)
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
	x, w := amd64.Y(0), widest
	if w == 16 || bytes%32 > 0 {
		x, w = amd64.X(0), 16
	}
	for at := 0; at < bytes; at += w {
		f(x, at)
	}
}
