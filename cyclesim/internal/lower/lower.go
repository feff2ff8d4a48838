package lower

import (
	"fmt"
	"math/bits"

	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/cyclesim/internal/word"
)

// vectors translates a program to code on vectors: each value takes as many
// vectors of 16 bytes as its bits need.
type vectors struct {
	*vector.Code
	p     *word.Program
	block int // lanes of a block in memory
	lanes int // the first ones of them, which are computed

	may  []uint64 // bits of the values that may be 1
	need []uint64 // demanded bits
	// size is the element size of each value; held is the bits that may be 1
	// there.
	size []uint8
	held []uint64
	// truth reports whether a value is stored as masks.
	truth []bool

	forms   map[form][]vector.Ref
	made    [][]form             // in the guarded parts that are being emitted
	linear  map[word.Ref]*linear // values that are computed by tables
	covered []bool               // values that only these use
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

// Vectorise makes the program of a block, of 8 lanes or of 16, for its first lanes: 4, 8 or 16.
// What the others have is never looked at.
func Vectorise(p *word.Program, block, lanes int) *vector.Code {
	n := len(p.Code)
	v := &vectors{
		Code: vector.New(lanes), p: p, block: block, lanes: lanes,
		may: make([]uint64, n), need: p.Needed(), size: make([]uint8, n), held: make([]uint64, n), truth: make([]bool, n),
		inPart: make([]bool, n),
		forms:  map[form][]vector.Ref{},
	}
	v.findLinear()
	facts := make([]word.Known, n)
	for i, in := range p.Code {
		v.Line = in.Line
		if in.Op.Effect() {
			v.effect(&in)
			continue
		}
		facts[i] = word.Know(in, facts)
		v.may[i] = facts[i].May
		v.inPart[i] = len(v.made) > 0
		if in.Op != word.Const && !v.covered[i] {
			v.value(word.Ref(i), &in)
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
func (v *vectors) set(r word.Ref, x []vector.Ref, held uint64) {
	v.held[r] = held & container(v.size[r])
	v.remember(form{value: r, size: v.size[r]}, x)
}

// setMasks gives a value its main form, masks.
func (v *vectors) setMasks(r word.Ref, x []vector.Ref, size uint8) {
	v.size[r], v.truth[r], v.held[r] = size, true, 1
	v.remember(form{value: r, size: size, mask: true}, x)
}

// bitsHeld is the bits that may be 1 in the elements of a value.
func (v *vectors) bitsHeld(r word.Ref) uint64 {
	if in := &v.p.Code[r]; in.Op == word.Const {
		return in.K
	}
	return v.held[r]
}

func (v *vectors) value(r word.Ref, in *word.Instr) {
	if v.may[r] <= 1 && v.bit(r, in) {
		return
	}
	v.size[r] = sizeOf(v.may[r] & v.need[r])
	s := v.size[r]
	if l := v.linear[r]; l != nil {
		v.parities(r, l)
		return
	}
	switch in.Op {
	case word.Load:
		v.load(r, in)
	case word.Arbitrary:
		v.set(r, v.same(v.Pure(vector.Instr{Kind: vector.Arbitrary, K: in.K, Size: s}), s), ^uint64(0))
	case word.And:
		v.set(r, v.binary(vector.And, in, s), v.bitsHeld(in.A)&v.bitsHeld(in.B))
	case word.Or:
		v.set(r, v.binary(vector.Or, in, s), v.bitsHeld(in.A)|v.bitsHeld(in.B))
	case word.Xor:
		v.set(r, v.binary(vector.Xor, in, s), v.bitsHeld(in.A)|v.bitsHeld(in.B))
	case word.Add:
		v.add2(r, in)
	case word.Sub:
		v.sub2(r, in)
	case word.Mul:
		v.multiply(r, in)
	case word.Select:
		m, yes, no := v.masks(in.A, s), v.numbers(in.B, s), v.numbers(in.C, s)
		out := make([]vector.Ref, len(m))
		for i := range out {
			out[i] = v.Choose(m[i], yes[i], no[i])
		}
		v.set(r, out, v.bitsHeld(in.B)|v.bitsHeld(in.C))
	case word.Shl, word.Shr:
		v.shiftValue(r, in)
	case word.Ctz:
		v.countZeros(r, in)
	case word.Popcnt:
		v.set(r, v.population(v.numbers(in.A, v.sizeFor(in.A, s)), v.sizeFor(in.A, s), s), 127)
	case word.Sar, word.Rotl:
		if k := &v.p.Code[in.B]; k.Op == word.Const {
			v.turn(r, in, k.K&63)
		} else {
			v.serial(r, in)
		}
	default:
		v.serial(r, in)
	}
}

// sizeFor is the smallest element size, of at least that many bytes, that holds
// the whole value.
func (v *vectors) sizeFor(r word.Ref, least uint8) uint8 {
	if in := &v.p.Code[r]; in.Op == word.Const {
		return max(least, sizeOf(in.K))
	}
	if v.truth[r] {
		return least
	}
	return max(least, v.size[r])
}

func (v *vectors) binary(o vector.Op, in *word.Instr, size uint8) []vector.Ref {
	return v.each(o, v.numbers(in.A, size), v.numbers(in.B, size))
}

// add2 adds. A one-bit operand is subtracted as a mask, which is -1.
func (v *vectors) add2(r word.Ref, in *word.Instr) {
	s := v.size[r]
	n := vector.Log2Size(s)
	a, b := in.A, in.B
	if v.isTruth(a) {
		a, b = b, a
	}
	sum, carry := bits.Add64(v.bitsHeld(a), v.bitsHeld(b), 0)
	held := word.Below(sum) | -carry
	if v.isTruth(b) {
		v.set(r, v.each(subs[n], v.numbers(a, s), v.masks(b, s)), held)
		return
	}
	v.set(r, v.each(adds[n], v.numbers(a, s), v.numbers(b, s)), held)
}

func (v *vectors) isTruth(r word.Ref) bool { return v.p.Code[r].Op != word.Const && v.truth[r] }

func (v *vectors) sub2(r word.Ref, in *word.Instr) {
	s := v.size[r]
	n := vector.Log2Size(s)
	switch {
	case v.isTruth(in.B) && v.p.Code[in.A].Op == word.Const && v.p.Code[in.A].K == 0:
		v.set(r, v.masks(in.B, s), ^uint64(0))
	case v.isTruth(in.B):
		v.set(r, v.each(adds[n], v.numbers(in.A, s), v.masks(in.B, s)), ^uint64(0))
	default:
		v.set(r, v.binary(subs[n], in, s), ^uint64(0))
	}
}

// multiply uses elements of at least 2 bytes: there is no product of bytes.
func (v *vectors) multiply(r word.Ref, in *word.Instr) {
	s := v.size[r]
	hi, lo := bits.Mul64(v.bitsHeld(in.A), v.bitsHeld(in.B))
	held := word.Below(lo)
	if hi != 0 {
		held = ^uint64(0)
	}
	if k := &v.p.Code[in.B]; k.Op == word.Const && v.isTruth(in.A) {
		v.set(r, v.each(vector.And, v.masks(in.A, s), v.same(v.Splat(k.K, s), s)), k.K)
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
var serials = map[word.Op]vector.Op{word.Rem: vector.Rem64, word.Sar: vector.SarBy64, word.Rotl: vector.RotlBy64}

// serial computes lane by lane what vectors cannot.
func (v *vectors) serial(r word.Ref, in *word.Instr) {
	const s = 8
	v.size[r] = s
	x := v.numbers(in.A, s)
	out := make([]vector.Ref, len(x))
	for i := range x {
		y := vector.None
		if in.B != word.None {
			y = v.numbers(in.B, s)[i]
		}
		out[i] = v.Pure(vector.Instr{Kind: vector.Serial, Op: serials[in.Op], A: x[i], B: y})
	}
	v.set(r, out, ^uint64(0))
}

func (v *vectors) effect(in *word.Instr) {
	switch in.Op {
	case word.Store:
		v.store(in)
	case word.Call:
		v.Add(vector.Instr{Kind: vector.Call, K: in.K})
	case word.Check:
		v.Add(vector.Instr{Kind: vector.Check, A: v.masks(in.A, 1)[0], K: in.K})
	case word.Cover:
		v.Add(vector.Instr{Kind: vector.Cover, A: v.masks(in.A, 1)[0], K: in.K})
	case word.If:
		v.skipIf0(in.A)
	case word.End:
		v.skipped()
	default:
		panic(fmt.Sprintf("BUG: no vectors for the effect %s", in.Op.String()))
	}
}

// skipIf0 begins a part that is skipped if the value is 0 in all lanes.
func (v *vectors) skipIf0(r word.Ref) {
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
