package word

import (
	"maps"
	"slices"
)

// schedule reorders the instructions. A part is emitted at its first external
// use, together with every member whose operands are ready; members needed only
// by the part's own stores come last, with these stores.
func (g *guarding) schedule() {
	wanted := make([]bool, len(g.p.Code)) // members of a part that are used outside of it
	g.members = map[Ref][]Ref{}
	for i := range g.p.Code {
		if v := g.part[i]; v != None {
			g.members[v] = append(g.members[v], Ref(i))
		}
		g.p.Code[i].Args(func(r Ref) {
			if g.part[r] != None && g.part[i] != g.part[r] {
				wanted[r] = true
			}
		})
	}
	for i := range g.p.Code {
		if g.part[i] == None && g.p.Code[i].Op != Const && !g.edgeStore(i) {
			g.now = i
			g.demand(Ref(i), wanted)
		}
	}
	g.now = len(g.p.Code)
	for i := range g.p.Code {
		if wanted[i] {
			g.demand(Ref(i), wanted)
		}
	}
	for _, v := range g.parts {
		g.last(v, wanted)
	}
	for i := range g.p.Code {
		if g.part[i] == None && g.edgeStore(i) {
			g.demand(Ref(i), wanted)
		}
	}
}

func (g *guarding) edgeStore(i int) bool { return g.p.Code[i].Op == Store && g.p.Code[i].State != 0 }

// findMixed finds state that is written in one part and read or written in
// another one, or outside of the parts: the order of the parts would matter. It
// adds this state to always, whose writes belong to no part, and returns true if
// there is any; roots must be found anew then.
func (g *guarding) findMixed() bool {
	where := map[State]Ref{}
	found := false
	for i := range g.p.Code {
		if g.edgeStore(i) && g.part[i] != None {
			where[g.p.Code[i].State] = g.part[i]
		}
	}
	for i := range g.p.Code {
		in := &g.p.Code[i]
		part, written := where[in.State]
		if !written || in.State == 0 || g.part[i] == part || in.Op == Load && g.part[i] == None {
			continue
		}
		g.always[in.State] = true
		found = true
	}
	if _, ok := where[Foreign]; ok && !g.always[Foreign] {
		g.always[Foreign] = true
		found = true
	}
	return found
}

// demand emits an instruction, after everything that it depends on.
func (g *guarding) demand(r Ref, wanted []bool) {
	if g.done[r] || g.p.Code[r].Op == Const {
		return
	}
	v := g.part[r]
	if v == None || g.tooEarly(v, map[Ref]bool{}) { // without its root, a member is not skipped
		g.p.Code[r].Args(func(a Ref) { g.demand(a, wanted) })
		g.emit(r)
		return
	}
	g.demand(v, wanted)
	g.demandOutside(r, v, wanted, map[Ref]bool{})
	if g.single && !g.begun[v] {
		g.begun[v] = true
		g.demandAll(v, wanted)
		g.begun[v] = false
	}
	if g.done[r] {
		return
	}
	start := len(g.out)
	g.out = append(g.out, -1-v)
	g.inside(r)
	for _, m := range g.members[v] {
		if wanted[m] && !g.done[m] && g.possible(m, v, map[Ref]bool{}) && !g.tooEarly(m, map[Ref]bool{}) {
			g.inside(m)
		}
	}
	g.endOf(start)
}

// demandAll emits what all members of a part need from outside of it, so that the part has few blocks: each takes a
// branch.
func (g *guarding) demandAll(v Ref, wanted []bool) {
	for _, m := range g.members[v] {
		if wanted[m] && !g.done[m] && !g.tooEarly(m, map[Ref]bool{}) {
			g.demandOutside(m, v, wanted, map[Ref]bool{})
		}
	}
}

// tooEarly reports whether r needs a load that would come in front of what writes its place. seen has
// what was visited.
func (g *guarding) tooEarly(r Ref, seen map[Ref]bool) bool {
	if g.done[r] || seen[r] {
		return false
	}
	seen[r] = true
	in := &g.p.Code[r]
	early := in.Op == Load && in.State <= 0 && g.writtenBefore(r)
	in.Args(func(a Ref) { early = early || g.tooEarly(a, seen) })
	return early
}

