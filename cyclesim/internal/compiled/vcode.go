package compiled

import (
	"math/bits"

	"culprit/cyclesim/internal/wasm"
)

// vcode is straight-line code on 128-bit vectors: a program for several lanes. A
// value of the program takes one or more vectors, according to its size and the
// number of lanes. Equal instructions are emitted once.
type vcode struct {
	code     []vinstr
	known    map[vinstr]vref
	gathers  []access
	scatters []access
	calls    []call

	// While guarded parts are emitted: the instructions that exist only there.
	inside []([]vinstr)
}

// vref names the vector that an instruction makes; vnone is none.
type vref int32

const vnone vref = -1

type vkind uint8

// The instructions.
const (
	vConst     vkind = iota // lo and hi, the halves
	vOp                     // op on a, b, c
	vShift                  // op by k bits
	vShuffle                // the bytes of a and b that lo and hi say
	vArbitrary              // anything: depends on cycle and k, in elements of size
	vSerial                 // each lane by itself: scalar on a and b
	vLoad                   // from k in the frames; half of a vector if half
	vGather                 // gathers[k]: its first vector
	vPart                   // the vector k of the gather a, which is right before

	// Effects.
	vStore   // b to k in the frames; with a c, only where that is set
	vScatter // scatters[k]
	vCall    // calls[k]
	vCheck   // where a is not set, a property has failed: k numbers it
	vCover   // where a is set, a property is covered: k numbers it
	vIf      // what follows up to vEnd counts only if a, or b, has a bit set
	vEnd
)

// vinstr is one instruction.
type vinstr struct {
	kind    vkind
	op      wasm.VecOp
	scalar  op    // of vSerial
	half    bool  // only the lower half counts
	size    uint8 // of an element: 1, 2, 4, 8
	a, b, c vref
	k       uint64
	lo, hi  uint64
}

// access reads or writes elements at the indices of the lanes.
type access struct {
	where []vref // of a write: masks of bytes; nil: all lanes
	index []vref
	value []vref // of a write
	bytes uint8  // of an index
	scale uint64
	at    uint64
	size  uint8 // of an element
}

func (v *vcode) add(in vinstr) vref {
	v.code = append(v.code, in)
	return vref(len(v.code) - 1)
}

// pure adds an instruction without effect, unless an equal one exists.
func (v *vcode) pure(in vinstr) vref {
	if r, ok := v.known[in]; ok {
		return r
	}
	r := v.add(in)
	v.known[in] = r
	if n := len(v.inside); n > 0 {
		v.inside[n-1] = append(v.inside[n-1], in)
	}
	return r
}

// begin starts a part that is skipped if no bit of the condition is set; finish
// ends it. If it was skipped, its values are 0 outside.
func (v *vcode) begin(cond []vref) {
	in := vinstr{kind: vIf, a: cond[0], b: vnone, c: vnone}
	if len(cond) > 1 {
		all := cond[0]
		for _, c := range cond[1:] {
			all = v.op(wasm.V128Or, all, c)
		}
		in.a = all
	}
	v.add(in)
	v.inside = append(v.inside, nil)
}

func (v *vcode) finish() {
	last := len(v.inside) - 1
	for _, in := range v.inside[last] {
		delete(v.known, in)
	}
	v.inside = v.inside[:last]
	v.add(vinstr{kind: vEnd, a: vnone, b: vnone, c: vnone})
}

// effect tells whether the instruction does more than produce a vector.
func (k vkind) effect() bool { return k >= vStore }

// args calls f on all vectors that an instruction uses.
func (v *vcode) args(in *vinstr, f func(vref)) {
	for _, r := range [3]vref{in.a, in.b, in.c} {
		if r != vnone {
			f(r)
		}
	}
	var s *access
	switch in.kind {
	case vGather:
		s = &v.gathers[in.k]
	case vScatter:
		s = &v.scatters[in.k]
	}
	if s != nil {
		for _, list := range [3][]vref{s.where, s.index, s.value} {
			for _, r := range list {
				f(r)
			}
		}
	}
}

// splat broadcasts a constant element to a whole vector.
func (v *vcode) splat(k uint64, size uint8) vref {
	if size < 8 {
		k &= 1<<(8*size) - 1
	}
	for n := 8 * uint(size); n < 64; n *= 2 {
		k |= k << n
	}
	return v.constant(k, k)
}

func (v *vcode) constant(lo, hi uint64) vref {
	return v.pure(vinstr{kind: vConst, a: vnone, b: vnone, c: vnone, lo: lo, hi: hi})
}

// isConst tells whether both halves of a vector are that constant.
func (v *vcode) isConst(r vref, k uint64) bool {
	in := &v.code[r]
	return in.kind == vConst && in.lo == k && in.hi == k
}

