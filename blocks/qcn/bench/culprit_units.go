package bench

import (
	"math/rand"

	"culprit.example/culprit/blocks/qcn/golden"
	"culprit.example/culprit/testbench/kit"
)

// bufferUnit is a unit with its phase bit.
type bufferUnit struct {
	number int
	phase  bool
}

// bufferUnits are the free list and the units held, of a buffer that moves towards a
// level, stays there for a while, and moves on.
type bufferUnits struct {
	rng        *rand.Rand
	array      *golden.CulpritArray
	units      int
	free, held []bufferUnit
	goal, stay int
	toward     int // number of the goal
	linger     int // cycles to stay with one unit or none
}

func newBufferUnits(rng *rand.Rand, array *golden.CulpritArray, units int) *bufferUnits {
	b := &bufferUnits{rng: rng, array: array, units: units}
	for column := range golden.CulpritColumns {
		for row := range units / golden.CulpritColumns {
			b.free = append(b.free, bufferUnit{number: array.Unit(column, row)})
		}
	}
	return b
}

// traffic is an allocation and a release, or none of them.
type traffic struct {
	alloc, release     *bufferUnit
	pointer, prio, bad int
}

// step is a cycle.
func (b *bufferUnits) step(prios []int, inject bool) traffic {
	rng, level := b.rng, len(b.held)
	if level == b.goal {
		b.stay--
	}
	if b.stay <= 0 {
		goals := []int{b.units, 0, rng.Intn(b.units), 0, 1 + rng.Intn(40), 1, 0}
		b.goal, b.stay = goals[b.toward%len(goals)], 150+rng.Intn(300)
		b.toward++
		if b.goal <= 1 {
			b.stay += b.linger
		}
	}
	odds := [2]int{50, 50}
	switch {
	case level < b.goal:
		odds = kit.Pick(rng, [][2]int{{100, 0}, {100, 0}, {90, 20}, {100, 100}})
	case level > b.goal:
		odds = kit.Pick(rng, [][2]int{{0, 100}, {0, 100}, {20, 90}, {100, 100}})
	case level <= 1 && b.linger > 0:
		odds = [2]int{1, 1}
	}
	t := traffic{pointer: rng.Intn(b.units), prio: kit.Pick(rng, prios)}
	if inject && kit.Chance(rng, 10) {
		t.bad = rng.Intn(4)
	}
	if kit.Chance(rng, odds[1]) && level > 0 {
		t.release = b.take(&b.held, kit.Pick(rng, []int{0, level - 1, rng.Intn(level)}))
	}
	switch {
	case !kit.Chance(rng, odds[0]) || level == b.goal && t.release == nil:
	case t.release != nil && kit.Chance(rng, 20): // straight out again
		t.alloc = &bufferUnit{t.release.number, !t.release.phase}
	case len(b.free) > 0:
		t.alloc = b.take(&b.free, 0)
	}
	b.account(t)
	return t
}

// drop gives back the unit of that number, if it is held, and takes none.
func (b *bufferUnits) drop(number int) traffic {
	for i, u := range b.held {
		if u.number == number {
			t := traffic{release: b.take(&b.held, i)}
			b.account(t)
			return t
		}
	}
	return traffic{}
}

// store allocates a unit, if one is free.
func (b *bufferUnits) store(prio int) traffic {
	t := traffic{prio: prio}
	if len(b.free) > 0 {
		t.alloc = b.take(&b.free, b.rng.Intn(len(b.free)))
	}
	b.account(t)
	return t
}

func (b *bufferUnits) take(from *[]bufferUnit, i int) *bufferUnit {
	u := (*from)[i]
	*from = append((*from)[:i], (*from)[i+1:]...)
	return &u
}

func (b *bufferUnits) account(t traffic) {
	if t.alloc != nil {
		b.held = append(b.held, *t.alloc)
	}
	if t.release != nil && (t.alloc == nil || t.alloc.number != t.release.number) {
		b.free = append(b.free, bufferUnit{t.release.number, !t.release.phase})
	}
}
