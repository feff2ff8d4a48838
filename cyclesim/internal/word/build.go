package word

import (
	"math/big"
	"math/bits"

	"culprit.example/culprit/cyclesim/internal/machine"
)

// Builder appends instructions to a program. A value of any width is a list of
// words, lowest first, with zeros above the width. Simplification is left to the
// passes.
type Builder struct {
	P Program
}

// Constant is the number k.
func (b *Builder) Constant(k uint64) Ref {
	return b.P.Add(Instr{Op: Const, A: None, B: None, C: None, K: k})
}

// Op1 is an operation on one value.
func (b *Builder) Op1(o Op, x Ref) Ref { return b.P.Add(Instr{Op: o, A: x, B: None, C: None}) }

// Op2 is an operation on two values.
func (b *Builder) Op2(o Op, x, y Ref) Ref { return b.P.Add(Instr{Op: o, A: x, B: y, C: None}) }

// OpK is an operation with a constant.
func (b *Builder) OpK(o Op, x Ref, k uint64) Ref { return b.Op2(o, x, b.Constant(k)) }

// Choose is yes where the bit cond is 1, otherwise no.
func (b *Builder) Choose(cond, yes, no Ref) Ref {
	return b.P.Add(Instr{Op: Select, A: cond, B: yes, C: no})
}

// Not is the complement of a bit.
func (b *Builder) Not(x Ref) Ref { return b.OpK(Xor, x, 1) }

// ChooseWords is Choose for values of several words.
func (b *Builder) ChooseWords(cond Ref, yes, no []Ref) []Ref {
	out := make([]Ref, len(yes))
	for i := range out {
		out[i] = yes[i]
		if yes[i] != no[i] {
			out[i] = b.Choose(cond, yes[i], no[i])
		}
	}
	return out
}

// Constants is the number v, in as many words as the width needs.
func (b *Builder) Constants(v *big.Int, width int) []Ref {
	out := make([]Ref, machine.Words(width))
	word := new(big.Int)
	for i := range out {
		word.Rsh(v, uint(64*i))
		out[i] = b.Constant(word.And(word, AllOnes).Uint64())
	}
	return out
}

// AllOnes has the bits of a word. Nobody changes it.
var AllOnes = new(big.Int).SetUint64(^uint64(0))

// Zeros is 0 of that width.
func (b *Builder) Zeros(width int) []Ref {
	z := b.Constant(0)
	out := make([]Ref, machine.Words(width))
	for i := range out {
		out[i] = z
	}
	return out
}

// Cut clears the bits above the width in the last word, in place.
func (b *Builder) Cut(x []Ref, width int) []Ref {
	if mask := machine.TopMask(width); mask != ^uint64(0) {
		x[len(x)-1] = b.OpK(And, x[len(x)-1], mask)
	}
	return x
}

// Each applies an operation word by word.
func (b *Builder) Each(o Op, x, y []Ref) []Ref {
	out := make([]Ref, len(x))
	for i := range out {
		out[i] = b.Op2(o, x[i], y[i])
	}
	return out
}

// Or combines words into one that is 0 if all are 0.
func (b *Builder) Or(x []Ref) Ref {
	all := x[0]
	for _, w := range x[1:] {
		all = b.Op2(Or, all, w)
	}
	return all
}

// Sum is x + y, cut to the width.
func (b *Builder) Sum(x, y []Ref, width int) []Ref {
	out := make([]Ref, len(x))
	carry := None
	for i := range out {
		s := b.Op2(Add, x[i], y[i])
		c := b.Op2(Lt, s, x[i])
		if carry != None {
			t := b.Op2(Add, s, carry)
			c = b.Op2(Or, c, b.Op2(Lt, t, s))
			s = t
		}
		out[i], carry = s, c
	}
	return b.Cut(out, width)
}

// Difference is x - y, cut to the width.
func (b *Builder) Difference(x, y []Ref, width int) []Ref {
	out := make([]Ref, len(x))
	borrow := None
	for i := range out {
		s := b.Op2(Sub, x[i], y[i])
		c := b.Op2(Lt, x[i], y[i])
		if borrow != None {
			c = b.Op2(Or, c, b.Op2(Lt, s, borrow))
			s = b.Op2(Sub, s, borrow)
		}
		out[i], borrow = s, c
	}
	return b.Cut(out, width)
}

