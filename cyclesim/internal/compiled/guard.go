package compiled

import (
	"cmp"
	"math/bits"
	"slices"
)

// Activity gating. Most of a circuit is idle most of the time: the comparison of
// a CAM line does not matter while the line is not valid. A value is unobservable
// while each of its uses is masked: ANDed with 0, not selected by a multiplexer,
// or written under a condition that does not hold (an observability don't-care).
// Here such a condition is a single value, the root: while the root is 0, the
// value is unobservable. guard collects the instructions with a common root into
// parts, which are skipped while the root is 0 (in all lanes).

// minGuarded is the least that skipping a part must save on average, in bytes of
// results.
var minGuarded = 60.0

// maxRoots bounds the number of roots that are kept per value.
const maxRoots = 48

// guarding finds the parts of a program that can be skipped.
type guarding struct {
	p     *program
	cost  []int
	busy  []float64 // activity estimate: how often a value is not 0
	rests [][]ref   // controlling values of each value; itself first
	roots [][]ref   // of an instruction: while one of them is 0 its result is unobservable; sorted
	used  []bool    // something depends on it

	part  []ref // root of the part that an instruction belongs to, or none
	parts []ref

	// always is the state whose writes stay outside of all parts.
	always map[object]bool

	now  int // position in the program that scheduling has reached
	done []bool
	out  []ref // the instructions in their new order; -1-root begins a part, endPart ends it
}

const endPart ref = -1 << 30

// guard puts the parts of a program that can be skipped between opIf and opEnd.
func guard(p *program) {
	g := &guarding{p: p, cost: p.costs(), rests: make([][]ref, len(p.code)), always: map[object]bool{}}
	g.guessBusy()
	for again := true; again; {
		g.roots, g.used, g.part, g.parts = make([][]ref, len(p.code)), make([]bool, len(p.code)), make([]ref, len(p.code)), nil
		g.findRoots()
		for i := range g.part {
			g.part[i] = none
		}
		for g.choose() {
		}
		again = g.findMixed()
	}
	if len(g.parts) > 0 {
		g.done = make([]bool, len(p.code))
		g.schedule()
		g.rebuild()
	}
}

// costs estimates the cost of each instruction: the size of its result in bytes,
// more for what takes several machine instructions.
func (p *program) costs() []int {
	need := p.needed()
	facts := make([]known, len(p.code))
	cost := make([]int, len(p.code))
	for i, in := range p.code {
		if in.op.effect() {
			if in.op == opStore {
				cost[i] = int(in.size)
			}
			continue
		}
		facts[i] = knowledge(in, facts)
		n := (bits.Len64(facts[i].may&need[i]) + 7) / 8
		switch in.op {
		case opConst:
			n = 0
		case opLoad:
			if n = int(in.size); in.a != none {
				n = 40
			}
		case opSelect, opCtz, opPopcnt, opRem:
			n *= 2
		case opShl, opShr:
			if p.code[in.b].op != opConst {
				n *= 8
			}
		}
		cost[i] = n
	}
	return cost
}

// restsOf lists the controlling values of v: if any of them is 0, v is 0.
func (g *guarding) restsOf(v ref) []ref {
	if g.rests[v] != nil {
		return g.rests[v]
	}
	in := &g.p.code[v]
	list := []ref{v}
	constant := func(r ref) (uint64, bool) {
		if r == none {
			return 0, false
		}
		return g.p.constantOf(r)
	}
	x, xok := constant(in.a)
	y, yok := constant(in.b)
	switch in.op {
	case opConst:
		list = list[:0]
	case opAnd, opMul:
		if !xok {
			list = append(list, g.restsOf(in.a)...)
		}
		if !yok {
			list = append(list, g.restsOf(in.b)...)
		}
	case opShl, opShr, opSar, opRotl, opPopcnt:
		list = append(list, g.restsOf(in.a)...)
	case opSub:
		if xok && x == 0 {
			list = append(list, g.restsOf(in.b)...)
		}
	case opEq:
		if yok && y != 0 {
			list = append(list, g.restsOf(in.a)...)
		}
	case opNe:
		if yok && y == 0 {
			list = append(list, g.restsOf(in.a)...)
		}
	case opLt:
		list = append(list, g.restsOf(in.b)...)
	case opLe:
		if xok && x != 0 {
			list = append(list, g.restsOf(in.b)...)
		}
	case opSelect:
		if z, ok := constant(in.c); ok && z == 0 {
			list = append(list, g.restsOf(in.a)...)
			list = append(list, g.restsOf(in.b)...)
		}
	}
	if len(list) > maxRoots {
		list = list[:maxRoots]
	}
	g.rests[v] = list
	return list
}

