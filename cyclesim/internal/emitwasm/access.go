package emitwasm

import (
	"culprit.example/culprit/cyclesim/internal/layout"
	"culprit.example/culprit/cyclesim/internal/translate"
	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/cyclesim/internal/wasm"
)

// Vectors cannot be addressed by vectors (there is no gather or scatter). Indices
// and values go through scratch memory, where loops over the lanes find them:
// code unrolled for 16 lanes would not fit the processor's instruction cache.
//
// The loops are in functions of their own, since wazero 1.10.1 loses vectors that
// are live across a loop.

var (
	elementLoads  = [4]wasm.MemOp{wasm.I32Load8U, wasm.I32Load16U, wasm.I32Load, wasm.I64Load}
	elementStores = [4]wasm.MemOp{wasm.I32Store8, wasm.I32Store16, wasm.I32Store, wasm.I64Store}
)

// loopKey is what a function with a loop over lanes depends on.
type loopKey struct {
	kind  string
	lanes int // of a group
	bytes uint8
	size  uint8
	scale uint64
}

// loop is the function for a key, made at the first request.
func (g *Emitter) loop(key loopKey, params int, write func(f *wasm.Func)) *wasm.Func {
	if g.loops[key] == nil {
		list := make([]wasm.ValType, params)
		for i := range list {
			list[i] = wasm.I32
		}
		g.loops[key] = g.wasm.NewFunc(list)
		write(g.loops[key])
	}
	return g.loops[key]
}

// put stores vectors in the scratch memory.
func (w *vwriter) put(list []vector.Ref, at uint32) {
	for i, r := range list {
		w.f.LocalGet(w.zero)
		w.vector(r)
		w.f.VecMem(wasm.V128Store, at+16*uint32(i))
	}
}

// loadResult loads a vector that a gather has left in the scratch memory.
func (w *vwriter) loadResult(i uint64) {
	w.f.LocalGet(w.zero)
	w.f.VecMem(wasm.V128Load, w.g.at.Lanes+16*uint32(i))
}

// times multiplies a local by 1, 2, 4 or 8 and pushes it.
func times(f *wasm.Func, local uint32, size uint8) {
	f.LocalGet(local)
	if size > 1 {
		f.I32Const(uint32(vector.Log2Size(size)))
		f.Op(wasm.I32Shl)
	}
}

// laneAt pushes the offset of an element of the lane in a local, among the vectors of a block.
func laneAt(f *wasm.Func, lane uint32, size uint8, lanes int) {
	if layout.BlocksOf(lanes) == 1 || size == 1 {
		times(f, lane, size)
		return
	}
	// Elements that do not fit in one vector of 16 bytes go to the next.
	times(f, lane, size)
	f.I32Const(15)
	f.Op(wasm.I32And)
	times(f, lane, size)
	f.I32Const(4)
	f.Op(wasm.I32ShrU)
	f.I32Const(uint32(lanes))
	f.Op(wasm.I32Mul)
	f.Op(wasm.I32Add)
}

// scale multiplies the number on the stack.
func scale(f *wasm.Func, k uint64) {
	if shift, ok := layout.Log2(int(k)); ok {
		f.I32Const(uint32(shift))
		f.Op(wasm.I32Shl)
	} else {
		f.I32Const(uint32(k))
		f.Op(wasm.I32Mul)
	}
}

// base pushes the address of the elements of the first lane.
func (w *vwriter) base(a *vector.Access) {
	w.f.LocalGet(frame)
	w.f.I32Const(w.blocks * uint32(a.At))
	w.f.Op(wasm.I32Add)
}

// gather loads an element per lane.
func (w *vwriter) gather(a *vector.Access) {
	w.put(a.Index, w.g.at.Lanes+translate.LaneBytes)
	w.base(a)
	key := loopKey{"gather", w.lanes, a.Bytes, a.Size, uint64(w.blocks) * a.Scale}
	w.f.Call(w.g.loop(key, 1, func(f *wasm.Func) {
		if w.blocks == 1 {
			w.g.gatherLoop(f, key)
		} else {
			w.g.gatherBlock(f, key)
		}
	}))
}

