package lower

import (
	"math/bits"

	"culprit/cyclesim/internal/vector"
	"culprit/cyclesim/internal/word"
)

// Fields of large elements are taken from byte planes: plane i is byte i of each element, in
// one vector for a block of 16 lanes. All planes together cost less than two fields by shifts and
// packs.

// plane is byte i of a value; false if it is not in elements of at least 4 bytes.
func (v *vectors) plane(r word.Ref, i uint64) (vector.Ref, bool) {
	if v.lanes < 8 || v.p.Code[r].Op == word.Const || v.truth[r] || v.size[r] < 2 || i >= uint64(v.size[r]) {
		return vector.None, false
	}
	f := form{value: r, size: 1, plane: uint8(i + 1)}
	if x, ok := v.forms[f]; ok {
		return x[0], true
	}
	x := v.numbers(r, v.size[r])
	if v.size[r] == 2 {
		if i == 1 {
			x = v.right(x, 2, 8)
		}
		x = v.narrow(x, 2, v.held[r]>>(8*i))
		v.remember(f, x)
		return x[0], true
	}
	if v.size[r] == 8 {
		which := vector.Even32
		if i >= 4 {
			which = vector.Odd32
		}
		x = v.halves(x, which)
	}
	// The four bytes of a plane side by side in each of four vectors, which are then transposed.
	side := v.Constant(0x0d0905010c080400, 0x0f0b07030e0a0602)
	y := make([]vector.Ref, len(x))
	for j := range x {
		y[j] = v.Op2(vector.Lookup8, x[j], side)
	}
	first, second := vector.Even32, vector.Even32
	if i%2 == 1 {
		first = vector.Odd32
	}
	if i%4 >= 2 {
		second = vector.Odd32
	}
	low := v.Op2(first, y[0], y[1])
	high := low // 8 lanes take the lower half of a vector
	if len(y) == 4 {
		high = v.Op2(first, y[2], y[3])
	}
	out := v.Op2(second, low, high)
	v.remember(f, []vector.Ref{out})
	return out, true
}

// field shifts a value to the right into elements of a byte. It returns false if there is a
// better way.
func (v *vectors) field(r, a word.Ref, k uint64) bool {
	if v.size[r] != 1 {
		return false
	}
	at, width := k/8, uint64(bits.Len64(v.need[r]&v.may[r]))
	x, ok := v.plane(a, at)
	if !ok {
		return false
	}
	held := v.bitsHeld(a) >> k & 255
	low := v.right([]vector.Ref{x}, 1, k%8)
	if k%8+width <= 8 {
		v.set(r, low, held&(255>>(k%8)))
		return true
	}
	if next, ok := v.plane(a, at+1); ok {
		low = v.each(vector.Or, low, v.left([]vector.Ref{next}, 1, 8-k%8))
	}
	v.set(r, low, held)
	return true
}
