package avx

import (
	"slices"

	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/vector"
)

// A value with elements of several bytes is several vectors, which lie side by side, and the same
// steps are taken with each of them. In groups of up to 32 lanes a register has room for two. So
// two steps that do the same become one on vectors of twice the size, if their operands are such
// pairs, too: adjacent places, constants, or what earlier pairs made.
//
// The lower half of a register is a vector by itself, so the first result of a pair costs nothing
// to use alone. The second one has to be taken out, and vectors that are made alone have to be put
// together.

// pair is two steps that may become one: that of the lower half and that of the upper half, which
// is the later one.
type pair struct {
	low, high int
	widens    bool // the halves of one vector, with elements of twice the size
	apart     bool // stores to places that are not adjacent
	taken     bool
}

// where is the step in whose place the pair is.
func (x *pair) where() int { return max(x.low, x.high) }

// pairing looks for pairs.
type pairing struct {
	*Program
	steps []Instr // before
	bytes int32   // of a vector
	maker []int   // the step that makes a value, -1 for a constant
	users [][]int // the steps that use it, by value
	pairs []pair
	of    []int          // the pair of a step, or -1
	joins map[joined]int // how many pairs that were taken use them
	made  map[joinKey]Value
	at    map[int32][]int // loads, by where they read
	// Of the pairs that were taken: the result, and its upper half by itself.
	results, uppers []Value
}

// pairUp has steps work on pairs of vectors, if registers have room for them.
func (p *Program) pairUp() {
	if 2*p.VectorBytes() > p.Bytes {
		return
	}
	x := p.pairing()
	x.find()
	x.choose()
	x.rewrite()
}

func (p *Program) pairing() *pairing {
	x := &pairing{
		Program: p, steps: p.Code, bytes: int32(p.VectorBytes()), maker: p.makers(), users: make([][]int, len(p.Wide)),
		of: make([]int, len(p.Code)), at: map[int32][]int{}, joins: map[joined]int{}, made: map[joinKey]Value{},
	}
	for i := range p.Code {
		t := &p.Code[i]
		x.of[i] = -1
		for n, v := range t.Args {
			if !slices.Contains(t.Args[:n], v) {
				x.users[v] = append(x.users[v], i)
			}
		}
		if t.Kind == vector.Load && !t.Half {
			at := p.Place(t.K)
			x.at[at] = append(x.at[at], i)
		}
	}
	return x
}

// find lists pairs in the order of their second steps.
func (p *pairing) find() {
	stores := map[int32]int{}
	for j := range p.steps {
		t := &p.steps[j]
		switch {
		case t.Kind == vector.Apply && len(t.Conds) == 0:
			if i, widens := p.partner(j); i >= 0 {
				p.add(pair{low: i, high: j, widens: widens})
			}
		case t.Kind == vector.Store && !t.Half:
			at := p.Place(t.K)
			if i, ok := stores[at-p.bytes]; ok && p.of[i] < 0 && p.storesTogether(i, j) {
				p.add(pair{low: i, high: j})
			}
			stores[at] = j
		}
	}
	p.findAlike()
}

// findAlike lists pairs from stores upwards: what is done with one element of an array is often done with
// the next one, too, but at places that are not adjacent.
func (p *pairing) findAlike() {
	last := map[alike]int{}
	for j := range p.steps {
		t := &p.steps[j]
		if t.Kind != vector.Store || t.Half || len(t.Args) > 1 || p.of[j] >= 0 {
			continue
		}
		key := alike{p.Part[j], t.State}
		i, ok := last[key]
		last[key] = j
		if !ok || p.of[i] >= 0 || !p.nothingBetween(i, j) {
			continue
		}
		x, y := p.maker[p.steps[i].Args[0]], p.maker[t.Args[0]]
		if x < 0 || y < 0 || !p.paired(x, y) && !p.tree(x, y) {
			continue
		}
		p.add(pair{low: i, high: j, apart: p.Place(t.K) != p.Place(p.steps[i].K)+p.bytes})
		delete(last, key)
	}
}

