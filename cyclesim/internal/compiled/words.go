package compiled

import (
	"math/big"
	"math/bits"

	"culprit/cyclesim/internal/machine"
)

// builder appends instructions to a program. A value of any width is a list of
// words, lowest first, with zeros above the width. Simplification is left to the
// passes.
type builder struct {
	p program
}

func (b *builder) constant(k uint64) ref {
	return b.p.add(instr{op: opConst, a: none, b: none, c: none, k: k})
}

func (b *builder) op1(o op, x ref) ref { return b.p.add(instr{op: o, a: x, b: none, c: none}) }

func (b *builder) op2(o op, x, y ref) ref { return b.p.add(instr{op: o, a: x, b: y, c: none}) }

// opK is an operation with a constant.
func (b *builder) opK(o op, x ref, k uint64) ref { return b.op2(o, x, b.constant(k)) }

func (b *builder) choose(cond, yes, no ref) ref {
	return b.p.add(instr{op: opSelect, a: cond, b: yes, c: no})
}

// not is the complement of a bit.
func (b *builder) not(x ref) ref { return b.opK(opXor, x, 1) }

func (b *builder) chooseWords(cond ref, yes, no []ref) []ref {
	out := make([]ref, len(yes))
	for i := range out {
		out[i] = yes[i]
		if yes[i] != no[i] {
			out[i] = b.choose(cond, yes[i], no[i])
		}
	}
	return out
}

func (b *builder) constants(v *big.Int, width int) []ref {
	out := make([]ref, machine.Words(width))
	word := new(big.Int)
	for i := range out {
		word.Rsh(v, uint(64*i))
		out[i] = b.constant(word.And(word, allOnes).Uint64())
	}
	return out
}

var allOnes = new(big.Int).SetUint64(^uint64(0))

func (b *builder) zeros(width int) []ref {
	z := b.constant(0)
	out := make([]ref, machine.Words(width))
	for i := range out {
		out[i] = z
	}
	return out
}

// cut clears the bits above the width in the last word, in place.
func (b *builder) cut(x []ref, width int) []ref {
	if mask := machine.TopMask(width); mask != ^uint64(0) {
		x[len(x)-1] = b.opK(opAnd, x[len(x)-1], mask)
	}
	return x
}

// each applies an operation word by word.
func (b *builder) each(o op, x, y []ref) []ref {
	out := make([]ref, len(x))
	for i := range out {
		out[i] = b.op2(o, x[i], y[i])
	}
	return out
}

// or combines words into one that is 0 if all are 0.
func (b *builder) or(x []ref) ref {
	all := x[0]
	for _, w := range x[1:] {
		all = b.op2(opOr, all, w)
	}
	return all
}

func (b *builder) sum(x, y []ref, width int) []ref {
	out := make([]ref, len(x))
	carry := none
	for i := range out {
		s := b.op2(opAdd, x[i], y[i])
		c := b.op2(opLt, s, x[i])
		if carry != none {
			t := b.op2(opAdd, s, carry)
			c = b.op2(opOr, c, b.op2(opLt, t, s))
			s = t
		}
		out[i], carry = s, c
	}
	return b.cut(out, width)
}

func (b *builder) difference(x, y []ref, width int) []ref {
	out := make([]ref, len(x))
	borrow := none
	for i := range out {
		s := b.op2(opSub, x[i], y[i])
		c := b.op2(opLt, x[i], y[i])
		if borrow != none {
			c = b.op2(opOr, c, b.op2(opLt, s, borrow))
			s = b.op2(opSub, s, borrow)
		}
		out[i], borrow = s, c
	}
	return b.cut(out, width)
}

