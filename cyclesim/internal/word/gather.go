package word

import "math/bits"

// GatherFields simplifies what is put together by ORs of bits of other values. Bits that move by the same distance
// move together, and a bit that goes to several places is spread over a word and masked. Of two such values
// whose AND is only compared with 0, bits that meet are combined where they come from.
func GatherFields(p *Program) {
	g := &gathering{p: p, uses: make([]int, len(p.Code)), test: p.zeroTests(), tree: make([]bool, len(p.Code))}
	for i := len(p.Code) - 1; i >= 0; i-- {
		if p.Code[i].Op.Effect() || g.uses[i] > 0 {
			p.Code[i].Args(func(r Ref) { g.uses[r]++ })
		}
	}
	for i := range p.Code {
		if p.Code[i].Op == Or && g.uses[i] > 0 {
			for _, r := range []Ref{p.Code[i].A, p.Code[i].B} {
				g.tree[r] = p.Code[r].Op == Or && g.uses[r] == 1
			}
		}
	}
	g.facts = p.facts()
	p.rewrite(&g.rewriter, func(i int, in Instr) Ref {
		old := &p.Code[i] // not renamed; Code is replaced at the end
		switch {
		case g.uses[i] == 0:
		case in.Op == Or && !g.tree[i]:
			if r := g.gather(Ref(i)); r != None {
				return r
			}
		case in.Op == And && g.test[i]:
			if r := g.meet(old); r != None {
				return r
			}
		}
		return g.add(in)
	})
}

type gathering struct {
	rewriter
	p     *Program
	uses  []int
	facts []Known
	test  []bool // only compared with 0
	tree  []bool // an OR that is part of another one and nothing else
}

// field is bits of a value that have moved.
type field struct {
	whole Ref    // the field itself, or none if it has to be made
	made  Ref    // in the new program, if it was made
	of    Ref    // in the old program
	by    int    // to the left; negative: to the right
	mask  uint64 // where the bits are then
}

// fields lists what an OR is made of.
func (g *gathering) fields(or Ref) (list []field) {
	for _, r := range []Ref{g.p.Code[or].A, g.p.Code[or].B} {
		if g.tree[r] {
			list = append(list, g.fields(r)...)
		} else {
			list = append(list, g.fieldOf(r))
		}
	}
	return list
}

// fieldOf says of which value a field is.
func (g *gathering) fieldOf(r Ref) field {
	f := field{whole: r, made: None, of: r, mask: g.facts[r].May}
	if in := &g.p.Code[f.of]; in.Op == And {
		if k, ok := g.p.ConstantOf(in.B); ok {
			f.of, f.mask = in.A, f.mask&k
		}
	}
	in := &g.p.Code[f.of]
	if in.Op != Shl && in.Op != Shr {
		return f
	}
	if k, ok := g.p.ConstantOf(in.B); ok {
		f.of = in.A
		if f.by = int(k & 63); in.Op == Shr {
			f.by = -f.by
		}
	}
	return f
}

// leastCopies is the number of places from which on a bit is spread.
const leastCopies = 3

// gather makes an OR of fewer fields. It returns none if there is nothing to gain.
func (g *gathering) gather(root Ref) Ref {
	list := g.fields(root)
	n := len(list)
	list = g.together(list)
	list = g.turn(g.spread(list))
	if len(list) == n {
		return None
	}
	return g.or(list)
}

// or makes the OR of fields.
func (g *gathering) or(list []field) Ref {
	all := None
	for i := range list {
		r := g.make(&list[i])
		if all != None {
			r = g.add(Instr{Op: Or, A: all, B: r, C: None})
		}
		all = r
	}
	return all
}

// make makes a field.
func (g *gathering) make(f *field) Ref {
	switch {
	case f.made != None:
		return f.made
	case f.whole != None:
		return g.to[f.whole]
	}
	return g.masked(g.moved(g.to[f.of], f.by), f.mask)
}

func (g *gathering) moved(r Ref, by int) Ref {
	switch {
	case by > 0:
		return g.add(Instr{Op: Shl, A: r, B: g.constant(uint64(by)), C: None})
	case by < 0:
		return g.add(Instr{Op: Shr, A: r, B: g.constant(uint64(-by)), C: None})
	}
	return r
}

func (g *gathering) masked(r Ref, mask uint64) Ref {
	return g.add(Instr{Op: And, A: r, B: g.constant(mask), C: None})
}

// together joins fields of one value that move by the same distance.
func (g *gathering) together(list []field) (out []field) {
	type key struct {
		of Ref
		by int
	}
	known := map[key]int{}
	for _, f := range list {
		k := key{f.of, f.by}
		at, ok := known[k]
		if !ok || f.of == f.whole {
			out = append(out, f)
			if f.of != f.whole {
				known[k] = len(out) - 1
			}
			continue
		}
		out[at].mask |= f.mask
		out[at].whole = None
	}
	return out
}

