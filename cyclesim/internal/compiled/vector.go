package compiled

import (
	"slices"

	"culprit/cyclesim/internal/wasm"
)

// vector compiles a kernel for a group of instances in lanes.
func (g *generator) vector(k *kernel, p *program, lanes int) []*wasm.Func {
	code := vectorise(p, lanes)
	w := &vwriter{
		g: g, k: k, v: code, lanes: lanes,
		uses: code.live(), chunk: make([]int, len(code.code)), part: make([]int, len(code.code)), userPart: make([]int, len(code.code)),
		slot: map[vref]int{},
	}
	w.split()
	w.scratch = (g.at.scratch + 15) / 16 * 16
	g.at.scratch = w.scratch + 16*uint32(len(w.slot))
	var parts []*wasm.Func
	for i := range w.start {
		parts = append(parts, w.function(i))
	}
	return parts
}

// maxVectorOps bounds the vector instructions of one function.
var maxVectorOps = 1500

// vwriter writes code on vectors as functions of bounded size.
type vwriter struct {
	g     *generator
	k     *kernel
	v     *vcode
	lanes int

	uses  []int
	start []int        // first instruction of each function
	chunk []int        // the function of each instruction
	part  []int        // the innermost guarded part around it: its vIf, or -1
	slot  map[vref]int // values that go through memory from function to function
	// userPart is the part of the last user of a vector.
	userPart []int

	scratch uint32 // where they are
	f       *wasm.Func
	now     int // the function being written
	local   map[vref]uint32
	spill   uint32 // the local with the address of scratch
	late    []vref // to be kept when the guarded part ends
}

// split finds where functions begin and what they hand on.
func (w *vwriter) split() {
	ops, depth := maxVectorOps, []int{-1}
	for i := range w.v.code {
		in := &w.v.code[i]
		if ops >= maxVectorOps && len(depth) == 1 {
			w.start = append(w.start, i)
			ops = 0
		}
		w.chunk[i] = len(w.start) - 1
		w.part[i] = depth[len(depth)-1]
		switch {
		case in.kind == vIf:
			depth = append(depth, i)
		case in.kind == vEnd:
			depth = depth[:len(depth)-1]
			w.part[i] = depth[len(depth)-1]
		case in.kind == vGather:
			ops += 40
		case w.uses[i] > 0 && in.kind != vConst:
			ops++
		}
	}
	for i := range w.v.code {
		if !w.counts(i) {
			continue
		}
		w.v.args(&w.v.code[i], func(r vref) {
			w.userPart[r] = w.part[i]
			if _, done := w.slot[r]; !done && w.chunk[r] != w.chunk[i] && w.v.code[r].kind != vConst {
				w.slot[r] = len(w.slot)
			}
		})
	}
}

// counts tells whether an instruction is needed.
func (w *vwriter) counts(i int) bool { return w.v.code[i].kind.effect() || w.uses[i] > 0 }

func (w *vwriter) end(chunk int) int {
	if chunk+1 < len(w.start) {
		return w.start[chunk+1]
	}
	return len(w.v.code)
}

func (w *vwriter) function(chunk int) *wasm.Func {
	w.f, w.now, w.local = w.g.wasm.NewFunc([]wasm.ValType{wasm.I32}), chunk, map[vref]uint32{}
	if len(w.slot) > 0 {
		w.spill = w.f.Local(wasm.I32)
		w.f.I32Const(w.scratch)
		w.f.LocalSet(w.spill)
	}
	w.probes()
	w.imports()
	for i := w.start[chunk]; i < w.end(chunk); i++ {
		if w.counts(i) {
			w.instr(vref(i))
		}
	}
	return w.f
}

// probes accesses the ends of the frames: wazero then omits the bounds checks of
// all other accesses.
func (w *vwriter) probes() {
	w.probe(frame, uint32(w.lanes)*w.k.module.layout.size-1)
	if len(w.slot) > 0 {
		w.probe(w.spill, 16*uint32(len(w.slot))-1)
	}
}

func (w *vwriter) probe(base, offset uint32) {
	w.f.LocalGet(base)
	w.f.Mem(wasm.I32Load8U, offset)
	w.f.Op(wasm.Drop)
}

