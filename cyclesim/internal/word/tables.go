package word

import (
	"cmp"
	"math/bits"
	"slices"
)

// Tables. A value may depend on nothing but one other value of few bits, its source: what a case statement
// chooses among constants, or a chain of comparisons with constants. Then it is an element of a table, and
// the source is the index. It does not matter how it was computed.

// Bounds of tables: for the bits of a source, for the sources that are kept per value, and for what a table
// must save, in instructions. A table costs about what tableCost instructions do, and more if it is large.
const (
	maxIndexBits = 10
	maxSources   = 6
	leastSaved   = 8
	tableCost    = 3
	bytesPerCost = 128
)

// UseTables replaces what depends on one value of few bits by elements of tables. Known bits say how many
// bits a value has.
func UseTables(p *Program) {
	t := &tabling{p: p, facts: p.facts(), table: make([]int, len(p.Code)), source: make([]Ref, len(p.Code)),
		known: map[string]int{}}
	t.count()
	t.findSources()
	order := t.worthwhile()
	if len(order) == 0 {
		return
	}
	for _, s := range order {
		t.use(s)
	}
	t.rebuild()
}

// tabling finds the tables of a program.
type tabling struct {
	p       *Program
	facts   []Known
	uses    [][]Ref // of each value, the instructions that are needed
	sources [][]Ref // of each value: it depends on each of them alone; sorted
	cone    map[Ref][]Ref
	table   []int // the number of the table, from 1 on, of which a value becomes an element
	source  []Ref // then it is the index
	known   map[string]int
}

// count lists the uses of each value by what effects depend on.
func (t *tabling) count() {
	t.uses = make([][]Ref, len(t.p.Code))
	for i := len(t.p.Code) - 1; i >= 0; i-- {
		in := &t.p.Code[i]
		if in.Op.Effect() || len(t.uses[i]) > 0 {
			in.Args(func(r Ref) { t.uses[r] = append(t.uses[r], Ref(i)) })
		}
	}
}

// findSources lists for each value what it depends on alone, and for each source what depends on it.
func (t *tabling) findSources() {
	t.sources, t.cone = make([][]Ref, len(t.p.Code)), map[Ref][]Ref{}
	for i := range t.p.Code {
		in := &t.p.Code[i]
		if in.Op == Const || in.Op.Effect() || len(t.uses[i]) == 0 {
			continue
		}
		var list []Ref
		if in.Op.Pure() && !(in.Op == Rem && t.facts[in.B].must == 0) {
			list = t.common(in)
		}
		for _, s := range list {
			t.cone[s] = append(t.cone[s], Ref(i))
		}
		if t.facts[i].May>>maxIndexBits == 0 {
			if len(list) == maxSources {
				list = slices.Delete(slices.Clone(list), maxSources/2, maxSources/2+1)
			}
			list = append(slices.Clone(list), Ref(i))
		}
		t.sources[i] = list
	}
}

// common is the sources that all arguments of an instruction have, but for constants.
func (t *tabling) common(in *Instr) (list []Ref) {
	first := true
	in.Args(func(r Ref) {
		switch {
		case t.p.Code[r].Op == Const:
		case first:
			list, first = t.sources[r], false
		default:
			list = intersection(list, t.sources[r])
		}
	})
	return list
}

// worthwhile lists the sources of tables that save enough, the one that saves most first.
func (t *tabling) worthwhile() (order []Ref) {
	saved := map[Ref]int{}
	for s := range t.cone {
		if _, saved[s] = t.choose(s); saved[s] >= leastSaved {
			order = append(order, s)
		}
	}
	slices.SortFunc(order, func(a, b Ref) int { return cmp.Or(cmp.Compare(saved[b], saved[a]), cmp.Compare(a, b)) })
	return order
}

// choose lists the values that are elements of tables of a source, and what that saves, in instructions.
func (t *tabling) choose(s Ref) (list []Ref, saved int) {
	cone := t.cone[s]
	inside := make(map[Ref]bool, len(cone))
	for _, v := range cone {
		inside[v] = t.table[v] == 0
	}
	// What is used elsewhere is an element of a table, or computed as before if that takes few instructions.
	needed := map[Ref]bool{}
	for _, v := range slices.Backward(cone) {
		if !inside[v] {
			continue
		}
		outside := slices.ContainsFunc(t.uses[v], func(u Ref) bool { return !inside[u] && t.table[u] == 0 })
		switch {
		case needed[v] || outside && !t.worth(v, s):
			t.p.Code[v].Args(func(r Ref) { needed[r] = true })
			needed[v] = true
		case outside:
			list = append(list, v)
		}
	}
	size := 1 << bits.Len64(t.facts[s].May)
	for _, v := range cone {
		if inside[v] && !needed[v] {
			saved += t.costOf(v)
		}
	}
	for _, v := range list {
		saved -= tableCost + size*int(bytesFor(t.facts[v].May))/bytesPerCost
	}
	return list, saved
}