// findRoots walks back from the effects. The roots of a value are those common to
// all of its uses; a use contributes the roots of the using instruction and what
// masks the value there.
func (g *guarding) findRoots() {
	for i := len(g.p.code) - 1; i >= 0; i-- {
		in := &g.p.code[i]
		if !in.op.effect() && !g.used[i] {
			continue
		}
		own := g.roots[i]
		switch in.op {
		case opStore:
			own = g.ofStore(in)
			g.roots[i] = own
			g.use(in.a, own)
			g.use(in.b, own)
			g.use(in.c, own)
		case opAnd:
			g.use(in.a, union(own, g.sortedRests(in.b)))
			g.use(in.b, union(own, g.sortedRests(in.a)))
		case opSelect:
			g.use(in.a, own)
			g.use(in.b, union(own, g.sortedRests(in.a)))
			g.use(in.c, own)
		default:
			in.args(func(r ref) { g.use(r, own) })
		}
	}
}

// ofStore is the roots of a write that leaves the place unchanged while its
// condition does not hold.
func (g *guarding) ofStore(in *instr) []ref {
	if g.always[in.state] {
		return nil
	}
	if in.c != none {
		return g.sortedRests(in.c)
	}
	v := &g.p.code[in.b]
	if in.state == 0 || in.a != none || v.op != opSelect {
		return nil
	}
	if old := &g.p.code[v.c]; old.op == opLoad && old.a == none && old.k == in.k && old.size == in.size {
		return g.sortedRests(v.a)
	}
	return nil
}

func (g *guarding) sortedRests(v ref) []ref {
	list := slices.Clone(g.restsOf(v))
	slices.Sort(list)
	return slices.Compact(list)
}

func (g *guarding) use(r ref, roots []ref) {
	switch {
	case r == none:
	case !g.used[r]:
		g.used[r] = true
		g.roots[r] = roots
	default:
		g.roots[r] = intersection(g.roots[r], roots)
	}
}

func union(a, b []ref) []ref {
	out := make([]ref, 0, len(a)+len(b))
	for len(a) > 0 || len(b) > 0 {
		switch {
		case len(b) == 0 || len(a) > 0 && a[0] < b[0]:
			out, a = append(out, a[0]), a[1:]
		case len(a) == 0 || b[0] < a[0]:
			out, b = append(out, b[0]), b[1:]
		default:
			out, a, b = append(out, a[0]), a[1:], b[1:]
		}
	}
	return out
}

func intersection(a, b []ref) []ref {
	var out []ref
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case b[0] < a[0]:
			b = b[1:]
		default:
			out, a, b = append(out, a[0]), a[1:], b[1:]
		}
	}
	return out
}