// Product is schoolbook multiplication, truncated to the width.
func (b *Builder) Product(x, y []Ref, width int) []Ref {
	out := b.Zeros(width)
	for i := range out {
		carry := b.Constant(0)
		for j := 0; i+j < len(out); j++ {
			lo := b.Op2(Mul, x[i], y[j])
			s := b.Op2(Add, out[i+j], lo)
			t := b.Op2(Add, s, carry)
			if i+j+1 < len(out) {
				hi := b.highProduct(x[i], y[j])
				hi = b.Op2(Add, hi, b.Op2(Lt, s, lo))
				carry = b.Op2(Add, hi, b.Op2(Lt, t, s))
			}
			out[i+j] = t
		}
	}
	return b.Cut(out, width)
}

// highProduct is the upper word of a product, from products of half words.
func (b *Builder) highProduct(x, y Ref) Ref {
	const half = 1<<32 - 1
	xl, xh := b.OpK(And, x, half), b.OpK(Shr, x, 32)
	yl, yh := b.OpK(And, y, half), b.OpK(Shr, y, 32)
	low := b.Op2(Mul, xl, yl)
	mid := b.Op2(Add, b.Op2(Mul, xh, yl), b.OpK(Shr, low, 32))
	mid2 := b.Op2(Add, b.Op2(Mul, xl, yh), b.OpK(And, mid, half))
	high := b.Op2(Add, b.Op2(Mul, xh, yh), b.OpK(Shr, mid, 32))
	return b.Op2(Add, high, b.OpK(Shr, mid2, 32))
}

// Equal is 1 if all words are equal.
func (b *Builder) Equal(x, y []Ref) Ref {
	if len(x) == 1 {
		return b.Op2(Eq, x[0], y[0])
	}
	return b.OpK(Eq, b.Or(b.Each(Xor, x, y)), 0)
}

// Less is x < y, or x <= y; a signed comparison is an unsigned one with the sign
// bits inverted.
func (b *Builder) Less(x, y []Ref, orEqual, signed bool, width int) Ref {
	n := len(x)
	if signed {
		sign := uint64(1) << uint((width-1)%64)
		x, y = append([]Ref(nil), x...), append([]Ref(nil), y...)
		x[n-1], y[n-1] = b.OpK(Xor, x[n-1], sign), b.OpK(Xor, y[n-1], sign)
	}
	lowest := Lt
	if orEqual {
		lowest = Le
	}
	r := b.Op2(lowest, x[0], y[0])
	for i := 1; i < n; i++ {
		same := b.Op2(And, b.Op2(Eq, x[i], y[i]), r)
		r = b.Op2(Or, b.Op2(Lt, x[i], y[i]), same)
	}
	return r
}

// Put ORs the words of x, of that width, into dst from bit lo up.
func (b *Builder) Put(dst, x []Ref, lo, width int) {
	for i, v := range x {
		at, n := lo+64*i, min(64, width-64*i)
		b.OrInto(&dst[at/64], b.Shl(v, at%64))
		if at%64+n > 64 {
			b.OrInto(&dst[at/64+1], b.OpK(Shr, v, uint64(64-at%64)))
		}
	}
}

// OrInto combines v with a word that may not be there yet.
func (b *Builder) OrInto(dst *Ref, v Ref) {
	if *dst == None {
		*dst = v
	} else {
		*dst = b.Op2(Or, *dst, v)
	}
}

// Shl shifts a word by a constant.
func (b *Builder) Shl(x Ref, n int) Ref {
	if n == 0 {
		return x
	}
	return b.OpK(Shl, x, uint64(n))
}

// Slice is width bits of x, which has width of, from bit lo up.
func (b *Builder) Slice(x []Ref, of, lo, width int) []Ref {
	out := make([]Ref, machine.Words(width))
	for i := range out {
		at := lo + 64*i
		n := min(64, width-64*i)
		v := x[at/64]
		if at%64 > 0 {
			v = b.OpK(Shr, v, uint64(at%64))
			if at%64+n > 64 {
				v = b.Op2(Or, v, b.OpK(Shl, x[at/64+1], uint64(64-at%64)))
			}
		}
		out[i] = v
	}
	if lo+width == of {
		return out
	}
	return b.Cut(out, width)
}

// Fill replaces the words that nothing was put into by zeros.
func (b *Builder) Fill(x []Ref) []Ref {
	for i := range x {
		if x[i] == None {
			x[i] = b.Constant(0)
		}
	}
	return x
}

