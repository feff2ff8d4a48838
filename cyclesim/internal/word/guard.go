package word

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

// LeastGuarded is the least that skipping a part has to save on average, in bytes of
// results, to be worth a branch.
const LeastGuarded = 25

// maxRoots bounds the number of roots that are kept per value, maxRests the number of its controlling values.
const maxRoots, maxRests = 32, 48

// guarding finds the parts of a program that can be skipped.
type guarding struct {
	p     *Program
	least float64 // that skipping a part must save
	cost  []int
	// single is for programs without lanes: cost is in instructions then, and what a condition implies is used in
	// its part.
	single bool
	block  int       // the least cost of a block of a part: skipping less does not pay for the test
	busy   []float64 // activity estimate: how often a value is not 0
	facts  []Known   // of single
	rests  [][]Ref   // controlling values of each value; itself first
	roots  [][]Ref   // of an instruction: while one of them is 0 its result is unobservable; sorted
	used   []bool    // something depends on it

	part   []Ref // root of the part that an instruction belongs to, or none
	parts  []Ref
	isRoot []bool // of a part

	// always is the state whose writes stay outside of all parts.
	always map[State]bool

	members map[Ref][]Ref // of each part, in their order

	now  int // position in the program that scheduling has reached
	done []bool
	// begun marks parts of which all members are wanted, while what they need is emitted.
	begun map[Ref]bool
	out   []Ref // the instructions in their new order; -1-root begins a part, endPart ends it
}

const endPart Ref = -1 << 30

// Guard puts the parts of a program that can be skipped between If and End, if that saves so
// many bytes of results on average.
func Guard(p *Program, least float64) {
	g := &guarding{p: p, least: least, cost: p.costs(), block: minBlock}
	g.run()
}

// minBlock is that in bytes of results.
const minBlock = 24

// run finds the parts and puts the program into its new order.
func (g *guarding) run() {
	p := g.p
	g.rests, g.always = make([][]Ref, len(p.Code)), map[State]bool{}
	g.guessBusy()
	for again := true; again; {
		g.roots, g.used, g.part = make([][]Ref, len(p.Code)), make([]bool, len(p.Code)), make([]Ref, len(p.Code))
		g.parts, g.isRoot = nil, make([]bool, len(p.Code))
		g.findRoots()
		for i := range g.part {
			g.part[i] = None
		}
		g.chooseParts()
		again = g.findMixed()
	}
	if len(g.parts) > 0 {
		g.done, g.begun = make([]bool, len(p.Code)), map[Ref]bool{}
		g.schedule()
		g.rebuild()
	}
}

// costs estimates the cost of each instruction: the size of its result in bytes,
// more for what takes several machine instructions.
func (p *Program) costs() []int {
	need := p.Needed()
	facts := make([]Known, len(p.Code))
	cost := make([]int, len(p.Code))
	for i, in := range p.Code {
		if in.Op.Effect() {
			if in.Op == Store {
				cost[i] = int(in.Size)
			}
			continue
		}
		facts[i] = Know(in, facts)
		n := (bits.Len64(facts[i].May&need[i]) + 7) / 8
		switch in.Op {
		case Const:
			n = 0
		case Load:
			if n = int(in.Size); in.A != None {
				n = 40
			}
		case Select, Ctz, Popcnt, Rem:
			n *= 2
		case Shl, Shr:
			if p.Code[in.B].Op != Const {
				n *= 8
			}
		}
		cost[i] = n
	}
	return cost
}

// restsOf lists the controlling values of v: if any of them is 0, v is 0.
func (g *guarding) restsOf(v Ref) []Ref {
	if g.rests[v] != nil {
		return g.rests[v]
	}
	in := &g.p.Code[v]
	list := []Ref{v}
	constant := func(r Ref) (uint64, bool) {
		if r == None {
			return 0, false
		}
		return g.p.ConstantOf(r)
	}
	x, xok := constant(in.A)
	y, yok := constant(in.B)
	switch in.Op {
	case Const:
		list = list[:0]
	case And, Mul:
		if !xok {
			list = append(list, g.restsOf(in.A)...)
		}
		if !yok {
			list = append(list, g.restsOf(in.B)...)
		}
	case Shl, Shr, Sar, Rotl, Popcnt:
		list = append(list, g.restsOf(in.A)...)
	case Sub:
		if xok && x == 0 {
			list = append(list, g.restsOf(in.B)...)
		}
	case Eq:
		if yok && y != 0 {
			list = append(list, g.restsOf(in.A)...)
		}
	case Ne:
		if yok && y == 0 {
			list = append(list, g.restsOf(in.A)...)
		}
	case Lt:
		list = append(list, g.restsOf(in.B)...)
	case Le:
		if xok && x != 0 {
			list = append(list, g.restsOf(in.B)...)
		}
	case Select:
		if z, ok := constant(in.C); ok && z == 0 {
			list = append(list, g.restsOf(in.A)...)
			list = append(list, g.restsOf(in.B)...)
		}
	}
	if len(list) > maxRests {
		list = list[:maxRests]
	}
	g.rests[v] = list
	return list
}

