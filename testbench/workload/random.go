package workload

// random is a stream of pseudo-random numbers: splitmix64 (G. Steele, D. Lea, C. Flood, 2014). It uses
// whole numbers only, so that every machine makes the same ones.
type random struct{ state uint64 }

// newRandom is the stream of a seed and a purpose.
func newRandom(seed uint32, purpose ...uint64) *random {
	r := &random{uint64(seed)}
	for _, p := range purpose {
		r.state = r.next() ^ p*0x9e3779b97f4a7c15
	}
	return r
}

func (r *random) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	x := r.state
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// below is a number from 0 to n-1, each alike but for n/2^32.
func (r *random) below(n int) int { return int(r.next() >> 32 * uint64(n) >> 32) }

// chance is true with probability p/2^32.
func (r *random) chance(p uint64) bool { return r.next()>>32 < p }

// order is a random order of 0 .. n-1.
func (r *random) order(n int) []int {
	list := make([]int, n)
	for i := range list {
		j := r.below(i + 1)
		list[i], list[j] = list[j], i
	}
	return list
}

// derangement is a random order of 0 .. n-1 that leaves nothing in its place, n >= 2.
func (r *random) derangement(n int) []int {
	for {
		list := r.order(n)
		fixed := false
		for i, x := range list {
			fixed = fixed || i == x
		}
		if !fixed {
			return list
		}
	}
}