// Empty is a value into which nothing was put: words that are not there.
func Empty(width int) []Ref {
	x := make([]Ref, machine.Words(width))
	for i := range x {
		x[i] = None
	}
	return x
}

// ShiftLeft shifts by an amount of one word.
func (b *Builder) ShiftLeft(x []Ref, by Ref, width int) []Ref {
	fits := b.OpK(Lt, by, uint64(width))
	bit := b.OpK(And, by, 63)
	x = b.moveWords(x, by, b.Constant(0), func(i, d int) int { return i - d })
	rest := b.OpK(Xor, bit, 63)
	out := make([]Ref, len(x))
	for i := range out {
		out[i] = b.Op2(Shl, x[i], bit)
		if i > 0 {
			out[i] = b.Op2(Or, out[i], b.Op2(Shr, b.OpK(Shr, x[i-1], 1), rest))
		}
		out[i] = b.Choose(fits, out[i], b.Constant(0))
	}
	return b.Cut(out, width)
}

// ShiftRight shifts by an amount of one word; fill is the word that comes in, and
// must already stand above the width in x.
func (b *Builder) ShiftRight(x []Ref, by, fill Ref, width int) []Ref {
	fits := b.OpK(Lt, by, uint64(width))
	bit := b.OpK(And, by, 63)
	x = b.moveWords(x, by, fill, func(i, d int) int { return i + d })
	rest := b.OpK(Xor, bit, 63)
	out := make([]Ref, len(x))
	for i := range out {
		above := fill
		if i+1 < len(x) {
			above = x[i+1]
		}
		out[i] = b.Op2(Shr, x[i], bit)
		out[i] = b.Op2(Or, out[i], b.Op2(Shl, b.OpK(Shl, above, 1), rest))
		out[i] = b.Choose(fits, out[i], fill)
	}
	return b.Cut(out, width)
}

// moveWords shifts by whole words: one step per bit of the amount.
func (b *Builder) moveWords(x []Ref, by, fill Ref, from func(i, d int) int) []Ref {
	for d := 1; d < len(x); d *= 2 {
		move := b.OpK(And, b.OpK(Shr, by, uint64(6+bits.TrailingZeros(uint(d)))), 1)
		next := make([]Ref, len(x))
		for i := range next {
			v := fill
			if j := from(i, d); j >= 0 && j < len(x) {
				v = x[j]
			}
			next[i] = b.Choose(move, v, x[i])
		}
		x = next
	}
	return x
}

// Spread copies bit width-1 of x to all higher bits, which must be 0.
func (b *Builder) Spread(x Ref, width int) Ref {
	switch width {
	case 1:
		return b.Op2(Sub, b.Constant(0), x)
	case 64:
		return x
	}
	sign := uint64(1) << (width - 1)
	return b.OpK(Sub, b.OpK(Xor, x, sign), sign)
}

// Modulo is x mod m for a small m.
func (b *Builder) Modulo(x []Ref, m uint64) Ref {
	if m&(m-1) == 0 {
		return b.OpK(And, x[0], m-1)
	}
	r := b.OpK(Rem, x[len(x)-1], m)
	word := (^uint64(0)%m + 1) % m
	for i := len(x) - 2; i >= 0; i-- {
		s := b.Op2(Add, b.OpK(Mul, r, word), b.OpK(Rem, x[i], m))
		r = b.OpK(Rem, s, m)
	}
	return r
}

// Saturate is x as an index or amount: all ones if it does not fit a word.
func (b *Builder) Saturate(x []Ref) Ref {
	if len(x) == 1 {
		return x[0]
	}
	return b.Choose(b.OpK(Eq, b.Or(x[1:]), 0), x[0], b.Constant(^uint64(0)))
}

// Pick is item index of the list, by a tree of selections; beyond the end it is
// arbitrary.
func (b *Builder) Pick(index Ref, items [][]Ref) []Ref {
	for bit := uint64(0); len(items) > 1; bit++ {
		odd := b.OpK(And, b.OpK(Shr, index, bit), 1)
		var half [][]Ref
		for i := 0; i < len(items); i += 2 {
			if i+1 == len(items) {
				half = append(half, items[i])
			} else {
				half = append(half, b.ChooseWords(odd, items[i+1], items[i]))
			}
		}
		items = half
	}
	return items[0]
}