// product is schoolbook multiplication, truncated to the width.
func (b *builder) product(x, y []ref, width int) []ref {
	out := b.zeros(width)
	for i := range out {
		carry := b.constant(0)
		for j := 0; i+j < len(out); j++ {
			lo := b.op2(opMul, x[i], y[j])
			s := b.op2(opAdd, out[i+j], lo)
			t := b.op2(opAdd, s, carry)
			if i+j+1 < len(out) {
				hi := b.highProduct(x[i], y[j])
				hi = b.op2(opAdd, hi, b.op2(opLt, s, lo))
				carry = b.op2(opAdd, hi, b.op2(opLt, t, s))
			}
			out[i+j] = t
		}
	}
	return b.cut(out, width)
}

// highProduct is the upper word of a product, from products of half words.
func (b *builder) highProduct(x, y ref) ref {
	const half = 1<<32 - 1
	xl, xh := b.opK(opAnd, x, half), b.opK(opShr, x, 32)
	yl, yh := b.opK(opAnd, y, half), b.opK(opShr, y, 32)
	low := b.op2(opMul, xl, yl)
	mid := b.op2(opAdd, b.op2(opMul, xh, yl), b.opK(opShr, low, 32))
	mid2 := b.op2(opAdd, b.op2(opMul, xl, yh), b.opK(opAnd, mid, half))
	high := b.op2(opAdd, b.op2(opMul, xh, yh), b.opK(opShr, mid, 32))
	return b.op2(opAdd, high, b.opK(opShr, mid2, 32))
}

func (b *builder) equal(x, y []ref) ref {
	if len(x) == 1 {
		return b.op2(opEq, x[0], y[0])
	}
	return b.opK(opEq, b.or(b.each(opXor, x, y)), 0)
}

// less is x < y, or x <= y; a signed comparison is an unsigned one with the sign
// bits inverted.
func (b *builder) less(x, y []ref, orEqual, signed bool, width int) ref {
	n := len(x)
	if signed {
		sign := uint64(1) << uint((width-1)%64)
		x, y = append([]ref(nil), x...), append([]ref(nil), y...)
		x[n-1], y[n-1] = b.opK(opXor, x[n-1], sign), b.opK(opXor, y[n-1], sign)
	}
	lowest := opLt
	if orEqual {
		lowest = opLe
	}
	r := b.op2(lowest, x[0], y[0])
	for i := 1; i < n; i++ {
		same := b.op2(opAnd, b.op2(opEq, x[i], y[i]), r)
		r = b.op2(opOr, b.op2(opLt, x[i], y[i]), same)
	}
	return r
}

// put ORs the words of x, of that width, into dst from bit lo up.
func (b *builder) put(dst, x []ref, lo, width int) {
	for i, v := range x {
		at, n := lo+64*i, min(64, width-64*i)
		b.orInto(&dst[at/64], b.shl(v, at%64))
		if at%64+n > 64 {
			b.orInto(&dst[at/64+1], b.opK(opShr, v, uint64(64-at%64)))
		}
	}
}

func (b *builder) orInto(dst *ref, v ref) {
	if *dst == none {
		*dst = v
	} else {
		*dst = b.op2(opOr, *dst, v)
	}
}

func (b *builder) shl(x ref, n int) ref {
	if n == 0 {
		return x
	}
	return b.opK(opShl, x, uint64(n))
}

// slice is width bits of x, which has width of, from bit lo up.
func (b *builder) slice(x []ref, of, lo, width int) []ref {
	out := make([]ref, machine.Words(width))
	for i := range out {
		at := lo + 64*i
		n := min(64, width-64*i)
		v := x[at/64]
		if at%64 > 0 {
			v = b.opK(opShr, v, uint64(at%64))
			if at%64+n > 64 {
				v = b.op2(opOr, v, b.opK(opShl, x[at/64+1], uint64(64-at%64)))
			}
		}
		out[i] = v
	}
	if lo+width == of {
		return out
	}
	return b.cut(out, width)
}

// fill replaces the words that nothing was put into by zeros.
func (b *builder) fill(x []ref) []ref {
	for i := range x {
		if x[i] == none {
			x[i] = b.constant(0)
		}
	}
	return x
}

func empty(width int) []ref {
	x := make([]ref, machine.Words(width))
	for i := range x {
		x[i] = none
	}
	return x
}