// imports loads the vectors that earlier functions hand on.
func (w *vwriter) imports() {
	var list []vref
	seen := map[vref]bool{}
	for i := w.start[w.now]; i < w.end(w.now); i++ {
		if !w.counts(i) {
			continue
		}
		w.v.args(&w.v.code[i], func(r vref) {
			if _, kept := w.slot[r]; kept && w.chunk[r] != w.now && !seen[r] {
				seen[r] = true
				list = append(list, r)
			}
		})
	}
	slices.Sort(list)
	for _, r := range list {
		w.f.LocalGet(w.spill)
		w.f.VecMem(wasm.V128Load, 16*uint32(w.slot[r]))
		w.keep(r)
	}
}

// keep pops the vector on the stack into a new local.
func (w *vwriter) keep(r vref) {
	w.local[r] = w.f.Local(wasm.V128)
	w.f.LocalSet(w.local[r])
}

// inline tells whether a vector is computed at its only use.
func (w *vwriter) inline(r vref) bool {
	in := &w.v.code[r]
	_, kept := w.slot[r]
	return in.kind == vConst || in.kind < vSerial && w.uses[r] == 1 && !kept && w.part[r] == w.userPart[r]
}

// instr emits an effect, or a vector that has a local.
func (w *vwriter) instr(r vref) {
	in := &w.v.code[r]
	switch {
	case in.kind.effect():
		w.effect(in)
		return
	case w.inline(r):
		return
	case in.kind == vGather:
		w.gather(&w.v.gathers[in.k])
		w.loadResult(0)
		w.keep(r)
	case in.kind == vPart:
		w.loadResult(in.k)
		w.keep(r)
	case in.kind == vSerial:
		w.serial(r, in)
	default:
		w.make(in)
		w.keep(r)
	}
	if _, kept := w.slot[r]; kept {
		if w.part[r] >= 0 {
			w.late = append(w.late, r)
		} else {
			w.store(r)
		}
	}
}

// store hands a vector on to later functions.
func (w *vwriter) store(r vref) {
	w.f.LocalGet(w.spill)
	w.f.LocalGet(w.local[r])
	w.f.VecMem(wasm.V128Store, 16*uint32(w.slot[r]))
}

// vector pushes a vector.
func (w *vwriter) vector(r vref) {
	if l, ok := w.local[r]; ok {
		w.f.LocalGet(l)
	} else if w.inline(r) {
		w.make(&w.v.code[r])
	} else {
		panic("BUG: a vector is used before it is made")
	}
}

// make pushes the result of an instruction.
func (w *vwriter) make(in *vinstr) {
	f := w.f
	switch in.kind {
	case vConst:
		f.V128Const(in.lo, in.hi)
	case vOp:
		for _, r := range [3]vref{in.a, in.b, in.c} {
			if r != vnone {
				w.vector(r)
			}
		}
		f.Vec(in.op)
	case vShift:
		w.vector(in.a)
		f.I32Const(uint32(in.k))
		f.Vec(in.op)
	case vShuffle:
		w.vector(in.a)
		w.vector(in.b)
		var bytes [16]byte
		for i := range 8 {
			bytes[i], bytes[i+8] = byte(in.lo>>(8*i)), byte(in.hi>>(8*i))
		}
		f.Shuffle(bytes)
	case vArbitrary:
		w.g.arbitrary(f, in.k)
		if in.size < 8 {
			f.Op(wasm.I32WrapI64)
		}
		f.Vec(splats[log2Size(in.size)])
	case vLoad:
		f.LocalGet(frame)
		if in.half {
			f.VecMem(wasm.V128Load64Zero, uint32(in.k))
		} else {
			f.VecMem(wasm.V128Load, uint32(in.k))
		}
	default:
		panic("BUG: not a vector by itself")
	}
}

// serial computes both halves of a vector, one after the other.
func (w *vwriter) serial(r vref, in *vinstr) {
	f := w.f
	f.V128Const(0, 0)
	for i := range 2 {
		w.vector(in.a)
		f.Lane(wasm.I64x2ExtractLane, i)
		if in.b != vnone {
			w.vector(in.b)
			f.Lane(wasm.I64x2ExtractLane, i)
		}
		f.Op(code64[in.scalar])
		f.Lane(wasm.I64x2ReplaceLane, i)
	}
	w.keep(r)
}
