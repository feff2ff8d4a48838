package emitwasm

import (
	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/translate"
	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/cyclesim/internal/wasm"
	"culprit.example/culprit/cyclesim/internal/word"
)

// Vector compiles the code of one block: a group of several runs it once for each.
func (g *Emitter) Vector(k *translate.Kernel, p *word.Program, code *vector.Code, lanes int) {
	w := &vwriter{g: g, k: k, lanes: lanes, blocks: uint32(layout.BlocksOf(lanes)),
		Chunks: vector.Split(code, g.options.FunctionVectorOps)}
	w.values = newValues(w)
	w.scratch = g.at.Take(16*len(w.Slot), 16)
	var parts []*wasm.Func
	for i := range w.Start {
		parts = append(parts, w.function(i))
	}
	g.join(k.For(lanes), parts)
}

// vwriter writes code on vectors as functions of bounded size.
type vwriter struct {
	vector.Chunks
	g      *Emitter
	k      *translate.Kernel
	lanes  int    // of a group
	blocks uint32 // of it

	scratch uint32 // where values are that go from function to function
	f       *wasm.Func
	values
	zero uint32 // a local that is 0: the base of what has a fixed address
}

// offset is that of a block's vector from the start of the group.
func (w *vwriter) offset(k uint64) uint32 {
	return w.k.Module.Layout.VectorAt(uint32(w.lanes), w.blocks*uint32(k))
}

func (w *vwriter) function(chunk int) *wasm.Func {
	w.f = w.g.wasm.NewFunc([]wasm.ValType{wasm.I32})
	w.nextFunction()
	w.zero = w.f.Local(wasm.I32)
	w.probes()
	for i := w.Start[chunk]; i < w.End(chunk); i++ {
		if w.Counts(i) {
			w.instr(vector.Ref(i))
		}
	}
	return w.f
}

// probes accesses the end of the frames, and that of what has a fixed address: wazero then omits the
// bounds checks of all other accesses.
func (w *vwriter) probes() {
	probe(w.f, frame, uint32(w.lanes)*w.k.Module.Layout.Size-16*(w.blocks-1)-1)
	probe(w.f, w.zero, max(w.g.at.Lanes+2*translate.LaneBytes, w.slotAt(len(w.Slot)))-1)
}

func probe(f *wasm.Func, base, offset uint32) {
	f.LocalGet(base)
	f.Mem(wasm.I32Load8U, offset)
	f.Op(wasm.Drop)
}

// begin leaves the block unless the condition on the stack holds: what follows may be left out, up to end,
// which ends the block.
func (w *vwriter) begin() {
	w.f.LeaveUnless()
	w.values.begin()
}

func (w *vwriter) end() {
	endBlock(w.f, frame, w.zero)
	w.values.end()
}

// endBlock ends a block. Behind it, wazero (1.12) takes a local that the block does not change for another
// value at each access but the first, and forgets what it knows of its bounds; not if it is assigned.
func endBlock(f *wasm.Func, bases ...uint32) {
	f.Op(wasm.End)
	for _, l := range bases {
		f.LocalGet(l)
		f.LocalSet(l)
	}
}

// slotAt is the address of what goes from function to function.
func (w *vwriter) slotAt(n int) uint32 { return w.scratch + 16*uint32(n) }

// instr emits an effect, or a vector that has a local.
func (w *vwriter) instr(r vector.Ref) {
	w.now = int(r)
	for _, load := range w.overwritten[w.now] {
		w.rescue(vector.Ref(load))
	}
	for _, x := range w.before[w.now] {
		w.ready(x)
	}
	in := &w.Code.Instrs[r]
	switch {
	case in.Kind.Effect():
		w.effect(in)
		return
	case w.inline(r), w.placed[r], w.made[r] > int(r):
		return
	case in.Kind == vector.Gather:
		w.gather(&w.Code.Gathers[in.K])
		w.loadResult(0)
		w.keep(r)
	case in.Kind == vector.Part:
		w.loadResult(in.K)
		w.keep(r)
	case in.Kind == vector.Serial:
		w.serial(r, in)
	default:
		w.make(in)
		w.keep(r)
	}
}

// make pushes the result of an instruction.
func (w *vwriter) make(in *vector.Instr) {
	f := w.f
	switch in.Kind {
	case vector.Const:
		f.V128Const(in.Lo, in.Hi)
	case vector.Apply:
		for _, r := range [3]vector.Ref{in.A, in.B, in.C} {
			if r != vector.None {
				w.vector(r)
			}
		}
		if bytes, ok := shuffles[in.Op]; ok {
			f.Shuffle(bytes)
		} else {
			f.Vec(vectorCode[in.Op])
		}
	case vector.Shift:
		w.vector(in.A)
		f.I32Const(uint32(in.K))
		f.Vec(vectorCode[in.Op])
	case vector.Arbitrary:
		w.g.arbitrary(f, in.K)
		if in.Size < 8 {
			f.Op(wasm.I32WrapI64)
		}
		f.Vec(splats[vector.Log2Size(in.Size)])
	case vector.Load:
		f.LocalGet(frame)
		if in.Half {
			f.VecMem(wasm.V128Load64Zero, w.offset(in.K))
		} else {
			f.VecMem(wasm.V128Load, w.offset(in.K))
		}
	default:
		panic("BUG: not a vector by itself")
	}
}

// serial computes both halves of a vector, one after the other.
func (w *vwriter) serial(r vector.Ref, in *vector.Instr) {
	f := w.f
	f.V128Const(0, 0)
	for i := range 2 {
		w.vector(in.A)
		f.Lane(wasm.I64x2ExtractLane, i)
		if in.B != vector.None {
			w.vector(in.B)
			f.Lane(wasm.I64x2ExtractLane, i)
		}
		f.Op(serialCode[in.Op])
		f.Lane(wasm.I64x2ReplaceLane, i)
	}
	w.keep(r)
}
