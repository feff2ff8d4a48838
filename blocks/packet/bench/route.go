package bench

import (
	"math/rand"

	packet "culprit.example/culprit/blocks/packet/golden"
	"culprit.example/culprit/testbench/kit"
)

// A Route is the turns of a packet, the first one to be taken first.
type Route []int

// RandomRoute makes n legal turns. With few, the turns after the first come
// from a small set, so that routes share prefixes.
func RandomRoute(rng *rand.Rand, ports, n int, few bool) Route {
	r := make(Route, n)
	choices := ports - 1
	if few {
		choices = min(2, choices)
	}
	for i := range r {
		r[i] = rng.Intn(choices)
	}
	return r
}

// Header encodes a route of which some turns are taken already.
func (r Route) Header(ports, taken int) packet.Header {
	bits := packet.TurnBits(ports)
	pool := uint32(1<<31 - 1)
	for i, turn := range r {
		shift := 31 - bits*(i+1)
		pool &^= (1<<bits - 1) << shift
		pool |= uint32(turn) << shift
	}
	return packet.MakeHeader(pool, 30-bits*taken)
}

// Name is the congestion point at the end of a Route.
func (r Route) Name(ports int) packet.Name {
	bits := packet.TurnBits(ports)
	n := packet.Name{}
	for i := len(r) - 1; i >= 0; i-- {
		n, _ = n.Extended(r[i], bits)
	}
	return n
}

// RandomHeader is a header with at least one turn to go.
func RandomHeader(rng *rand.Rand, ports int, few bool) packet.Header {
	longest := packet.MaxTurns(ports)
	if kit.Chance(rng, 5) {
		return RandomRoute(rng, ports, longest, few).Header(ports, longest-1)
	}
	r := RandomRoute(rng, ports, 1+rng.Intn(longest), few)
	return r.Header(ports, rng.Intn(len(r)))
}

// NestedNames is a set of n different names, many of them prefixes of others; of
// two, one is.
func NestedNames(rng *rand.Rand, ports, n int) []packet.Name {
	longest := packet.MaxTurns(ports)
	var routes []Route
	var names []packet.Name
	for len(names) < n {
		r := RandomRoute(rng, ports, 1+rng.Intn(min(2, longest)), true)
		if len(routes) == 1 || len(routes) > 1 && kit.Chance(rng, 70) {
			r = append(append(Route{}, kit.Pick(rng, routes)...), RandomRoute(rng, ports, 1, true)...)
		}
		if len(r) > longest || FindName(names, r.Name(ports)) >= 0 {
			continue
		}
		routes = append(routes, r)
		names = append(names, r.Name(ports))
	}
	return names
}

// FindName is the index of a name, or -1.
func FindName(names []packet.Name, name packet.Name) int {
	for i, other := range names {
		if other.Equal(name) {
			return i
		}
	}
	return -1
}

// Longer is a name with one more turn at its end, if there is room for one.
func Longer(rng *rand.Rand, ports int, name packet.Name) (longer packet.Name, ok bool) {
	r := append(turnsOf(name, ports), rng.Intn(min(2, ports-1)))
	return r.Name(ports), len(r) <= packet.MaxTurns(ports)
}

// turnsOf are the turns that lead to a congestion point.
func turnsOf(name packet.Name, ports int) Route {
	bits := packet.TurnBits(ports)
	r := Route{}
	for rest := name; rest.Mask != 0; rest = rest.Rest(bits) {
		r = append(r, packet.FirstTurn(rest.Tp, bits))
	}
	return r
}

// HeaderTo is a header that a name matches, with random turns behind it.
func HeaderTo(rng *rand.Rand, ports int, name packet.Name) packet.Header {
	longest := packet.MaxTurns(ports)
	r := turnsOf(name, ports)
	if room := longest - len(r); room > 0 {
		r = append(r, RandomRoute(rng, ports, rng.Intn(room+1), true)...)
	}
	taken := 0
	if room := longest - len(r); room > 0 {
		taken = rng.Intn(room + 1)
	}
	before := RandomRoute(rng, ports, taken, false)
	return append(before, r...).Header(ports, taken)
}