// guessBusy estimates how often each value is not 0, as if all values were
// independent. Only the comparison of two roots depends on it.
func (g *guarding) guessBusy() {
	const register, compared, other = 0.25, 0.15, 0.9
	p := make([]float64, len(g.p.code))
	for i := range g.p.code {
		in := &g.p.code[i]
		both := func() (float64, float64) {
			x, y := 0.0, 0.0
			if in.a != none {
				x = p[in.a]
			}
			if in.b != none {
				y = p[in.b]
			}
			return x, y
		}
		x, y := both()
		switch in.op {
		case opConst:
			if in.k != 0 {
				p[i] = 1
			}
		case opLoad:
			if p[i] = other; bits.Len64(in.may) <= 8 {
				p[i] = register
			}
		case opAnd:
			p[i] = x * y
		case opOr, opAdd:
			p[i] = 1 - (1-x)*(1-y)
		case opXor:
			// Mostly a negation: of signals that are 1 when idle, such as empty,
			// as well as of those that are 0.
			if p[i] = 1 - (1-x)*(1-y); g.p.code[in.b].op == opConst {
				p[i] = 0.4
			}
		case opEq:
			if p[i] = compared; g.p.code[in.b].op == opConst && g.p.code[in.b].k == 0 {
				p[i] = 1 - x
			}
		case opNe:
			if p[i] = other; g.p.code[in.b].op == opConst && g.p.code[in.b].k == 0 {
				p[i] = x
			}
		case opLt, opLe:
			p[i] = 0.4
		case opSelect:
			p[i] = x*y + (1-x)*p[in.c]
		case opShl, opShr, opSar, opRotl, opPopcnt, opRem, opCtz:
			p[i] = x
		case opSub, opMul:
			p[i] = max(x, y)
		default:
			p[i] = other
		}
	}
	g.busy = p
}

// worthOf estimates what a part with root v saves: the weight, scaled by how
// often v is 0. The fourth power favours roots that are almost always 0.
func (g *guarding) worthOf(v ref, weight int) float64 {
	rests := 1 - g.busy[v]
	return float64(weight) * rests * rests * rests * rests
}

// choose makes the part that saves most. It returns false if none saves enough.
func (g *guarding) choose() bool {
	weight := make([]int, len(g.p.code))
	for i, roots := range g.roots {
		if g.part[i] == none && g.worth(i) {
			for _, v := range roots {
				weight[v] += g.cost[i]
			}
		}
	}
	var order []ref
	for v, w := range weight {
		if g.worthOf(ref(v), w) >= minGuarded && g.part[v] == none {
			order = append(order, ref(v))
		}
	}
	slices.SortStableFunc(order, func(a, b ref) int { return cmp.Compare(g.worthOf(b, weight[b]), g.worthOf(a, weight[a])) })
	var best []int
	root, most := none, minGuarded
	for _, v := range order[:min(len(order), 20)] {
		cone := g.cone(v)
		sum := 0
		var list []int
		for i, roots := range g.roots {
			if g.part[i] == none && g.worth(i) && !cone[i] && slices.Contains(roots, v) {
				sum += g.cost[i]
				list = append(list, i)
			}
		}
		if w := g.worthOf(v, sum); w > most {
			root, most, best = v, w, list
		}
	}
	if root == none {
		return false
	}
	for _, i := range best {
		g.part[i] = root
	}
	g.parts = append(g.parts, root)
	return true
}

// worth tells whether an instruction may be moved into a part.
func (g *guarding) worth(i int) bool {
	in := &g.p.code[i]
	switch {
	case in.op == opConst, slices.Contains(g.parts, ref(i)):
		return false
	case in.op == opLoad:
		// What another kernel writes must be read at this place of the program.
		return g.used[i] && in.state != foreign && (in.state != 0 || in.a == none)
	case in.op.effect():
		return g.edgeStore(i) && !g.always[in.state]
	}
	return g.used[i]
}

// cone is the fan-in cone of v: v and all values that it depends on.
func (g *guarding) cone(v ref) []bool {
	in := make([]bool, len(g.p.code))
	in[v] = true
	for i := int(v); i >= 0; i-- {
		if in[i] {
			g.p.code[i].args(func(r ref) { in[r] = true })
		}
	}
	return in
}
