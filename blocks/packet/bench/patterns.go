package bench

import (
	"math/rand"

	"culprit.example/culprit/testbench/kit"
)

// Uniform is traffic without locality: every other port is as likely. load is in
// percent of the cycles in which a source that could start does.
func Uniform(l Links, load int, seed int64) *Traffic {
	rng := rand.New(rand.NewSource(seed))
	t := NewTraffic(l, rng, []Phase{{Cycles: 1 << 30, Load: load, Returns: 100}})
	t.Choose = func(e int) (int, Route, bool) { return (e + 1 + rng.Intn(l.Ports-1)) % l.Ports, nil, true }
	return t
}

// Trees is saturated traffic over few routes, half of it through the last exit, so
// that flows are long and congestion trees overlap.
func Trees(l Links, seed int64) *Traffic {
	rng := rand.New(rand.NewSource(seed))
	t := NewTraffic(l, rng, []Phase{
		{Cycles: 600, Load: 100, Returns: 60, Messages: 60},
		{Cycles: 300, Load: 10, Returns: 60, Messages: 20},
	})
	t.Choose = func(e int) (int, Route, bool) {
		exit := (e + 1 + rng.Intn(l.Ports-1)) % l.Ports
		if kit.Chance(rng, 50) {
			exit = l.Ports - 1
		}
		return exit, RandomRoute(rng, l.Ports, rng.Intn(4), true), exit != e
	}
	return t
}
