package lower

import (
	"math/bits"

	"culprit.example/culprit/cyclesim/internal/vector"
	"culprit.example/culprit/cyclesim/internal/word"
)

// Fields and bits of elements of several bytes are taken from byte planes: plane i is byte i of each
// element, in one vector for a block of 16 lanes, or in the lower half of one for 8. All planes together cost
// less than two fields by shifts and packs.

// plane is byte i of a value; false if it is not in elements of several bytes.
func (v *vectors) plane(r word.Ref, i uint64) (vector.Ref, bool) {
	if v.lanes < 8 || v.p.Code[r].Op == word.Const || v.truth[r] || v.size[r] < 2 || i >= uint64(v.size[r]) {
		return vector.None, false
	}
	f := form{value: r, size: 1, plane: uint8(i + 1)}
	if x, ok := v.forms[f]; ok {
		return x[0], true
	}
	x := v.numbers(r, v.size[r])
	switch {
	case v.size[r] == 2:
		x = v.narrow(v.right(x, 2, 8*i), 2, v.held[r]>>(8*i))
	case i >= 4:
		x = v.transposed(v.halves(x, vector.Odd32), i-4)
	case v.size[r] == 8:
		x = v.transposed(v.halves(x, vector.Even32), i)
	default:
		x = v.transposed(x, i)
	}
	v.remember(f, x)
	return x[0], true
}

// transposed is byte i of each element of 4 bytes: the four bytes of a plane are put side by side in each
// vector, and the vectors transposed.
func (v *vectors) transposed(x []vector.Ref, i uint64) []vector.Ref {
	side := v.Constant(0x0d0905010c080400, 0x0f0b07030e0a0602)
	y := make([]vector.Ref, len(x))
	for j := range x {
		y[j] = v.Op2(vector.Lookup8, x[j], side)
	}
	first, second := vector.Even32, vector.Even32
	if i%2 == 1 {
		first = vector.Odd32
	}
	if i >= 2 {
		second = vector.Odd32
	}
	low := v.Op2(first, y[0], y[1])
	high := low // 8 lanes take the lower half of a vector
	if len(y) == 4 {
		high = v.Op2(first, y[2], y[3])
	}
	return []vector.Ref{v.Op2(second, low, high)}
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
