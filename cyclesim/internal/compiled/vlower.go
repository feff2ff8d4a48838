package compiled

import (
	"fmt"
	"math/bits"

	"culprit/cyclesim/internal/vector"
)

// vectors translates a program to code on vectors: each value takes as many
// vectors of 16 bytes as its bits need.
type vectors struct {
	*vector.Code
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

	forms map[form][]vector.Ref
	made  [][]form // in the guarded parts that are being emitted
	// inPart marks the values of the guarded parts that are being emitted.
	inPart []bool
}

// Operations by the size of the elements.
var (
	adds        = [4]vector.Op{vector.Add8, vector.Add16, vector.Add32, vector.Add64}
	subs        = [4]vector.Op{vector.Sub8, vector.Sub16, vector.Sub32, vector.Sub64}
	muls        = [4]vector.Op{0, vector.Mul16, vector.Mul32, vector.Mul64}
	equals      = [4]vector.Op{vector.Eq8, vector.Eq16, vector.Eq32, vector.Eq64}
	less        = [4]vector.Op{vector.LtU8, vector.LtU16, vector.LtU32, 0}
	lessSigned  = [4]vector.Op{vector.LtS8, vector.LtS16, vector.LtS32, vector.LtS64}
	shiftsLeft  = [4]vector.Op{0, vector.Shl16, vector.Shl32, vector.Shl64}
	shiftsRight = [4]vector.Op{0, vector.Shr16, vector.Shr32, vector.Shr64}
)

// vectorise compiles a program for that number of lanes.
func vectorise(p *program, lanes int) *vector.Code {
	n := len(p.code)
	v := &vectors{
		Code: vector.New(lanes), p: p, lanes: lanes,
		may: make([]uint64, n), need: p.needed(), size: make([]uint8, n), held: make([]uint64, n), truth: make([]bool, n), inPart: make([]bool, n),
		forms: map[form][]vector.Ref{},
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
	return v.Code
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
func (v *vectors) set(r ref, x []vector.Ref, held uint64) {
	v.held[r] = held & container(v.size[r])
	v.remember(form{value: r, size: v.size[r]}, x)
}

// setMasks gives a value its main form, masks.
func (v *vectors) setMasks(r ref, x []vector.Ref, size uint8) {
	v.size[r], v.truth[r], v.held[r] = size, true, 1
	v.remember(form{value: r, size: size, mask: true}, x)
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
		v.set(r, v.same(v.Pure(vector.Instr{Kind: vector.Arbitrary, K: in.k, Size: s}), s), ^uint64(0))
	case opAnd:
		v.set(r, v.binary(vector.And, in, s), v.bitsHeld(in.a)&v.bitsHeld(in.b))
	case opOr:
		v.set(r, v.binary(vector.Or, in, s), v.bitsHeld(in.a)|v.bitsHeld(in.b))
	case opXor:
		v.set(r, v.binary(vector.Xor, in, s), v.bitsHeld(in.a)|v.bitsHeld(in.b))
	case opAdd:
		v.add2(r, in)
	case opSub:
		v.sub2(r, in)
	case opMul:
		v.multiply(r, in)
	case opSelect:
		m, yes, no := v.masks(in.a, s), v.numbers(in.b, s), v.numbers(in.c, s)
		out := make([]vector.Ref, len(m))
		for i := range out {
			out[i] = v.Choose(m[i], yes[i], no[i])
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

func (v *vectors) binary(o vector.Op, in *instr, size uint8) []vector.Ref {
	return v.each(o, v.numbers(in.a, size), v.numbers(in.b, size))
}

// add2 adds. A one-bit operand is subtracted as a mask, which is -1.
func (v *vectors) add2(r ref, in *instr) {
	s := v.size[r]
	n := vector.Log2Size(s)
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
	n := vector.Log2Size(s)
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
		v.set(r, v.each(vector.And, v.masks(in.a, s), v.same(v.Splat(k.k, s), s)), k.k)
		return
	}
	if s > 1 {
		v.set(r, v.binary(muls[vector.Log2Size(s)], in, s), held)
		return
	}
	wide := v.binary(muls[1], in, 2)
	v.set(r, v.narrow(wide, 2, held), held)
}

// serials are the operations that run lane by lane.
var serials = map[op]vector.Op{opRem: vector.Rem64, opSar: vector.SarBy64, opRotl: vector.RotlBy64}

// serial computes lane by lane what vectors cannot.
func (v *vectors) serial(r ref, in *instr) {
	const s = 8
	v.size[r] = s
	x := v.numbers(in.a, s)
	out := make([]vector.Ref, len(x))
	for i := range x {
		y := vector.None
		if in.b != none {
			y = v.numbers(in.b, s)[i]
		}
		out[i] = v.Pure(vector.Instr{Kind: vector.Serial, Op: serials[in.op], A: x[i], B: y})
	}
	v.set(r, out, ^uint64(0))
}

func (v *vectors) effect(in *instr) {
	switch in.op {
	case opStore:
		v.store(in)
	case opCall:
		v.Add(vector.Instr{Kind: vector.Call, K: in.k})
	case opCheck:
		v.Add(vector.Instr{Kind: vector.Check, A: v.masks(in.a, 1)[0], K: in.k})
	case opCover:
		v.Add(vector.Instr{Kind: vector.Cover, A: v.masks(in.a, 1)[0], K: in.k})
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
	var x []vector.Ref
	if v.truth[r] {
		x = v.forms[form{value: r, size: v.size[r], mask: true}]
	} else {
		x = v.numbers(r, v.size[r])
	}
	v.Begin(x)
	v.made = append(v.made, nil)
}

// skipped ends it. Only the main forms of its values exist from here on.
func (v *vectors) skipped() {
	last := len(v.made) - 1
	for _, f := range v.made[last] {
		if f.plane != 0 || f.size != v.size[f.value] || f.mask != v.truth[f.value] || !v.inPart[f.value] {
			delete(v.forms, f)
		}
	}
	v.made = v.made[:last]
	v.Finish()
}
