package lower

import (
	"math/bits"

	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/cyclesim/internal/word"
)

// shiftValue shifts to the left or right.
func (v *vectors) shiftValue(r word.Ref, in *word.Instr) {
	if k := &v.p.Code[in.B]; k.Op == word.Const {
		if in.Op == word.Shl {
			v.shiftLeft(r, in.A, k.K&63)
		} else {
			v.shiftRight(r, in.A, k.K&63)
		}
		return
	}
	if v.fromTable(r, in) {
		return
	}
	v.barrel(r, in)
}

func (v *vectors) shiftLeft(r, a word.Ref, k uint64) {
	s := v.size[r]
	if v.isTruth(a) {
		v.set(r, v.each(vector.And, v.masks(a, s), v.same(v.Splat(1<<k, s), s)), 1<<k)
		return
	}
	v.set(r, v.left(v.numbers(a, s), s, k), v.bitsHeld(a)<<k)
}

// left shifts elements to the left. There is no shift of bytes: pairs of them are
// shifted, and the bits carried from one to the other are cleared.
func (v *vectors) left(x []vector.Ref, size uint8, k uint64) []vector.Ref {
	out := make([]vector.Ref, len(x))
	n := vector.Log2Size(size)
	for i := range x {
		switch {
		case k >= uint64(8*size):
			out[i] = v.Splat(0, 8)
		case k <= 1 || k == 2 && size == 1:
			out[i] = x[i]
			for range k {
				out[i] = v.Op2(adds[n], out[i], out[i])
			}
		case size == 1:
			out[i] = v.Op2(vector.And, v.Shift(shiftsLeft[1], x[i], k), v.Splat(255<<k, 1))
		default:
			out[i] = v.Shift(shiftsLeft[n], x[i], k)
		}
	}
	return out
}

func (v *vectors) right(x []vector.Ref, size uint8, k uint64) []vector.Ref {
	out := make([]vector.Ref, len(x))
	n := vector.Log2Size(size)
	for i := range x {
		switch {
		case k >= uint64(8*size):
			out[i] = v.Splat(0, 8)
		case size == 1 && k > 0:
			out[i] = v.Op2(vector.And, v.Shift(shiftsRight[1], x[i], k), v.Splat(255>>k, 1))
		default:
			out[i] = v.Shift(shiftsRight[n], x[i], k)
		}
	}
	return out
}

// shiftRight takes only one half of large elements if that has all the bits.
func (v *vectors) shiftRight(r, a word.Ref, k uint64) {
	if v.field(r, a, k) {
		return
	}
	want := v.size[r]
	s := v.sizeFor(a, want)
	held := v.bitsHeld(a)
	if top := uint64(bits.Len64(v.need[r]&v.may[r])) + k; s == 8 && want < 8 {
		switch {
		case k >= 32:
			x := v.right(v.halves(v.numbers(a, 8), vector.Odd32), 4, k-32)
			v.setFrom(r, x, 4, held>>32>>(k-32))
			return
		case top <= 32:
			x := v.right(v.numbers(a, 4), 4, k)
			v.setFrom(r, x, 4, held&(1<<32-1)>>k)
			return
		}
	}
	v.setFrom(r, v.right(v.numbers(a, s), s, k), s, held&container(s)>>k)
}

// setFrom narrows a value to its element size.
func (v *vectors) setFrom(r word.Ref, x []vector.Ref, size uint8, held uint64) {
	for ; size > v.size[r]; size /= 2 {
		x = v.narrow(x, size, held)
		held &= container(size / 2)
	}
	v.set(r, x, held)
}

// turn shifts all 64 bits by a constant with a shift that fills in bits by
// itself.
func (v *vectors) turn(r word.Ref, in *word.Instr, k uint64) {
	v.size[r] = 8
	x := v.numbers(in.A, 8)
	out := make([]vector.Ref, len(x))
	for i := range x {
		if in.Op == word.Sar {
			out[i] = v.Shift(vector.Sar64, x[i], k)
		} else {
			out[i] = v.Op2(vector.Or, v.Shift(vector.Shl64, x[i], k), v.Shift(vector.Shr64, x[i], (64-k)&63))
		}
	}
	v.set(r, out, ^uint64(0))
}

