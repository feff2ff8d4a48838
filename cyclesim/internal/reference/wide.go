package reference

import (
	"math/bits"

	"culprit.example/culprit/cyclesim/internal/machine"
	"culprit.example/culprit/rtlgen/ir"
)

// wide executes an expression on values of any width. Operands have zeros above
// their width, and so has the result. The second operand of shifts, rotations and
// indexing is one word (see emitter.amount).
func wide(in *instr, f []uint64, arbitrary func(word int) uint64) {
	d := f[in.d : in.d+words(in.w)]
	a := f[in.a : in.a+words(in.wa)]
	b := f[in.b : in.b+words(in.wb)]
	switch in.ir {
	case ir.OpNot:
		for i := range d {
			d[i] = ^a[i]
		}
	case ir.OpAnd:
		for i := range d {
			d[i] = a[i] & b[i]
		}
	case ir.OpOr:
		for i := range d {
			d[i] = a[i] | b[i]
		}
	case ir.OpXor:
		for i := range d {
			d[i] = a[i] ^ b[i]
		}
	case ir.OpAdd:
		carry := uint64(0)
		for i := range d {
			d[i], carry = bits.Add64(a[i], b[i], carry)
		}
	case ir.OpSub:
		borrow := uint64(0)
		for i := range d {
			d[i], borrow = bits.Sub64(a[i], b[i], borrow)
		}
	case ir.OpMul:
		mulWide(d, a, b)
	case ir.OpEq, ir.OpNe, ir.OpLt, ir.OpLe, ir.OpSLt, ir.OpSLe:
		d[0] = compareWide(in, a, b)
	case ir.OpShl:
		shlWide(d, a, b[0], in.w)
	case ir.OpShr:
		shrWide(d, a, b[0], in.w)
	case ir.OpSar:
		shrWide(d, a, b[0], in.w)
		if bit(a, in.w-1) == 1 {
			fillOnes(d, in.w-uint32(min(b[0], uint64(in.w))), in.w)
		}
	case ir.OpRotL, ir.OpRotR:
		rotateWide(in, d, a, uint32(b[0]%uint64(in.w)))
	case ir.OpSlice:
		extract(d, a, in.n, in.w)
	case ir.OpLane:
		if b[0] < uint64(in.n) {
			extract(d, a, uint32(b[0])*in.w, in.w)
		} else {
			for i := range d {
				d[i] = arbitrary(i)
			}
		}
	case ir.OpZext:
		clear(d[copy(d, a):])
	case ir.OpSext:
		clear(d[copy(d, a):])
		if bit(a, in.wa-1) == 1 {
			fillOnes(d, in.wa, in.w)
		}
	case ir.OpMux:
		if a[0] == 1 {
			copy(d, b)
		} else {
			copy(d, f[in.c:])
		}
	default:
		wideReduce(in, d, a, b)
	}
	d[len(d)-1] &= in.mask
}

// wideReduce executes the operations of wide whose result has another shape than
// the operands.
func wideReduce(in *instr, d, a, b []uint64) {
	switch in.ir {
	case ir.OpRedAnd:
		d[0] = flag(onesCount(a) == int(in.wa))
	case ir.OpRedOr:
		d[0] = flag(!isZero(a))
	case ir.OpRedXor:
		d[0] = uint64(onesCount(a) & 1)
	case ir.OpPopCount:
		d[0] = uint64(onesCount(a))
	case ir.OpPriority:
		d[0] = 0
		if i := lowestOne(a); i < int(in.wa) {
			d[0] = uint64(i)
		}
	case ir.OpFirst:
		d[0] = in.mask >> 1
		if i := lowestOne(a); i < int(in.wa) {
			d[0] = 1<<(in.w-1) | uint64(i)
		}
	case ir.OpLowestOne:
		clear(d)
		if i := lowestOne(a); i < int(in.wa) {
			d[i/64] = 1 << (i % 64)
		}
	case ir.OpDecode:
		clear(d)
		if a[0] < uint64(in.w) {
			d[a[0]/64] = 1 << (a[0] % 64)
		}
	case ir.OpOneHotMux:
		clear(d)
		for i, word := range a {
			for ; word != 0; word &= word - 1 {
				orLane(d, b, uint32(i*64+bits.TrailingZeros64(word))*in.w, in.w)
			}
		}
	case ir.OpTranspose:
		clear(d)
		columns := in.w / in.n
		for i := uint32(0); i < in.w; i++ {
			r, c := i/columns, i%columns
			to := c*in.n + r
			d[to/64] |= bit(a, i) << (to % 64)
		}
	default:
		panic("BUG: no code for the operation " + in.ir.String())
	}
}

func mulWide(d, a, b []uint64) {
	clear(d)
	for i := range a {
		carry := uint64(0)
		for j := 0; i+j < len(d); j++ {
			hi, lo := bits.Mul64(a[i], b[j])
			var c uint64
			lo, c = bits.Add64(lo, carry, 0)
			hi += c
			d[i+j], c = bits.Add64(d[i+j], lo, 0)
			carry = hi + c
		}
	}
}