// writtenBefore reports whether something between the position that scheduling has reached and a load may
// write what is loaded. State is written at the end.
func (g *guarding) writtenBefore(load Ref) bool {
	at := &g.p.Code[load]
	for i := g.now + 1; i < int(load); i++ {
		switch in := &g.p.Code[i]; in.Op {
		case Call, Copy, Permute, Arrive, Barrier:
			return true
		case Store:
			apart := in.A == None && at.A == None &&
				(in.K+uint64(in.Size)*uint64(max(in.Spread, 1)) <= at.K || at.K+uint64(at.Size) <= in.K)
			if in.State == 0 && !apart {
				return true
			}
		}
	}
	return false
}

// endOf ends a block of a part, or removes its beginning if the block is too
// small.
func (g *guarding) endOf(start int) {
	cost := 0
	for _, r := range g.out[start+1:] {
		cost += g.cost[r]
	}
	if cost >= g.block {
		g.out = append(g.out, endPart)
	} else {
		g.out = slices.Delete(g.out, start, start+1)
	}
}

// demandOutside emits what a member of a part needs from outside of the part.
// seen has the members that were visited.
func (g *guarding) demandOutside(r, v Ref, wanted []bool, seen map[Ref]bool) {
	g.p.Code[r].Args(func(a Ref) {
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

// possible reports whether everything that a member of a part needs from outside of
// the part has been emitted. seen has the members that were visited.
func (g *guarding) possible(r, v Ref, seen map[Ref]bool) bool {
	ok := true
	g.p.Code[r].Args(func(a Ref) {
		if !g.done[a] && g.p.Code[a].Op != Const && !seen[a] {
			seen[a] = true
			ok = ok && g.part[a] == v && g.possible(a, v, seen)
		}
	})
	return ok
}

// inside emits a member of the part that has begun, after the members that it
// depends on.
func (g *guarding) inside(r Ref) {
	if g.done[r] || g.p.Code[r].Op == Const {
		return
	}
	g.p.Code[r].Args(g.inside)
	g.emit(r)
}

// last emits the rest of a part: its stores and what only they need. This block
// stays guarded, however small it is, since a store may use a value of a block
// that was skipped.
func (g *guarding) last(v Ref, wanted []bool) {
	var stores []Ref
	for _, m := range g.members[v] {
		if g.edgeStore(int(m)) {
			stores = append(stores, m)
			g.demandOutside(m, v, wanted, map[Ref]bool{})
		}
	}
	if len(stores) == 0 {
		return
	}
	g.demand(v, wanted)
	g.out = append(g.out, -1-v)
	for _, r := range stores {
		g.p.Code[r].Args(g.inside)
	}
	for _, r := range stores {
		g.emit(r)
	}
	g.out = append(g.out, endPart)
}

func (g *guarding) emit(r Ref) {
	g.done[r] = true
	g.out = append(g.out, r)
}

// rebuild builds the program in the new order.
func (g *guarding) rebuild() {
	to := make([]Ref, len(g.p.Code))
	var code []Instr
	add := func(in Instr) Ref {
		code = append(code, in)
		return Ref(len(code) - 1)
	}
	for i, in := range g.p.Code {
		if in.Op == Const {
			to[i] = add(in)
		}
	}
	numbers := map[uint64]Ref{}
	is := map[Ref]Ref{} // what the condition of the part that is open says of values
	for _, r := range g.out {
		switch {
		case r == endPart:
			add(Instr{Op: End, A: None, B: None, C: None})
			clear(is)
		case r < 0:
			if g.single {
				implied := g.implied(-1 - r)
				for _, v := range slices.Sorted(maps.Keys(implied)) {
					k := implied[v]
					if _, ok := numbers[k]; !ok {
						numbers[k] = add(Instr{Op: Const, A: None, B: None, C: None, K: k})
					}
					is[v] = numbers[k]
				}
			}
			add(Instr{Op: If, A: to[-1-r], B: None, C: None})
		default:
			in := g.p.Code[r]
			for _, a := range []*Ref{&in.A, &in.B, &in.C} {
				if k, ok := is[*a]; ok {
					*a = k
				} else if *a != None {
					*a = to[*a]
				}
			}
			to[r] = add(in)
			delete(is, r)
		}
	}
	g.p.Code = code
}