// fromTable looks up a constant that is shifted by at most 15.
func (v *vectors) fromTable(r word.Ref, in *word.Instr) bool {
	k := &v.p.Code[in.A]
	s := v.size[r]
	if k.Op != word.Const || v.may[in.B] > 15 || s > 2 || v.isTruth(in.B) {
		return false
	}
	by := v.numbers(in.B, 1)
	var held uint64
	byteOf := func(n uint) []vector.Ref {
		out := make([]vector.Ref, len(by))
		for i := range by {
			out[i] = v.Table(func(i uint64) uint64 {
				x := word.Execute(in.Op, k.K, i)
				held |= x
				return x >> n
			}, by[i])
		}
		return out
	}
	low := byteOf(0)
	if s == 2 {
		high := v.left(v.widen(byteOf(8), 1, false), 2, 8)
		low = v.each(vector.Or, v.widen(low, 1, false), high)
	}
	v.set(r, low, held)
	return true
}

// barrel is a barrel shifter: one step per bit of the amount.
func (v *vectors) barrel(r word.Ref, in *word.Instr) {
	want := v.size[r]
	s := want
	held := ^uint64(0)
	if in.Op == word.Shr {
		s = v.sizeFor(in.A, want)
		held = word.Below(v.bitsHeld(in.A))
	}
	x := v.numbers(in.A, s)
	for bit := range uint64(6) {
		if v.may[in.B]>>bit&1 == 0 {
			continue
		}
		m := v.bitMasks2(in.B, bit, s)
		moved := v.left(x, s, 1<<bit)
		if in.Op == word.Shr {
			moved = v.right(x, s, 1<<bit)
		}
		next := make([]vector.Ref, len(x))
		for i := range x {
			next[i] = v.Choose(m[i], moved[i], x[i])
		}
		x = next
	}
	v.setFrom(r, x, s, held&container(s))
}

// bitMasks2 is bitMasks of any value.
func (v *vectors) bitMasks2(r word.Ref, bit uint64, size uint8) []vector.Ref {
	switch {
	case v.isTruth(r) && bit == 0:
		return v.masks(r, size)
	case v.isTruth(r):
		return v.same(v.Splat(0, 8), size)
	}
	return v.bitMasks(r, bit, size)
}

// countZeros counts trailing zeros: they are the ones of (x-1) &^ x.
func (v *vectors) countZeros(r word.Ref, in *word.Instr) {
	s := v.sizeFor(in.A, 1)
	x := v.numbers(in.A, s)
	n := vector.Log2Size(s)
	if s == 1 && v.bitsHeld(in.A) < 16 {
		v.size[r] = 1
		out := make([]vector.Ref, len(x))
		for i := range x {
			out[i] = v.Table(func(i uint64) uint64 { return min(64, uint64(bits.TrailingZeros64(i))) }, x[i])
		}
		v.set(r, out, 127)
		return
	}
	low := make([]vector.Ref, len(x))
	zero := make([]vector.Ref, len(x))
	for i := range x {
		low[i] = v.Op2(vector.AndNot, v.Op2(adds[n], x[i], v.Splat(^uint64(0), 8)), x[i])
		zero[i] = v.Op2(equals[n], x[i], v.Splat(0, 8))
	}
	want := min(v.size[r], s)
	need := v.need[r]
	v.size[r] = want
	count := v.population(low, s, want)
	if need < uint64(8*s) {
		// Without a 1 all bits are counted; that differs in no demanded bit.
		v.set(r, count, 127)
		return
	}
	zero = v.resize(zero, s, want)
	for i := range count {
		count[i] = v.Choose(zero[i], v.Splat(64, want), count[i])
	}
	v.set(r, count, 127)
}

// population counts ones; the result is in elements of size to.
func (v *vectors) population(x []vector.Ref, size, to uint8) []vector.Ref {
	out := make([]vector.Ref, len(x))
	for i := range x {
		c := v.Op1(vector.Popcnt8, x[i])
		if size >= 2 {
			c = v.Op1(vector.AddPairs8, c)
		}
		if size >= 4 {
			c = v.Op1(vector.AddPairs16, c)
		}
		if size == 8 {
			c = v.Op2(vector.And, v.Op2(vector.Add64, c, v.Shift(vector.Shr64, c, 32)), v.Splat(127, 8))
		}
		out[i] = c
	}
	for ; size > to; size /= 2 {
		out = v.narrow(out, size, 127)
	}
	return out
}