func compareWide(in *instr, a, b []uint64) uint64 {
	order := 0
	for i := len(a) - 1; i >= 0 && order == 0; i-- {
		if a[i] < b[i] {
			order = -1
		} else if a[i] > b[i] {
			order = 1
		}
	}
	if in.ir == ir.OpSLt || in.ir == ir.OpSLe {
		if sa, sb := bit(a, in.wa-1), bit(b, in.wa-1); sa != sb {
			order = int(sb) - int(sa) // the negative one is the smaller
		}
	}
	switch in.ir {
	case ir.OpEq:
		return flag(order == 0)
	case ir.OpNe:
		return flag(order != 0)
	case ir.OpLt, ir.OpSLt:
		return flag(order < 0)
	default:
		return flag(order <= 0)
	}
}

func shlWide(d, a []uint64, by uint64, width uint32) {
	if by >= uint64(width) {
		clear(d)
		return
	}
	skip, n := int(by/64), uint(by%64)
	for i := len(d) - 1; i >= 0; i-- {
		d[i] = 0
		if i >= skip {
			d[i] = a[i-skip] << n
		}
		if i > skip {
			d[i] |= a[i-skip-1] >> (64 - n)
		}
	}
}

func shrWide(d, a []uint64, by uint64, width uint32) {
	if by >= uint64(width) {
		clear(d)
		return
	}
	extract(d, a, uint32(by), width-uint32(by))
}

func rotateWide(in *instr, d, a []uint64, by uint32) {
	if in.ir == ir.OpRotR {
		by = (in.w - by) % in.w
	}
	shlWide(d, a, uint64(by), in.w)
	if by > 0 {
		orLane(d, a, in.w-by, by)
	}
}

// extract sets d to width bits of a from bit lo up, with zeros above.
func extract(d, a []uint64, lo, width uint32) {
	n := words(width)
	skip, shift := lo/64, lo%64
	for i := uint32(0); i < n; i++ {
		d[i] = a[skip+i] >> shift
		if shift > 0 && skip+i+1 < uint32(len(a)) {
			d[i] |= a[skip+i+1] << (64 - shift)
		}
	}
	d[n-1] &= machine.TopMask(int(width))
	clear(d[n:])
}

// orLane ORs width bits of a from bit lo up into the low bits of d.
func orLane(d, a []uint64, lo, width uint32) {
	for done := uint32(0); done < width; done += 64 {
		n := min(64, width-done)
		d[done/64] |= bitsAt(a, lo+done, n)
	}
}

// insert writes the width bits of a into d from bit lo up.
func insert(d, a []uint64, lo, width uint32) {
	for done := uint32(0); done < width; {
		at := lo + done
		n := min(64-at%64, width-done)
		mask := machine.TopMask(int(n)) << (at % 64)
		d[at/64] = d[at/64]&^mask | bitsAt(a, done, n)<<(at%64)
		done += n
	}
}

// bitsAt is n bits, at most 64, of a from bit lo up.
func bitsAt(a []uint64, lo, n uint32) uint64 {
	v := a[lo/64] >> (lo % 64)
	if lo%64+n > 64 {
		v |= a[lo/64+1] << (64 - lo%64)
	}
	return v & machine.TopMask(int(n))
}

// fillOnes sets the bits of d from bit lo up to bit hi, not included.
func fillOnes(d []uint64, lo, hi uint32) {
	for at := lo; at < hi; {
		n := min(64-at%64, hi-at)
		d[at/64] |= machine.TopMask(int(n)) << (at % 64)
		at += n
	}
}

// modulo is a mod m.
func modulo(a []uint64, m uint64) uint64 {
	r := uint64(0)
	for i := len(a) - 1; i >= 0; i-- {
		_, r = bits.Div64(r, a[i], m)
	}
	return r
}

// saturate is the value of a, or the largest word if a does not fit.
func saturate(a []uint64) uint64 {
	if !isZero(a[1:]) {
		return ^uint64(0)
	}
	return a[0]
}

// lowestOne is the index of the lowest bit set, at least the width if there is none.
func lowestOne(a []uint64) int {
	for i, w := range a {
		if w != 0 {
			return i*64 + bits.TrailingZeros64(w)
		}
	}
	return len(a) * 64
}

func onesCount(a []uint64) int {
	n := 0
	for _, w := range a {
		n += bits.OnesCount64(w)
	}
	return n
}

func isZero(a []uint64) bool {
	for _, w := range a {
		if w != 0 {
			return false
		}
	}
	return true
}

func bit(a []uint64, i uint32) uint64 { return a[i/64] >> (i % 64) & 1 }

func flag(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func words(width uint32) uint32 { return (width + 63) / 64 }