// findRoots walks back from the effects. The roots of a value are those common to
// all of its uses; a use contributes the roots of the using instruction and what
// masks the value there.
func (g *guarding) findRoots() {
	for i := len(g.p.Code) - 1; i >= 0; i-- {
		in := &g.p.Code[i]
		if !in.Op.Effect() && !g.used[i] {
			continue
		}
		own := g.roots[i]
		if g.single && !in.Op.Effect() {
			// While a controlling value is 0, this one is 0, as it is if it is skipped.
			own = union(own, slices.DeleteFunc(g.sortedRests(Ref(i)), func(r Ref) bool { return r == Ref(i) }))
			g.roots[i] = own
		}
		switch in.Op {
		case Store:
			own = g.ofStore(in)
			g.roots[i] = own
			g.use(in.A, own)
			g.use(in.B, own)
			g.use(in.C, own)
		case And:
			g.use(in.A, union(own, g.sortedRests(in.B)))
			g.use(in.B, union(own, g.sortedRests(in.A)))
		case Select:
			g.use(in.A, own)
			g.use(in.B, union(own, g.sortedRests(in.A)))
			g.use(in.C, own)
		default:
			in.Args(func(r Ref) { g.use(r, own) })
		}
	}
}

// ofStore is the roots of a write that leaves the place unchanged while its
// condition does not hold.
func (g *guarding) ofStore(in *Instr) []Ref {
	if g.always[in.State] {
		return nil
	}
	if in.C != None {
		return g.sortedRests(in.C)
	}
	v := &g.p.Code[in.B]
	if in.State == 0 || in.A != None || v.Op != Select {
		return nil
	}
	if old := &g.p.Code[v.C]; old.Op == Load && old.A == None && old.K == in.K && old.Size == in.Size {
		return g.sortedRests(v.A)
	}
	return nil
}

func (g *guarding) sortedRests(v Ref) []Ref {
	list := slices.Clone(g.restsOf(v))
	slices.Sort(list)
	return slices.Compact(list)
}

func (g *guarding) use(r Ref, roots []Ref) {
	switch {
	case r == None:
	case !g.used[r]:
		g.used[r] = true
		g.roots[r] = roots
	default:
		g.roots[r] = intersection(g.roots[r], roots)
	}
}

