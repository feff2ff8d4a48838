package aig

import "math/big"

// Word is bits, the lowest one first.
type Word []Lit

// Number is a word of w bits that is x modulo 2^w.
func Number(x *big.Int, w int) Word {
	r := make(Word, w)
	for i := range r {
		r[i] = False.xor(x.Bit(i) == 1)
	}
	return r
}

// number is a small one.
func number(x, w int) Word { return Number(big.NewInt(int64(x)), w) }

// extended is w bits: the word with zeros above, or what is left of it.
func extended(x Word, w int) Word {
	return append(x[:min(len(x), w):min(len(x), w)], make(Word, max(0, w-len(x)))...)
}

func (g *Graph) not(x Word) Word {
	r := make(Word, len(x))
	for i, l := range x {
		r[i] = l.Not()
	}
	return r
}

// each is f for each pair of bits.
func each(f func(a, b Lit) Lit, x, y Word) Word {
	r := make(Word, len(x))
	for i := range r {
		r[i] = f(x[i], y[i])
	}
	return r
}

// MuxWord is x if s is 1, else y.
func (g *Graph) MuxWord(s Lit, x, y Word) Word {
	return each(func(a, b Lit) Lit { return g.Mux(s, a, b) }, x, y)
}

// masked is x if s is 1, else 0.
func (g *Graph) masked(s Lit, x Word) Word {
	r := make(Word, len(x))
	for i, l := range x {
		r[i] = g.And(s, l)
	}
	return r
}

// add is x + y + carry, and the carry that leaves.
func (g *Graph) add(x, y Word, carry Lit) (Word, Lit) {
	r := make(Word, len(x))
	for i := range r {
		half := g.Xor(x[i], y[i])
		r[i] = g.Xor(half, carry)
		carry = g.Or(g.And(x[i], y[i]), g.And(half, carry))
	}
	return r, carry
}

func (g *Graph) sub(x, y Word) Word {
	r, _ := g.add(x, g.not(y), True)
	return r
}

func (g *Graph) mul(x, y Word) Word {
	sum := make(Word, len(x))
	for i, l := range y {
		if l != False {
			sum, _ = g.add(sum, g.masked(l, extended(append(make(Word, i), x...), len(x))), False)
		}
	}
	return sum
}

// Equal is 1 if the words are; the shorter one has zeros above.
func (g *Graph) Equal(x, y Word) Lit {
	w := max(len(x), len(y))
	x, y = extended(x, w), extended(y, w)
	return g.Any(each(g.Xor, x, y)...).Not()
}

// Less is x < y, for words of the same width.
func (g *Graph) Less(x, y Word) Lit {
	_, carry := g.add(x, g.not(y), True)
	return carry.Not()
}

// turned has the sign bits inverted: the order of two's complement becomes that of numbers.
func turned(x Word) Word {
	r := append(Word{}, x...)
	r[len(r)-1] = r[len(r)-1].Not()
	return r
}

// is is whether a word is the number k.
func (g *Graph) is(x Word, k int) Lit {
	if len(x) < 62 && k>>len(x) != 0 {
		return False
	}
	list := make([]Lit, len(x))
	for i, l := range x {
		list[i] = l.xor(k>>min(i, 62)&1 == 0)
	}
	return g.All(list...)
}

// shift moves x by a number of bits: step k moves by 2^k. What comes in says fill; beyond is a shift by all or more.
func (g *Graph) shift(x, by Word, left bool, fill Lit) Word {
	r := x
	for k, s := range by {
		d := len(x)
		if k < 31 {
			d = min(d, 1<<k)
		}
		moved := make(Word, len(x))
		for i := range moved {
			from := i + d
			if left {
				from = i - d
			}
			if moved[i] = fill; from >= 0 && from < len(x) {
				moved[i] = r[from]
			}
		}
		r = g.MuxWord(s, moved, r)
	}
	return r
}

// rotate rotates x left by a number of bits modulo its width.
func (g *Graph) rotate(x, by Word, right bool) Word {
	r := x
	d := 1 % len(x)
	for _, s := range by {
		moved := make(Word, len(x))
		for i := range moved {
			if right {
				moved[i] = r[(i+d)%len(x)]
			} else {
				moved[(i+d)%len(x)] = r[i]
			}
		}
		r = g.MuxWord(s, moved, r)
		d = 2 * d % len(x)
	}
	return r
}

// Pick is element i of a list, and other beyond the end.
func (g *Graph) Pick(list []Word, i Word, other Word) Word {
	switch {
	case len(list) == 0:
		return other
	case len(i) == 0:
		return list[0]
	}
	half, top := len(list), len(i)-1
	if top < 30 {
		half = min(half, 1<<top)
	}
	return g.MuxWord(i[top], g.Pick(list[half:], i[:top], other), g.Pick(list[:half], i[:top], other))
}

// Decode has bit k set if the word is k, for k < n.
func (g *Graph) Decode(x Word, n int) Word {
	r := make(Word, n)
	for k := range r {
		r[k] = g.is(x, k)
	}
	return r
}

// count is the number of ones, in w bits.
func (g *Graph) count(x Word, w int) Word {
	if len(x) <= 1 {
		return extended(x, w)
	}
	half := len(x) / 2
	r, _ := g.add(g.count(x[:half], w), g.count(x[half:], w), False)
	return r
}

// before has in bit i whether a lower bit is 1; any is whether one is.
func (g *Graph) before(x Word) (r Word, any Lit) {
	any = False
	for _, l := range x {
		r, any = append(r, any), g.Or(any, l)
	}
	return r, any
}

// lowest is x with its lowest 1 kept.
func (g *Graph) lowest(x Word) Word {
	lower, _ := g.before(x)
	return each(func(a, b Lit) Lit { return g.And(a, b.Not()) }, x, lower)
}

// encoded is the index of the only 1, 0 if there is none, in w bits.
func (g *Graph) encoded(x Word, w int) Word {
	r := make(Word, w)
	for b := range r {
		var list []Lit
		for i, l := range x {
			if i>>b&1 == 1 {
				list = append(list, l)
			}
		}
		r[b] = g.Any(list...)
	}
	return r
}
