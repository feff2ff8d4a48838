package emitwasm

import (
	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/translate"
	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/cyclesim/internal/wasm"
	"culprit.example/culprit/cyclesim/internal/word"
)

func (w *vwriter) effect(in *vector.Instr) {
	f := w.f
	switch in.Kind {
	case vector.Store:
		w.storePlace(in)
	case vector.Scatter:
		w.Code.Args(in, w.ready)
		w.scatter(&w.Code.Scatters[in.K])
	case vector.Call:
		w.callInside(&w.k.Program.Calls[in.K])
	case vector.Check, vector.Cover:
		w.property(in)
	case vector.If:
		f.Block()
		w.vector(in.A)
		f.Vec(wasm.V128AnyTrue)
		w.begin()
	case vector.End:
		w.end()
		for _, r := range w.late {
			w.handOn(r)
		}
		w.late = nil
	}
}

// callInside runs a kernel on frames inside, for the lanes of this block.
func (w *vwriter) callInside(c *word.Callee) {
	for _, j := range w.k.Joins(c, w.lanes) {
		lanes := j.Count * w.lanes
		w.f.LocalGet(frame)
		w.f.I32Const((c.First + uint32(j.First)*c.Size) * uint32(w.lanes))
		w.f.Op(wasm.I32Add)
		blocks := layout.BlocksOf(lanes) / int(w.blocks)
		w.f.Call(w.g.callAll(w.g.code[translate.KernelOf(c).For(lanes)], blocks, 16*w.blocks))
	}
}

// storePlace writes a vector; lanes whose condition does not hold keep the old
// value.
func (w *vwriter) storePlace(in *vector.Instr) {
	f := w.f
	f.LocalGet(frame)
	w.vector(in.B)
	if in.C != vector.None {
		w.make(&vector.Instr{Kind: vector.Load, K: in.K, Half: in.Half})
		w.vector(in.C)
		f.Vec(wasm.V128Bitselect)
	}
	if in.Half {
		f.LaneMem(wasm.V128Store64Lane, w.offset(in.K), 0)
	} else {
		f.VecMem(wasm.V128Store, w.offset(in.K))
	}
}

// property counts failures, or hits, of a property in each lane.
func (w *vwriter) property(in *vector.Instr) {
	f := w.f
	c := w.k.Program.Checks[in.K]
	place := func(offset uint32) {
		f.LocalGet(frame)
		f.I32Const(uint32(w.lanes) * offset)
		f.Op(wasm.I32Add)
	}
	mask := func() {
		w.vector(in.A)
		f.Vec(wasm.I8x16Bitmask)
	}
	if in.Kind == vector.Cover {
		place(c.Count)
		mask()
		key := loopKey{kind: "cover", lanes: w.lanes}
		f.Call(w.g.loop(key, 2, func(f *wasm.Func) { coverLoop(f, w.lanes) }))
		return
	}
	f.Block()
	mask()
	f.I32Const(1<<w.Code.Lanes - 1)
	f.Op(wasm.I32And)
	f.I32Const(1<<w.Code.Lanes - 1)
	f.Op(wasm.I32Ne)
	w.begin()
	place(c.Count)
	place(c.ID)
	f.I32Const(c.Index)
	mask()
	f.I32Const(1<<w.Code.Lanes - 1)
	f.Op(wasm.I32Xor)
	key := loopKey{kind: "fail", lanes: w.lanes}
	f.Call(w.g.loop(key, 4, func(f *wasm.Func) { w.g.failLoop(f, w.lanes) }))
	w.end()
}

func coverLoop(f *wasm.Func, lanes int) {
	const count, left = 0, 1
	laneLoop(f, lanes, left, func(lane uint32) {
		for range 2 {
			laneAt(f, lane, 8, lanes)
			f.LocalGet(count)
			f.Op(wasm.I32Add)
		}
		f.Mem(wasm.I64Load, 0)
		f.I64Const(1)
		f.Op(wasm.I64Add)
		f.Mem(wasm.I64Store, 0)
	})
}

func (g *Emitter) failLoop(f *wasm.Func, lanes int) {
	const count, id, property, left = 0, 1, 2, 3
	laneLoop(f, lanes, left, func(lane uint32) {
		laneAt(f, lane, 8, lanes)
		f.LocalGet(count)
		f.Op(wasm.I32Add)
		laneAt(f, lane, 4, lanes)
		f.LocalGet(id)
		f.Op(wasm.I32Add)
		f.LocalGet(property)
		f.Call(g.fail)
	})
}
