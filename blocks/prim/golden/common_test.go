package golden

import (
	"testing"

	"gotest.tools/v3/assert"
)

func TestRoundRobinWraps(t *testing.T) {
	asks := []bool{true, false, true, false}
	for from, want := range []int{0, 2, 2, 0} {
		assert.Equal(t, roundRobin(4, from, func(i int) bool { return asks[i] }), want, "from %d", from)
	}
	assert.Equal(t, roundRobin(4, 3, func(int) bool { return false }), -1)
}

// panics runs f and returns what it panicked with.
func panics(f func()) (message any) {
	defer func() { message = recover() }()
	f()
	return nil
}