// union joins two lists of roots. If there are too many, those that are known first stay.
func union(a, b []Ref) []Ref {
	out := make([]Ref, 0, min(len(a)+len(b), maxRoots))
	for (len(a) > 0 || len(b) > 0) && len(out) < maxRoots {
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

func intersection(a, b []Ref) []Ref {
	var out []Ref
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
	p := make([]float64, len(g.p.Code))
	for i := range g.p.Code {
		in := &g.p.Code[i]
		both := func() (float64, float64) {
			x, y := 0.0, 0.0
			if in.A != None {
				x = p[in.A]
			}
			if in.B != None {
				y = p[in.B]
			}
			return x, y
		}
		x, y := both()
		switch in.Op {
		case Const:
			if in.K != 0 {
				p[i] = 1
			}
		case Load:
			// A counter is seldom 0, which matters more where a lane is alone.
			if p[i] = other; in.May <= 1 || !g.single && bits.Len64(in.May) <= 8 {
				p[i] = register
			}
		case And:
			p[i] = x * y
		case Or, Add:
			p[i] = 1 - (1-x)*(1-y)
		case Xor:
			// Mostly a negation: of signals that are 1 when idle, such as empty,
			// as well as of those that are 0.
			if p[i] = 1 - (1-x)*(1-y); g.p.Code[in.B].Op == Const {
				p[i] = 0.4
			}
		case Eq:
			if p[i] = compared; g.p.Code[in.B].Op == Const && g.p.Code[in.B].K == 0 {
				p[i] = 1 - x
			}
		case Ne:
			if p[i] = other; g.p.Code[in.B].Op == Const && g.p.Code[in.B].K == 0 {
				p[i] = x
			}
		case Lt, Le:
			p[i] = 0.4
		case Select:
			p[i] = x*y + (1-x)*p[in.C]
		case Shl, Shr, Sar, Rotl, Popcnt, Rem, Ctz:
			p[i] = x
		case Sub, Mul:
			p[i] = max(x, y)
		default:
			p[i] = other
		}
	}
	g.busy = p
}

// worthOf estimates what a part with root v saves: the weight, scaled by how
// often v is 0. The fourth power favours roots that are almost always 0.
func (g *guarding) worthOf(v Ref, weight int) float64 {
	rests := 1 - g.busy[v]
	if g.single {
		return float64(weight) * rests * rests
	}
	return float64(weight) * rests * rests * rests * rests
}

// candidate is a root with what its part would save: known, or known before other parts took some of it, which is
// more.
type candidate struct {
	root  Ref
	saves float64
}

// chooseParts makes parts, each time the one that saves most, until none saves enough.
func (g *guarding) chooseParts() {
	under := g.under()
	var list []candidate // in order; of equal ones the first root comes first
	add := func(c candidate) {
		at, _ := slices.BinarySearchFunc(list, c, func(a, b candidate) int {
			return cmp.Or(cmp.Compare(a.saves, b.saves), cmp.Compare(b.root, a.root))
		})
		list = slices.Insert(list, at, c)
	}
	for v := range under {
		weight := 0
		for _, i := range under[v] {
			weight += g.cost[i]
		}
		if w := g.worthOf(Ref(v), weight); w >= g.least {
			list = append(list, candidate{Ref(v), w})
		}
	}
	slices.SortFunc(list, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(a.saves, b.saves), cmp.Compare(b.root, a.root))
	})
	cone := newCone(g.p)
	for len(list) > 0 {
		c := list[len(list)-1]
		list = list[:len(list)-1]
		if g.part[c.root] != None {
			continue
		}
		cone.of(c.root, under[c.root])
		weight := 0
		var members []Ref
		for _, i := range under[c.root] {
			if g.part[i] == None && g.worth(int(i)) && !cone.has(i) {
				weight += g.cost[i]
				members = append(members, i)
			}
		}
		c.saves = g.worthOf(c.root, weight)
		switch {
		case c.saves <= g.least:
		case len(list) > 0 && c.saves < list[len(list)-1].saves:
			add(c)
		default:
			for _, i := range members {
				g.part[i] = c.root
			}
			g.parts, g.isRoot[c.root] = append(g.parts, c.root), true
		}
	}
}

// under lists for each value the instructions that it is a root of and that may be moved into a part.
func (g *guarding) under() [][]Ref {
	count, total := make([]int, len(g.p.Code)), 0
	each := func(f func(i int, v Ref)) {
		for i, roots := range g.roots {
			if len(roots) > 0 && g.worth(i) {
				for _, v := range roots {
					f(i, v)
				}
			}
		}
	}
	each(func(_ int, v Ref) { count[v]++; total++ })
	under, all := make([][]Ref, len(g.p.Code)), make([]Ref, total)
	for v, n := range count {
		under[v], all = all[:0:n], all[n:]
	}
	each(func(i int, v Ref) { under[v] = append(under[v], Ref(i)) })
	return under
}

// worth reports whether an instruction may be moved into a part.
func (g *guarding) worth(i int) bool {
	in := &g.p.Code[i]
	switch {
	case in.Op == Const, g.isRoot[i]:
		return false
	case g.single && in.Op == Load && in.A == None:
		return false // it is read from its place where it is used
	case in.Op == Load:
		// What another kernel writes must be read at this place of the program.
		return g.used[i] && in.State != Foreign && (in.State != 0 || in.A == None)
	case in.Op.Effect():
		return g.edgeStore(i) && !g.always[in.State]
	}
	return g.used[i]
}

// fanIn is the fan-in cone of one value at a time: the value and all that it depends on.
type fanIn struct {
	p     *Program
	in    []int // the cone that a value was last found in
	cone  int
	least Ref // nobody asks for values before it
}

func newCone(p *Program) *fanIn { return &fanIn{p: p, in: make([]int, len(p.Code))} }

// of begins with the cone of another value, as far as it has any of a sorted list of values.
func (f *fanIn) of(v Ref, list []Ref) {
	f.cone++
	if len(list) > 0 {
		f.least = list[0]
		f.visit(v)
	}
}

func (f *fanIn) visit(v Ref) {
	if v >= f.least && f.in[v] != f.cone {
		f.in[v] = f.cone
		f.p.Code[v].Args(f.visit)
	}
}

// has reports whether the cone has v.
func (f *fanIn) has(v Ref) bool { return f.in[v] == f.cone }