// alike is stores that may be pairs: those to an array of registers, or to what is no state, in a part.
type alike struct {
	part  int
	state int32
}

// tree adds two steps as a pair, and before that their operands, if they are the same instructions.
func (p *pairing) tree(i, j int) bool {
	if i >= j || p.of[i] >= 0 || p.of[j] >= 0 || p.steps[i].Kind != vector.Apply || !p.same(i, j) || p.halves(i) ||
		p.halves(j) {
		return false
	}
	a, b := p.steps[i].Args, p.steps[j].Args
	if slices.Contains(b, p.steps[i].Dst) {
		return false
	}
	for k := range a {
		x, y := p.maker[a[k]], p.maker[b[k]]
		if x < 0 != (y < 0) {
			return false
		}
	}
	for k := range a {
		if x, y := p.maker[a[k]], p.maker[b[k]]; x >= 0 && x != y {
			p.tree(x, y)
		}
	}
	if p.of[i] >= 0 || p.of[j] >= 0 {
		return false // one of them depends on the other, and is in a pair now
	}
	p.add(pair{low: i, high: j})
	return true
}

// halves reports whether a step widens one half of a vector the other half of which is widened, too.
func (p *pairing) halves(i int) bool {
	t := &p.steps[i]
	by, half := unpackBy(t.Op)
	return by != nil && slices.ContainsFunc(p.users[t.Args[0]], func(u int) bool {
		return p.steps[u].Kind == vector.Apply && p.steps[u].Op == by.half[1-half]
	})
}

// add adds a pair, and those of the loads that it reads.
func (p *pairing) add(x pair) {
	if !x.widens {
		low, high := p.steps[x.low].Args, p.steps[x.high].Args
		for n := range low {
			if i, j := p.maker[low[n]], p.maker[high[n]]; p.loadsTogether(i, j) {
				p.of[i], p.of[j] = len(p.pairs), len(p.pairs)
				p.pairs = append(p.pairs, pair{low: i, high: j})
			}
		}
	}
	p.of[x.low], p.of[x.high] = len(p.pairs), len(p.pairs)
	p.pairs = append(p.pairs, x)
}

// partner is an earlier step that does the same as step j with what is below its operands, -1 if
// there is none.
func (p *pairing) partner(j int) (i int, widens bool) {
	t := &p.steps[j]
	if by, half := unpackBy(t.Op); by != nil && half == 1 {
		if zero := t.Args[1]; zero != t.Args[0] && (p.maker[zero] >= 0 || p.Constants[zero].Words != [8]uint64{}) {
			return -1, false
		}
		for _, u := range p.users[t.Args[0]] {
			if x := &p.steps[u]; u < j && x.Kind == vector.Apply && x.Op == by.half[0] && p.of[u] < 0 &&
				p.Part[u] == p.Part[j] && slices.Equal(x.Args, t.Args) {
				return u, true
			}
		}
		return -1, false
	}
	if p.halves(j) || narrowing[t.Op] {
		return -1, false
	}
	best, fewest := -1, len(t.Args)
	for n, v := range t.Args {
		for _, below := range p.below(v) {
			for _, u := range p.users[below] {
				if u < j && p.of[u] < 0 && p.same(u, j) && !p.halves(u) && p.steps[u].Args[n] == below {
					if k, ok := p.toJoin(u, j); ok && (k < fewest || k == fewest && u > best) {
						best, fewest = u, k
					}
				}
			}
		}
	}
	return best, false
}

