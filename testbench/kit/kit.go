package kit

import (
	"maps"
	"math/rand"
	"slices"

	"culprit.example/culprit/testbench"
	"culprit.example/culprit/testbench/mutant"
)

// Chance is true with a probability of percent.
func Chance(rng *rand.Rand, percent int) bool { return rng.Intn(100) < percent }

// Pick is a random element.
func Pick[T any](rng *rand.Rand, from []T) T { return from[rng.Intn(len(from))] }

// Bools sets each bit of a vector with a probability of percent.
func Bools(rng *rand.Rand, dst []bool, percent int) {
	for i := range dst {
		dst[i] = Chance(rng, percent)
	}
}

// Count is the number of true lanes.
func Count(lanes []bool) int {
	n := 0
	for _, lane := range lanes {
		if lane {
			n++
		}
	}
	return n
}

// In is a mutant whose mistake lies inside a unit of a block, in the modules of
// that base name.
func In(name, module string, mutate mutant.Mutation) testbench.Mutant {
	return testbench.Mutant{Name: name, Module: module, Mutate: mutate}
}

// Cannot marks the cover points that a parameter set cannot reach.
type Cannot map[string]bool

// Without is the cover points less those that cannot be reached; it panics if one
// of these is not among them.
func Without(coverPoints []string, c Cannot) []string {
	for name := range c {
		if !slices.Contains(coverPoints, name) {
			panic("BUG: there is no cover point " + name)
		}
	}
	return slices.DeleteFunc(slices.Clone(coverPoints), func(name string) bool { return c[name] })
}

// Tight gives each bench, as tight parameters, what its block has and allows of each set.
func Tight(list []testbench.Bench, sets []map[string]int) []testbench.Bench {
	for i, b := range list {
		for _, set := range sets {
			own := b.Accepted(set)
			same := func(x map[string]int) bool { return maps.Equal(x, own) }
			if len(own) == 0 || slices.ContainsFunc(list[i].Tight, same) {
				continue
			}
			if _, err := b.Block.Resolve(own); err == nil {
				list[i].Tight = append(list[i].Tight, own)
			}
		}
	}
	return list
}
