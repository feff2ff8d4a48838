package emitamd64

import (
	"encoding/binary"
	"maps"
	"slices"

	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/regalloc"
	"culprit.example/culprit/cyclesim/internal/translate"
	"culprit.example/culprit/cyclesim/internal/word"
)

// Scalar implements translate.Backend.
func (g *Emitter) Scalar(k *translate.Kernel, p *word.Program) {
	key := k.For(1)
	g.labels[key] = g.asm.NewLabel()
	w := &amdWords{Emitter: g, p: p, thread: k.Thread - 1, top: k.Module.Layout.Module == g.top,
		placed: map[word.State][]word.Ref{}}
	g.stack[key] = g.function(g.labels[key], w.write)
	g.list(k, 1, g.asm.Offset(g.labels[key]))
}

// amdWords writes a program for one instance.
type amdWords struct {
	*Emitter
	p      *word.Program
	thread int // of a crew; -1 if there is none
	top    bool
	// copies is what the copies that are being written are skipped for, if there are some.
	copies skipped
	regs   *regalloc.Allocator
	// used counts the uses of each value.
	used []int
	// late marks comparisons that are made where they are used, once, since the processor's
	// flags say enough.
	late []bool
	// placed are loads that have not been made yet, or can be made again, by the state that they
	// read.
	placed  map[word.State][]word.Ref
	parts   *word.Parts
	branch  branch // that is open
	last    []int  // use of each value
	facts   []word.Known
	callees int
}

// countSlot is the word of the stack for the counts of calls, in front of all slots.
const countSlot = 0

func slotAt(slot int) amd64.Arg { return amd64.At(amd64.RSP, int32(8+8*slot)) }

func (w *amdWords) write() (own, callees int) {
	w.plan()
	for i := range w.p.Code {
		in := &w.p.Code[i]
		if !in.Op.Effect() && (w.used[i] == 0 || w.late[i]) {
			continue
		}
		w.regs.At(i)
		w.because(func() (string, int32) { return w.p.Text(i), in.Line })
		w.skipCopies(in)
		w.unplace(in)
		switch {
		case in.Op == word.If:
			w.begin(i, in)
		case in.Op == word.End:
			w.end()
		case in.Op.Effect():
			w.effect(in)
		case in.Op == word.Const:
			w.regs.Place(ref32(i))
		case isPlaced(in):
			if w.parts.Of[i] < 0 { // otherwise it was at the beginning of the part
				w.regs.Place(ref32(i))
				w.placed[in.State] = append(w.placed[in.State], word.Ref(i))
			}
		default:
			w.operation(word.Ref(i), in)
			w.keep(i)
		}
	}
	w.skipCopies(nil)
	return 8 + 8*w.regs.Slots(), w.callees
}

func ref32(i int) regalloc.Value { return regalloc.Value(i) }

// plan counts uses, and finds the comparisons that are made late.
func (w *amdWords) plan() {
	code := w.p.Code
	w.used, w.late, w.last = make([]int, len(code)), make([]bool, len(code)), make([]int, len(code))
	w.parts, w.facts = w.p.Parts(), w.p.Facts()
	for i := len(code) - 1; i >= 0; i-- {
		if in := &code[i]; in.Op.Effect() || w.used[i] > 0 {
			in.Args(func(r word.Ref) { w.used[r]++ })
		}
	}
	var uses []regalloc.Use
	for i := range code {
		in := &code[i]
		if !in.Op.Effect() && w.used[i] == 0 {
			continue
		}
		if c := conditionOf(in); c != word.None && w.used[c] == 1 && conditions[code[c].Op] != 0 &&
			(w.parts.Of[c] < 0 || w.parts.Of[c] == w.parts.Of[i]) {
			w.late[c] = true
		}
	}
	for i := range code {
		in := &code[i]
		if !in.Op.Effect() && (w.used[i] == 0 || w.late[i]) {
			continue
		}
		use := func(r word.Ref) {
			uses = append(uses, regalloc.Use{Value: ref32(int(r)), Pos: int32(i)})
			w.last[r] = i
		}
		in.Args(func(r word.Ref) {
			if w.late[r] {
				code[r].Args(use)
			} else {
				use(r)
			}
		})
	}
	w.regs = regalloc.New(len(code), len(wordRegs), uses, w)
}

// conditionOf is the argument that decides what an instruction does.
func conditionOf(in *word.Instr) word.Ref {
	switch in.Op {
	case word.Select, word.Check, word.If:
		return in.A
	case word.Store:
		return in.C
	}
	return word.None
}

// unplace makes the loads whose places an instruction changes: the others read the same at any
// time.
func (w *amdWords) unplace(in *word.Instr) {
	state := in.State
	switch {
	case in.Op == word.Arrive || in.Op == word.Barrier:
		w.unplaceAll()
		return
	case in.Op == word.Call:
		state = word.Foreign
	case in.Op != word.Store || state == 0:
		return
	}
	for _, r := range w.placed[state] {
		w.regs.Unplace(ref32(int(r)))
	}
	delete(w.placed, state)
}