// below lists the values that can be the lower half of a pair with v.
func (p *pairing) below(v Value) []Value {
	m := p.maker[v]
	if m < 0 {
		return nil
	}
	if p.of[m] >= 0 {
		if x := &p.pairs[p.of[m]]; x.high == m {
			return []Value{p.steps[x.low].Dst}
		}
		return nil
	}
	t := &p.steps[m]
	if t.Kind != vector.Load || t.Half {
		return nil
	}
	var list []Value
	for _, i := range p.at[p.Place(t.K)-p.bytes] {
		if p.loadsTogether(i, m) {
			list = append(list, p.steps[i].Dst)
		}
	}
	return list
}

// same reports whether two steps are the same instruction in the same part.
func (p *pairing) same(i, j int) bool {
	a, b := &p.steps[i], &p.steps[j]
	return a.Kind == b.Kind && a.Op == b.Op && a.Imm == b.Imm && p.Part[i] == p.Part[j] && len(a.Conds) == 0 &&
		len(b.Conds) == 0 && len(a.Args) == len(b.Args)
}

// toJoin counts the operands of two steps that would have to be joined; false if that is all of them, or
// cannot be done.
func (p *pairing) toJoin(i, j int) (n int, ok bool) {
	a, b := p.steps[i].Args, p.steps[j].Args
	if slices.Contains(b, p.steps[i].Dst) {
		return 0, false
	}
	for k := range a {
		x, y := p.maker[a[k]], p.maker[b[k]]
		switch {
		case x < 0 && y < 0:
		case x < 0 || y < 0:
			return 0, false
		case p.paired(x, y), p.loadsTogether(x, y):
			ok = true
		default:
			n++
		}
	}
	return n, ok
}

// paired reports whether two steps are a pair already.
func (p *pairing) paired(i, j int) bool {
	return p.of[i] >= 0 && p.of[i] == p.of[j] && p.pairs[p.of[i]].low == i && i != j
}

// loadsTogether reports whether two loads can be one.
func (p *pairing) loadsTogether(i, j int) bool {
	if i < 0 || j < 0 || i == j || p.of[i] >= 0 || p.of[j] >= 0 {
		return false
	}
	a, b := &p.steps[i], &p.steps[j]
	if a.Kind != vector.Load || b.Kind != vector.Load || a.Half || b.Half || p.Part[i] != p.Part[j] ||
		a.State != b.State || p.Place(b.K) != p.Place(a.K)+p.bytes {
		return false
	}
	for k := min(i, j); a.State != 0 && k < max(i, j); k++ {
		switch t := &p.steps[k]; t.Kind {
		case vector.Store:
			if t.State == a.State {
				return false
			}
		case vector.Scatter, vector.Call:
			return false
		}
	}
	return true
}

// storesTogether reports whether two stores to adjacent places can be one, where the second one is.
func (p *pairing) storesTogether(i, j int) bool {
	a, b := &p.steps[i], &p.steps[j]
	if !p.same(i, j) || a.State != b.State {
		return false
	}
	if x, y := p.maker[a.Args[0]], p.maker[b.Args[0]]; !(x < 0 && y < 0 ||
		x >= 0 && y >= 0 && (p.paired(x, y) || p.loadsTogether(x, y))) {
		return false
	}
	if _, ok := p.toJoin(i, j); !ok && len(a.Args) > 1 {
		return false
	}
	return p.nothingBetween(i, j)
}

// nothingBetween reports whether no step between two accesses the place of the first one, a store.
func (p *pairing) nothingBetween(i, j int) bool {
	at := p.Place(p.steps[i].K)
	for k := i + 1; k < j; k++ {
		switch t := &p.steps[k]; t.Kind {
		case vector.Apply:
		case vector.Load, vector.Store:
			if d := p.Place(t.K) - at; d > -p.bytes && d < p.bytes {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// narrowing are instructions whose two operands are mostly the halves of a pair themselves.
var narrowing = map[amd64.Op]bool{
	amd64.Vpacksswb: true, amd64.Vpackssdw: true, amd64.Vpackuswb: true, amd64.Vpackusdw: true, amd64.Vshufps: true,
}