// gatherLoop loads the elements of several lanes per iteration.
func (g *Emitter) gatherLoop(f *wasm.Func, key loopKey) {
	const together = 4
	const base = 0
	result, index := g.at.Lanes, g.at.Lanes+translate.LaneBytes
	lane, from, to := f.Local(wasm.I32), f.Local(wasm.I32), f.Local(wasm.I32)
	f.Loop()
	times(f, lane, key.bytes)
	f.LocalSet(from)
	times(f, lane, key.size)
	f.LocalSet(to)
	// The last one first: then the others need no bounds check.
	for i := uint32(together); i > 0; i-- {
		place := (i - 1) * uint32(key.size)
		f.LocalGet(to)
		f.LocalGet(from)
		f.Mem(elementLoads[min(vector.Log2Size(key.bytes), 2)], index+(i-1)*uint32(key.bytes))
		scale(f, key.scale)
		f.LocalGet(base)
		f.Op(wasm.I32Add)
		f.Mem(elementLoads[vector.Log2Size(key.size)], place)
		f.Mem(elementStores[vector.Log2Size(key.size)], result+place)
	}
	f.LocalGet(base)
	f.I32Const(together * uint32(key.size))
	f.Op(wasm.I32Add)
	f.LocalSet(base)
	f.LocalGet(lane)
	f.I32Const(together)
	f.Op(wasm.I32Add)
	f.LocalTee(lane)
	f.I32Const(uint32(key.lanes))
	f.Op(wasm.I32Ne)
	f.BrIf(0)
	f.Op(wasm.End)
}

// gatherBlock is gatherLoop for a block among several, an element per iteration.
func (g *Emitter) gatherBlock(f *wasm.Func, key loopKey) {
	const base = 0
	result, index := g.at.Lanes, g.at.Lanes+translate.LaneBytes
	lane := f.Local(wasm.I32)
	f.Loop()
	times(f, lane, key.size)
	times(f, lane, key.bytes)
	f.Mem(elementLoads[min(vector.Log2Size(key.bytes), 2)], index)
	scale(f, key.scale)
	laneAt(f, lane, key.size, key.lanes)
	f.Op(wasm.I32Add)
	f.LocalGet(base)
	f.Op(wasm.I32Add)
	f.Mem(elementLoads[vector.Log2Size(key.size)], 0)
	f.Mem(elementStores[vector.Log2Size(key.size)], result)
	f.LocalGet(lane)
	f.I32Const(1)
	f.Op(wasm.I32Add)
	f.LocalTee(lane)
	f.I32Const(vector.BlockLanes)
	f.Op(wasm.I32Ne)
	f.BrIf(0)
	f.Op(wasm.End)
}

// scatter stores the elements of the lanes whose condition holds, mostly few.
func (w *vwriter) scatter(a *vector.Access) {
	f := w.f
	if a.Where != nil {
		f.Block()
		w.vector(a.Where[0])
		f.Vec(wasm.V128AnyTrue)
		w.begin()
	}
	w.put(a.Index, w.g.at.Lanes+translate.LaneBytes)
	w.put(a.Value, w.g.at.Lanes)
	w.base(a)
	if a.Where != nil {
		w.vector(a.Where[0])
		f.Vec(wasm.I8x16Bitmask)
	} else {
		f.I32Const(1<<w.Code.Lanes - 1)
	}
	key := loopKey{"scatter", w.lanes, a.Bytes, a.Size, uint64(w.blocks) * a.Scale}
	f.Call(w.g.loop(key, 2, func(f *wasm.Func) { w.g.scatterLoop(f, key) }))
	if a.Where != nil {
		w.end()
	}
}

func (g *Emitter) scatterLoop(f *wasm.Func, key loopKey) {
	const base, left = 0, 1
	value, index := g.at.Lanes, g.at.Lanes+translate.LaneBytes
	laneLoop(f, key.lanes, left, func(lane uint32) {
		times(f, lane, key.bytes)
		f.Mem(elementLoads[min(vector.Log2Size(key.bytes), 2)], index)
		scale(f, key.scale)
		laneAt(f, lane, key.size, key.lanes)
		f.Op(wasm.I32Add)
		f.LocalGet(base)
		f.Op(wasm.I32Add)
		times(f, lane, key.size)
		f.Mem(elementLoads[vector.Log2Size(key.size)], value)
		f.Mem(elementStores[vector.Log2Size(key.size)], 0)
	})
}

// laneLoop runs the body for each lane whose bit is set in a local; lane is a
// local with its number.
func laneLoop(f *wasm.Func, lanes int, left uint32, body func(lane uint32)) {
	lanes = min(lanes, vector.BlockLanes)
	lane := f.Local(wasm.I32)
	f.Block()
	f.LocalGet(left)
	f.I32Const(1<<lanes - 1)
	f.Op(wasm.I32And)
	f.LocalTee(left)
	f.LeaveUnless()
	f.Loop()
	f.LocalGet(left)
	f.Op(wasm.I32Ctz)
	f.LocalSet(lane)
	body(lane)
	f.LocalGet(left)
	f.LocalGet(left)
	f.I32Const(1)
	f.Op(wasm.I32Sub)
	f.Op(wasm.I32And)
	f.LocalTee(left)
	f.BrIf(0)
	f.Op(wasm.End)
	f.Op(wasm.End)
}