// spread replaces the fields that are copies of one bit.
func (g *gathering) spread(list []field) (out []field) {
	type key struct {
		of  Ref
		bit int
	}
	keyOf := func(f *field) (key, bool) {
		return key{f.of, bits.TrailingZeros64(f.mask) - f.by}, bits.OnesCount64(f.mask) == 1
	}
	copies := map[key]int{}
	for i := range list {
		if k, single := keyOf(&list[i]); single {
			copies[k]++
		}
	}
	spread := map[key]uint64{}
	for i := range list {
		if k, single := keyOf(&list[i]); single && copies[k] >= leastCopies {
			spread[k] |= list[i].mask
		}
	}
	for _, f := range list {
		k, single := keyOf(&f)
		mask, found := spread[k]
		if !single || copies[k] < leastCopies {
			out = append(out, f)
			continue
		}
		if found {
			delete(spread, k)
			out = append(out, field{made: g.spreadBit(k.of, k.bit, mask)})
		}
	}
	return out
}

// spreadBit makes a mask where a bit of a value is 1, and 0 otherwise.
func (g *gathering) spreadBit(of Ref, bit int, mask uint64) Ref {
	one := g.to[of]
	if g.facts[of].May != 1 || bit != 0 {
		one = g.masked(g.moved(one, -bit), 1)
	}
	return g.masked(g.add(Instr{Op: Sub, A: g.constant(0), B: one, C: None}), mask)
}

// leastTurned is the number of bits from which on a value is turned round as a whole.
const leastTurned = 12

// turn replaces the fields that are bits of a value in reverse order.
func (g *gathering) turn(list []field) (out []field) {
	type key struct {
		of  Ref
		sum int // of a bit's old and new position
	}
	keyOf := func(f *field) (key, bool) {
		at := bits.TrailingZeros64(f.mask)
		return key{f.of, 2*at - f.by}, f.made == None && bits.OnesCount64(f.mask) == 1
	}
	masks := map[key]uint64{}
	for i := range list {
		if k, single := keyOf(&list[i]); single {
			masks[k] |= list[i].mask
		}
	}
	done := map[key]bool{}
	for _, f := range list {
		k, single := keyOf(&f)
		if !single || bits.OnesCount64(masks[k]) < leastTurned {
			out = append(out, f)
			continue
		}
		if !done[k] {
			done[k] = true
			highest := k.sum - bits.TrailingZeros64(masks[k]) // of the bits that are needed
			width := max(8, 1<<bits.Len(uint(highest)))
			r := g.moved(g.reversed(g.to[k.of], width), k.sum-width+1)
			out = append(out, field{made: g.masked(r, masks[k])})
		}
	}
	return out
}

// reversed makes the lowest bits of a value, a power of 2 of them, in reverse order; what is above is arbitrary.
func (g *gathering) reversed(r Ref, width int) Ref {
	for half := 1; half < width; half *= 2 {
		mask := ^uint64(0) / (1<<half + 1) // the lower half of each pair of groups of bits
		up := g.moved(g.masked(r, mask), half)
		down := g.masked(g.moved(r, -half), mask)
		r = g.add(Instr{Op: Or, A: up, B: down, C: None})
	}
	return r
}

// meet is the AND of two values made of fields, as it is compared with 0: each pair of fields for itself. It
// returns none if the fields do not meet in pairs.
func (g *gathering) meet(in *Instr) Ref {
	if !g.alone(in.A) || !g.alone(in.B) {
		return None
	}
	x, y := g.fields(in.A), g.fields(in.B)
	whole := func(f field) bool {
		may := g.facts[f.of].May
		return f.by >= 0 && may<<f.by>>f.by == may && may<<f.by == f.mask
	}
	var list [][2]Ref
	for _, a := range x {
		for _, b := range y {
			if a.mask&b.mask == 0 {
				continue
			}
			if a.by != b.by || !whole(a) || !whole(b) {
				return None
			}
			list = append(list, [2]Ref{a.of, b.of})
		}
	}
	if len(list) == 0 || len(list) > max(len(x), len(y)) {
		return None
	}
	all := None
	for _, pair := range list {
		r := g.add(Instr{Op: And, A: g.to[pair[0]], B: g.to[pair[1]], C: None})
		if all != None {
			r = g.add(Instr{Op: Or, A: all, B: r, C: None})
		}
		all = r
	}
	return all
}

// alone reports whether a value is an OR that nothing else needs.
func (g *gathering) alone(r Ref) bool { return g.p.Code[r].Op == Or && g.uses[r] == 1 }
