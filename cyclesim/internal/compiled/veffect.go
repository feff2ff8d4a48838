package compiled

import "culprit/cyclesim/internal/wasm"

func (w *vwriter) effect(in *vinstr) {
	f := w.f
	switch in.kind {
	case vStore:
		w.storePlace(in)
	case vScatter:
		w.scatter(&w.v.scatters[in.k])
	case vCall:
		c := &w.v.calls[in.k]
		f.LocalGet(frame)
		f.I32Const(c.first * uint32(w.lanes))
		f.Op(wasm.I32Add)
		f.Call(w.g.callAll(c.kernel.code[w.lanes], c.count, c.size*uint32(w.lanes)))
	case vCheck, vCover:
		w.property(in)
	case vIf:
		f.Block()
		w.vector(in.a)
		f.Vec(wasm.V128AnyTrue)
		f.LeaveUnless()
	case vEnd:
		f.Op(wasm.End)
		for _, r := range w.late {
			w.store(r)
		}
		w.late = nil
	}
}

// storePlace writes a vector; lanes whose condition does not hold keep the old
// value.
func (w *vwriter) storePlace(in *vinstr) {
	f := w.f
	f.LocalGet(frame)
	w.vector(in.b)
	if in.c != vnone {
		w.make(&vinstr{kind: vLoad, k: in.k, half: in.half})
		w.vector(in.c)
		f.Vec(wasm.V128Bitselect)
	}
	if in.half {
		f.LaneMem(wasm.V128Store64Lane, uint32(in.k), 0)
	} else {
		f.VecMem(wasm.V128Store, uint32(in.k))
	}
}

// property counts failures, or hits, of a property in each lane.
func (w *vwriter) property(in *vinstr) {
	f := w.f
	c := w.k.program.checks[in.k]
	place := func(offset uint32) {
		f.LocalGet(frame)
		f.I32Const(uint32(w.lanes) * offset)
		f.Op(wasm.I32Add)
	}
	mask := func() {
		w.vector(in.a)
		f.Vec(wasm.I8x16Bitmask)
	}
	if in.kind == vCover {
		place(c.count)
		mask()
		key := loopKey{kind: "cover", lanes: w.lanes}
		f.Call(w.g.loop(key, 2, func(f *wasm.Func) { coverLoop(f, w.lanes) }))
		return
	}
	f.Block()
	mask()
	f.I32Const(1<<w.lanes - 1)
	f.Op(wasm.I32And)
	f.I32Const(1<<w.lanes - 1)
	f.Op(wasm.I32Ne)
	f.LeaveUnless()
	place(c.count)
	place(c.id)
	f.I32Const(c.index)
	mask()
	f.I32Const(1<<w.lanes - 1)
	f.Op(wasm.I32Xor)
	key := loopKey{kind: "fail", lanes: w.lanes}
	f.Call(w.g.loop(key, 4, func(f *wasm.Func) { w.g.failLoop(f, w.lanes) }))
	f.Op(wasm.End)
}

func coverLoop(f *wasm.Func, lanes int) {
	const count, left = 0, 1
	laneLoop(f, lanes, left, func(lane uint32) {
		for range 2 {
			times(f, lane, 8)
			f.LocalGet(count)
			f.Op(wasm.I32Add)
		}
		f.Mem(wasm.I64Load, 0)
		f.I64Const(1)
		f.Op(wasm.I64Add)
		f.Mem(wasm.I64Store, 0)
	})
}

func (g *generator) failLoop(f *wasm.Func, lanes int) {
	const count, id, property, left = 0, 1, 2, 3
	laneLoop(f, lanes, left, func(lane uint32) {
		times(f, lane, 8)
		f.LocalGet(count)
		f.Op(wasm.I32Add)
		times(f, lane, 4)
		f.LocalGet(id)
		f.Op(wasm.I32Add)
		f.LocalGet(property)
		f.Call(g.fail)
	})
}
