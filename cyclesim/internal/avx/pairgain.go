package avx

import (
	"slices"

	"culprit.example/culprit/cyclesim/internal/amd64"
	"culprit.example/culprit/cyclesim/internal/vector"
)

// Which pairs of steps become one.

// choose takes the pairs that save instructions.
func (p *pairing) choose() {
	for i := range p.pairs {
		p.take(i, true)
	}
	for changed := true; changed; {
		changed = false
		for i := len(p.pairs) - 1; i >= 0; i-- {
			if p.pairs[i].taken && (!p.possible(i) || p.worthless(i)) {
				p.take(i, false)
				changed = true
			}
		}
		changed = p.dropIslands() || changed
	}
}

// joined is two values that are joined, for all pairs that use them so.
type joined [2]Value

// take takes a pair, or does not.
func (p *pairing) take(i int, taken bool) {
	p.pairs[i].taken = taken
	by := 1
	if !taken {
		by = -1
	}
	for _, j := range p.operandsOf(i) {
		p.joins[j] += by
	}
}

// operandsOf lists the operands of a pair, each once: some of them may have to be joined.
func (p *pairing) operandsOf(i int) []joined {
	x := &p.pairs[i]
	if x.widens {
		return nil
	}
	var list []joined
	low, high := p.steps[x.low].Args, p.steps[x.high].Args
	for k := range low {
		if j := (joined{low[k], high[k]}); p.maker[low[k]] >= 0 && !slices.Contains(list, j) {
			list = append(list, j)
		}
	}
	return list
}

// taken is the pair of a step, if it is one of those that were taken.
func (p *pairing) taken(step int) (*pair, bool) {
	if step < 0 || p.of[step] < 0 || !p.pairs[p.of[step]].taken {
		return nil, false
	}
	return &p.pairs[p.of[step]], true
}

// pos is where what a step does is done.
func (p *pairing) pos(step int) int {
	if x, ok := p.taken(step); ok {
		return x.where()
	}
	return step
}

// possible reports whether nothing uses the first result of a pair before the pair is there.
func (p *pairing) possible(i int) bool {
	x := &p.pairs[i]
	for _, step := range [2]int{x.low, x.high} {
		if t := &p.steps[step]; t.Dst != None && t.Kind != vector.Load {
			for _, u := range p.users[t.Dst] {
				if p.pos(u) <= x.where() {
					return false
				}
			}
		}
	}
	return true
}

// whole reports whether operand n of a pair is a pair: otherwise its halves have to be joined.
func (p *pairing) whole(x *pair, n int) bool {
	return p.wholePair(joined{p.steps[x.low].Args[n], p.steps[x.high].Args[n]})
}

func (p *pairing) wholePair(j joined) bool {
	a, b := p.maker[j[0]], p.maker[j[1]]
	if a < 0 {
		return true
	}
	_, ok := p.taken(a)
	return ok && p.paired(a, b)
}

// joinCost is the number of instructions that join two vectors: what is in memory has to be loaded.
func (p *pairing) joinCost(j joined) float64 {
	if j[0] != j[1] && p.steps[p.maker[j[0]]].Kind == vector.Load {
		return 2
	}
	return 1
}

// usedAlone reports whether a step uses a value as a vector by itself.
func (p *pairing) usedAlone(v Value) bool {
	return slices.ContainsFunc(p.users[v], func(u int) bool { return p.alone(u, v) })
}

// alone reports whether a step does so.
func (p *pairing) alone(user int, v Value) bool {
	x, ok := p.taken(user)
	switch {
	case !ok:
		return true
	case x.widens:
		return false
	}
	for n, a := range p.steps[user].Args {
		if a == v && !p.whole(x, n) {
			return true
		}
	}
	return false
}

// gain is the number of instructions that a pair saves, its part of those that join operands counted.
func (p *pairing) gain(i int) float64 {
	x := &p.pairs[i]
	low, high := &p.steps[x.low], &p.steps[x.high]
	if !x.taken {
		return 0
	}
	n := 1.0
	if x.widens || x.apart || low.Kind == vector.Load || p.masksOf(low.Op) {
		n = 0
	}
	if low.Kind != vector.Load && high.Dst != None && p.usedAlone(high.Dst) {
		n--
	}
	for _, j := range p.operandsOf(i) {
		if !p.wholePair(j) {
			n -= p.joinCost(j) / float64(p.joins[j])
		}
	}
	return n
}

// masksOf reports whether an instruction on twice the size has to make its result of a mask.
func (p *pairing) masksOf(op amd64.Op) bool {
	_, ok := wideCompares[op]
	return ok && p.bytes == 32
}

// around lists the pairs that a pair reads and those that read it.
func (p *pairing) around(i int) []int {
	x := &p.pairs[i]
	var list []int
	add := func(step int) {
		if step >= 0 && p.of[step] >= 0 && p.of[step] != i && !slices.Contains(list, p.of[step]) {
			list = append(list, p.of[step])
		}
	}
	for _, step := range [2]int{x.low, x.high} {
		t := &p.steps[step]
		for _, v := range t.Args {
			add(p.maker[v])
		}
		if t.Dst != None {
			for _, u := range p.users[t.Dst] {
				add(u)
			}
		}
	}
	return list
}

// worthless reports whether as many instructions are left without a pair.
func (p *pairing) worthless(i int) bool {
	around := append(p.around(i), i)
	sum := func() (n float64) {
		for _, k := range around {
			n += p.gain(k)
		}
		return n
	}
	with := sum()
	p.take(i, false)
	without := sum()
	p.take(i, true)
	const rounding = 1e-9
	return without > with+rounding
}

// dropIslands leaves out pairs that together do not save anything.
func (p *pairing) dropIslands() (changed bool) {
	seen := make([]bool, len(p.pairs))
	for i := range p.pairs {
		if seen[i] || !p.pairs[i].taken {
			continue
		}
		island, total := []int{i}, 0.0
		seen[i] = true
		for n := 0; n < len(island); n++ {
			total += p.gain(island[n])
			for _, k := range p.around(island[n]) {
				if !seen[k] && p.pairs[k].taken {
					seen[k] = true
					island = append(island, k)
				}
			}
		}
		if total > 0.5 {
			continue
		}
		for _, k := range island {
			p.take(k, false)
		}
		changed = true
	}
	return changed
}
