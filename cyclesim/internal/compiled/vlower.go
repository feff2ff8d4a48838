package compiled

import (
	"fmt"
	"math/bits"

	"culprit/cyclesim/internal/wasm"
)

// vectors translates a program to code on vectors: each value takes as many
// vectors of 16 bytes as its bits need.
type vectors struct {
	vcode
	p     *program
	lanes int

	may  []uint64 // bits of the values that may be 1
	need []uint64 // demanded bits
	// size is the element size of each value; held is the bits that may be 1
	// there.
	size []uint8
	held []uint64
	// truth tells whether a value is stored as masks.
	truth []bool

	forms map[form][]vref
	made  [][]form // in the guarded parts that are being emitted
	// inPart marks the values of the guarded parts that are being emitted.
	inPart []bool
}

// Operations by the size of the elements.
var (
	adds        = [4]wasm.VecOp{wasm.I8x16Add, wasm.I16x8Add, wasm.I32x4Add, wasm.I64x2Add}
	subs        = [4]wasm.VecOp{wasm.I8x16Sub, wasm.I16x8Sub, wasm.I32x4Sub, wasm.I64x2Sub}
	muls        = [4]wasm.VecOp{0, wasm.I16x8Mul, wasm.I32x4Mul, wasm.I64x2Mul}
	equals      = [4]wasm.VecOp{wasm.I8x16Eq, wasm.I16x8Eq, wasm.I32x4Eq, wasm.I64x2Eq}
	less        = [4]wasm.VecOp{wasm.I8x16LtU, wasm.I16x8LtU, wasm.I32x4LtU, 0}
	lessSigned  = [4]wasm.VecOp{wasm.I8x16LtS, wasm.I16x8LtS, wasm.I32x4LtS, wasm.I64x2LtS}
	shiftsLeft  = [4]wasm.VecOp{0, wasm.I16x8Shl, wasm.I32x4Shl, wasm.I64x2Shl}
	shiftsRight = [4]wasm.VecOp{0, wasm.I16x8ShrU, wasm.I32x4ShrU, wasm.I64x2ShrU}
)

// vectorise compiles a program for that number of lanes.
func vectorise(p *program, lanes int) *vcode {
	n := len(p.code)
	v := &vectors{
		vcode: vcode{known: map[vinstr]vref{}, calls: p.calls},
		p:     p, lanes: lanes,
		may: make([]uint64, n), need: p.needed(), size: make([]uint8, n), held: make([]uint64, n), truth: make([]bool, n), inPart: make([]bool, n),
		forms: map[form][]vref{},
	}
	facts := make([]known, n)
	for i, in := range p.code {
		if in.op.effect() {
			v.effect(&in)
			continue
		}
		facts[i] = knowledge(in, facts)
		v.may[i] = facts[i].may
		v.inPart[i] = len(v.made) > 0
		if in.op != opConst {
			v.value(ref(i), &in)
		}
	}
	return &v.vcode
}

// sizeOf is the smallest element that holds those bits.
func sizeOf(mask uint64) uint8 {
	switch n := bits.Len64(mask); {
	case n <= 8:
		return 1
	case n <= 16:
		return 2
	case n <= 32:
		return 4
	}
	return 8
}

func container(size uint8) uint64 {
	if size == 8 {
		return ^uint64(0)
	}
	return 1<<(8*size) - 1
}

// set gives a value its main form, numbers in elements of its size.
func (v *vectors) set(r ref, x []vref, held uint64) {
	v.held[r] = held & container(v.size[r])
	v.remember(form{r, v.size[r], false}, x)
}

// setMasks gives a value its main form, masks.
func (v *vectors) setMasks(r ref, x []vref, size uint8) {
	v.size[r], v.truth[r], v.held[r] = size, true, 1
	v.remember(form{r, size, true}, x)
}

// bitsHeld is the bits that may be 1 in the elements of a value.
func (v *vectors) bitsHeld(r ref) uint64 {
	if in := &v.p.code[r]; in.op == opConst {
		return in.k
	}
	return v.held[r]
}

func (v *vectors) value(r ref, in *instr) {
	if v.may[r] <= 1 && v.bit(r, in) {
		return
	}
	v.size[r] = sizeOf(v.may[r] & v.need[r])
	s := v.size[r]
	switch in.op {
	case opLoad:
		v.load(r, in)
	case opArbitrary:
		v.set(r, v.same(v.pure(vinstr{kind: vArbitrary, a: vnone, b: vnone, c: vnone, k: in.k, size: s}), s), ^uint64(0))
	case opAnd:
		v.set(r, v.binary(wasm.V128And, in, s), v.bitsHeld(in.a)&v.bitsHeld(in.b))
	case opOr:
		v.set(r, v.binary(wasm.V128Or, in, s), v.bitsHeld(in.a)|v.bitsHeld(in.b))
	case opXor:
		v.set(r, v.binary(wasm.V128Xor, in, s), v.bitsHeld(in.a)|v.bitsHeld(in.b))
	case opAdd:
		v.add2(r, in)
	case opSub:
		v.sub2(r, in)
	case opMul:
		v.multiply(r, in)
	case opSelect:
		m, yes, no := v.masks(in.a, s), v.numbers(in.b, s), v.numbers(in.c, s)
		out := make([]vref, len(m))
		for i := range out {
			out[i] = v.choose(m[i], yes[i], no[i])
		}
		v.set(r, out, v.bitsHeld(in.b)|v.bitsHeld(in.c))
	case opShl, opShr:
		v.shiftValue(r, in)
	case opCtz:
		v.countZeros(r, in)
	case opPopcnt:
		v.set(r, v.population(v.numbers(in.a, v.sizeFor(in.a, s)), v.sizeFor(in.a, s), s), 127)
	case opSar, opRotl:
		if k := &v.p.code[in.b]; k.op == opConst {
			v.turn(r, in, k.k&63)
		} else {
			v.serial(r, in)
		}
	default:
		v.serial(r, in)
	}
}