// worth reports whether it takes more instructions to compute a value from its source than a table.
func (t *tabling) worth(v, s Ref) bool {
	seen := map[Ref]bool{}
	cost := 0
	var visit func(r Ref)
	visit = func(r Ref) {
		if r == s || seen[r] || cost > tableCost || t.p.Code[r].Op == Const {
			return
		}
		seen[r] = true
		cost += t.costOf(r)
		t.p.Code[r].Args(visit)
	}
	visit(v)
	return cost > tableCost
}

// costOf is the instructions that a value takes.
func (t *tabling) costOf(v Ref) int {
	switch t.p.Code[v].Op {
	case Const:
		return 0
	case Select:
		return 2
	case Rem:
		return 20
	}
	return 1
}

// use decides that values are elements of tables of a source, if that still saves enough.
func (t *tabling) use(s Ref) {
	list, saved := t.choose(s)
	if saved < leastSaved {
		return
	}
	values := map[Ref][]uint64{}
	for _, v := range list {
		table := &Table{Values: t.evaluate(v, s, values)}
		if len(table.Values) == 1 {
			continue // a constant: other passes find it
		}
		name := table.String()
		if t.known[name] == 0 {
			t.p.Tables = append(slices.Clip(t.p.Tables), table)
			t.known[name] = len(t.p.Tables)
		}
		t.source[v], t.table[v] = s, t.known[name]
	}
}

// rebuild puts lookups in the places of the values.
func (t *tabling) rebuild() {
	w := &rewriter{}
	t.p.rewrite(w, func(i int, in Instr) Ref {
		if t.table[i] == 0 {
			return w.add(in)
		}
		number := t.table[i] - 1
		may := t.p.Tables[number].may()
		return w.add(Instr{Op: Lookup, A: w.to[t.source[i]], B: None, C: None, Size: bytesFor(may), May: may,
			K: uint64(number)})
	})
}

// evaluate gives the values of v for all values of the source, or one if it is the same for all; known has those that
// were found.
func (t *tabling) evaluate(v, s Ref, known map[Ref][]uint64) []uint64 {
	if x := known[v]; x != nil {
		return x
	}
	in := &t.p.Code[v]
	var x []uint64
	switch {
	case v == s:
		x = make([]uint64, 1<<bits.Len64(t.facts[s].May))
		for i := range x {
			x[i] = uint64(i)
		}
	case in.Op == Const:
		x = []uint64{in.K}
	default:
		var of [3][]uint64
		n := 1
		for k, r := range [3]Ref{in.A, in.B, in.C} {
			if of[k] = zero; r != None {
				of[k] = t.evaluate(r, s, known)
				n = max(n, len(of[k]))
			}
		}
		x = make([]uint64, n)
		t.p.values(in, x, of[0], of[1], of[2])
	}
	known[v] = x
	return x
}

var zero = []uint64{0}

// values is Value for lists of operands, each of which has as many as the result or one for all.
func (p *Program) values(in *Instr, x, a, b, c []uint64) {
	stepA, stepB, stepC := len(a)-1, len(b)-1, len(c)-1 // masks: lengths are powers of 2
	switch in.Op {
	case And:
		for i := range x {
			x[i] = a[i&stepA] & b[i&stepB]
		}
	case Or:
		for i := range x {
			x[i] = a[i&stepA] | b[i&stepB]
		}
	case Select:
		for i := range x {
			if x[i] = c[i&stepC]; a[i&stepA] == 1 {
				x[i] = b[i&stepB]
			}
		}
	case Lookup:
		for i := range x {
			x[i] = p.Tables[in.K].Values[a[i&stepA]]
		}
	default:
		for i := range x {
			x[i] = Execute(in.Op, a[i&stepA], b[i&stepB])
		}
	}
}
