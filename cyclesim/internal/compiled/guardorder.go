package compiled

import "slices"

// schedule reorders the instructions. A part is emitted at its first external
// use, together with every member whose operands are ready; members needed only
// by the part's own stores come last, with these stores.
func (g *guarding) schedule() {
	wanted := make([]bool, len(g.p.code)) // members of a part that are used outside of it
	for i := range g.p.code {
		g.p.code[i].args(func(r ref) {
			if g.part[r] != none && g.part[i] != g.part[r] {
				wanted[r] = true
			}
		})
	}
	for i := range g.p.code {
		if g.part[i] == none && g.p.code[i].op != opConst && !g.edgeStore(i) {
			g.now = i
			g.demand(ref(i), wanted)
		}
	}
	g.now = len(g.p.code)
	for i := range g.p.code {
		if wanted[i] {
			g.demand(ref(i), wanted)
		}
	}
	for _, v := range g.parts {
		g.last(v, wanted)
	}
	for i := range g.p.code {
		if g.part[i] == none && g.edgeStore(i) {
			g.demand(ref(i), wanted)
		}
	}
}

func (g *guarding) edgeStore(i int) bool { return g.p.code[i].op == opStore && g.p.code[i].state != 0 }

// findMixed finds state that is written in one part and read or written in
// another one, or outside of the parts: the order of the parts would matter. It
// adds this state to always, whose writes belong to no part, and returns true if
// there is any; roots must be found anew then.
func (g *guarding) findMixed() bool {
	where := map[object]ref{}
	found := false
	for i := range g.p.code {
		if g.edgeStore(i) && g.part[i] != none {
			where[g.p.code[i].state] = g.part[i]
		}
	}
	for i := range g.p.code {
		in := &g.p.code[i]
		part, written := where[in.state]
		if !written || in.state == 0 || g.part[i] == part || in.op == opLoad && g.part[i] == none {
			continue
		}
		g.always[in.state] = true
		found = true
	}
	if _, ok := where[foreign]; ok && !g.always[foreign] {
		g.always[foreign] = true
		found = true
	}
	return found
}

// demand emits an instruction, after everything that it depends on.
func (g *guarding) demand(r ref, wanted []bool) {
	if g.done[r] || g.p.code[r].op == opConst {
		return
	}
	v := g.part[r]
	if v == none {
		g.p.code[r].args(func(a ref) { g.demand(a, wanted) })
		g.emit(r)
		return
	}
	g.demand(v, wanted)
	g.demandOutside(r, v, wanted, map[ref]bool{})
	if g.done[r] {
		return
	}
	start := len(g.out)
	g.out = append(g.out, -1-v)
	g.inside(r)
	for i := range g.p.code {
		if g.p.code[i].op == opCall && i > g.now {
			break // later instructions may read what the call writes
		}
		if wanted[i] && g.part[i] == v && !g.done[i] && g.possible(ref(i), v, map[ref]bool{}) {
			g.inside(ref(i))
		}
	}
	g.endOf(start)
}

// minBlock is the least cost of a block of a part: skipping less does not pay for
// the test.
const minBlock = 24

// endOf ends a block of a part, or removes its beginning if the block is too
// small.
func (g *guarding) endOf(start int) {
	cost := 0
	for _, r := range g.out[start+1:] {
		cost += g.cost[r]
	}
	if cost >= minBlock {
		g.out = append(g.out, endPart)
	} else {
		g.out = slices.Delete(g.out, start, start+1)
	}
}

// demandOutside emits what a member of a part needs from outside of the part.
// seen has the members that were visited.
func (g *guarding) demandOutside(r, v ref, wanted []bool, seen map[ref]bool) {
	g.p.code[r].args(func(a ref) {
		if g.done[a] || seen[a] {
			return
		}
		if g.part[a] == v {
			seen[a] = true
			g.demandOutside(a, v, wanted, seen)
		} else {
			g.demand(a, wanted)
		}
	})
}

// possible tells whether everything that a member of a part needs from outside of
// the part has been emitted. seen has the members that were visited.
func (g *guarding) possible(r, v ref, seen map[ref]bool) bool {
	ok := true
	g.p.code[r].args(func(a ref) {
		if !g.done[a] && g.p.code[a].op != opConst && !seen[a] {
			seen[a] = true
			ok = ok && g.part[a] == v && g.possible(a, v, seen)
		}
	})
	return ok
}

// inside emits a member of the part that has begun, after the members that it
// depends on.
func (g *guarding) inside(r ref) {
	if g.done[r] || g.p.code[r].op == opConst {
		return
	}
	g.p.code[r].args(g.inside)
	g.emit(r)
}

// last emits the rest of a part: its stores and what only they need. This block
// stays guarded, however small it is, since a store may use a value of a block
// that was skipped.
func (g *guarding) last(v ref, wanted []bool) {
	var stores []ref
	for i := range g.p.code {
		if g.part[i] == v && g.edgeStore(i) {
			stores = append(stores, ref(i))
			g.demandOutside(ref(i), v, wanted, map[ref]bool{})
		}
	}
	if len(stores) == 0 {
		return
	}
	g.demand(v, wanted)
	g.out = append(g.out, -1-v)
	for _, r := range stores {
		g.p.code[r].args(g.inside)
	}
	for _, r := range stores {
		g.emit(r)
	}
	g.out = append(g.out, endPart)
}

func (g *guarding) emit(r ref) {
	g.done[r] = true
	g.out = append(g.out, r)
}

// rebuild builds the program in the new order.
func (g *guarding) rebuild() {
	to := make([]ref, len(g.p.code))
	var code []instr
	add := func(in instr) ref {
		code = append(code, in)
		return ref(len(code) - 1)
	}
	for i, in := range g.p.code {
		if in.op == opConst {
			to[i] = add(in)
		}
	}
	for _, r := range g.out {
		switch {
		case r == endPart:
			add(instr{op: opEnd, a: none, b: none, c: none})
		case r < 0:
			add(instr{op: opIf, a: to[-1-r], b: none, c: none})
		default:
			in := g.p.code[r]
			in.rename(to)
			to[r] = add(in)
		}
	}
	g.p.code = code
}
