package bench

import (
	"math/rand"

	"culprit/blocks/recn/golden"
	"culprit/testbench/kit"
)

// A route is the turns of a packet, the first one to be taken first.
type route []int

// randomRoute makes n legal turns. With few, the turns after the first come
// from a small set, so that routes share prefixes.
func randomRoute(rng *rand.Rand, ports, n int, few bool) route {
	r := make(route, n)
	choices := ports - 1
	if few {
		choices = min(2, choices)
	}
	for i := range r {
		r[i] = rng.Intn(choices)
	}
	return r
}

// header encodes a route of which some turns are taken already.
func (r route) header(ports, taken int) golden.Header {
	bits := golden.TurnBits(ports)
	pool := uint32(1<<31 - 1)
	for i, turn := range r {
		shift := 31 - bits*(i+1)
		pool &^= (1<<bits - 1) << shift
		pool |= uint32(turn) << shift
	}
	return golden.MakeHeader(pool, 30-bits*taken)
}

// name is the congestion point at the end of a route.
func (r route) name(ports int) golden.Name {
	bits := golden.TurnBits(ports)
	n := golden.Name{}
	for i := len(r) - 1; i >= 0; i-- {
		n, _ = n.Extended(r[i], bits)
	}
	return n
}

// randomHeader is a header with at least one turn to go.
func randomHeader(rng *rand.Rand, ports int, few bool) golden.Header {
	longest := golden.Params{Ports: ports}.MaxTurns()
	if kit.Chance(rng, 5) {
		return randomRoute(rng, ports, longest, few).header(ports, longest-1)
	}
	r := randomRoute(rng, ports, 1+rng.Intn(longest), few)
	return r.header(ports, rng.Intn(len(r)))
}

// nestedNames is a set of n different names, many of them prefixes of others; of
// two, one is.
func nestedNames(rng *rand.Rand, ports, n int) []golden.Name {
	longest := golden.Params{Ports: ports}.MaxTurns()
	var routes []route
	var names []golden.Name
	for len(names) < n {
		r := randomRoute(rng, ports, 1+rng.Intn(min(2, longest)), true)
		if len(routes) == 1 || len(routes) > 1 && kit.Chance(rng, 70) {
			r = append(append(route{}, kit.Pick(rng, routes)...), randomRoute(rng, ports, 1, true)...)
		}
		if len(r) > longest || findName(names, r.name(ports)) >= 0 {
			continue
		}
		routes = append(routes, r)
		names = append(names, r.name(ports))
	}
	return names
}

// findName is the index of a name, or -1.
func findName(names []golden.Name, name golden.Name) int {
	for i, other := range names {
		if other.Equal(name) {
			return i
		}
	}
	return -1
}

// headerTo is a header that a name matches, with random turns behind it.
func headerTo(rng *rand.Rand, ports int, name golden.Name) golden.Header {
	bits := golden.TurnBits(ports)
	longest := golden.Params{Ports: ports}.MaxTurns()
	r := route{}
	for rest := name; rest.Mask != 0; rest = (golden.Name{Tp: rest.Tp << bits & (1<<31 - 1), Mask: rest.Mask << bits & (1<<31 - 1)}) {
		r = append(r, golden.FirstTurn(rest.Tp, bits))
	}
	if room := longest - len(r); room > 0 {
		r = append(r, randomRoute(rng, ports, rng.Intn(room+1), true)...)
	}
	taken := 0
	if room := longest - len(r); room > 0 {
		taken = rng.Intn(room + 1)
	}
	before := randomRoute(rng, ports, taken, false)
	return append(before, r...).header(ports, taken)
}
