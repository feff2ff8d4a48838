package bench

import (
	"math/rand"
	"slices"

	"culprit.example/culprit/blocks/traffic/golden"
	"culprit.example/culprit/testbench/kit"
)

const turnBits = 3 // of the switches that the routes lead through

// network makes routes that share turns, and names of congestion points on them.
type network struct {
	rng    *rand.Rand
	routes []uint32 // per destination
	names  []golden.Name
}

// newNetwork makes routes to n destinations and count names.
func newNetwork(rng *rand.Rand, n, count int) *network {
	w := &network{rng: rng}
	for range n {
		route := uint32(1<<31 - 1)
		// Many turns are 0, as is a name after its last turn.
		for level := range 1 + rng.Intn(kit.Pick(rng, lengths)) {
			shift := 31 - turnBits*(level+1)
			route = route&^(7<<shift) | uint32(rng.Intn(2)*(level+1))<<shift
		}
		w.routes = append(w.routes, route^rng.Uint32()&1) // a bit that is no whole turn
	}
	for len(w.names) < count {
		name := w.name(kit.Pick(rng, w.routes), 1+rng.Intn(kit.Pick(rng, lengths)))
		switch {
		case len(w.names) < len(nested): // on one route
			name = w.name(w.routes[0], nested[len(w.names)])
		case kit.Chance(rng, 30): // on no route
			name.Tp = rng.Uint32() & name.Mask
		}
		if !slices.ContainsFunc(w.names, name.Equal) {
			w.names = append(w.names, name)
		}
	}
	return w
}

// lengths are the largest numbers of turns of routes and names: mostly few, so that
// they have much in common, and now and then as many as there is room for.
var lengths = []int{4, 4, 5, 31 / turnBits}

// nested are the lengths, in turns, of the first names: each is a prefix of another.
var nested = [...]int{2, 1, 3}

// name is that of a point on a route, some turns away.
func (w *network) name(route uint32, turns int) golden.Name {
	mask := uint32(1<<31-1) &^ (1<<(31-turnBits*turns) - 1)
	if turns == 31/turnBits { // with the bit that is no whole turn
		mask |= 1
	}
	return golden.Name{Tp: route & mask, Mask: mask}
}

// message is a random Xoff or Xon; both may find no line.
func (w *network) message(xoffs int) (xoff bool, name golden.Name) {
	return kit.Chance(w.rng, xoffs), kit.Pick(w.rng, w.names)
}
