package golden

import (
	"fmt"
	"math/big"
)

// clone copies a number out of the inputs; nil is 0.
func clone(x *big.Int) *big.Int {
	if x == nil {
		return new(big.Int)
	}
	return new(big.Int).Set(x)
}

// roundRobin goes once round 0..n-1, beginning at from, to the first index that
// wants; -1 if none does.
func roundRobin(n, from int, wants func(i int) bool) int {
	for k := 0; k < n; k++ {
		if i := (from + k) % n; wants(i) {
			return i
		}
	}
	return -1
}

// must panics where stimulus has broken an assumption of a contract.
func must(kept bool, format string, args ...any) {
	if !kept {
		panic("BUG: stimulus: " + fmt.Sprintf(format, args...))
	}
}
