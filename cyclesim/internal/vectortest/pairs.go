package vectortest

import (
	"math/rand/v2"

	"culprit.example/culprit/cyclesim/internal/vector"
)

// pairsProgram is a program most steps of which are taken with two vectors: neighbours in memory, constants,
// halves of a widened vector, or any two; some results are used alone.
type pairsProgram struct {
	*vector.Code
	rng      *rand.Rand
	operands int
	values   [][2]vector.Ref
	masks    [][2]vector.Ref // of elements of a byte
	results  int
}

func (p *pairsProgram) pick(list [][2]vector.Ref) [2]vector.Ref {
	x := list[max(0, len(list)-1-p.rng.IntN(10))]
	switch p.rng.IntN(12) {
	case 0:
		return [2]vector.Ref{x[0], x[0]}
	case 1:
		return [2]vector.Ref{x[1], x[0]}
	case 2:
		return [2]vector.Ref{x[0], list[p.rng.IntN(len(list))][1]}
	}
	return x
}

// both does the same with two operands.
func (p *pairsProgram) both(o vector.Op, k uint64, args ...[2]vector.Ref) (r [2]vector.Ref) {
	for half := range r {
		in := vector.Instr{Kind: vector.Apply, Op: o, K: k}
		if o.Shift() {
			in.Kind = vector.Shift
		}
		for n, to := range []*vector.Ref{&in.A, &in.B, &in.C} {
			if n < o.Args() {
				*to = args[n][half]
			}
		}
		r[half] = p.Add(in)
	}
	return r
}

// store stores both results, mostly at neighbouring places, sometimes only one of them.
func (p *pairsProgram) store(x, where [2]vector.Ref) {
	at := p.operands + p.results%(2*p.operands-4)
	p.results += 1 + p.rng.IntN(3)
	apart := 1 + p.rng.IntN(6)/5*2
	for half := range x {
		p.Add(vector.Instr{Kind: vector.Store, B: x[half], C: where[half], K: 16 * uint64(at+half*apart), State: 1})
		if p.rng.IntN(8) == 0 {
			return
		}
	}
}

// accesses loads neighbours, or stores them and loads one, with something else in between.
func (p *pairsProgram) accesses() (x [2]vector.Ref) {
	at := p.operands + p.rng.IntN(2*p.operands-1)
	load := func(at int) vector.Ref {
		return p.Add(vector.Instr{Kind: vector.Load, K: 16 * uint64(at), State: 1})
	}
	store := func(v vector.Ref, at int) {
		p.Add(vector.Instr{Kind: vector.Store, B: v, K: 16 * uint64(at), State: 1})
	}
	v := p.pick(p.values)
	switch p.rng.IntN(4) {
	case 0:
		x[0], x[1] = load(at), load(at+1)
	case 1:
		x[0] = load(at)
		store(v[0], at+p.rng.IntN(2))
		x[1] = load(at + 1)
	case 2:
		store(v[0], at)
		x[0], x[1] = load(at), v[0]
		store(v[1], at+1)
	default:
		store(v[0], at)
		store(v[1], at+p.rng.IntN(2))
		store(v[1], at+1)
		return v
	}
	return x
}

// Pairs is a random program for a number of operands, most steps of which are taken with two vectors.
func Pairs(rng *rand.Rand, operands, length int) *vector.Code {
	p := &pairsProgram{Code: vector.New(vector.BlockLanes), rng: rng, operands: operands}
	load := func(at int) vector.Ref { return p.Add(vector.Instr{Kind: vector.Load, K: 16 * uint64(at)}) }
	for i := 0; i < p.operands; i += 2 {
		p.values = append(p.values, [2]vector.Ref{load(i), load(i + 1)})
	}
	p.values = append(p.values, [2]vector.Ref{p.Splat(3, 1), p.Splat(5, 2)}, [2]vector.Ref{p.Splat(0, 8), p.Splat(0, 8)})
	p.masks = append(p.masks, p.both(vector.Eq8, 0, p.values[0], p.values[1]))
	none, open := [2]vector.Ref{}, false
	shifts := []vector.Op{vector.Shl16, vector.Shr16, vector.Shl32, vector.Shr64, vector.Sar64}
	widens := [][2]vector.Op{{vector.WidenLow8, vector.WidenHigh8}, {vector.WidenLow16, vector.WidenHigh16},
		{vector.WidenLow32, vector.WidenHigh32}}
	widenMasks := [][2]vector.Op{
		{vector.WidenMaskLow8, vector.WidenMaskHigh8}, {vector.WidenMaskLow16, vector.WidenMaskHigh16},
		{vector.WidenMaskLow32, vector.WidenMaskHigh32},
	}
	widen := func(ops [2]vector.Op, x vector.Ref) (r [2]vector.Ref) {
		for half, o := range ops {
			r[half] = p.Op1(o, x)
		}
		return r
	}
	for range length {
		switch {
		case open && rng.IntN(12) == 0:
			p.Add(vector.Instr{Kind: vector.End})
			open = false
		case !open && rng.IntN(25) == 0:
			p.Add(vector.Instr{Kind: vector.If, A: p.pick(p.masks)[rng.IntN(2)]})
			open = true
		}
		var x [2]vector.Ref
		switch rng.IntN(11) {
		case 10:
			x = p.accesses()
		case 0:
			x = p.both(shifts[rng.IntN(len(shifts))], uint64(1+rng.IntN(15)), p.pick(p.values))
		case 1:
			x = widen(widens[rng.IntN(len(widens))], p.pick(p.values)[rng.IntN(2)])
		case 2:
			// All bytes of a mask are the same in elements of any size.
			m := p.pick(p.masks)
			for _, ops := range widenMasks[:1+rng.IntN(3)] {
				m = widen(ops, m[rng.IntN(2)])
			}
			x = p.both(vector.Bitselect, 0, p.pick(p.values), p.pick(p.values), m)
		case 3:
			x = p.both([]vector.Op{vector.Eq8, vector.LtU8, vector.LtS8}[rng.IntN(3)], 0, p.pick(p.values), p.pick(p.values))
			p.masks = append(p.masks, x)
		case 4:
			p.store(p.pick(p.values), p.pick(p.masks))
			continue
		case 5:
			x = p.both(vector.Bitselect, 0, p.pick(p.values), p.pick(p.values), p.pick(p.masks))
		default:
			o := vector.Ops()[rng.IntN(len(vector.Ops()))]
			if o.Shift() || o.Serial() || o.Mask() || o == vector.Bitselect {
				continue
			}
			x = p.both(o, 0, p.pick(p.values), p.pick(p.values))
		}
		p.values = append(p.values, x)
		if rng.IntN(3) == 0 {
			p.store(x, none)
		}
	}
	if open {
		p.Add(vector.Instr{Kind: vector.End})
	}
	for _, x := range p.values[max(0, len(p.values)-6):] {
		p.store(x, none)
	}
	return p.Code
}

// Chain is a program in which steps that look like pairs depend on each other.
func Chain(operands int) *vector.Code {
	c := vector.New(vector.BlockLanes)
	x, k := c.Add(vector.Instr{Kind: vector.Load}), c.Splat(3, 1)
	var sums []vector.Ref
	for range 4 {
		x = c.Op2(vector.Add8, x, k)
		sums = append(sums, x)
		x = c.Op2(vector.Sub8, c.Op2(vector.Xor, x, k), k)
	}
	for i, v := range sums[1:] {
		c.Add(vector.Instr{Kind: vector.Store, B: v, K: 16 * uint64(operands+3*i), State: 1})
	}
	return c
}
