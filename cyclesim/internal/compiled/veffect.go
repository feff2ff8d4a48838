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
		callAll(f, c.kernel.code[w.lanes], c.count, c.size*uint32(w.lanes))
		w.probes()
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

// storePlace writes a vector; where a condition does not hold, the lane keeps what
// it has.
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

// laneLoop runs the body for each lane whose byte in the mask is not 0; lane is a
// local with its number.
func (w *vwriter) laneLoop(mask func(), body func(lane uint32)) {
	f := w.f
	left, lane := f.Local(wasm.I32), f.Local(wasm.I32)
	f.Block()
	mask()
	f.Vec(wasm.I8x16Bitmask)
	if w.lanes < 16 {
		f.I32Const(1<<w.lanes - 1)
		f.Op(wasm.I32And)
	}
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
	w.probes()
}

var (
	laneLoads32 = [3]wasm.MemOp{wasm.I32Load8U, wasm.I32Load16U, wasm.I32Load}
	laneStores  = [4]wasm.MemOp{wasm.I32Store8, wasm.I32Store16, wasm.I32Store, wasm.I64Store}
)

// Most lanes of most writes do not want them: so indices and values are put into
// memory, where the lanes that do can find theirs.
const scatterBytes = 2 * 8 * 16

func (w *vwriter) scatter(s *scatter) {
	f := w.f
	put := func(list []vref, at uint32) {
		for i, r := range list {
			f.I32Const(at + 16*uint32(i))
			w.vector(r)
			f.VecMem(wasm.V128Store, 0)
		}
	}
	mask := func() { f.V128Const(^uint64(0), ^uint64(0)) }
	if s.where != nil {
		mask = func() { w.vector(s.where[0]) }
		f.Block()
		mask()
		f.Vec(wasm.V128AnyTrue)
		f.LeaveUnless()
	}
	index, value := w.g.at.lanes, w.g.at.lanes+scatterBytes/2
	put(s.index, index)
	put(s.value, value)
	w.laneLoop(mask, func(lane uint32) {
		element := func(at uint32, size uint8, o wasm.MemOp) {
			f.LocalGet(lane)
			f.I32Const(uint32(log2Size(size)))
			f.Op(wasm.I32Shl)
			f.Mem(o, at)
		}
		f.LocalGet(frame)
		if s.sizes[0] == 8 {
			element(index, 8, wasm.I32Load)
		} else {
			element(index, s.sizes[0], laneLoads32[log2Size(s.sizes[0])])
		}
		w.scale(s.scale)
		f.Op(wasm.I32Add)
		f.LocalGet(lane)
		f.I32Const(uint32(log2Size(s.size)))
		f.Op(wasm.I32Shl)
		f.Op(wasm.I32Add)
		if s.size == 8 {
			element(value, 8, wasm.I64Load)
		} else {
			element(value, s.size, laneLoads32[log2Size(s.size)])
		}
		f.Mem(laneStores[log2Size(s.size)], uint32(s.at))
	})
	if s.where != nil {
		f.Op(wasm.End)
	}
}

// property counts, for each lane, that a property has failed or was covered.
func (w *vwriter) property(in *vinstr) {
	f := w.f
	c := w.k.program.checks[in.k]
	n := uint32(w.lanes)
	mask := func() {
		w.vector(in.a)
		if in.kind == vCheck {
			f.Vec(wasm.V128Not)
		}
	}
	place := func(lane, offset, size uint32) {
		f.LocalGet(frame)
		f.LocalGet(lane)
		f.I32Const(uint32(log2Size(uint8(size))))
		f.Op(wasm.I32Shl)
		f.Op(wasm.I32Add)
		f.I32Const(n * offset)
		f.Op(wasm.I32Add)
	}
	w.laneLoop(mask, func(lane uint32) {
		if in.kind == vCheck {
			place(lane, c.count, 8)
			place(lane, c.id, 4)
			f.I32Const(c.index)
			f.Call(w.g.fail)
			return
		}
		place(lane, c.count, 8)
		place(lane, c.count, 8)
		f.Mem(wasm.I64Load, 0)
		f.I64Const(1)
		f.Op(wasm.I64Add)
		f.Mem(wasm.I64Store, 0)
	})
}
