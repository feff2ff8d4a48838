package bench

import "math/rand"

// randomList is a list of 1 to place different ports, in order of preference.
func randomList(rng *rand.Rand, ports, place int) []int {
	return rng.Perm(ports)[:1+rng.Intn(min(ports, place))]
}

// setList puts a list on the pins of a port.
func setList(list []int, valid []bool, port []int) {
	for k := range valid {
		valid[k], port[k] = k < len(list), 0
		if k < len(list) {
			port[k] = list[k]
		}
	}
}