// unplaceAll makes the loads of what other threads may change behind a barrier, or read before:
// everything but the state, which is the first thread's.
func (w *amdWords) unplaceAll() {
	for _, state := range slices.Sorted(maps.Keys(w.placed)) {
		if w.thread == 0 && state > 0 {
			continue
		}
		for _, r := range w.placed[state] {
			w.regs.Unplace(ref32(int(r)))
		}
		delete(w.placed, state)
	}
}

// Load implements regalloc.Target.
func (w *amdWords) Load(reg int, v regalloc.Value, slot int) {
	r := wordRegs[reg]
	in := &w.p.Code[v]
	switch {
	case slot >= 0:
		w.asm.Emit(amd64.Mov, amd64.R64(r), slotAt(slot))
	case in.Op == word.Const:
		w.number(r, in.K)
	default:
		w.loadWord(r, amd64.At(frameReg, int32(in.K)), in.Size)
	}
}

// Store implements regalloc.Target.
func (w *amdWords) Store(reg int, _ regalloc.Value, slot int) {
	w.asm.Emit(amd64.Mov, slotAt(slot), amd64.R64(wordRegs[reg]))
}

// number loads a constant; it leaves the flags as they are.
func (g *Emitter) number(r amd64.Reg, k uint64) {
	switch {
	case k == uint64(uint32(k)):
		g.asm.Emit(amd64.Mov, amd64.R32(r), amd64.Imm(int64(k)))
	case isImm(k):
		g.asm.Emit(amd64.Mov, amd64.R64(r), amd64.Imm(int64(k)))
	default:
		g.asm.Emit(amd64.MovImm64, amd64.R64(r), amd64.Imm(int64(k)))
	}
}

// callFail reports a failed property by its index; RCX keeps its value.
func (g *Emitter) callFail(index uint32) {
	g.asm.Push(amd64.RCX)
	g.number(amd64.RCX, uint64(index))
	g.asm.Call(g.fail)
	g.asm.Pop(amd64.RCX)
}

// isImm reports whether an instruction can have the number in it.
func isImm(k uint64) bool { return int64(k) == int64(int32(k)) }

func (g *Emitter) loadWord(r amd64.Reg, from amd64.Arg, size uint8) {
	switch size {
	case 1:
		g.asm.Emit(amd64.Movzx8, amd64.R32(r), from)
	case 2:
		g.asm.Emit(amd64.Movzx16, amd64.R32(r), from)
	case 4:
		g.asm.Emit(amd64.Mov, amd64.R32(r), from)
	default:
		g.asm.Emit(amd64.Mov, amd64.R64(r), from)
	}
}

// sized is a general register as an operand of the given number of bytes.
func sized(r amd64.Reg, size uint8) amd64.Arg {
	switch size {
	case 1:
		return amd64.R8b(r)
	case 2:
		return amd64.R16(r)
	case 4:
		return amd64.R32(r)
	}
	return amd64.R64(r)
}

// reg has a value in a register.
func (w *amdWords) reg(r word.Ref) amd64.Reg { return wordRegs[w.regs.Reg(ref32(int(r)))] }

// operand is a value as the last operand of an instruction on 64 bits: a register, memory, or
// a number.
func (w *amdWords) operand(r word.Ref) amd64.Arg {
	v := ref32(int(r))
	in := &w.p.Code[r]
	if in.Op == word.Const && isImm(in.K) {
		return amd64.Imm(int64(in.K))
	}
	return w.place(v, in)
}

// place is operand without numbers.
func (w *amdWords) place(v regalloc.Value, in *word.Instr) amd64.Arg {
	if reg, ok := w.regs.InRegister(v); ok {
		return amd64.R64(wordRegs[reg])
	}
	slot := w.regs.Slot(v)
	whole := slot >= 0 || in.Op == word.Const || in.Size == 8
	if !whole || w.regs.Worth(v) {
		return amd64.R64(wordRegs[w.regs.Reg(v)])
	}
	switch {
	case slot >= 0:
		return slotAt(slot)
	case in.Op == word.Const:
		return amd64.AtLabel(w.asm.Constant(binary.LittleEndian.AppendUint64(nil, in.K)))
	}
	return amd64.At(frameReg, int32(in.K))
}

// done says that the operands of an instruction have been read.
func (w *amdWords) done(in *word.Instr) {
	in.Args(func(r word.Ref) {
		if w.late[r] {
			w.done(&w.p.Code[r])
		} else {
			w.regs.Done(ref32(int(r)))
		}
	})
}

// into gives the result r a register, that of operand a if nobody needs that any more; a is in
// there then in any case.
func (w *amdWords) into(r, a word.Ref, at amd64.Arg) amd64.Reg {
	v := ref32(int(r))
	if at.Kind == amd64.KindR64 && w.regs.Dies(ref32(int(a))) {
		for i, reg := range wordRegs {
			if uint8(reg) == at.N {
				w.regs.DefIn(v, i)
				return reg
			}
		}
	}
	d := wordRegs[w.regs.Def(v)]
	w.move(d, at)
	return d
}

func (w *amdWords) move(to amd64.Reg, from amd64.Arg) {
	if from.Kind == amd64.KindImm {
		w.number(to, uint64(from.Imm))
		return
	}
	w.asm.Emit(amd64.Mov, amd64.R64(to), from)
}