// shiftLeft shifts by an amount of one word.
func (b *builder) shiftLeft(x []ref, by ref, width int) []ref {
	fits := b.opK(opLt, by, uint64(width))
	bit := b.opK(opAnd, by, 63)
	x = b.moveWords(x, by, b.constant(0), func(i, d int) int { return i - d })
	rest := b.opK(opXor, bit, 63)
	out := make([]ref, len(x))
	for i := range out {
		out[i] = b.op2(opShl, x[i], bit)
		if i > 0 {
			out[i] = b.op2(opOr, out[i], b.op2(opShr, b.opK(opShr, x[i-1], 1), rest))
		}
		out[i] = b.choose(fits, out[i], b.constant(0))
	}
	return b.cut(out, width)
}

// shiftRight shifts by an amount of one word; fill is the word that comes in, and
// must already stand above the width in x.
func (b *builder) shiftRight(x []ref, by, fill ref, width int) []ref {
	fits := b.opK(opLt, by, uint64(width))
	bit := b.opK(opAnd, by, 63)
	x = b.moveWords(x, by, fill, func(i, d int) int { return i + d })
	rest := b.opK(opXor, bit, 63)
	out := make([]ref, len(x))
	for i := range out {
		above := fill
		if i+1 < len(x) {
			above = x[i+1]
		}
		out[i] = b.op2(opShr, x[i], bit)
		out[i] = b.op2(opOr, out[i], b.op2(opShl, b.opK(opShl, above, 1), rest))
		out[i] = b.choose(fits, out[i], fill)
	}
	return b.cut(out, width)
}

// moveWords shifts by whole words: one step per bit of the amount.
func (b *builder) moveWords(x []ref, by, fill ref, from func(i, d int) int) []ref {
	for d := 1; d < len(x); d *= 2 {
		move := b.opK(opAnd, b.opK(opShr, by, uint64(6+bits.TrailingZeros(uint(d)))), 1)
		next := make([]ref, len(x))
		for i := range next {
			v := fill
			if j := from(i, d); j >= 0 && j < len(x) {
				v = x[j]
			}
			next[i] = b.choose(move, v, x[i])
		}
		x = next
	}
	return x
}

// spread copies bit width-1 of x to all higher bits, which must be 0.
func (b *builder) spread(x ref, width int) ref {
	switch width {
	case 1:
		return b.op2(opSub, b.constant(0), x)
	case 64:
		return x
	}
	sign := uint64(1) << (width - 1)
	return b.opK(opSub, b.opK(opXor, x, sign), sign)
}

// modulo is x mod m for a small m.
func (b *builder) modulo(x []ref, m uint64) ref {
	if m&(m-1) == 0 {
		return b.opK(opAnd, x[0], m-1)
	}
	r := b.opK(opRem, x[len(x)-1], m)
	word := (^uint64(0)%m + 1) % m
	for i := len(x) - 2; i >= 0; i-- {
		s := b.op2(opAdd, b.opK(opMul, r, word), b.opK(opRem, x[i], m))
		r = b.opK(opRem, s, m)
	}
	return r
}

// saturate is x as an index or amount: all ones if it does not fit a word.
func (b *builder) saturate(x []ref) ref {
	if len(x) == 1 {
		return x[0]
	}
	return b.choose(b.opK(opEq, b.or(x[1:]), 0), x[0], b.constant(^uint64(0)))
}

// pick is item index of the list, by a tree of selections; beyond the end it is
// arbitrary.
func (b *builder) pick(index ref, items [][]ref) []ref {
	for bit := uint64(0); len(items) > 1; bit++ {
		odd := b.opK(opAnd, b.opK(opShr, index, bit), 1)
		var half [][]ref
		for i := 0; i < len(items); i += 2 {
			if i+1 == len(items) {
				half = append(half, items[i])
			} else {
				half = append(half, b.chooseWords(odd, items[i+1], items[i]))
			}
		}
		items = half
	}
	return items[0]
}