func (v *vcode) op1(o wasm.VecOp, a vref) vref {
	return v.pure(vinstr{kind: vOp, op: o, a: a, b: vnone, c: vnone})
}

// op is an operation on two vectors, simplified where one is all zeros or all
// ones.
func (v *vcode) op(o wasm.VecOp, a, b vref) vref {
	const zero, ones = uint64(0), ^uint64(0)
	switch o {
	case wasm.V128And:
		switch {
		case a == b, v.isConst(b, ones), v.isConst(a, zero):
			return a
		case v.isConst(a, ones), v.isConst(b, zero):
			return b
		case v.code[b].kind == vOp && v.code[b].op == wasm.V128Not:
			return v.op(wasm.V128AndNot, a, v.code[b].a)
		case v.code[a].kind == vOp && v.code[a].op == wasm.V128Not:
			return v.op(wasm.V128AndNot, b, v.code[a].a)
		}
	case wasm.V128Or:
		switch {
		case a == b, v.isConst(a, ones), v.isConst(b, zero):
			return a
		case v.isConst(a, zero), v.isConst(b, ones):
			return b
		}
	case wasm.V128Xor:
		switch {
		case v.isConst(b, zero):
			return a
		case v.isConst(a, zero):
			return b
		case v.isConst(b, ones):
			return v.not(a)
		case v.isConst(a, ones):
			return v.not(b)
		}
	case wasm.V128AndNot:
		switch {
		case v.isConst(a, zero), v.isConst(b, zero):
			return a
		case v.isConst(a, ones):
			return v.not(b)
		case v.code[b].kind == vOp && v.code[b].op == wasm.V128Not:
			return v.op(wasm.V128And, a, v.code[b].a)
		}
	}
	return v.pure(vinstr{kind: vOp, op: o, a: a, b: b, c: vnone})
}

func (v *vcode) not(a vref) vref {
	switch in := &v.code[a]; {
	case in.kind == vOp && in.op == wasm.V128Not:
		return in.a
	case in.kind == vConst:
		return v.constant(^in.lo, ^in.hi)
	}
	return v.op1(wasm.V128Not, a)
}

// choose selects bits: those of yes where cond is 1, otherwise those of no.
func (v *vcode) choose(cond, yes, no vref) vref {
	switch {
	case yes == no:
		return yes
	case v.isConst(no, 0):
		return v.op(wasm.V128And, yes, cond)
	case v.isConst(yes, 0):
		return v.op(wasm.V128AndNot, no, cond)
	case v.isConst(yes, ^uint64(0)):
		return v.op(wasm.V128Or, no, cond)
	case v.isConst(cond, 0):
		return no
	case v.isConst(cond, ^uint64(0)):
		return yes
	}
	if in := &v.code[cond]; in.kind == vOp && in.op == wasm.V128Not {
		cond, yes, no = in.a, no, yes
	}
	return v.pure(vinstr{kind: vOp, op: wasm.V128Bitselect, a: yes, b: no, c: cond})
}

// shift shifts elements of that size, at least 2 bytes, by a constant.
func (v *vcode) shift(o wasm.VecOp, a vref, k uint64) vref {
	if k == 0 {
		return a
	}
	return v.pure(vinstr{kind: vShift, op: o, a: a, b: vnone, c: vnone, k: k})
}

// shuffle gathers bytes: 0 to 15 are those of a, 16 to 31 those of b.
func (v *vcode) shuffle(a, b vref, from [16]byte) vref {
	in := vinstr{kind: vShuffle, a: a, b: b, c: vnone}
	for i := range 8 {
		in.lo |= uint64(from[i]) << (8 * i)
		in.hi |= uint64(from[i+8]) << (8 * i)
	}
	return v.pure(in)
}

// table looks up each byte of index, all below 16, in a table.
func (v *vcode) table(entry func(i uint64) uint64, index vref) vref {
	var lo, hi uint64
	for i := range uint64(8) {
		lo |= entry(i) & 255 << (8 * i)
		hi |= entry(i+8) & 255 << (8 * i)
	}
	return v.op(wasm.I8x16Swizzle, v.constant(lo, hi), index)
}

// live counts the uses of each vector by instructions that are needed.
func (v *vcode) live() []int {
	uses := make([]int, len(v.code))
	for i := len(v.code) - 1; i >= 0; i-- {
		in := &v.code[i]
		if in.kind.effect() || uses[i] > 0 {
			v.args(in, func(r vref) { uses[r]++ })
		}
	}
	return uses
}

// log2Size is 0 to 3 for the sizes 1 to 8.
func log2Size(size uint8) int { return bits.TrailingZeros8(size) }
