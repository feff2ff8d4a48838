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

// maxRoots bounds the number of roots that are kept per value.
const maxRoots = 48

// guarding finds the parts of a program that can be skipped.
type guarding struct {
	p     *Program
	least float64 // that skipping a part must save
	cost  []int
	// single is for programs without lanes: cost is in instructions then, and what a condition implies is used in
	// its part.
	single bool
	tries  int       // roots that are looked at closely for each part
	block  int       // the least cost of a block of a part: skipping less does not pay for the test
	busy   []float64 // activity estimate: how often a value is not 0
	facts  []Known   // of single
	rests  [][]Ref   // controlling values of each value; itself first
	roots  [][]Ref   // of an instruction: while one of them is 0 its result is unobservable; sorted
	used   []bool    // something depends on it

	part  []Ref // root of the part that an instruction belongs to, or none
	parts []Ref

	// always is the state whose writes stay outside of all parts.
	always map[State]bool

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
	g := &guarding{p: p, least: least, cost: p.costs(), block: minBlock, tries: 20}
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
		g.parts = nil
		g.findRoots()
		for i := range g.part {
			g.part[i] = None
		}
		for g.choose() {
		}
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

func union(a, b []Ref) []Ref {
	out := make([]Ref, 0, len(a)+len(b))
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

// choose makes the part that saves most. It returns false if none saves enough.
func (g *guarding) choose() bool {
	weight := make([]int, len(g.p.Code))
	for i, roots := range g.roots {
		if g.part[i] == None && g.worth(i) {
			for _, v := range roots {
				weight[v] += g.cost[i]
			}
		}
	}
	var order []Ref
	for v, w := range weight {
		if g.worthOf(Ref(v), w) >= g.least && g.part[v] == None {
			order = append(order, Ref(v))
		}
	}
	slices.SortStableFunc(order, func(a, b Ref) int {
		return cmp.Compare(g.worthOf(b, weight[b]), g.worthOf(a, weight[a]))
	})
	var best []int
	root, most := None, g.least
	for _, v := range order[:min(len(order), g.tries)] {
		cone := g.cone(v)
		sum := 0
		var list []int
		for i, roots := range g.roots {
			if g.part[i] == None && g.worth(i) && !cone[i] && slices.Contains(roots, v) {
				sum += g.cost[i]
				list = append(list, i)
			}
		}
		if w := g.worthOf(v, sum); w > most {
			root, most, best = v, w, list
		}
	}
	if root == None {
		return false
	}
	for _, i := range best {
		g.part[i] = root
	}
	g.parts = append(g.parts, root)
	return true
}

// worth reports whether an instruction may be moved into a part.
func (g *guarding) worth(i int) bool {
	in := &g.p.Code[i]
	switch {
	case in.Op == Const, slices.Contains(g.parts, Ref(i)):
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

// cone is the fan-in cone of v: v and all values that it depends on.
func (g *guarding) cone(v Ref) []bool {
	in := make([]bool, len(g.p.Code))
	in[v] = true
	for i := int(v); i >= 0; i-- {
		if in[i] {
			g.p.Code[i].Args(func(r Ref) { in[r] = true })
		}
	}
	return in
}
