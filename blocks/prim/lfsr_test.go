package prim_test

import (
	"testing"

	"gotest.tools/v3/assert"

	"culprit.example/culprit/blocks/prim"
)

// TestLFSRTapsAreMaximal shows that every register runs through all 2^width-1
// nonzero states: its step, as a matrix over GF(2), has exactly this order.
func TestLFSRTapsAreMaximal(t *testing.T) {
	for width := 3; width <= 32; width++ {
		step := stepMatrix(width, uint64(prim.LFSRTaps(width)))
		period := uint64(1)<<width - 1
		assert.Assert(t, power(step, period).isIdentity(), "width %d: %d steps do not lead back", width, period)
		for _, p := range primeFactors(period) {
			assert.Assert(t, !power(step, period/p).isIdentity(), "width %d: the period is at most %d", width, period/p)
		}
	}
}

// matrix is a square matrix over GF(2): row i tells which bits make bit i.
type matrix []uint64

func stepMatrix(width int, taps uint64) matrix {
	m := matrix{taps}
	for i := 1; i < width; i++ {
		m = append(m, 1<<(i-1))
	}
	return m
}

func (a matrix) times(b matrix) matrix {
	r := make(matrix, len(a))
	for i, row := range a {
		for j, other := range b {
			if row>>j&1 == 1 {
				r[i] ^= other
			}
		}
	}
	return r
}

func power(m matrix, n uint64) matrix {
	r := make(matrix, len(m))
	for i := range r {
		r[i] = 1 << i
	}
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			r = r.times(m)
		}
		m = m.times(m)
	}
	return r
}

func (a matrix) isIdentity() bool {
	for i, row := range a {
		if row != 1<<i {
			return false
		}
	}
	return true
}

func primeFactors(n uint64) []uint64 {
	var ps []uint64
	for p := uint64(2); p*p <= n; p++ {
		if n%p == 0 {
			ps = append(ps, p)
		}
		for n%p == 0 {
			n /= p
		}
	}
	if n > 1 {
		ps = append(ps, n)
	}
	return ps
}