// sizeFor is the smallest element size, of at least that many bytes, that holds
// the whole value.
func (v *vectors) sizeFor(r ref, least uint8) uint8 {
	if in := &v.p.code[r]; in.op == opConst {
		return max(least, sizeOf(in.k))
	}
	if v.truth[r] {
		return least
	}
	return max(least, v.size[r])
}

func (v *vectors) binary(o wasm.VecOp, in *instr, size uint8) []vref {
	return v.each(o, v.numbers(in.a, size), v.numbers(in.b, size))
}

// add2 adds. A one-bit operand is subtracted as a mask, which is -1.
func (v *vectors) add2(r ref, in *instr) {
	s := v.size[r]
	n := log2Size(s)
	a, b := in.a, in.b
	if v.isTruth(a) {
		a, b = b, a
	}
	sum, carry := bits.Add64(v.bitsHeld(a), v.bitsHeld(b), 0)
	held := below(sum) | -carry
	if v.isTruth(b) {
		v.set(r, v.each(subs[n], v.numbers(a, s), v.masks(b, s)), held)
		return
	}
	v.set(r, v.each(adds[n], v.numbers(a, s), v.numbers(b, s)), held)
}

func (v *vectors) isTruth(r ref) bool { return v.p.code[r].op != opConst && v.truth[r] }

func (v *vectors) sub2(r ref, in *instr) {
	s := v.size[r]
	n := log2Size(s)
	switch {
	case v.isTruth(in.b) && v.p.code[in.a].op == opConst && v.p.code[in.a].k == 0:
		v.set(r, v.masks(in.b, s), ^uint64(0))
	case v.isTruth(in.b):
		v.set(r, v.each(adds[n], v.numbers(in.a, s), v.masks(in.b, s)), ^uint64(0))
	default:
		v.set(r, v.binary(subs[n], in, s), ^uint64(0))
	}
}

// multiply uses elements of at least 2 bytes: there is no product of bytes.
func (v *vectors) multiply(r ref, in *instr) {
	s := v.size[r]
	hi, lo := bits.Mul64(v.bitsHeld(in.a), v.bitsHeld(in.b))
	held := below(lo)
	if hi != 0 {
		held = ^uint64(0)
	}
	if k := &v.p.code[in.b]; k.op == opConst && v.isTruth(in.a) {
		v.set(r, v.each(wasm.V128And, v.masks(in.a, s), v.same(v.splat(k.k, s), s)), k.k)
		return
	}
	if s > 1 {
		v.set(r, v.binary(muls[log2Size(s)], in, s), held)
		return
	}
	wide := v.binary(muls[1], in, 2)
	v.set(r, v.narrow(wide, 2, held), held)
}

// serial computes lane by lane what vectors cannot.
func (v *vectors) serial(r ref, in *instr) {
	const s = 8
	v.size[r] = s
	x := v.numbers(in.a, s)
	out := make([]vref, len(x))
	for i := range x {
		y := vnone
		if in.b != none {
			y = v.numbers(in.b, s)[i]
		}
		out[i] = v.pure(vinstr{kind: vSerial, scalar: in.op, a: x[i], b: y, c: vnone})
	}
	v.set(r, out, ^uint64(0))
}

func (v *vectors) effect(in *instr) {
	switch in.op {
	case opStore:
		v.store(in)
	case opCall:
		v.add(vinstr{kind: vCall, a: vnone, b: vnone, c: vnone, k: in.k})
	case opCheck:
		v.add(vinstr{kind: vCheck, a: v.masks(in.a, 1)[0], b: vnone, c: vnone, k: in.k})
	case opCover:
		v.add(vinstr{kind: vCover, a: v.masks(in.a, 1)[0], b: vnone, c: vnone, k: in.k})
	case opIf:
		v.skipIf0(in.a)
	case opEnd:
		v.skipped()
	default:
		panic(fmt.Sprintf("BUG: no vectors for the effect %s", opNames[in.op]))
	}
}

// skipIf0 begins a part that is skipped if the value is 0 in all lanes.
func (v *vectors) skipIf0(r ref) {
	var x []vref
	if v.truth[r] {
		x = v.forms[form{r, v.size[r], true}]
	} else {
		x = v.numbers(r, v.size[r])
	}
	v.begin(x)
	v.made = append(v.made, nil)
}

// skipped ends it. Only the main forms of its values exist from here on.
func (v *vectors) skipped() {
	last := len(v.made) - 1
	for _, f := range v.made[last] {
		if f.size != v.size[f.value] || f.mask != v.truth[f.value] || !v.inPart[f.value] {
			delete(v.forms, f)
		}
	}
	v.made = v.made[:last]
	v.finish()
}
